"""A rehearsal of a study: scripted people take part in it, in a database of their own.

They go the whole way of a participant: eligibility, consent, rules, practice, questions, episodes
and the questionnaire. They answer every question rightly, and play as the scripted player of their
seat. What they do tells researchers how the study runs and what its outputs look like, and nothing
about people.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from typing import Any

from clemtui.engine import Timing, base_language
from clemtui.episode.errors import PlayError, UsageError
from clemtui.episode.live import LiveEpisode
from clemtui.episode.planning.casting import unscripted
from clemtui.episode.planning.listing import listing
from clemtui.episode.seat_port import LeaveEpisode, SeatPort
from clemtui.episode.updates import Asked as AskedToPlay
from clemtui.episode.updates import Halted, Update
from clemtui.language import Interface, Labels
from clemtui.study.checking import Checked
from clemtui.study.errors import StudyError
from clemtui.study.freezing import freeze
from clemtui.study.joining.front import PlayedUntil
from clemtui.study.joining.session import take_part
from clemtui.study.path.steps import AI_USE
from clemtui.study.path.wording import Asked
from clemtui.study.service import Studies
from clemtui.wording.phrases import Voice

ANSWERING_MS = 4000.0
"""How long scripted people are recorded to take for an answer, in milliseconds."""


async def rehearse(studies: Studies, checked: Checked, people: int) -> AsyncIterator[int]:
    """Freeze a study in new records and let scripted people take part; yield their numbers.

    Args:
        checked: the study.
        people: how many.

    Raises:
        UsageError: if no scripted player speaks a prompt language in a participant's seat.
        StudyError: if the protocol has an error, or there are fewer places.
        PlayError: if an episode cannot be played, as if its partner is a model without a server.
        StoreError: if something cannot be recorded.
    """
    _check_scripts(checked)
    places = checked.study.protocol.participants.number
    if people > places:
        raise UsageError(
            f"the study has places for {places} participant{'' if places == 1 else 's'}"
        )
    frozen = freeze(studies.play.catalogue, checked)
    await studies.freeze(replace(frozen, manifest=_marked(frozen.manifest)))
    study = await studies.study(checked.study.name)
    await studies.note_rehearsal(study, checked.study.protocol.title)
    for number in range(1, people + 1):
        front = ScriptedFront(studies, number)
        end = await take_part(front, studies, study)
        if end != "finished":
            raise StudyError(f"scripted participant {number}: {end}")
        yield number


def _marked(manifest: Mapping[str, Any]) -> dict[str, Any]:
    """Return a manifest whose title says that no people took part.

    Such records can never be merged with those of the study.
    """
    protocol = manifest["protocol"]
    return {**manifest, "protocol": {**protocol, "title": f"{protocol['title']} (rehearsal)"}}


def _check_scripts(checked: Checked) -> None:
    for each in checked.games:
        for language in each.languages:
            for seat in unscripted(each.game, language, each.seats):
                raise UsageError(
                    f"{each.game.card.id}: no scripted player for {seat.role} in {language!r}"
                )


class ScriptedFront:
    """A front with a scripted participant before it; see `clemtui.study.joining.front.Front`.

    Args:
        number: of the participant, from which their moves follow.
    """

    how_to_leave = how_to_withdraw = ""

    def __init__(self, studies: Studies, number: int) -> None:
        self.ui = Interface("en")
        self._play = studies.play
        self._number = number

    async def use_language(self, tag: str) -> None:
        """Read everything in this language from now on."""
        self.ui = Interface(tag)

    def known_as(self, pseudonym: str) -> None:
        """Note nothing: a scripted participant does not come again."""

    def voice(self, game: str, names: Mapping[str, str]) -> Voice:
        """Return the voice for a game and its players, by their seats."""
        found = listing(self._play.catalogue, self._play.catalogue.card(game))
        return Voice(self.ui, Labels(self.ui, found.words), found, names)

    def say(self, *lines: str) -> None:
        """Hear something."""

    async def read(self, *paragraphs: str, last: bool = False) -> None:
        """Go on at once."""

    async def ask(self, asked: Asked, *before: str) -> object:
        """Return the right answer, the best knowledge of a language, no use of a language model,
        and otherwise an option by turns; no words."""
        if not asked.options:
            return None if asked.optional else "-"
        if asked.right is not None:
            return asked.values[asked.right - 1]
        if asked.id.startswith("language."):
            return asked.values[-1]
        if asked.id == AI_USE:
            return False
        return asked.values[self._number % len(asked.options)]

    async def ask_number(self, asked: Asked, last: int) -> int:
        """Return the middle."""
        return last // 2

    async def confirm(self, question: str, *before: str, withdrawing: bool = False) -> bool:
        """Say yes."""
        return True

    async def announce(self, *lines: str) -> None:
        """Be ready."""

    async def play(self, live: SeatPort, voice: Voice) -> PlayedUntil:
        """Play as the scripted player of the seat.

        The script gets the board of its seat in every interface, as scripted players do: what
        people see of it under ``verbatim``, nothing, is no rule for a program.
        """
        assert isinstance(live, LiveEpisode), "a rehearsal is played by this program"
        master, language = live.master, base_language(live.texts.language)
        scripts = {
            seat: live.game.scripted(seat, language, self._number) for seat in live.human_seats
        }
        failed: list[str] = []

        def hear(update: Update) -> None:
            if isinstance(update, AskedToPlay) and update.request.seat in scripts:
                seat = update.request.seat
                text = scripts[seat].respond(update.request, master.view(seat)).strip()
                live.answer(update.request.id, text, Timing(submitted_ms=ANSWERING_MS))
            elif isinstance(update, Halted):
                failed.append(f"{update.message} {update.hint}".strip())
                live.control(LeaveEpisode())

        end = await live.updates(hear)
        if failed:
            raise PlayError(
                f"{live.game.card.id}: the partner did not answer; if it is a model, it must be "
                f"running ({failed[0]})"
            )
        if end == "finished" and not live.condition.withheld:
            await self._play.record_solution_seen(live)
        return end
