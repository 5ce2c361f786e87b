"""Merging another database into this one."""
