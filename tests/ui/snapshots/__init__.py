"""Snapshots: what every screen looks like, at several sizes and in several themes."""
