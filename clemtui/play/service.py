"""The play service: joins catalogue, players and records. Every front goes through it."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar
from weakref import WeakSet

from pydantic import ValidationError

from clemtui import __version__
from clemtui.catalogue import Catalogue, CatalogueError, open_catalogue
from clemtui.catalogue.errors import first_problem
from clemtui.config import Settings
from clemtui.engine import Game, Instance, Text, Texts
from clemtui.play.condition import Condition
from clemtui.play.errors import PlayError, described
from clemtui.play.live import LiveEpisode
from clemtui.play.plan import Choices, EpisodePlan, SeatPlan, plan_episode
from clemtui.play.resuming import Position, position
from clemtui.players.base import Delivery, Player
from clemtui.players.human import HumanPlayer
from clemtui.players.llm_parameters import ModelParameters
from clemtui.players.model import ModelPlayer
from clemtui.players.scripted import ScriptedPlayer
from clemtui.players.service import ServicePlayer
from clemtui.store.reader import Reader
from clemtui.store.recorder import Recorder
from clemtui.store.records import (
    EpisodeStart,
    Front,
    Person,
    SeatAssignment,
    SessionStart,
    StoredEpisode,
    UnfinishedEpisode,
)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Resumable:
    """A recorded episode that can go on, and what it goes on with."""

    stored: StoredEpisode
    game: Game
    at: Position
    condition: Condition
    players: Mapping[str, Player]


def _evidence(stored: StoredEpisode) -> tuple[object, ...]:
    return len(stored.requests), stored.entries, stored.attempts


class PlayService:
    """What the fronts use to list, start and resume episodes.

    One service is one sitting of each person who plays at it; its database is opened for writing
    when the first episode starts.
    """

    def __init__(
        self,
        *,
        database: Path,
        settings: Settings,
        collections: Iterable[Path] = (),
        front: Front,
    ) -> None:
        """Open the catalogue.

        Raises:
            PlayError: if a given collection is none.
        """
        self.database = database
        self.settings = settings
        self.front: Front = front
        try:
            self.catalogue: Catalogue = open_catalogue(collections)
        except CatalogueError as error:
            raise PlayError(str(error)) from None
        self._recorder: Recorder | None = None
        self._sessions: dict[str | None, str] = {}
        self._newcomer = f"player-{secrets.token_hex(2)}"
        self._opening = asyncio.Lock()
        self._lives: WeakSet[LiveEpisode] = WeakSet()

    async def recorder(self) -> Recorder:
        """The recorder of this service, opened on first use.

        Raises:
            StoreError: if the database cannot be opened for writing.
        """
        async with self._opening:
            if self._recorder is None:
                self._recorder = await Recorder.open(self.database)
            return self._recorder

    async def sit_down(self, pseudonym: str | None = None) -> str:
        """Begin the sitting of a person, or of nobody, if it is not going on; returns its id.

        Raises:
            StoreError: if it cannot be recorded.
        """
        recorder = await self.recorder()
        async with self._opening:
            if pseudonym not in self._sessions:
                person = None if pseudonym is None else (await recorder.person(pseudonym)).id
                self._sessions[pseudonym] = await recorder.open_session(
                    SessionStart(front=self.front, program_version=__version__, person=person)
                )
            return self._sessions[pseudonym]

    async def read(self, query: Callable[[Reader], T]) -> T:
        """Run a query on a reader of its own, off the event loop.

        Raises:
            StoreError: if the database cannot be read.
        """

        def run() -> T:
            with Reader(self.database) as reader:
                return query(reader)

        return await asyncio.to_thread(run)

    def plan(self, choices: Choices) -> EpisodePlan:
        """Turn what a user chose into a plan; see `clemtui.play.plan.plan_episode`.

        Raises:
            UsageError: if the choices make no sense here.
        """
        return plan_episode(self.catalogue, self.settings, choices)

    async def people(self) -> tuple[Person, ...]:
        """Everybody in the records; nobody where there are none yet.

        Raises:
            StoreError: if the database cannot be read.
        """
        if not self.database.exists():
            return ()
        return await self.read(lambda reader: reader.people())

    async def default_person(self) -> str:
        """The pseudonym to play under where none was given: the first person's of this database,
        or a new one, the same each time.

        Raises:
            StoreError: if the database cannot be read.
        """
        people = await self.people()
        return people[0].pseudonym if people else self._newcomer

    async def unfinished(self) -> tuple[UnfinishedEpisode, ...]:
        """Episodes that can be resumed, the latest first; none where there are no records yet.

        Raises:
            StoreError: if the database cannot be read.
        """
        if not self.database.exists():
            return ()
        return await self.read(lambda reader: reader.unfinished())

    async def start(self, plan: EpisodePlan) -> LiveEpisode:
        """Record the beginning of a planned episode and make it ready to play.

        Raises:
            PlayError: if the game cannot be started like this.
            StoreError: if it cannot be recorded.
        """
        game, instance, texts = plan.game, plan.instance, plan.texts
        here = next((seat.name for seat in plan.seats if seat.kind == "human"), plan.watcher)
        session = await self.sit_down(here or None)
        recorder = await self.recorder()
        seats = tuple([await self._assignment(recorder, seat) for seat in plan.seats])
        try:
            master = game.start(instance, texts)
            players = self._players(game, instance, texts, seats)
        except Exception as error:
            raise PlayError(f"{game.card.id} cannot be started: {described(error)}") from error
        episode = await recorder.begin_episode(
            EpisodeStart(
                session=session,
                family=game.card.family,
                game=game.card.id,
                game_version=game.card.version,
                rules_hash=plan.rules_hash,
                instance=instance,
                texts=texts,
                seats=seats,
                interface=plan.condition.interface,
                condition=plan.condition.model_dump(mode="json"),
                practice=plan.condition.practice,
                tags=plan.tags,
            )
        )
        people = {a.seat: a.person for a in seats if a.person is not None}
        for person in dict.fromkeys(people.values()):
            await recorder.exposure(person, instance.task_key, instance.hash, "played", episode)
        if plan.watcher:
            person = (await recorder.person(plan.watcher)).id
            await recorder.exposure(person, instance.task_key, instance.hash, "watched", episode)
        live = LiveEpisode(
            id=episode,
            game=game,
            instance=instance,
            texts=texts,
            condition=plan.condition,
            master=master,
            players=players,
            people=people,
            recorder=recorder,
        )
        self._lives.add(live)
        return live

    async def resume(self, episode: str, *, force: bool = False) -> LiveEpisode:
        """Bring an unfinished episode back to where it stood; ``force`` takes it from a program
        that still holds it.

        It is taken only after it has been seen to replay, and read again then: the program that
        had it may have gone on meanwhile.

        Raises:
            PlayError: if it cannot be resumed: it is over, its game or version is not here, it
                does not replay to what was recorded, or a service cannot be restored.
            StoreError: if it cannot be read, or another program plays it.
        """
        resumable = await self._resumable(episode)
        summary = resumable.stored.summary
        session = await self.sit_down(next(iter(summary.people), None))
        recorder = await self.recorder()
        await recorder.resume_episode(summary.id, session, force=force)
        try:
            resumable = await self._again(resumable)
        except BaseException:
            await recorder.release(summary.id)
            raise
        stored, at = resumable.stored, resumable.at
        open_now = {request.id for request in at.master.pending()}
        live = LiveEpisode(
            id=summary.id,
            game=resumable.game,
            instance=stored.instance,
            texts=stored.texts,
            condition=resumable.condition,
            master=at.master,
            players=resumable.players,
            people={a.seat: a.person for a in summary.seats if a.person is not None},
            recorder=recorder,
            responses=at.responses,
            recorded=at.recorded,
            held=at.held,
            answered={id: Delivery((Text(text),)) for id, text in at.arrived.items()},
            drafts={d.request: d.body for d in stored.drafts if d.request in open_now},
        )
        self._lives.add(live)
        return live

    async def _resumable(self, episode: str) -> _Resumable:
        """Everything that is needed to go on, made in another thread: it may take a moment.

        Raises:
            PlayError, StoreError: see `resume`.
        """
        stored = await self.read(lambda reader: reader.load(episode))
        return await asyncio.to_thread(self._bring_back, stored)

    async def _again(self, before: _Resumable) -> _Resumable:
        """The same, as it stands now that nobody else can add to it."""
        stored = await self.read(lambda reader: reader.load(before.stored.summary.id))
        if _evidence(stored) == _evidence(before.stored):
            return replace(before, stored=stored)
        return await asyncio.to_thread(self._bring_back, stored)

    def _bring_back(self, stored: StoredEpisode) -> _Resumable:
        try:
            game = self.catalogue.game(stored.summary.game)
        except CatalogueError as error:
            raise PlayError(f"this episode cannot be resumed here: {error}") from None
        at = position(game, stored)
        try:
            condition = Condition.model_validate(dict(stored.condition))
            players = self._players(game, stored.instance, stored.texts, stored.summary.seats)
        except (ValidationError, LookupError) as error:
            what = first_problem(error) if isinstance(error, ValidationError) else str(error)
            raise PlayError(
                f"this episode cannot be resumed: its condition or a player is not known to this "
                f"version ({what})"
            ) from error
        for seat, player in players.items():
            if isinstance(player, ServicePlayer):
                at.restore(seat, player.service)
        return _Resumable(stored, game, at, condition, players)

    async def close(self) -> None:
        """Leave what is being played, end the sitting and close the database.

        Raises:
            StoreError: if the end cannot be recorded.
        """
        await asyncio.gather(*(live.stop() for live in self._lives))
        async with self._opening:
            recorder, self._recorder = self._recorder, None
            sessions, self._sessions = self._sessions, {}
            if recorder is None:
                return
            try:
                for session in sessions.values():
                    await recorder.sitting_event(session, "ended")
            finally:
                await recorder.close()

    @staticmethod
    async def _assignment(recorder: Recorder, plan: SeatPlan) -> SeatAssignment:
        person = None
        if plan.kind == "human":
            person = (await recorder.person(plan.name)).id
        return SeatAssignment(
            seat=plan.seat.name,
            role=plan.seat.role,
            kind=plan.kind,
            player="human" if plan.kind == "human" else plan.name,
            person=person,
            parameters=plan.parameters.record() if plan.parameters else {},
            seed=plan.seed,
        )

    def _players(
        self, game: Game, instance: Instance, texts: Texts, seats: Iterable[SeatAssignment]
    ) -> dict[str, Player]:
        return {seat.seat: self._player(game, instance, texts, seat) for seat in seats}

    def _player(
        self, game: Game, instance: Instance, texts: Texts, assigned: SeatAssignment
    ) -> Player:
        match assigned.kind:
            case "human":
                return HumanPlayer()
            case "model":
                return ModelPlayer(ModelParameters.model_validate(dict(assigned.parameters)))
            case "scripted":
                return ScriptedPlayer(
                    lambda: game.scripted(assigned.seat, texts.language, assigned.seed or 0),
                    threaded=self.front in ("app", "plain"),
                )
            case "service":
                return ServicePlayer(game.service(assigned.seat, instance))
