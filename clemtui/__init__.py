"""Play clembench dialogue games in a terminal, against any model, with every turn recorded."""

from __future__ import annotations

__version__ = "0.1.0"
