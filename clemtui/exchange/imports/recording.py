"""Writing an imported episode into the records, with the times of its log."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, Literal

from pydantic import ValidationError

from clemtui.catalogue import Catalogue, CatalogueError
from clemtui.engine import (
    Event,
    GameCard,
    Instance,
    Response,
    Texts,
    sha256,
)
from clemtui.episode.condition import Condition
from clemtui.episode.imported import IMPORT
from clemtui.exchange.imports.agreement import Agreement
from clemtui.exchange.imports.answers import LoggedReplay
from clemtui.exchange.imports.exchanges import LoggedExchange, exchanges
from clemtui.exchange.imports.instance_index import InstanceIndex, original_of
from clemtui.exchange.imports.logged import LoggedEpisode, LoggedPlayer
from clemtui.exchange.imports.matching import Match
from clemtui.exchange.imports.results_tree import in_utc
from clemtui.records.attempts import AttemptOutcome
from clemtui.records.names import spellings
from clemtui.records.rows import (
    IMPORTED_TAG,
    NOT_RESCORED_TAG,
    EpisodeStart,
    SeatAssignment,
)
from clemtui.store.clock import SystemClock
from clemtui.store.write.writer import Writer

UNKNOWN_LANGUAGE = "und"
"""The BCP 47 tag of an unknown language."""


class LogClock(SystemClock):
    """A clock that shows the log's times within an episode, and the system's otherwise.

    The monotonic clock reads 0 when an episode starts, and stays at 0 if its times are not known.
    """

    def __init__(self) -> None:
        self._in_episode = False
        self._start: datetime | None = None
        self._now: datetime | None = None
        self._reached_ms = 0.0

    def start_at(self, at: datetime | None) -> None:
        """Start an episode at this time; None: its times are not known."""
        self._in_episode = True
        self._start = self._now = None if at is None else in_utc(at)
        self._reached_ms = 0.0

    def leave_episode(self) -> None:
        """Show the system's time again."""
        self._in_episode, self._start, self._now = False, None, None

    def advance_to(self, at: datetime | None) -> None:
        """Advance the clock to this time in the current episode."""
        if at is not None and self._start is not None:
            self._now = in_utc(at)
            elapsed = (self._now - self._start).total_seconds() * 1000
            self._reached_ms = max(self._reached_ms, elapsed)

    def now(self) -> datetime:
        return super().now() if self._now is None else self._now

    def monotonic_ms(self) -> float:
        return self._reached_ms if self._in_episode else super().monotonic_ms()


def environment(logged: LoggedEpisode, problem: str | None) -> dict[str, Any]:
    """Return what is recorded about an episode's origin.

    Its path often contains people's names, so it is kept only if no person played: deleting a
    person does not change the environment.

    Args:
        logged: the episode.
        problem: why it was not scored again; None if it was.
    """
    people = any(player.kind == "human" for player in logged.players)
    answering = dict(logged.own.answering) if logged.own else {}
    return {
        IMPORT: {
            "format": "clembench",
            "line": logged.line,
            "version": logged.version,
            "identity": logged.identity,
            "path": None if people else logged.path,
            "files": dict(logged.files),
            "not_rescored": problem,
            **({"answering_models": answering} if answering else {}),
        }
    }


class ImportRecorder:
    """Writes imported episodes, each in one transaction, all in one session.

    Args:
        named: ids of people by their name in the tree; it grows while the tree is read.
    """

    def __init__(
        self,
        writer: Writer,
        clock: LogClock,
        session: str,
        catalogue: Catalogue,
        index: InstanceIndex,
        *,
        named: Mapping[str, str],
    ) -> None:
        self._writer = writer
        self._index = index
        self._people: dict[str, str] = {}
        self._named = named
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
        people = dict(self._people)
        try:
            with self._writer.batch():
                return self._write(logged, match, agreement, problem)
        except BaseException:
            self._writer.discard_state()
            self._people = people
            raise
        finally:
            self._clock.leave_episode()

    def _write(
        self,
        logged: LoggedEpisode,
        match: Match | None,
        agreement: Agreement | None,
        problem: str | None,
    ) -> str:
        ours = match is not None and agreement is not None and agreement.is_ours
        start = self._start(logged, match, problem, ours=ours)
        steps, events = exchanges(logged), logged_events(logged)
        if match is not None and ours:
            steps = exchanges_of_replay(logged, match.replay)
            events = tuple(match.replay.master.events)
        own, episode = logged.own, self._start_episode(logged, start)
        for decision in own.tags if own else ():
            person = decision.person or self._author(decision.author)
            self._writer.tag([episode], replace(decision, person=person))
        self._write_exchanges(episode, steps, logged)
        if own is not None and own.control is not None:
            last = next((e.at for e in reversed(logged.events) if e.at), None)
            self._clock.advance_to(own.control_at or last)
            self._writer.entry(episode, own.control, own.control_timing)
        self._clock.advance_to(logged.ended_at)
        state: Literal["finished", "abandoned"] = "finished" if logged.completed else "abandoned"
        reason = own.end_reason if own else ""
        reason = reason if logged.completed else "incomplete according to its log"
        self._writer.end_episode(episode, state, reason=reason, events=events)
        self._clock.leave_episode()  # the rest is created now
        self._write_scores(episode, start, logged, agreement)
        return episode

    def _start_episode(self, logged: LoggedEpisode, start: EpisodeStart) -> str:
        """Start an episode and record what its people had met: its own task now, and what a tree
        exported by this program says besides."""
        people = {seat.seat: seat.person for seat in start.seats if seat.person is not None}
        met = tuple(
            each.exposure(people[each.seat], start.exposure_key)
            for each in (logged.own.met if logged.own else ())
            if each.seat in people
        )
        rules = self._installed(logged.game) if start.exposure_key else None
        self._writer.exposed_elsewhere(met, rules[1] if rules else None)
        episode = self._writer.start_episode(start)
        known = {each.person for each in met if (each.kind, each.episode) == ("played", episode)}
        for person in dict.fromkeys(people.values()):
            if person not in known:
                instance = start.instance
                self._writer.exposure(person, instance.task_key, instance.hash, "played", episode)
        return episode

    def _write_scores(
        self,
        episode: str,
        start: EpisodeStart,
        logged: LoggedEpisode,
        agreement: Agreement | None,
    ) -> None:
        """Write the scores of the tree, and ours; in our own tree, those of one scorer are one."""
        scorer = (logged.own and logged.own.scorer) or f"{start.game}:{logged.version}"
        mine = scorer == f"{start.game}:{start.game_version}"
        rules = (logged.own.scorer_rules_hash or start.rules_hash) if logged.own and mine else None
        if logged.scores is not None:
            self._writer.add_scores(episode, scorer, logged.scores, rules_hash=rules)
        if agreement is not None and agreement.scores is not None:
            card = self._catalogue.card(start.game)
            ours = f"{card.id}:{card.version}"
            if ours != scorer or not agreement.scores_agree:
                rules = self._catalogue.family(card.id).rules_hash
            self._writer.add_scores(episode, ours, agreement.scores, rules_hash=rules)

    def _under_our_rules(self, start: EpisodeStart) -> EpisodeStart:
        """Return the same start with the seats and roles of our rules."""
        by_name = {seat.seat: seat for seat in start.seats}
        seats = [(seat, by_name.get(seat.name)) for seat in self._catalogue.card(start.game).seats]
        return replace(
            start,
            seats=tuple(replace(own, role=seat.role) for seat, own in seats if own is not None),
        )

    def _version(self, logged: LoggedEpisode, *, ours: bool) -> tuple[str, str]:
        """Return the version of the rules it was played under, and their hash.

        Args:
            logged: the episode.
            ours: whether the installed rules said the same to the players.
        """
        own, here = logged.own, None
        if ours or own is not None:
            here = self._installed(logged.game)
        if own is not None and own.game_version:
            same = here is not None and here[0] == own.game_version
            installed = here[1] if here is not None and same else own.game_version
            return own.game_version, own.rules_hash or installed
        return here if ours and here is not None else (logged.version, logged.version)

    def _installed(self, game: str) -> tuple[str, str] | None:
        """Return the version and hash of the installed rules of a game."""
        card = self._card(game)
        return None if card is None else (card.version, self._catalogue.family(game).rules_hash)

    def _card(self, game: str) -> GameCard | None:
        return next((card for card in self._catalogue.cards if card.id == game), None)

    def _start(
        self, logged: LoggedEpisode, match: Match | None, problem: str | None, *, ours: bool
    ) -> EpisodeStart:
        instance, texts = self._instance_and_texts(logged, match)
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
        version, rules_hash = self._version(logged, ours=ours)
        at, own = logged.started_at, logged.own
        start = EpisodeStart(
            exposure_key=self._exposure_key(instance),
            session=self._session,
            family=family,
            game=logged.game,
            game_version=version,
            rules_hash=rules_hash,
            instance=instance,
            texts=texts,
            seats=tuple(self._seat(logged.game, player) for player in players),
            interface=condition.interface,
            condition=recorded_condition(logged, condition),
            environment=environment(logged, problem),
            practice=condition.practice,
            tags=tags,
            id=logged.id,
            created_at=None if at is None else in_utc(at),
            time_known=at is not None and (at.tzinfo is not None or bool(own and own.time_known)),
        )
        return self._under_our_rules(start) if ours else start

    def _instance_and_texts(
        self, logged: LoggedEpisode, match: Match | None
    ) -> tuple[Instance, Texts]:
        if match is None:
            instance, texts = _placeholder_instance(logged)
            return self._index.own_instance(logged) or instance, texts
        instance, texts = match.candidate.instance, match.candidate.texts
        if logged.own is not None and logged.language != texts.language:
            texts = self._texts(instance, logged.language or UNKNOWN_LANGUAGE)
        return instance, texts

    def _exposure_key(self, instance: Instance) -> str:
        """Return the exposure key of an instance; empty if its game is not installed."""
        try:
            return self._catalogue.game(instance.game).exposure_key(instance)
        except CatalogueError:
            return ""

    def _texts(self, instance: Instance, language: str) -> Texts:
        """Return the prompts of an instance in the language in which this program played it."""
        try:
            return self._catalogue.texts(instance, language)
        except CatalogueError:  # a pack that is not here
            return Texts(language, {})

    def _seat(self, game: str, player: LoggedPlayer) -> SeatAssignment:
        if player.kind == "human":
            return SeatAssignment(player.seat, player.role, "human", "human", self._person(player))
        return SeatAssignment(
            player.seat,
            player.role,
            "scripted" if self._is_bot(game, player) else player.kind,
            player.name,
            parameters=player.parameters,
            seed=player.seed,
        )

    def _is_bot(self, game: str, player: LoggedPlayer) -> bool:
        """Return whether a programmatic player has a seat in which anyone may play."""
        card = self._card(game)
        own = () if card is None else card.seats
        return player.kind == "service" and any(seat.name == player.seat for seat in own)

    def _person(self, player: LoggedPlayer) -> str:
        """Return the id of a person of the tree.

        A tree exported by this program says who it is. Otherwise a name stands for one person
        within the tree, who is nobody known here; so does the lack of a name.
        """
        if player.person is not None:
            return self._writer.imported_person(player.name, player.person).id
        name = player.name.strip()
        if name not in self._people:
            self._people[name] = self._writer.imported_person(name).id
        return self._people[name]

    def _author(self, name: str) -> str | None:
        """Return the id of an author who has a seat in the tree; older exports only name them."""
        same = spellings(name, self._named)
        return self._named[same[0]] if len(same) == 1 else None

    def _write_exchanges(
        self, episode: str, steps: Iterable[LoggedExchange], logged: LoggedEpisode
    ) -> None:
        players = {player.seat: player for player in logged.players}
        unanswered = (
            {each.seat: each.attempts for each in logged.own.unanswered} if logged.own else {}
        )
        for step in steps:
            self._clock.advance_to(step.asked_at)
            self._writer.request(episode, step.request)
            player = players.get(step.request.seat)
            kind = None if player is None else player.kind
            if step.response is None:
                step = replace(step, attempts=unanswered.get(step.request.seat, ()))
            if player is not None and kind == "model":
                self._write_attempts(episode, step, player)
            if step.response is not None:
                self._clock.advance_to(step.answered_at)
                timing = step.timing if kind == "human" else None
                response = Response.of(step.request.id, step.response)
                self._writer.entry(episode, response, timing)

    def _write_attempts(self, episode: str, step: LoggedExchange, player: LoggedPlayer) -> None:
        """Write the calls to a model. The reference's log only says how long the last one took."""
        for each in {each.number: each for each in step.attempts}.values():
            self._clock.advance_to(each.started_at)
            said = (step.response or "") if each.outcome == "done" else ""
            self._attempt(episode, step, player, each.number, each.ended(said))
        if not step.attempts and step.response is not None and step.seconds is not None:
            raw = step.response.encode("utf-8", "surrogatepass")
            done = AttemptOutcome("done", step.response, raw, step.seconds, model=player.name)
            self._attempt(episode, step, player, 1, done)

    def _attempt(
        self,
        episode: str,
        step: LoggedExchange,
        player: LoggedPlayer,
        number: int,
        outcome: AttemptOutcome,
    ) -> None:
        request = step.request.id
        attempt = self._writer.attempt_started(episode, request, number, player.parameters)
        self._clock.advance_to(step.answered_at)
        self._writer.attempt_ended(attempt, outcome)


def exchanges_of_replay(logged: LoggedEpisode, replay: LoggedReplay) -> tuple[LoggedExchange, ...]:
    """Return the requests of our rules with their responses, at the times of the log."""
    waiting: dict[str, deque[LoggedExchange]] = {}
    open_at: dict[str, datetime | None] = {}
    for each in exchanges(logged):
        if each.response is None:
            open_at[each.request.seat] = each.asked_at
        else:
            waiting.setdefault(each.request.seat, deque()).append(each)
    found = []
    for exchange in replay.exchanges:
        text = exchange.response.text
        mine = waiting.get(exchange.request.seat)
        if mine and mine[0].response == text:
            found.append(replace(mine.popleft(), request=exchange.request))
        else:  # a reply to a side question that is only in the game master's notes
            found.append(LoggedExchange(exchange.request, text, None, None, None))
    if replay.control is not None:
        found += [
            LoggedExchange(each, None, open_at.get(each.seat), None, None)
            for each in replay.unanswered
        ]
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
        origin=(logged.own and logged.own.origin) or "official",
        source=logged.version,
        task=logged.own.task_key if logged.own else "",
        original=original_of(logged),
    )
    return instance, Texts(language, {}, card={"version": logged.version})


def recorded_condition(logged: LoggedEpisode, condition: Condition) -> Mapping[str, Any]:
    """Return the condition as it was recorded, perhaps by a version that had fewer parts of it."""
    recorded = logged.own.condition if logged.own else {}
    whole = condition.record()
    same = bool(recorded) and all(whole.get(name) == each for name, each in recorded.items())
    return recorded if same else whole


def _condition(logged: LoggedEpisode, language: str) -> Condition:
    """Return the condition of an episode exported by this program; otherwise that of a model: plain
    text in and out."""
    try:
        return Condition.model_validate(dict(logged.own.condition if logged.own else {}))
    except ValidationError:
        return Condition(
            interface="verbatim",
            prompt_language=language,
            interface_language="en",
            response_limit=None,
        )
