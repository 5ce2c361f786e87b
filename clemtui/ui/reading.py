"""A recorded episode as one reads it: entries by step, for one pair of eyes at a time."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from clemtui.engine import OBSERVER, REVEAL
from clemtui.language import Localised
from clemtui.play.phrases import Voice
from clemtui.ui.entries import transcript
from clemtui.ui.widgets.transcript_rows import Entry

if TYPE_CHECKING:
    from clemtui.play.review import Review
    from clemtui.play.screen import Line


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

    ``lines`` and ``entries`` are how many there are after each step.
    """

    all_lines: tuple[Line, ...]
    all_entries: tuple[Entry, ...]
    lines: tuple[int, ...]
    entries: tuple[int, ...]
    rounds: tuple[int, ...]


class Reading:
    """Goes through a review by what one watcher sees of it, in one interface language."""

    def __init__(self, review: Review, voice: Voice, watcher: str, person: str) -> None:
        """``person`` is who reads: what they said themselves is said so.

        Raises:
            PlayError: if a board cannot be made; see `clemtui.play.review.Review.at`.
        """
        self.review = review
        self.voice = voice
        self.watcher = watcher
        summary = review.stored.summary
        verbatim = summary.interface == "verbatim" and watcher not in (OBSERVER, REVEAL)
        own = voice.names.get(watcher) == person
        states = [review.at(step, watcher) for step in range(review.length + 1)]
        whole = states[-1].lines
        entries: list[Entry] = []
        after_line = [0]
        for at, line in enumerate(whole):
            before = whole[at - 1].round if at else 0
            eyes = watcher if own else OBSERVER
            entries += transcript([line], voice, eyes, after=before, rounds=not verbatim)
            after_line.append(len(entries))
        counts = tuple(len(state.lines) for state in states)
        self._seen = _Seen(
            whole,
            tuple(entries),
            counts,
            tuple(after_line[count] for count in counts),
            tuple(state.round for state in states),
        )

    @property
    def length(self) -> int:
        """The number of the last step."""
        return self.review.length

    def entries(self, step: int) -> tuple[Entry, ...]:
        """What the transcript shows after a step."""
        return self._seen.all_entries[: self._seen.entries[step]]

    def came(self, step: int) -> Sequence[Line]:
        """The lines that a step brought."""
        before = self._seen.lines[step - 1] if step else 0
        return self._seen.all_lines[before : self._seen.lines[step]]

    def round(self, step: int) -> int:
        """The round after a step, from 0."""
        return self._seen.rounds[step]

    def troubles(self) -> tuple[int, ...]:
        """The steps in which a response was not accepted."""
        return self._steps(
            at
            for at, line in enumerate(self._seen.all_lines)
            if line.verdict is not None and line.verdict.kind != "accepted"
        )

    def found(self, text: str) -> tuple[int, ...]:
        """The steps in which a text was said, in any case."""
        wanted = text.casefold()
        return self._steps(
            at
            for at, line in enumerate(self._seen.all_lines)
            if wanted and wanted in self.voice.say(line.text).casefold()
        )

    def _steps(self, lines: Iterator[int]) -> tuple[int, ...]:
        steps = dict.fromkeys(bisect_right(self._seen.lines, at) for at in lines)
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
            return ui.text("{where} · nothing is seen of it", where=where) if nothing else where
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
