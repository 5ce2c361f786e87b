"""A participant of a study: the next step, answers, episodes, and leaving for good."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal

from clemtui.engine import Seat
from clemtui.episode.condition import Condition, aids_of
from clemtui.episode.live import LiveEpisode
from clemtui.episode.planning.plan import EpisodePlan, SeatPlan
from clemtui.episode.planning.repeating import seat_names
from clemtui.episode.planning.seeds import seed_of
from clemtui.episode.service import PlayService
from clemtui.players.llm.parameters import ModelParameters
from clemtui.players.words import SCRIPTED
from clemtui.records.rows import ErasureTarget, Person
from clemtui.records.studies import Answer, AnswerPart, Assignment, Enrolment, NewAnswer
from clemtui.store.read.reader import Reader
from clemtui.store.write.writer import Writer
from clemtui.study.manifest import Manifest
from clemtui.study.path.steps import Step, next_step, outline_of
from clemtui.study.playing import frozen_task

Keep = Literal["everything", "other sessions", "nothing"]
"""What is kept of a participant who withdraws."""

ERASED: frozenset[Keep] = frozenset({"other sessions", "nothing"})
"""With which something is erased."""

_WITHHELD: dict[str, Literal["", "score", "result"]] = {
    "none": "result", "outcome": "score", "score": ""
}  # fmt: skip
"""What is withheld at the end of an episode, by the feedback that the protocol wants."""


class Participant:
    """A person in a study, from their admission on."""

    def __init__(
        self, play: PlayService, manifest: Manifest, person: Person, enrolment: Enrolment
    ) -> None:
        self.manifest = manifest
        self.person = person
        self.enrolment = enrolment
        self._play = play

    async def step(self) -> Step:
        """Return what the participant does next.

        Raises:
            StoreError: if the records cannot be read.
        """

        def read(reader: Reader) -> tuple[Sequence[Assignment], Sequence[Answer]]:
            id = self.enrolment.id
            return reader.assignments_of(id), reader.answers_of(id)

        return next_step(outline_of(self.manifest), *await self._play.read(read))

    async def progress(self) -> tuple[int, int]:
        """Return how many episodes the participant has played, and how many are planned."""
        assignments = await self._play.read(lambda reader: reader.assignments_of(self.enrolment.id))
        return sum(each.state == "done" for each in assignments), len(assignments)

    async def languages(self, game: str) -> tuple[str, ...]:
        """Return the prompt languages in which the participant plays a game, in their order.

        Raises:
            StoreError: if the records cannot be read.
        """
        assignments = await self._play.read(lambda reader: reader.assignments_of(self.enrolment.id))
        found = (each.language for each in assignments if each.game == game)
        return tuple(dict.fromkeys(found))

    async def answer(
        self,
        part: AnswerPart,
        item: str,
        value: Any,
        *,
        attempt: int = 1,
        position: int | None = None,
        shown_at: datetime | None = None,
        answered_at: datetime | None = None,
    ) -> None:
        """Record what the participant said or confirmed, by default just now.

        Raises:
            StoreError: if it cannot be recorded.
        """
        recorder = await self._play.recorder()
        session = await self._play.start_sitting(self.person.pseudonym)
        given = NewAnswer(
            self.enrolment.id, part, item, value, session, attempt, position, shown_at, answered_at
        )
        await recorder.do(Writer.answer, given)

    async def comprehension(self, game: str, attempt: int) -> dict[str, object]:
        """Return what the participant chose in an attempt at the questions about a game's rules.

        Raises:
            StoreError: if the records cannot be read.
        """
        start = f"{game}."
        answers = await self._play.read(lambda reader: reader.answers_of(self.enrolment.id))
        return {
            each.item.removeprefix(start): each.value
            for each in answers
            if each.part == "comprehension"
            and each.attempt == attempt
            and each.item.startswith(start)
        }

    # Playing

    async def play(self, assignment: Assignment, interface_language: str) -> LiveEpisode:
        """Start the episode of an assignment, or resume it where it stopped.

        Raises:
            StudyError: if the game, or something that was frozen, is missing.
            PlayError: if it cannot be started or resumed.
            StoreError: if it cannot be recorded, or another program is playing it.
        """
        begun = [each for each in assignment.episodes if each.end is None and not each.erased]
        if begun:
            return await self._play.resume(begun[-1].id, study=self.manifest.study)
        return await self._play.start(await self._plan(assignment, interface_language))

    async def _plan(self, assignment: Assignment, interface_language: str) -> EpisodePlan:
        task = await frozen_task(
            self._play,
            self.manifest,
            assignment.game,
            assignment.language,
            assignment.instance_hash,
        )
        condition, blinding = self.manifest.protocol.condition, self.manifest.protocol.blinding
        pacing = blinding.pacing
        minutes = self.manifest.wanted(assignment.game).minutes
        available = aids_of(task.game.card, condition.interface)
        wanted = available if condition.aids is None else condition.aids
        return EpisodePlan(
            game=task.game,
            rules_hash=task.rules,
            instance=task.instance,
            texts=task.texts,
            seats=tuple(self._seat(seat, assignment) for seat in task.game.card.seats),
            condition=Condition(
                interface=condition.interface,
                aids=tuple(aid for aid in available if aid in wanted),
                prompt_language=task.texts.language,
                interface_language=interface_language,
                practice=assignment.practice,
                withheld="" if assignment.practice else _WITHHELD[condition.feedback],
                time_limit=None if minutes is None else 60 * minutes,
                blinded=blinding.partner,
                graphemes_per_minute=None if pacing is None else pacing.graphemes_per_minute,
                thinking_seconds=None if pacing is None else pacing.thinking_seconds,
            ),
            study=assignment.ref,
        )

    def _seat(self, seat: Seat, assignment: Assignment) -> SeatPlan:
        if seat.service:
            return SeatPlan(seat, "service", seat.role)
        if seat.name == assignment.seat:
            return SeatPlan(seat, "human", self.person.pseudonym)
        partner = self.manifest.wanted(assignment.game).partner
        if isinstance(partner, ModelParameters):
            return SeatPlan(seat, "model", partner.model, partner)
        if partner == SCRIPTED:
            seed = seed_of(self.enrolment.seed, self.enrolment.number, assignment.ref.position)
            return SeatPlan(seat, "scripted", SCRIPTED, seed=seed)
        return SeatPlan(seat, "human", second_person(self.enrolment))

    async def names_in(self, live: LiveEpisode) -> dict[str, str]:
        """Return the names of the players of an episode by their seats, as they are recorded.

        Raises:
            StoreError: if the records cannot be read.
        """
        stored = await self._play.read(lambda reader: reader.load(live.id))
        return seat_names(stored.summary)

    # Leaving for good

    async def withdraw(self, keep: Keep) -> None:
        """Record that the participant withdraws, and erase what is not to be kept.

        An episode in play must have been left. What was said in it is kept or erased with the rest.

        Raises:
            StoreError: if it cannot be recorded or erased.
        """
        await self.answer("withdrawal", "kept", keep)
        if keep not in ERASED:
            return
        session = await self._play.start_sitting(self.person.pseudonym)
        recorder = await self._play.recorder()
        await recorder.do(Writer.erase, erasure_of(keep, self.person.id, session))


def second_person(enrolment: Enrolment) -> str:
    """Return the pseudonym of whoever plays at the keyboard of a participant.

    It stays the same, and says nothing of the participant's code, which is for them alone.
    """
    return f"second-{enrolment.id[-12:]}"


def erasure_of(keep: Keep, person: str, session: str) -> ErasureTarget:
    """Return what is erased of a participant who withdraws.

    Args:
        keep: one of `ERASED`.
        person, session: their ids; the session is that in which they withdrew.
    """
    if keep == "nothing":
        return ErasureTarget(person=person, scores=True)
    return ErasureTarget(session=session, scores=True)
