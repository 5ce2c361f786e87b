"""Helpers of the tests, one module per topic."""
