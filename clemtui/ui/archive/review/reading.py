"""A recorded episode as one reads it: entries by step, for one pair of eyes at a time."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from clemtui.engine import OBSERVER, REVEAL
from clemtui.language import Localised, safe
from clemtui.ui.widgets.transcript.rows import Entry, OtherWording
from clemtui.ui.widgets.transcript.side_questions import (
    FoldedTranscript,
    LineEntries,
    fold,
    line_entries,
)
from clemtui.wording.phrases import Voice, bounded

if TYPE_CHECKING:
    from clemtui.archive.english import EnglishWording
    from clemtui.archive.review import Review
    from clemtui.episode.transcript import Line


def eyes_of(review: Review, person: str) -> tuple[str, ...]:
    """Through whose eyes a person may see an episode, the most telling first.

    Of one that is not over and that they play themselves, they see nothing but their own seats.
    """
    watchers = tuple(reversed(review.watchers))
    if review.stored.state == "finished":
        return watchers
    people = iter(review.stored.summary.people)
    seats = {s.seat: next(people, "") for s in review.stored.summary.seats if s.person is not None}
    own = tuple(watcher for watcher in review.watchers if seats.get(watcher) == person)
    return own or review.watchers


@dataclass(frozen=True, slots=True)
class _Seen:
    """What one watcher sees of it.

    ``counts`` are how many lines there are after each step, ``rounds`` the round after each.
    """

    lines: tuple[LineEntries, ...]
    counts: tuple[int, ...]
    rounds: tuple[int, ...]


def _compared(each: LineEntries, voice: Voice, english: EnglishWording) -> LineEntries:
    """A line with the English wording of what the game master says in it."""
    if each.line.kind != "to seat" or not isinstance(each.line.text, str):
        return each
    wording = english.of(each.line.text)
    if wording is None:
        return each
    *before, last = each.entries
    ui = voice.interface
    text = safe(bounded(wording, ui))
    beside = OtherWording(ui.text("{language}:", language=ui.language_name("en")), text)
    return replace(each, entries=(*before, replace(last, other_wording=beside)))


class Reading:
    """Goes through a review by what one watcher sees of it, in one interface language."""

    def __init__(
        self,
        review: Review,
        voice: Voice,
        watcher: str,
        person: str,
        english: EnglishWording | None = None,
    ) -> None:
        """``person`` is who reads: what they said themselves is said so. With ``english`` the
        prompts have their English wording beside them.

        Raises:
            PlayError: if a board cannot be made; see `clemtui.archive.review.Review.at`.
        """
        self.review = review
        self.voice = voice
        self.watcher = watcher
        summary = review.stored.summary
        verbatim = summary.interface == "verbatim" and watcher not in (OBSERVER, REVEAL)
        own = voice.names.get(watcher) == person
        states = [review.at(step, watcher) for step in range(review.length + 1)]
        eyes = watcher if own else OBSERVER
        lines = tuple(line_entries(states[-1].lines, voice, eyes, rounds=not verbatim))
        self._seen = _Seen(
            lines if english is None else tuple(_compared(each, voice, english) for each in lines),
            tuple(len(state.lines) for state in states),
            tuple(state.round for state in states),
        )

    @property
    def length(self) -> int:
        """The number of the last step."""
        return self.review.length

    def entries(self, step: int) -> tuple[Entry, ...]:
        """What the transcript shows after a step. Side questions are folded, but for those of
        which the step is one; at the end, all of them are."""
        return self._folded(step).entries

    def first(self, step: int) -> int:
        """The number of the first entry that shows something of what a step brought."""
        shown = self._folded(step)
        start = self._start(step)
        return shown.places[start] if start < len(shown.places) else len(shown.entries)

    def _folded(self, step: int) -> FoldedTranscript:
        lines = self._seen.lines[: self._seen.counts[step]]
        within = None if step == self.length else self._start(step)
        return fold(lines, self.voice, open_from=within)

    def _start(self, step: int) -> int:
        """The number of the first line that a step brought."""
        return self._seen.counts[step - 1] if step else 0

    def came(self, step: int) -> Sequence[Line]:
        """The lines that a step brought."""
        lines = self._seen.lines[self._start(step) : self._seen.counts[step]]
        return [each.line for each in lines]

    def round(self, step: int) -> int:
        """The round after a step, from 0."""
        return self._seen.rounds[step]

    def troubles(self) -> tuple[int, ...]:
        """The steps in which a response was not accepted."""
        return self._steps(
            at
            for at, each in enumerate(self._seen.lines)
            if each.line.verdict is not None and each.line.verdict.kind != "accepted"
        )

    def found(self, text: str) -> tuple[int, ...]:
        """The steps in which a text was said, in any case."""
        wanted = text.casefold()
        return self._steps(
            at
            for at, each in enumerate(self._seen.lines)
            if wanted and wanted in self.voice.say(each.line.text).casefold()
        )

    def _steps(self, lines: Iterator[int]) -> tuple[int, ...]:
        steps = dict.fromkeys(bisect_right(self._seen.counts, at) for at in lines)
        return tuple(steps)

    def round_from(self, step: int, way: int) -> int:
        """The first step of the next round, or of this one, or of the one before it."""
        rounds = self._seen.rounds
        if way > 0:
            return min(bisect_right(rounds, rounds[step]), self.length)
        begin = bisect_left(rounds, rounds[step])
        return begin if begin < step else bisect_left(rounds, rounds[max(0, step - 1)])

    def told(self, step: int) -> Localised:
        """What a step was, in a line: who said something, how long it took, and when."""
        ui = self.voice.interface
        where = ui.text(
            "Step {step} of {length} · round {round}",
            step=step,
            length=self.length,
            round=self.round(step) + 1,
        )
        if not step:
            return ui.text("{where} · before the first response", where=where)
        said = [line for line in self.came(step) if line.kind == "from seat" and line.seat]
        if not said:
            nothing = not self.came(step)
            return ui.text("{where} · not visible in this view", where=where) if nothing else where
        line = said[0]
        assert line.seat is not None
        facts = [where, self.voice.with_player(line.seat)]
        if line.took is not None:
            facts.append(ui.duration(line.took))
        if line.attempts > 1:
            facts.append(ui.plural("{n} attempt", "{n} attempts", line.attempts))
        if line.at is not None and self.review.stored.summary.time_known:
            facts.append(ui.date_time(line.at.astimezone(), length="medium"))
        return Localised(" · ".join(facts))
