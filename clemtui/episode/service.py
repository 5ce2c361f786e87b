"""The play service, which joins catalogue, players and records for every front."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar
from weakref import WeakSet

from clemtui import __version__
from clemtui.config import Settings
from clemtui.engine import SavedTiming
from clemtui.episode.clock import Clock
from clemtui.episode.errors import PlayError, UsageError, describe_error
from clemtui.episode.exposure_keys import complete_exposure_keys
from clemtui.episode.live import LiveEpisode
from clemtui.episode.loop.evidence import RecordedState
from clemtui.episode.planning.listing import open_games
from clemtui.episode.planning.other_languages import (
    SameTask,
    languages_without_word,
    other_languages,
)
from clemtui.episode.planning.people import (
    guest_name,
    is_guest,
    known_name,
    person_name,
    pseudonym,
    taken,
)
from clemtui.episode.planning.plan import (
    Choices,
    EpisodePlan,
    SeatPlan,
    as_usage_error,
    plan_episode,
)
from clemtui.episode.planning.same_task import plan_same_task
from clemtui.episode.response_times import ResponseTimes
from clemtui.episode.restoring.forking import continuation_plan, load_episode, other_partners
from clemtui.episode.restoring.partner_paces import partner_pace
from clemtui.episode.restoring.resumable import Resumable, is_unchanged, restore_episode
from clemtui.episode.restoring.seating import (
    assign_seat,
    episode_start,
    people_in,
    players_for,
    record_exposures,
)
from clemtui.episode.seat_port import ObserverPort
from clemtui.language import Sentence, translatable
from clemtui.records.rows import Front, Person, SessionStart, StoredEpisode, UnfinishedEpisode
from clemtui.store.database import has_records
from clemtui.store.read.reader import Reader
from clemtui.store.write.recorder import Recorder
from clemtui.store.write.writer import Writer

T = TypeVar("T")

_OF_STUDY = translatable(
    "This episode belongs to a study: its participant goes on with "
    "'clemtui study join {study} CODE'."
)


class PlayService:
    """Lists, starts and resumes episodes for the fronts.

    One service is one sitting of each person who plays at it. The database is opened for writing
    when the first episode starts.
    """

    def __init__(
        self,
        *,
        database: Path,
        settings: Settings,
        collections: Iterable[Path] = (),
        front: Front,
        clock: Clock | None = None,
        permit: Callable[[SeatPlan], None] = lambda plan: None,
    ) -> None:
        """Open the catalogue.

        Args:
            clock: for `LiveEpisode.pace`.
            permit: called for every seat of a new episode; raises UsageError for a player that may
                not play here.

        Raises:
            PlayError: if a given path is not a collection.
        """
        self.database = database
        self.settings = settings
        self.front: Front = front
        self._clock = clock
        self._permit = permit
        self.catalogue = open_games(collections)
        self._recorder: Recorder | None = None
        self._sessions: dict[str | None, str] = {}
        self.newcomer = f"player-{secrets.token_hex(2)}"
        self._opening = asyncio.Lock()
        self._has_exposure_keys = False
        self._lives: WeakSet[LiveEpisode] = WeakSet()

    async def recorder(self) -> Recorder:
        """Return the recorder of this service, opening it on first use.

        Raises:
            StoreError: if the database cannot be opened for writing.
        """
        async with self._opening:
            if self._recorder is None:
                self._recorder = await Recorder.open(self.database)
            return self._recorder

    async def start_sitting(self, pseudonym: str | None = None) -> str:
        """Start the sitting of a person, or of no one, unless it is in progress. Returns its id.

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
        """Run a query on its own reader, off the event loop.

        Waits while a new database is being created, because a half-created one looks like an old
        version.

        Raises:
            StoreError: if the database cannot be read.
        """
        async with self._opening:
            await self._check_file()
            if not self._has_exposure_keys:
                await asyncio.to_thread(
                    complete_exposure_keys, self.database, lambda: self.catalogue
                )
                self._has_exposure_keys = True

        def run() -> T:
            with Reader(self.database) as reader:
                return query(reader)

        return await asyncio.to_thread(run)

    async def has_records(self) -> bool:
        """Whether there is a database.

        Raises:
            DatabaseGone: if it was moved, replaced or deleted while this service used it. There are
                records then, only not here.
        """
        await self._check_file()
        return has_records(self.database)

    async def _check_file(self) -> None:
        if self._recorder is not None:
            await self._recorder.check_file()

    def plan(self, choices: Choices) -> EpisodePlan:
        """Turn a user's choices into a plan; see `clemtui.episode.planning.plan.plan_episode`.

        Raises:
            UsageError: if the choices are invalid.
        """
        return plan_episode(self.catalogue, self.settings, choices)

    async def people(self) -> tuple[Person, ...]:
        """Return everyone in the records; empty if there are no records yet.

        Raises:
            StoreError: if the database cannot be read.
        """
        if not await self.has_records():
            return ()
        return await self.read(lambda reader: reader.people())

    async def add_person(self, name: str) -> Person:
        """Add a new person under a pseudonym that is not taken, not even at the same moment.

        Raises:
            UsageError: if the name is invalid; see `clemtui.episode.planning.people.pseudonym`.
            StoreError: if it cannot be recorded.
        """
        chosen = pseudonym(name, await self._names())
        added = await (await self.recorder()).do(Writer.new_person, chosen)
        if added is None:
            raise taken(chosen)
        return added

    async def known_as(self, name: str) -> str:
        """Return how the name of a known person is spelled; any other name as it is.

        Raises:
            StoreError: if the database cannot be read.
        """
        try:
            return known_name(name, await self._names()) or name
        except UsageError:
            return name  # refused as soon as someone plays under it

    async def person_name(self, name: str) -> str:
        """Return whom a typed name stands for; see `clemtui.episode.planning.people.person_name`.

        Raises:
            UsageError: if it stands for several people, or for someone new and is no pseudonym.
            StoreError: if the database cannot be read.
        """
        return person_name(name, await self._names())

    async def _names(self) -> tuple[str, ...]:
        return tuple(person.pseudonym for person in await self.people())

    async def default_person(self) -> str:
        """Return the pseudonym to play under if none is given.

        This is the one in the settings, else the first person's in this database who takes part in
        no study, else a new one, which stays the same for this service.

        Raises:
            StoreError: if the database cannot be read.
        """
        if self.settings.person is not None:
            return await self.known_as(self.settings.person)
        people = (each.pseudonym for each in await self.people() if not each.in_study)
        return next(people, self.newcomer)

    async def unfinished(self) -> tuple[UnfinishedEpisode, ...]:
        """Return the episodes that can be resumed, newest first; empty if there are no records yet.

        Raises:
            StoreError: if the database cannot be read.
        """
        if not await self.has_records():
            return ()
        return await self.read(lambda reader: reader.unfinished())

    async def start(self, plan: EpisodePlan) -> LiveEpisode:
        """Record the start of a planned episode and prepare it for play.

        Raises:
            UsageError: if a player may not play here, or someone new has a name that is no
                pseudonym.
            PlayError: if the game cannot be started like this.
            StoreError: if it cannot be recorded.
        """
        recorder = await self.recorder()  # another program may be creating the database
        seats, watcher = await self._admitted(plan.seats, plan.watcher)
        plan = replace(plan, seats=seats, watcher=watcher)
        game, instance, texts = plan.game, plan.instance, plan.texts
        here = next((seat.name for seat in plan.seats if seat.kind == "human"), plan.watcher)
        session = await self.start_sitting(here or None)
        script = game.card.script
        assigned = tuple([await assign_seat(recorder, seat, script) for seat in plan.seats])
        try:
            master = game.start(instance, texts)
            players = players_for(game, instance, texts, assigned, threaded=self._threaded)
        except Exception as error:
            raise PlayError(f"{game.card.id} cannot be started: {describe_error(error)}") from error
        episode = await recorder.do(Writer.start_episode, episode_start(plan, session, assigned))
        await record_exposures(recorder, plan, assigned, episode)
        pace = await partner_pace(self.read, plan.condition, game.card.id, assigned, episode)
        return self._registered(
            LiveEpisode(
                id=episode,
                game=game,
                instance=instance,
                texts=texts,
                condition=plan.condition,
                master=master,
                players=players,
                people=people_in(assigned),
                recorder=recorder,
                session=session,
                clock=self._clock,
                partner_pace=pace,
            )
        )

    async def _admitted(
        self, seats: Iterable[SeatPlan], watcher: str
    ) -> tuple[tuple[SeatPlan, ...], str]:
        """Return the seats and the watcher with people's names as in the records.

        Raises:
            UsageError: for the first player that may not play here; for a name that stands for
                several people, or for someone new and is no pseudonym.
        """
        plans = tuple(seats)
        for seat in plans:
            self._permit(seat)
        typed = {seat.name: seat for seat in plans if seat.kind == "human"}
        hosts = {each for each in (watcher, *typed) if each}
        guests = {
            guest_name(typed[name].seat.name, host): (typed[name].seat.name, host)
            for name in typed
            for host in hosts - {name}
            if is_guest(typed[name].seat.name, name)
        }
        known = await self._names() if hosts else ()
        names = {each: person_name(each, known) for each in sorted(hosts - guests.keys())}
        for guest, (at, host) in guests.items():
            names[guest] = guest_name(at, names.get(host, host))
        admitted = (
            replace(plan, name=names[plan.name]) if plan.kind == "human" else plan for plan in plans
        )
        return tuple(admitted), names.get(watcher, "")

    async def resume(self, episode: str, *, force: bool = False, study: str = "") -> LiveEpisode:
        """Restore an unfinished episode to where it stopped.

        The lease is acquired only after the episode is known to replay. It is then read again,
        because the program that had the lease may have continued in the meantime.

        Args:
            force: take the episode over from a program that still has the lease.
            study: the study whose participant is here, if any.

        Raises:
            PlayError: if it cannot be resumed: it is over, its game or version is not available, it
                does not replay to what was recorded, a service cannot be restored, or it belongs to
                another study.
            StoreError: if it cannot be read, or another program is playing it.
        """
        resumable = await self._resumable(episode, study)
        summary = resumable.stored.summary
        session = await self.start_sitting(next(iter(summary.people), None))
        recorder = await self.recorder()
        await recorder.do(Writer.resume_episode, summary.id, session, force=force)
        try:
            resumable = await self._again(resumable)
        except BaseException:
            await recorder.do(Writer.release, summary.id)
            raise
        return await self._resumed(resumable, recorder, session)

    async def continue_with(
        self, episode: str, partners: Mapping[str, str], *, person: str = ""
    ) -> LiveEpisode:
        """Continue an unfinished episode with other partners, as a new episode.

        The new episode starts with the same requests and entries, under the same condition, which
        also records where they come from. The old episode is abandoned: it is kept, but can no
        longer be resumed. If it is being played here, it is left first.

        Args:
            partners: the new player for each seat or role, as in `Choices.partner`.
            person: the pseudonym of the person watching, if anyone does.

        Raises:
            UsageError: if a seat or player is invalid, or a person has the seat.
            PlayError: if the episode cannot be continued; see `resume`.
            StoreError: if it cannot be read or recorded, or another program is playing it.
        """
        before = await self._resumable(episode)
        summary = before.stored.summary
        watcher = await self.known_as(person.strip())
        host = next(iter(summary.people), watcher)
        plans = other_partners(
            self.catalogue, before.game, self.settings, before.stored, partners, host
        )
        admitted, host = await self._admitted(plans.values(), host)
        plans = dict(zip(plans, admitted, strict=True))
        await asyncio.gather(*(live.stop() for live in self._lives if live.id == summary.id))
        before = await self._again(before)
        session = await self.start_sitting(host or None)
        recorder = await self.recorder()
        script = before.game.card.script
        seats = tuple(
            [
                await assign_seat(recorder, plans[seat.seat], script)
                if seat.seat in plans
                else seat
                for seat in summary.seats
            ]
        )
        plan = continuation_plan(self.catalogue, before, tuple(plans.values()), watcher)
        entries = len(before.stored.entries)
        fork = await recorder.do(
            Writer.fork_episode, summary.id, episode_start(plan, session, seats), entries=entries
        )
        try:
            await record_exposures(recorder, plan, seats, fork)
            return await self._resumed(await self._resumable(fork), recorder, session)
        except BaseException:
            await recorder.do(Writer.release, fork)
            raise

    async def plan_same_task(
        self,
        episode: str,
        *,
        seat: str | None = None,
        partner: str | Sequence[str] | None = None,
        language: str | None = None,
        person: str = "",
        watcher: str = "",
        interface_language: str | None = None,
        tags: Mapping[str, str] | None = None,
    ) -> EpisodePlan:
        """Plan to play the same instance again; see `plan_same_task` in `planning.same_task`.

        Raises:
            PlayError: if it cannot be played again here.
            UsageError: if a seat or player is invalid.
            StoreError: if the episode cannot be read.
        """
        stored = await self.load(episode)
        return plan_same_task(
            self.catalogue,
            self.settings,
            stored,
            {each.id: each.pseudonym for each in await self.people()},
            seat=seat,
            partner=partner,
            language=language,
            person=person,
            watcher=watcher,
            interface_language=interface_language,
            tags=tags,
        )

    async def other_languages(self, live: ObserverPort) -> tuple[SameTask, ...]:
        """Return the task of an episode in the other prompt languages that have it.

        See `clemtui.episode.planning.other_languages.other_languages`.

        Raises:
            UsageError: if the catalogue cannot be read.
        """
        with as_usage_error("language"):
            return await asyncio.to_thread(
                other_languages, self.catalogue, live.instance, live.texts.language
            )

    async def languages_without(self, live: ObserverPort) -> Mapping[str, str]:
        """Return the languages that have no word for the task of an episode, with the reasons.

        See `clemtui.episode.planning.other_languages.languages_without_word`.

        Raises:
            UsageError: if the catalogue cannot be read.
        """
        with as_usage_error("language"):
            return await asyncio.to_thread(languages_without_word, self.catalogue, live.instance)

    async def is_repetition(self, live: ObserverPort) -> bool:
        """Whether a player had seen the task of an episode before, in any language.

        Raises:
            StoreError: if the records cannot be read.
        """
        found = await self.read(lambda reader: reader.summaries([live.id]))
        return live.id in found and found[live.id].repeated

    async def record_solution_seen(self, live: ObserverPort) -> None:
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
        """Load everything recorded of an episode.

        Raises:
            StoreError: if the episode does not exist or cannot be read.
        """
        return await self.read(lambda reader: load_episode(reader, episode))

    async def _resumable(self, episode: str, study: str = "") -> Resumable:
        """Load an episode for resuming, in another thread because it may be slow.

        Raises:
            PlayError, StoreError: see `resume`.
        """
        stored = await self.load(episode)
        own = await self.read(lambda reader: reader.study_of(stored.summary.id))
        if own not in (None, study):
            raise PlayError(Sentence(_OF_STUDY, study=own))
        return await self._brought_back(stored)

    async def _again(self, before: Resumable) -> Resumable:
        """Reload an episode now that no one else can add to it."""
        stored = await self.load(before.stored.summary.id)
        if is_unchanged(stored, before.stored):
            return replace(before, stored=stored)
        return await self._brought_back(stored)

    async def _brought_back(self, stored: StoredEpisode) -> Resumable:
        return await asyncio.to_thread(
            restore_episode, self.catalogue, stored, threaded=self._threaded
        )

    async def _resumed(self, resumable: Resumable, recorder: Recorder, session: str) -> LiveEpisode:
        stored, at = resumable.stored, resumable.at
        summary = stored.summary
        pace = await partner_pace(
            self.read, resumable.condition, summary.game, summary.seats, summary.id
        )
        open_now = {request.id for request in at.master.pending()}
        drafts = [draft for draft in stored.drafts if draft.request in open_now]
        return self._registered(
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
                earlier=RecordedState(
                    entries=tuple(each.entry for each in stored.entries),
                    responses=at.responses,
                    recorded=at.recorded,
                    held=at.held,
                    arrived=at.arrived,
                    times=ResponseTimes.of(stored),
                    drafts={d.request: d.body for d in drafts if d.body is not None},
                    timings={
                        d.request: SavedTiming(d.timing, d.updated_at)
                        for d in drafts
                        if d.timing is not None
                    },
                ),
                clock=self._clock,
                partner_pace=pace,
            )
        )

    def _registered(self, live: LiveEpisode) -> LiveEpisode:
        self._lives.add(live)
        return live

    @property
    def _threaded(self) -> bool:
        """Whether the front has a screen that must not freeze while a script computes."""
        return self.front in ("app", "plain")

    async def end_sitting(self, pseudonym: str) -> None:
        """End the sitting of a person, if one is in progress: they begin another when they return.

        Raises:
            StoreError: if it cannot be recorded.
        """
        async with self._opening:
            session = self._sessions.pop(pseudonym, None)
        if session is not None:
            recorder = await self.recorder()
            await recorder.do(Writer.sitting_event, session, "ended")

    async def close(self) -> None:
        """Leave all episodes in play, end the sittings and close the database.

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
