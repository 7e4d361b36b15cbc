"""The timeline of a concrete run: a graph of events, checked, told and drawn without a solver."""
