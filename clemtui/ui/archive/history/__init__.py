"""The history."""
