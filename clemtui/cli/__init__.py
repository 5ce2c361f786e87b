"""The command line. Whatever is slow to load is imported by the command that needs it."""

from __future__ import annotations

from clemtui.cli.program import main

__all__ = ["main"]
