"""Writing an imported episode into the records, with the times of its log."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Literal

from pydantic import ValidationError

from clemtui.catalogue import Catalogue, CatalogueError
from clemtui.engine import (
    Event,
    Instance,
    Original,
    Replay,
    Response,
    Texts,
    canonical_json,
    sha256,
)
from clemtui.episode.condition import Condition
from clemtui.episode.imported import IMPORT, IMPORTED_TAG, NOT_RESCORED_TAG
from clemtui.exchange.imports.agreement import Agreement
from clemtui.exchange.imports.exchanges import LoggedExchange, exchanges
from clemtui.exchange.imports.instance_index import own_entries
from clemtui.exchange.imports.logged import LoggedEpisode, LoggedPlayer
from clemtui.exchange.imports.matching import Match
from clemtui.records.attempts import AttemptOutcome
from clemtui.records.rows import EpisodeStart, SeatAssignment
from clemtui.store.clock import SystemClock
from clemtui.store.write.writer import Writer

UNNAMED_PERSON = "imported human"
"""The pseudonym of people whom the log only calls human."""

UNKNOWN_LANGUAGE = "und"
"""The BCP 47 tag of an unknown language."""


class LogClock(SystemClock):
    """A clock that shows the log's times, or the system time if none is set."""

    def __init__(self) -> None:
        self._start: datetime | None = None
        self._now: datetime | None = None
        self._reached_ms = 0.0

    def start_at(self, at: datetime | None) -> None:
        """Start an episode at this time; None: its times are not known."""
        self._start = self._now = None if at is None else in_utc(at)
        self._reached_ms = 0.0

    def advance_to(self, at: datetime | None) -> None:
        """Advance the clock to this time in the current episode."""
        if at is not None and self._start is not None:
            self._now = in_utc(at)
            elapsed = (self._now - self._start).total_seconds() * 1000
            self._reached_ms = max(self._reached_ms, elapsed)

    def now(self) -> datetime:
        return super().now() if self._now is None else self._now

    def monotonic_ms(self) -> float:
        return super().monotonic_ms() if self._start is None else self._reached_ms


def environment(logged: LoggedEpisode, problem: str | None) -> dict[str, Any]:
    """Return what is recorded about an episode's origin.

    Its path often contains people's names, so it is kept only if no person played: deleting a
    person does not change the environment.

    Args:
        logged: the episode.
        problem: why it was not scored again; None if it was.
    """
    people = any(player.kind == "human" for player in logged.players)
    return {
        IMPORT: {
            "format": "clembench",
            "line": logged.line,
            "version": logged.version,
            "identity": logged.identity,
            "path": None if people else logged.path,
            "files": dict(logged.files),
            "not_rescored": problem,
        }
    }


class ImportRecorder:
    """Writes imported episodes, each in one transaction, all in one session."""

    def __init__(self, writer: Writer, clock: LogClock, session: str, catalogue: Catalogue) -> None:
        self._writer = writer
        self._clock = clock
        self._session = session
        self._catalogue = catalogue

    def record(
        self,
        logged: LoggedEpisode,
        match: Match | None,
        agreement: Agreement | None,
        problem: str | None,
    ) -> str:
        """Write an episode and return its id.

        If our rules said the same to the players, it is recorded as one of our episodes: the
        requests include what the log omits, and it can be reviewed with boards. Otherwise it is
        recorded as logged, as an episode of the version that created it. Either way both sides'
        scores are kept.

        Args:
            logged: the episode.
            match, agreement: its instance and our rules' result; None if not known.
            problem: why there are no scores by our rules; None if there are.

        Raises:
            RefusedWrite: if the records cannot store it, for example because of a name.
            StoreError: if it cannot be written.
        """
        self._clock.start_at(logged.started_at)
        try:
            with self._writer.batch():
                return self._write(logged, match, agreement, problem)
        except BaseException:
            self._writer.discard_state()
            raise
        finally:
            self._clock.start_at(None)

    def _write(
        self,
        logged: LoggedEpisode,
        match: Match | None,
        agreement: Agreement | None,
        problem: str | None,
    ) -> str:
        ours = None if agreement is None else agreement.scores
        start = self._start(logged, match, problem)
        steps, events = exchanges(logged), logged_events(logged)
        if match is not None and agreement is not None and ours and agreement.same_messages:
            start = self._under_our_rules(start)
            steps = exchanges_of_replay(logged, match.replay)
            events = tuple(match.replay.master.events)
        episode = self._writer.start_episode(start)
        self._write_exchanges(episode, steps, {player.seat: player for player in logged.players})
        state: Literal["finished", "abandoned"] = "finished" if logged.completed else "abandoned"
        reason = "" if logged.completed else "incomplete according to its log"
        self._writer.end_episode(episode, state, reason=reason, events=events)
        for person in {seat.person for seat in start.seats if seat.person is not None}:
            instance = start.instance
            self._writer.exposure(person, instance.task_key, instance.hash, "played", episode)
        self._clock.start_at(None)  # the rest is created now
        if logged.scores is not None:
            self._writer.add_scores(episode, f"{start.game}:{logged.version}", logged.scores)
        if ours is not None:
            card = self._catalogue.card(start.game)
            rules = self._catalogue.family(card.id).rules_hash
            self._writer.add_scores(episode, f"{card.id}:{card.version}", ours, rules_hash=rules)
        return episode

    def _under_our_rules(self, start: EpisodeStart) -> EpisodeStart:
        """Return the same start under the installed rules, with their seats and roles."""
        card = self._catalogue.card(start.game)
        by_name = {seat.seat: seat for seat in start.seats}
        seats = [(seat, by_name.get(seat.name)) for seat in card.seats]
        return replace(
            start,
            game_version=card.version,
            rules_hash=self._catalogue.family(card.id).rules_hash,
            seats=tuple(replace(own, role=seat.role) for seat, own in seats if own is not None),
        )

    def _start(
        self, logged: LoggedEpisode, match: Match | None, problem: str | None
    ) -> EpisodeStart:
        instance, texts = _placeholder_instance(logged)
        if match is not None:
            instance, texts = match.candidate.instance, match.candidate.texts
            if logged.exported_from is not None and logged.language != texts.language:
                texts = self._texts(instance, logged.language or UNKNOWN_LANGUAGE)
        try:
            family = self._catalogue.family(logged.game).id
        except CatalogueError:
            family = logged.game
        tags = {IMPORTED_TAG: logged.version}
        if problem is not None:
            tags[NOT_RESCORED_TAG] = problem
        condition = _condition(logged, texts.language)
        has = set() if match is None else {s.name for s in self._catalogue.card(logged.game).seats}
        current = logged.line is not None and logged.line >= 3
        players = [p for p in logged.players if current or not p.silent or p.seat in has]
        return EpisodeStart(
            session=self._session,
            family=family,
            game=logged.game,
            game_version=logged.version,
            rules_hash=logged.version,
            instance=instance,
            texts=texts,
            seats=tuple(map(self._seat, players)),
            interface=condition.interface,
            condition=condition.model_dump(mode="json"),
            environment=environment(logged, problem),
            practice=condition.practice,
            tags=tags,
            created_at=None if logged.started_at is None else in_utc(logged.started_at),
            time_known=logged.started_at is not None and logged.started_at.tzinfo is not None,
        )

    def _texts(self, instance: Instance, language: str) -> Texts:
        """Return the prompts of an instance in the language in which this program played it."""
        try:
            return self._catalogue.texts(instance, language)
        except CatalogueError:  # a pack that is not here
            return Texts(language, {})

    def _seat(self, player: LoggedPlayer) -> SeatAssignment:
        if player.kind == "human":
            person = self._writer.person(player.name.strip() or UNNAMED_PERSON)
            return SeatAssignment(player.seat, player.role, "human", "human", person.id)
        return SeatAssignment(
            player.seat, player.role, player.kind, player.name, parameters=player.parameters
        )

    def _write_exchanges(
        self, episode: str, steps: Iterable[LoggedExchange], players: dict[str, LoggedPlayer]
    ) -> None:
        for step in steps:
            self._clock.advance_to(step.asked_at)
            self._writer.request(episode, step.request)
            if step.response is None:
                continue
            player = players.get(step.request.seat)
            if step.seconds is not None and player is not None and player.kind == "model":
                attempt = self._writer.attempt_started(
                    episode, step.request.id, 1, player.parameters
                )
                self._clock.advance_to(step.answered_at)
                raw = step.response.encode("utf-8", "surrogatepass")
                self._writer.attempt_ended(
                    attempt,
                    AttemptOutcome("done", step.response, raw, step.seconds, model=player.name),
                )
            self._clock.advance_to(step.answered_at)
            self._writer.entry(episode, Response.of(step.request.id, step.response))


def exchanges_of_replay(logged: LoggedEpisode, replay: Replay) -> tuple[LoggedExchange, ...]:
    """Return the requests of our rules with their responses, at the times of the log."""
    waiting: dict[str, deque[LoggedExchange]] = {}
    for each in exchanges(logged):
        if each.response is not None:
            waiting.setdefault(each.request.seat, deque()).append(each)
    found = []
    for exchange in replay.exchanges:
        text = exchange.response.text
        mine = waiting.get(exchange.request.seat)
        if mine and mine[0].response == text:
            found.append(replace(mine.popleft(), request=exchange.request))
        else:  # a reply to a side question that is only in the game master's notes
            found.append(LoggedExchange(exchange.request, text, None, None, None))
    return tuple(found)


def logged_events(logged: LoggedEpisode) -> tuple[Event, ...]:
    """Return the log's events unchanged, for the record."""
    return tuple(
        Event(
            kind=each.kind,
            content=each.content,
            round=each.round,
            sender=each.sender,
            recipient=each.recipient,
            label=each.label,
        )
        for each in logged.events
    )


def in_utc(at: datetime) -> datetime:
    """Convert a time of the log to UTC.

    A time without a time zone is interpreted as UTC: order and day are roughly right, and the
    record says that the time is not known.
    """
    return at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)


def _placeholder_instance(logged: LoggedEpisode) -> tuple[Instance, Texts]:
    """Return a substitute for an unknown instance, the same for all players of a task.

    It identifies the task and contains no text, which might be a person's.
    """
    opening = next((e.text for e in logged.events if e.is_message), "")
    task = {
        "experiment": logged.experiment,
        "number": logged.position if logged.game_id is None else logged.game_id,
        "version": logged.version,
        "opening": sha256(opening),
    }
    language = logged.language or UNKNOWN_LANGUAGE
    number = logged.game_id if logged.game_id is not None else logged.position
    instance = Instance(
        game=logged.game,
        experiment=logged.experiment,
        game_id=number or 0,
        data={"clembench": task},
        language=language,
        origin="official",
        source=logged.version,
        original=_original(logged),
    )
    return instance, Texts(language, {}, card={"version": logged.version})


def _original(logged: LoggedEpisode) -> Original | None:
    """Return the instance's files, if they are in the tree and can be represented as JSON."""
    if logged.instance is None:
        return None
    try:
        canonical_json(logged.instance)
        return Original(canonical_json(own_entries(logged.experiment_data or {})), logged.instance)
    except ValueError:
        return None


def _condition(logged: LoggedEpisode, language: str) -> Condition:
    """Return the recorded condition of an episode exported by this program; otherwise that of a
    model: plain text in and out."""
    try:
        return Condition.model_validate(dict(logged.condition))
    except ValidationError:
        return Condition(
            interface="verbatim",
            prompt_language=language,
            interface_language="en",
            response_limit=None,
        )
