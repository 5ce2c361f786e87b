"""The play service: joins catalogue, players and records. Every front goes through it."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar
from weakref import WeakSet

from clemtui import __version__
from clemtui.catalogue import Catalogue, CatalogueError, open_catalogue
from clemtui.config import Settings
from clemtui.episode.errors import PlayError, described
from clemtui.episode.live import LiveEpisode
from clemtui.episode.loop.evidence import Earlier
from clemtui.episode.loop.pace import Waiting
from clemtui.episode.planning.again import plan_again
from clemtui.episode.planning.other_languages import SameTask, other_languages, without_word
from clemtui.episode.planning.people import pseudonym
from clemtui.episode.planning.plan import Choices, EpisodePlan, plan_episode, refusing
from clemtui.episode.response_times import ResponseTimes
from clemtui.episode.restoring.forking import continued, load_episode, other_partners
from clemtui.episode.restoring.resumable import Resumable, bring_back, same_evidence
from clemtui.episode.restoring.seating import assigned, beginning, expose, people_in, players_for
from clemtui.episode.seat_port import ObserverPort
from clemtui.records.rows import Front, Person, SessionStart, StoredEpisode, UnfinishedEpisode
from clemtui.store.read.reader import Reader
from clemtui.store.write.recorder import Recorder
from clemtui.store.write.writer import Writer

T = TypeVar("T")


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
        waiting: Waiting | None = None,
    ) -> None:
        """Open the catalogue; ``waiting`` is time as `LiveEpisode.pace` meets it.

        Raises:
            PlayError: if a given collection is none.
        """
        self.database = database
        self.settings = settings
        self.front: Front = front
        self._waiting = waiting
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
                person = (
                    None if pseudonym is None else (await recorder.do(Writer.person, pseudonym)).id
                )
                self._sessions[pseudonym] = await recorder.do(
                    Writer.open_session,
                    SessionStart(front=self.front, program_version=__version__, person=person),
                )
            return self._sessions[pseudonym]

    async def read(self, query: Callable[[Reader], T]) -> T:
        """Run a query on a reader of its own, off the event loop.

        It waits while a new database is being made: half of one looks like one of an older version.

        Raises:
            StoreError: if the database cannot be read.
        """
        async with self._opening:
            pass

        def run() -> T:
            with Reader(self.database) as reader:
                return query(reader)

        return await asyncio.to_thread(run)

    def plan(self, choices: Choices) -> EpisodePlan:
        """Turn what a user chose into a plan; see `clemtui.episode.planning.plan.plan_episode`.

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

    async def add_person(self, name: str) -> Person:
        """Make a new person known, under a pseudonym that nobody has.

        Raises:
            UsageError: if the name cannot be one; see `clemtui.episode.planning.people.pseudonym`.
            StoreError: if it cannot be recorded.
        """
        chosen = pseudonym(name, [person.pseudonym for person in await self.people()])
        return await (await self.recorder()).do(Writer.person, chosen)

    async def default_person(self) -> str:
        """The pseudonym to play under where none was given: the one of the settings, else the first
        person's of this database, else a new one, the same each time.

        Raises:
            StoreError: if the database cannot be read.
        """
        if self.settings.person is not None:
            return self.settings.person
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
        seats = tuple([await assigned(recorder, seat) for seat in plan.seats])
        try:
            master = game.start(instance, texts)
            players = players_for(game, instance, texts, seats, threaded=self._threaded)
        except Exception as error:
            raise PlayError(f"{game.card.id} cannot be started: {described(error)}") from error
        episode = await recorder.do(Writer.begin_episode, beginning(plan, session, seats))
        await expose(recorder, plan, seats, episode)
        return self._noted(
            LiveEpisode(
                id=episode,
                game=game,
                instance=instance,
                texts=texts,
                condition=plan.condition,
                master=master,
                players=players,
                people=people_in(seats),
                recorder=recorder,
                session=session,
                waiting=self._waiting,
            )
        )

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
        await recorder.do(Writer.resume_episode, summary.id, session, force=force)
        try:
            resumable = await self._again(resumable)
        except BaseException:
            await recorder.do(Writer.release, summary.id)
            raise
        return self._resumed(resumable, recorder, session)

    async def continue_with(
        self, episode: str, partners: Mapping[str, str], *, person: str = ""
    ) -> LiveEpisode:
        """Go on with an unfinished episode and other partners, as a new episode.

        The new one begins with the same requests and entries, under the same condition, which says
        where they come from. The old one is abandoned: it stays as it is, and is not offered for
        resuming any more. If it is being played here, it is left first.

        Args:
            partners: by seat or role, the word for who is to take it, as in `Choices.partner`.
            person: the pseudonym of who watches, where nobody plays.

        Raises:
            UsageError: if a seat or player makes no sense, or a person has the seat.
            PlayError: if it cannot be gone on with; see `resume`.
            StoreError: if it cannot be read or recorded, or another program plays it.
        """
        before = await self._resumable(episode)
        summary = before.stored.summary
        person = next(iter(summary.people), person.strip())
        plans = other_partners(before.game, self.settings, before.stored, partners, person)
        await asyncio.gather(*(live.stop() for live in self._lives if live.id == summary.id))
        before = await self._again(before)
        session = await self.sit_down(person or None)
        recorder = await self.recorder()
        seats = tuple(
            [
                await assigned(recorder, plans[seat.seat]) if seat.seat in plans else seat
                for seat in summary.seats
            ]
        )
        plan = continued(self.catalogue, before, tuple(plans.values()), person)
        entries = len(before.stored.entries)
        fork = await recorder.do(
            Writer.fork_episode, summary.id, beginning(plan, session, seats), entries=entries
        )
        try:
            await expose(recorder, plan, seats, fork)
            return self._resumed(await self._resumable(fork), recorder, session)
        except BaseException:
            await recorder.do(Writer.release, fork)
            raise

    async def again(
        self,
        episode: str,
        *,
        seat: str | None = None,
        partner: str | Sequence[str] | None = None,
        language: str | None = None,
        person: str = "",
        interface_language: str | None = None,
    ) -> EpisodePlan:
        """A plan for the same instance again; see `clemtui.episode.planning.again.plan_again`.

        Raises:
            PlayError: if it cannot be played again here.
            UsageError: if a seat or player makes no sense.
            StoreError: if the episode cannot be read.
        """
        stored = await self.load(episode)
        return plan_again(
            self.catalogue,
            self.settings,
            stored,
            {each.id: each.pseudonym for each in await self.people()},
            seat=seat,
            partner=partner,
            language=language,
            person=person,
            interface_language=interface_language,
        )

    async def other_languages(self, live: ObserverPort) -> tuple[SameTask, ...]:
        """The task of an episode in the other prompt languages that have it; see
        `clemtui.episode.planning.other_languages.other_languages`.

        Raises:
            UsageError: if the catalogue cannot be read.
        """
        with refusing("language"):
            return await asyncio.to_thread(
                other_languages, self.catalogue, live.instance, live.texts.language
            )

    async def languages_without(self, live: ObserverPort) -> Mapping[str, str]:
        """The languages that have no word for the task of an episode, with the reasons; see
        `clemtui.episode.planning.other_languages.without_word`.

        Raises:
            UsageError: if the catalogue cannot be read.
        """
        with refusing("language"):
            return await asyncio.to_thread(without_word, self.catalogue, live.instance)

    async def is_repetition(self, live: ObserverPort) -> bool:
        """Whether somebody who plays had met the task of an episode before, in any language.

        Raises:
            StoreError: if the records cannot be read.
        """
        return (await self.load(live.id)).summary.repeated

    async def saw_solution(self, live: ObserverPort) -> None:
        """Record that the people in an episode have seen its solution.

        Raises:
            StoreError: if it cannot be recorded.
        """
        recorder, task = await self.recorder(), live.instance
        for person in live.people.values():
            await recorder.do(
                Writer.exposure, person, task.task_key, task.hash, "saw solution", live.id
            )

    async def load(self, episode: str) -> StoredEpisode:
        """Everything that is recorded of an episode.

        Raises:
            StoreError: if there is no such episode, or it cannot be read.
        """
        return await self.read(lambda reader: load_episode(reader, episode))

    async def _resumable(self, episode: str) -> Resumable:
        """Everything that is needed to go on, made in another thread: it may take a moment.

        Raises:
            PlayError, StoreError: see `resume`.
        """
        return await self._brought_back(await self.load(episode))

    async def _again(self, before: Resumable) -> Resumable:
        """The same, as it stands now that nobody else can add to it."""
        stored = await self.load(before.stored.summary.id)
        if same_evidence(stored, before.stored):
            return replace(before, stored=stored)
        return await self._brought_back(stored)

    async def _brought_back(self, stored: StoredEpisode) -> Resumable:
        return await asyncio.to_thread(bring_back, self.catalogue, stored, threaded=self._threaded)

    def _resumed(self, resumable: Resumable, recorder: Recorder, session: str) -> LiveEpisode:
        stored, at = resumable.stored, resumable.at
        open_now = {request.id for request in at.master.pending()}
        return self._noted(
            LiveEpisode(
                id=stored.summary.id,
                game=resumable.game,
                instance=stored.instance,
                texts=stored.texts,
                condition=resumable.condition,
                master=at.master,
                players=resumable.players,
                people=people_in(stored.summary.seats),
                recorder=recorder,
                session=session,
                earlier=Earlier(
                    responses=at.responses,
                    recorded=at.recorded,
                    held=at.held,
                    arrived=at.arrived,
                    times=ResponseTimes.of(stored),
                    drafts={d.request: d.body for d in stored.drafts if d.request in open_now},
                ),
                waiting=self._waiting,
            )
        )

    def _noted(self, live: LiveEpisode) -> LiveEpisode:
        self._lives.add(live)
        return live

    @property
    def _threaded(self) -> bool:
        """Whether somebody looks at a screen that must not stand still while a script thinks."""
        return self.front in ("app", "plain")

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
                    await recorder.do(Writer.sitting_event, session, "ended")
            finally:
                await recorder.close()
