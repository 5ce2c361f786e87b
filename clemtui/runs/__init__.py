"""Runs: many episodes without a person at the keyboard."""
