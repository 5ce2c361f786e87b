"""Benchmarks: figures beside the budgets of the design. ``python -m tests.benchmarks``."""
