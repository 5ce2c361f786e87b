"""The manipulation check: what participants thought their partner was, game by game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clemtui.analysis.baseline.blinding import Blinding, Guess, bang_index, blinding
from clemtui.players.llm.parameters import ModelParameters
from clemtui.records.studies import Answer, StudyResult
from clemtui.study.manifest import Manifest
from clemtui.study.path.steps import PARTNER
from clemtui.study.results.values import participant, tasks_of

PERSON = "person"
"""The answer that the partner was a person, and what a protocol calls such a partner."""


@dataclass(frozen=True, slots=True)
class PartnerCheck:
    """What participants said in one game, in which all had the same partner.

    Attributes:
        partner: who it was: ``scripted``, ``person`` or the litellm name of a model.
        found: None: no one was asked about an episode that counts.
        bang: Bang's index with its interval, -1 to 1, in which 0 is chance; None with ``found``.
    """

    game: str
    partner: str
    found: Blinding | None
    bang: tuple[float, float | None, float | None] | None


def partners_of(
    manifest: Manifest, kept: Sequence[StudyResult], answers: Sequence[Answer]
) -> Iterator[PartnerCheck]:
    """Yield the check of every game; nothing if the protocol has no such question.

    Args:
        kept: the episodes that count and are not excluded.
        answers: all answers in the study; erased ones are left out.
    """
    if not manifest.protocol.blinding.question:
        return
    said = {
        (each.enrolment, each.position): each.value
        for each in answers
        if each.part == "episode" and each.item == PARTNER and each.value is not None
    }
    task = tasks_of(manifest)
    for game in manifest.games:
        partner = manifest.wanted(game.game).partner
        name = partner.model if isinstance(partner, ModelParameters) else partner
        guesses = [
            _guess(each, task(each), name, said[each.enrolment, each.position])
            for each in kept
            if each.game == game.game and (each.enrolment, each.position) in said
        ]
        found = blinding(guesses) if guesses else None
        bang = None
        if found is not None:
            bang = bang_index(found.said_person, is_person=name == PERSON)
        yield PartnerCheck(game.game, name, found, bang)


def _guess(result: StudyResult, task: str, partner: str, said: Mapping[str, Any]) -> Guess:
    sure = said.get("confidence")
    return Guess(
        participant(result),
        task,
        partner,
        said_person=said["guess"] == PERSON,
        confidence=None if sure is None else float(sure),
    )
