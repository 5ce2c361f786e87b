"""Helpers of the tests: one module per thing they need."""
