"""Snapshots of every screen, at several sizes and in several themes."""
