"""Diagnostics: what is installed, where data is stored, and what prevents playing."""
