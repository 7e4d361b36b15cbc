"""The kernel of the flagship rule, written once for the shipped machinery (`rulebook`) and once for each peer."""
