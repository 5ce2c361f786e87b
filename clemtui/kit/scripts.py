"""The plays of scripted players, whose version is part of what makes them the players they are.

``bots/versions.toml`` beside a game pins a hash of its scripted plays for each version: a script
that plays otherwise is another player and needs a new version (``script`` in ``game.toml``).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path

from clemtui.engine import Response, sha256
from clemtui.kit.plays import scripted
from clemtui.kit.subject import Subject

PINS = Path("bots", "versions.toml")
"""The file of pins in a family's folder: tables by game, of hashes by version."""


def script_hash(subjects: Iterable[Subject]) -> str:
    """Return a hash of what the scripted players of a game say, in the first subject of each
    language."""
    first: dict[str, Subject] = {}
    for subject in subjects:
        first.setdefault(subject.texts.language, subject)
    return sha256(
        [
            [
                language,
                [each.text for each in scripted(subject, seed=7) if isinstance(each, Response)],
            ]
            for language, subject in sorted(first.items())
        ]
    )


def pinned_scripts(family: Path) -> dict[str, dict[str, str]]:
    """Return the pinned hashes of a family's scripted plays, by game and version."""
    file = family / PINS
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
