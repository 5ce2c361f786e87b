"""A recorded episode prepared for reading: transcript entries by step, for one viewer at a time."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from clemtui.archive.english_wording import EnglishWording
from clemtui.archive.review import Review
from clemtui.engine import OBSERVER, REVEAL
from clemtui.episode.transcript import Line
from clemtui.language import Localised, safe
from clemtui.language.width import cell_count
from clemtui.records.rows import AS_SENT
from clemtui.ui.widgets.transcript.rows import Entry, OtherWording
from clemtui.ui.widgets.transcript.side_questions import (
    FoldedTranscript,
    LineEntries,
    fold,
    line_entries,
)
from clemtui.wording.phrases import Voice, truncated


@dataclass(frozen=True, slots=True)
class _View:
    """What one viewer sees of an episode.

    For each step, ``counts`` has the number of lines after it, and ``rounds`` the round in which
    its response was given: the current one before it.
    """

    lines: tuple[LineEntries, ...]
    counts: tuple[int, ...]
    rounds: tuple[int, ...]


def _with_english(each: LineEntries, voice: Voice, english: EnglishWording) -> LineEntries:
    """Return a game master's line with its English wording beside it, others unchanged."""
    if each.line.kind != "to seat" or not isinstance(each.line.text, str):
        return each
    wording = english.translate(each.line.text)
    if wording is None:
        return each
    *before, last = each.entries
    ui = voice.interface
    text = safe(truncated(wording, ui))
    beside = OtherWording(ui.text("{language}:", language=ui.language_name("en")), text)
    return replace(each, entries=(*before, replace(last, other_wording=beside)))


class ReviewSteps:
    """A review as one viewer sees it, in one interface language, step by step."""

    def __init__(
        self,
        review: Review,
        voice: Voice,
        watcher: str,
        person: str,
        english: EnglishWording | None = None,
    ) -> None:
        """Prepare all steps.

        ``person`` is the reader; if the viewer is their own seat, their messages appear as their
        own. With ``english``, prompts have their English wording beside them.

        Raises:
            PlayError: if a board cannot be rebuilt; see `clemtui.archive.review.Review.at`.
        """
        self.review = review
        self.voice = voice
        self.watcher = watcher
        summary = review.stored.summary
        verbatim = summary.interface in AS_SENT and watcher not in (OBSERVER, REVEAL)
        own = voice.names.get(watcher) == person
        states = [review.at(step, watcher) for step in range(review.length + 1)]
        eyes = watcher if own else OBSERVER
        lines = tuple(line_entries(states[-1].lines, voice, eyes, rounds=not verbatim))
        self._seen = _View(
            lines
            if english is None
            else tuple(_with_english(each, voice, english) for each in lines),
            tuple(len(state.lines) for state in states),
            tuple(states[max(0, step - 1)].round for step in range(len(states))),
        )

    @property
    def length(self) -> int:
        """The number of the last step."""
        return self.review.length

    def entries(self, step: int) -> tuple[Entry, ...]:
        """Return the transcript after a step.

        Side questions are folded, except those that belong to the step; after the last step all
        are.
        """
        return self._folded(step).entries

    def first_new_entry(self, step: int) -> int:
        """Return the index of the first entry that shows something new in a step."""
        shown = self._folded(step)
        start = self._start(step)
        return shown.places[start] if start < len(shown.places) else len(shown.entries)

    def _folded(self, step: int) -> FoldedTranscript:
        lines = self._seen.lines[: self._seen.counts[step]]
        within = None if step == self.length else self._start(step)
        return fold(lines, self.voice, open_from=within)

    def _start(self, step: int) -> int:
        """Return the index of the first line that is new in a step."""
        return self._seen.counts[step - 1] if step else 0

    def new_lines(self, step: int) -> Sequence[Line]:
        """Return the lines that are new in a step."""
        lines = self._seen.lines[self._start(step) : self._seen.counts[step]]
        return [each.line for each in lines]

    def round(self, step: int) -> int:
        """Return the round in which the response of a step was given, counted from 0."""
        return self._seen.rounds[step]

    def rejected_steps(self) -> tuple[int, ...]:
        """Return the steps in which a response was not accepted."""
        return self._steps(
            at
            for at, each in enumerate(self._seen.lines)
            if each.line.verdict is not None and each.line.verdict.kind != "accepted"
        )

    def matching_steps(self, text: str) -> tuple[int, ...]:
        """Return the steps whose messages contain a text, regardless of case."""
        wanted = text.casefold()
        return self._steps(
            at
            for at, each in enumerate(self._seen.lines)
            if wanted and wanted in self.voice.say(each.line.text).casefold()
        )

    def _steps(self, lines: Iterator[int]) -> tuple[int, ...]:
        steps = dict.fromkeys(bisect_right(self._seen.counts, at) for at in lines)
        return tuple(steps)

    def round_start(self, step: int, way: int) -> int:
        """Return the first step of another round.

        This is the next round if ``way`` is positive; otherwise the current one, or the previous
        one if ``step`` is already its first step.
        """
        rounds = self._seen.rounds
        if way > 0:
            return min(bisect_right(rounds, rounds[step]), self.length)
        begin = bisect_left(rounds, rounds[step])
        return begin if begin < step else bisect_left(rounds, rounds[max(0, step - 1)])

    def first_response(self) -> int:
        """Return the index of the entry of the first response after the last step."""
        places = self._folded(self.length).places
        said = (at for at, each in enumerate(self._seen.lines) if each.line.kind == "from seat")
        return next((places[at] for at in said), 0)

    def description(self, step: int, cells: int | None = None) -> Localised:
        """Return a line that describes a step: who responded, how long it took, and when.

        Where there is no room for all of it in ``cells``, it has no date, and perhaps no names.
        """
        ui = self.voice.interface
        where = ui.text(
            "Step {step} of {length} · round {round}",
            step=step,
            length=self.length,
            round=self.round(step) + 1,
        )
        if not step:
            return ui.text("{where} · before the first response", where=where)
        said = [line for line in self.new_lines(step) if line.kind == "from seat" and line.seat]
        if not said:
            nothing = not self.new_lines(step)
            return ui.text("{where} · not visible in this view", where=where) if nothing else where
        versions = [Localised(" · ".join([where, *facts])) for facts in self._facts(said[0])]
        fitting = (each for each in versions if cells is None or cell_count(each) <= cells)
        return next(fitting, versions[-1])

    def _facts(self, line: Line) -> Iterator[list[str]]:
        """Yield what is known of a response, the longest version first."""
        ui, seat = self.voice.interface, line.seat or ""
        effort: list[str] = []
        if line.took is not None:
            effort.append(ui.duration(line.took))
        if line.attempts > 1:
            effort.append(ui.plural("{n} attempt", "{n} attempts", line.attempts))
        who, time = self.voice.with_player(seat), []
        if line.at is not None and self.review.stored.summary.time_known:
            at = line.at.astimezone()
            time = [at.strftime("%H:%M:%S")]
            yield [who, *effort, ui.date_time(at, length="medium")]
        yield [who, *effort, *time]
        yield [self.voice.seat(seat), *effort, *time]
        yield [*effort, *time]
