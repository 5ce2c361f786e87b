"""How many participants and episodes have each mark of low effort, of how many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from clemtui.records.studies import Enrolment, StudyResult
from clemtui.study.results.marks import MARKS, OF_PARTICIPANT, Mark, Marks


@dataclass(frozen=True, slots=True)
class Marked:
    """What has a mark.

    Attributes:
        unit: whose mark it is.
        participants: those who have it, or of whom an episode has it.
        of_participants: all participants, also those who withdrew or were erased.
        episodes: the episodes that have it, or whose participant has it.
        of_episodes: all episodes that were begun and not erased, without practice.
        excludes: whether it excludes its unit, by the protocol.
    """

    mark: Mark
    unit: Literal["participant", "episode"]
    participants: int
    of_participants: int
    episodes: int
    of_episodes: int
    excludes: bool


def marked_of(
    enrolments: Sequence[Enrolment], results: Sequence[StudyResult], marks: Marks
) -> Iterator[Marked]:
    """Yield every mark that someone or some episode has, in the order of `MARKS`."""
    begun = [each for each in results if not each.practice and each.left_out != "erased"]
    for mark in MARKS:
        of_people = mark in OF_PARTICIPANT
        if of_people:
            people = {each.id for each in enrolments if mark in marks.participants.get(each.id, ())}
            episodes = [each for each in begun if each.enrolment in people]
        else:
            episodes = [each for each in begun if mark in marks.episodes.get(each.episode, ())]
            people = {each.enrolment for each in episodes}
        if people:
            yield Marked(
                mark=mark,
                unit="participant" if of_people else "episode",
                participants=len(people),
                of_participants=len(enrolments),
                episodes=len(episodes),
                of_episodes=len(begun),
                excludes=mark in marks.excluding,
            )
