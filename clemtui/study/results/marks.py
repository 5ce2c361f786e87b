"""Signs of low effort, found by the rules that the protocol fixed beforehand.

A mark deletes nothing. Marks that the protocol names in ``checks.exclude`` exclude the participant
or the episode from the primary figures; the report prints every figure with and without them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal, get_args

from clemtui.records.studies import Answer, Assignment, Enrolment, StudyResponse, StudyResult
from clemtui.study.manifest import Manifest
from clemtui.study.path.steps import AI_USE, Finished, failed, next_step, outline_of
from clemtui.study.results.identical import Choices, are_identical

Mark = Literal[
    "comprehension", "attention", "ai_use", "unfinished", "too_fast", "idle", "identical", "pasted"
]
MARKS: tuple[Mark, ...] = get_args(Mark)
OF_PARTICIPANT: frozenset[Mark] = frozenset({"comprehension", "attention", "ai_use", "unfinished"})
"""The marks of a whole participant; the others are those of an episode."""


@dataclass(frozen=True, slots=True)
class Marks:
    """What was found.

    Attributes:
        participants: marks by enrolment; ``episodes``: marks by episode.
        excluding: the marks that exclude, by the protocol.
    """

    participants: Mapping[str, frozenset[Mark]]
    episodes: Mapping[str, frozenset[Mark]]
    excluding: frozenset[Mark]

    def excludes(self, result: StudyResult) -> tuple[Mark, ...]:
        """Return the marks that exclude an episode, in their order; empty if none does."""
        found = self.participants.get(result.enrolment, frozenset()) | self.episodes.get(
            result.episode, frozenset()
        )
        return tuple(mark for mark in MARKS if mark in found & self.excluding)


def find_marks(
    manifest: Manifest,
    enrolments: Sequence[Enrolment],
    assignments: Sequence[Assignment],
    answers: Sequence[Answer],
    results: Sequence[StudyResult],
    responses: Sequence[StudyResponse],
    choices: Choices = (),
) -> Marks:
    """Return all marks of a study, given everything recorded about it.

    Args:
        responses: by episode, in their order.
        choices: those of them that are choices among fixed options, as far as that matters.
    """
    assigned: dict[str, list[Assignment]] = defaultdict(list)
    said: dict[str, list[Answer]] = defaultdict(list)
    for assignment in assignments:
        assigned[assignment.ref.enrolment].append(assignment)
    for answer in answers:
        said[answer.enrolment].append(answer)
    people = {
        each.id: frozenset(_of_participant(manifest, assigned[each.id], said[each.id]))
        for each in enrolments
    }
    counting = {each.episode for each in results if not each.practice}
    by_episode = groupby(responses, lambda each: each.episode)
    episodes = {
        episode: frozenset(_of_episode(manifest, list(given), choices))
        for episode, given in by_episode
        if episode in counting
    }
    return Marks(people, episodes, frozenset(manifest.protocol.checks.exclude))


def _of_participant(
    manifest: Manifest, assigned: Sequence[Assignment], said: Sequence[Answer]
) -> Iterator[Mark]:
    outline = outline_of(manifest)
    if any(failed(outline, game, said) for game in outline.comprehension):
        yield "comprehension"
    right = _right_answers(manifest)
    if any(
        each.part == "attention"
        and each.value is not None
        and each.value not in right.get(each.item, (each.value,))
        for each in said
    ):
        yield "attention"
    if any(each.part == "questionnaire" and each.item == AI_USE and each.value for each in said):
        yield "ai_use"
    step = next_step(outline, assigned, said)
    if not isinstance(step, Finished) or step.withdrawn:
        yield "unfinished"


def _right_answers(manifest: Manifest) -> Mapping[str, set[int | None]]:
    """Return the right answers to the attention questions, also those before an amendment: someone
    who answered then is not judged by what is asked now."""
    found: defaultdict[str, set[int | None]] = defaultdict(set)
    for version in (manifest, *manifest.earlier):
        for each in version.protocol.checks.attention:
            found[each.id].add(each.answer)
    return found


def _of_episode(
    manifest: Manifest, responses: Sequence[StudyResponse], choices: Choices
) -> Iterator[Mark]:
    checks = manifest.protocol.checks
    seconds = [each.seconds for each in responses if each.seconds is not None]
    fast = sum(each < checks.too_fast.seconds for each in seconds)
    if seconds and checks.too_fast.seconds and fast >= checks.too_fast.share * len(seconds):
        yield "too_fast"
    if checks.idle_minutes and any(each > 60 * checks.idle_minutes for each in seconds):
        yield "idle"
    if are_identical(responses, checks.identical, choices):
        yield "identical"
    if checks.pasted and any(each.pasted for each in responses):
        yield "pasted"
