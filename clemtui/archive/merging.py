"""Merging another database into the current one, for the front ends."""

from __future__ import annotations

from clemtui.store.merge.merge import merge as merge_databases

__all__ = ["merge_databases"]
