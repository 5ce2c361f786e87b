"""How an imported episode is marked in the records and described to readers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clemtui.records.rows import StoredEpisode

IMPORT = "import"
"""Key of the mark in an episode's environment."""


def import_note(stored: StoredEpisode) -> str | None:
    """Return a line on why an imported episode is shown as logged; None if it was not imported."""
    mark = _mark(stored)
    if mark is None:
        return None
    problem = mark.get("not_rescored")
    why = (
        f"not re-scored: {problem}"
        if problem
        else ("its log differs from what the rules here produce")
    )
    return f"imported from {mark.get('version')}; {why}"


def lacks_instance(stored: StoredEpisode) -> bool:
    """Whether an episode was imported without an instance that could be played."""
    return _mark(stored) is not None and not stored.texts.prompts


def _mark(stored: StoredEpisode) -> Mapping[str, Any] | None:
    mark = stored.environment.get(IMPORT)
    return mark if isinstance(mark, Mapping) else None
