"""A document: an episode as one watcher may see it, before it is put into words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from clemtui.engine import REVEAL, Scores, View
from clemtui.episode.planning.listing import GameListing
from clemtui.episode.transcript import Line
from clemtui.records.rows import StoredEpisode

Form = Literal["markdown", "html", "svg", "json"]
FORMS: tuple[Form, ...] = get_args(Form)


@dataclass(frozen=True, slots=True)
class Document:
    """An episode as one watcher may see it.

    Attributes:
        stored: the evidence.
        watcher: a seat, `OBSERVER` or `REVEAL`.
        lines: what was said, and the game master's verdicts and notices.
        view: the final board; without blocks if there is none to show.
        scores: the result, if the episode is over and the watcher may know it.
        difference: why only the evidence is shown, in one line; otherwise empty.
        listing: the game and the texts of its labels; None if the game is not installed.
        names: who fills each seat: a pseudonym, ``scripted``, a model's name.
    """

    stored: StoredEpisode
    watcher: str
    lines: tuple[Line, ...]
    view: View
    scores: Scores | None
    difference: str
    listing: GameListing | None
    names: Mapping[str, str]

    @property
    def is_complete(self) -> bool:
        """Whether nothing is hidden from the reader."""
        return self.watcher == REVEAL
