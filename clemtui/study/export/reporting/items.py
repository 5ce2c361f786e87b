"""The items of the checklist: their published numbers, what they ask in our words, and answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from clemtui.language.sinks import markdown_text
from clemtui.players.words import SCRIPTED
from clemtui.records.studies import DeviationKind, MatchResult, StudyResult
from clemtui.study.export.records import ModelEpisode, StudyRecords

BLANK = "____"
"""What stands where the records do not know something."""

TO_FILL = f"{BLANK} (to be filled in)"


@dataclass(frozen=True, slots=True)
class Item:
    """An item of the checklist.

    Attributes:
        number: the published one.
        asks: what it asks.
        answer: returns what is known, as Markdown, with `BLANK` where something is not; None:
            nothing is.
    """

    number: str
    asks: str
    answer: Callable[[StudyRecords], str | None]


def counted_models(records: StudyRecords) -> tuple[ModelEpisode, ...]:
    """Return the episodes of language models that count; the scripted player is none."""
    return tuple(
        each
        for each in records.models
        if each.result.left_out is None
        and each.result.aborted is not None
        and each.result.player != SCRIPTED
    )


def place(result: StudyResult | MatchResult) -> tuple[str, str, str, str]:
    """Return the item of an episode: an instance of a game in a seat and a language."""
    return result.game, result.seat, result.language, result.instance


def differs(records: StudyRecords, kind: DeviationKind) -> bool:
    """Whether a deviation of a kind is recorded."""
    return any(each.kind == kind for each in records.deviations)


def is_asked_again(records: StudyRecords) -> bool:
    """Whether people who read messages as models do are asked again before a malformed answer that
    would end the episode."""
    condition = records.manifest.protocol.condition
    return condition.interface == "verbatim" and condition.aids != ()


def unknown(records: StudyRecords) -> None:
    """Return the answer to an item on which nothing is recorded."""


def stated(text: str) -> str | None:
    """Return what the protocol says; None if it says nothing."""
    return markdown_text(text) if text else None


def quoted(texts: Iterable[Mapping[str, str]]) -> str:
    """Return texts of the protocol in a row, in English where they are there in English."""
    chosen = (each.get("en") or next(iter(each.values())) for each in texts)
    return "; ".join(f"“{markdown_text(each)}”" for each in chosen)


def span(values: Iterable[float], digits: int = 0) -> str:
    """Return the range of numbers, as in ``2 to 5``, or the only one."""
    found = sorted(values)
    if not found:
        return "none"
    low, high = (f"{each:.{digits}f}" for each in (found[0], found[-1]))
    return low if low == high else f"{low} to {high}"
