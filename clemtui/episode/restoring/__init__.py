"""Restore a recorded episode to the point where it stopped."""
