"""Runs: many episodes with nobody at the keyboard."""
