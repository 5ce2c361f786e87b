"""The command line. Everything that is slow to load is loaded by the command that needs it."""

from __future__ import annotations

from clemtui.cli.program import main

__all__ = ["main"]
