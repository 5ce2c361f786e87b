"""Review of a recorded episode, step by step.

A step is an entry. The recorded entries are replayed with the rules, so boards and verdicts are as
they were in play. If that does not reproduce the record (because the game has changed since), only
the evidence is shown: requests and responses, without boards.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from clemtui.catalogue import Catalogue, CatalogueError
from clemtui.engine import (
    OBSERVER,
    RECEIVE,
    SEND,
    Control,
    Event,
    Game,
    Request,
    Response,
    Scores,
    View,
)
from clemtui.engine.labels import control_label
from clemtui.episode.errors import PlayError, describe_error
from clemtui.episode.imported import import_note
from clemtui.episode.response_times import ResponseTimes
from clemtui.episode.restoring.replay import ReplayDiffers, has_same_result, replay_episode
from clemtui.episode.service import PlayService
from clemtui.episode.transcript import Line, SeatTranscript
from clemtui.episode.updates import EventsHappened
from clemtui.language import Sentence, one_line, translatable
from clemtui.records.rows import AS_SENT, EpisodeSummary, StoredEpisode
from clemtui.records.viewing import all_views, human_seats, views
from clemtui.store.write.writer import Writer

FULL_EXPOSURES = frozenset({"watched", "saw solution", "reviewed"})
"""The kinds of exposure to an episode after which reviewing it reveals nothing new."""

_OTHERS_PLAY = translatable(
    "This episode was not played to its end, so only the people in it may see it: {names}."
)

_Steps = tuple[tuple[Event, ...], ...]


class NotForReader(PlayError):
    """An episode of which a reader may see nothing: only ``people`` may, each from their role."""

    def __init__(self, people: tuple[str, ...]) -> None:
        super().__init__(Sentence(_OTHERS_PLAY, names=", ".join(map(one_line, people))))
        self.people = people


@dataclass(frozen=True, slots=True)
class ReviewState:
    """What one watcher sees after some steps.

    ``scores`` are the recorded ones, at the last step of a finished episode.
    """

    step: int
    lines: tuple[Line, ...]
    view: View
    round: int
    scores: Scores | None


@dataclass(frozen=True, slots=True)
class _WatcherTranscript:
    """A watcher's lines of a whole episode, with their number and the round after each step."""

    lines: tuple[Line, ...]
    counts: tuple[int, ...]
    rounds: tuple[int, ...]


class Review:
    """One recorded episode. Created by `review_episode`.

    Attributes:
        stored: the complete record.
        game: its game; None if it is not installed.
        faithful: whether the installed rules reproduce the record.
        difference: why they do not, in one line; empty if they do.
        watchers: the points of view from which it may be seen, the most complete first.
    """

    def __init__(
        self,
        stored: StoredEpisode,
        watchers: tuple[str, ...],
        game: Game | None,
        steps: _Steps | None,
        difference: str,
        expose: Callable[[StoredEpisode, str], Awaitable[bool]],
    ) -> None:
        self.stored = stored
        self.watchers = watchers
        self.game = game
        self.faithful = steps is not None
        self.difference = difference
        self._steps = _evidence_only(stored) if steps is None else steps
        self._times = ResponseTimes.of(stored).known
        self._expose = expose
        self._seen: dict[str, _WatcherTranscript] = {}
        self._views: dict[str, tuple[View, ...]] = {}

    @property
    def length(self) -> int:
        """The number of the last step; step 0 is before the first entry."""
        return len(self._steps) - 1

    def at(self, step: int, watcher: str) -> ReviewState:
        """Return what a watcher sees after some steps.

        The first call for a watcher processes the whole episode, later ones are lookups.

        Raises:
            IndexError: if there is no such step.
            PlayError: if the watcher may not see the episode, or a board cannot be computed.
        """
        if not 0 <= step <= self.length:
            raise IndexError(f"no step {step}; available: 0 to {self.length}")
        if watcher not in self.watchers:
            watchers = ", ".join(self.watchers)
            raise PlayError(f"this view is not available; available: {watchers}")
        if watcher not in self._seen:
            self._seen[watcher] = self._transcript_of(watcher)
            self._views[watcher] = self._boards(watcher)
        seen = self._seen[watcher]
        over = step == self.length and self.stored.state == "finished"
        return ReviewState(
            step=step,
            lines=seen.lines[: seen.counts[step]],
            view=self._views[watcher][step],
            round=seen.rounds[step],
            scores=self.stored.summary.scores if over else None,
        )

    async def record_review(self, person: str) -> bool:
        """Record that a person (by pseudonym) reviews this, if it reveals something new to them.

        It does so for a finished episode that they have not seen completely before. An empty name
        is a reader who has not said who they are: nothing is recorded. Return whether it was.

        Raises:
            StoreError: if it cannot be recorded.
        """
        if not person or self.stored.erased or self.stored.state != "finished":
            return False
        return await self._expose(self.stored, person)

    def _transcript_of(self, watcher: str) -> _WatcherTranscript:
        screen = SeatTranscript(watcher, verbatim=self.stored.summary.interface in AS_SENT)
        counts, rounds = [], []
        for events in self._steps:
            screen.apply(EventsHappened(events, self._times))
            counts.append(len(screen.lines))
            rounds.append(screen.round)
        return _WatcherTranscript(tuple(screen.lines), tuple(counts), tuple(rounds))

    def _boards(self, watcher: str) -> tuple[View, ...]:
        summary = self.stored.summary
        unseen = summary.interface == "verbatim" and watcher in human_seats(summary)
        if self.game is None or not self.faithful or unseen:
            return (View(),) * len(self._steps)
        aids = frozenset(self.stored.condition.get("aids", ()))
        try:
            master = self.game.start(self.stored.instance, self.stored.texts)
            views = [master.view(watcher).with_aids(aids)]
            for entry in self.stored.entries_for_replay:
                master.submit(entry)
                views.append(master.view(watcher).with_aids(aids))
        except Exception as error:
            raise PlayError(
                f"the rules of this game have an error: {describe_error(error)}"
            ) from error
        return tuple(views)


async def review_episode(service: PlayService, episode: str, person: str) -> Review:
    """Open a recorded episode for review, step by step, as far as a person may see it now.

    ``person`` is the pseudonym of someone who said who they are; empty if nobody did. A default
    person may be another than the one who reads.

    Raises:
        NotForReader: if the person may see nothing of it.
        StoreError: if there is no such episode, or it cannot be read.
    """
    review = await review_all(service, episode, lambda summary: views(summary, person))
    if not review.watchers:
        raise NotForReader(review.stored.summary.people)
    return review


async def review_all(
    service: PlayService,
    episode: str,
    watchers: Callable[[EpisodeSummary], tuple[str, ...]] = all_views,
) -> Review:
    """Open a recorded episode for review from every point of view, for the owner of the records.

    ``watchers`` returns the points of view that may be asked for.

    Raises:
        StoreError: if there is no such episode, or it cannot be read.
    """

    async def expose(stored: StoredEpisode, pseudonym: str) -> bool:
        recorder = await service.recorder()
        person, summary = (await recorder.do(Writer.person, pseudonym)).id, stored.summary
        met = await service.read(lambda reader: reader.exposures(person, summary.task_key))
        if any(e.episode == summary.id and e.kind in FULL_EXPOSURES for e in met):
            return False
        await recorder.do(
            Writer.exposure, person, summary.task_key, summary.instance_hash, "reviewed", summary.id
        )
        return True

    stored = await service.load(episode)
    seen = watchers(stored.summary)
    return await asyncio.to_thread(open_review, service.catalogue, stored, seen, expose)


def open_review(
    catalogue: Catalogue,
    stored: StoredEpisode,
    watchers: tuple[str, ...],
    expose: Callable[[StoredEpisode, str], Awaitable[bool]],
) -> Review:
    """Replay an episode for review; if that does not reproduce the record, the review says why."""
    was = f"recorded under {stored.summary.game} version {stored.summary.game_version}"
    if stored.erased:
        return Review(stored, watchers, None, None, "the text of this episode was erased", expose)
    try:
        game = catalogue.game(stored.summary.game)
    except CatalogueError as error:
        return Review(
            stored, watchers, None, None, import_note(stored) or f"{was}; {error}", expose
        )
    try:
        again = replay_episode(game, stored)
        if stored.state == "finished" and not has_same_result(
            game, again.master, stored.summary.scores
        ):
            raise ReplayDiffers
    except ReplayDiffers:
        now = f"{was}; the installed version {game.card.version} does not reproduce it"
        return Review(stored, watchers, game, None, import_note(stored) or now, expose)
    return Review(stored, watchers, game, again.steps, "", expose)


def _evidence_only(stored: StoredEpisode) -> _Steps:
    """Return the record as events, without the rules: each request before its answer."""
    requests = {each.request.id: each.request for each in stored.requests}
    waiting = deque(requests[id] for id in sorted(requests))
    steps: list[list[Event]] = [[]]
    for entry in stored.entries_for_replay:
        if isinstance(entry, Control):
            said = control_label(entry.kind)
            everybody = frozenset(a.seat for a in stored.summary.seats) | {OBSERVER}
            steps.append([Event("control", entry.kind, 0, audience=everybody, said=said)])
            continue
        while waiting and waiting[0].id <= entry.request_id:
            steps[-1] += _asked(waiting.popleft())
        steps.append([_answered(requests[entry.request_id], entry)])
    for request in waiting:
        steps[-1] += _asked(request)
    return tuple(map(tuple, steps))


def _asked(request: Request) -> list[Event]:
    return [
        Event(
            SEND,
            message.text,
            0,
            recipient=request.seat,
            audience=frozenset({request.seat, OBSERVER}),
            request_id=request.id,
            side=request.purpose == "side question",
        )
        for message in request.new_messages
    ]


def _answered(request: Request, response: Response) -> Event:
    return Event(
        RECEIVE,
        response.text,
        0,
        sender=request.seat,
        audience=frozenset({request.seat, OBSERVER}),
        request_id=request.id,
        side=request.purpose == "side question",
    )
