"""Sentences shared by both front ends."""
