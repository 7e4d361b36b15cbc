"""Benchmarks: one kernel for the shipped machinery and its peers, a runner that measures, and what it measured."""
