"""The result of one check."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from clemtui.players.llm.redaction import hide_keys

Level = Literal["good", "warning", "broken"]


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check. ``broken`` means that something will not work until it is fixed."""

    section: str
    name: str
    value: str
    level: Level = "good"

    def without_keys(self, keys: Sequence[str]) -> Finding:
        """Return the finding with these keys hidden: servers and files may repeat them."""
        return replace(self, name=hide_keys(self.name, keys), value=hide_keys(self.value, keys))


def writable(section: str, name: str, folder: Path) -> Finding:
    """Check that a folder can be written, or can be created."""
    nearest = next(parent for parent in (folder, *folder.parents) if parent.exists())
    if nearest.is_dir() and os.access(nearest, os.W_OK):
        return Finding(section, name, str(folder))
    return Finding(section, name, f"{folder}: not writable; change its permissions", "broken")


def count(number: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun."""
    return f"{number} {noun if number == 1 else plural or f'{noun}s'}"
