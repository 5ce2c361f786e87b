"""The settings, and all keys."""
