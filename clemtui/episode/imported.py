"""How an imported episode is marked in the records, and what is said of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from clemtui.records.rows import StoredEpisode

IMPORT = "import"
"""The key in an episode's environment."""

IMPORTED_TAG = "imported"
NOT_RESCORED_TAG = "not re-scored"


def import_note(stored: StoredEpisode) -> str | None:
    """One line that says why an imported episode is shown as its log has it; None for others."""
    mark = _mark(stored)
    if mark is None:
        return None
    problem = mark.get("not_rescored")
    why = f"not re-scored: {problem}" if problem else "what it says differs from the rules here"
    return f"imported from {mark.get('version')}; {why}"


def lacks_instance(stored: StoredEpisode) -> bool:
    """Whether an imported episode has no instance that could be played."""
    return _mark(stored) is not None and not stored.texts.prompts


def _mark(stored: StoredEpisode) -> Mapping[str, Any] | None:
    mark = stored.environment.get(IMPORT)
    return mark if isinstance(mark, Mapping) else None
