"""Helpers that several game families share but that are not part of the contract."""
