"""The tables of participants: who they are, what they were assigned, and what they answered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from clemtui.records.studies import Answer, Assignment
from clemtui.store.codec import compact
from clemtui.study.export.columns import Column, FilledTable, Table, count, flag, time
from clemtui.study.export.records import Participant, StudyRecords
from clemtui.study.export.shared import MARKS, assignment, participant, task, words
from clemtui.study.manifest import Manifest
from clemtui.study.path.steps import AGE, AI_USE, FAMILIARITY
from clemtui.study.results.marks import MARKS as ORDER
from clemtui.study.results.marks import OF_PARTICIPANT

_NOT_ASKED = "it was not asked, not answered, or erased"

# Participants


@dataclass(frozen=True, slots=True)
class _Person:
    one: Participant
    records: StudyRecords

    def answer(self, item: str) -> Any:
        """Return the answer to a question of the questionnaire; None: there is none."""
        found = (e.value for e in self.one.answers if (e.part, e.item) == ("questionnaire", item))
        return next(found, None)

    @property
    def excluding(self) -> list[str]:
        found = self.one.marks & self.records.marks.excluding & OF_PARTICIPANT
        return [mark for mark in ORDER if mark in found]


_PARTICIPANTS: Table[_Person] = Table(
    "participants",
    "One row for each participant of whom something is kept. Whoever was erased is only in the "
    "numbers of the table flow.",
    ("participant_id",),
    (
        participant(lambda p: p.one.id),
        count("collector", "the collector who admitted them, by their number in the protocol",
              lambda p: p.one.enrolment.collector, least=1),
        time("admitted_at", "when they were admitted", lambda p: p.one.enrolment.at),
        count("sessions", "number of sittings of which something is kept",
              lambda p: len(p.one.sessions)),
        flag("finished", "whether they went through the whole study",
             lambda p: "unfinished" not in p.one.marks),
        flag("withdrawn", "whether they withdrew, and what is here was kept",
             lambda p: p.one.withdrawn),
        flag("publishes", "whether they agreed that what they write is published, without their "
             "code", lambda p: p.one.publishes),
        Column("age", "age in years, in bands, by their own account", lambda p: p.answer(AGE),
               unit="years", missing=_NOT_ASKED),
        flag("ai_use", "whether they used a language model or another program for their answers, "
             "by their own account", lambda p: p.answer(AI_USE), _NOT_ASKED),
        count("episodes", "number of episodes that were begun and not erased, without practice",
              lambda p: sum(not each.result.practice for each in p.one.episodes)),
        count("counted_episodes", "number of those that the primary figures of the report count",
              lambda p: sum(each.counts for each in p.one.episodes)),
        Column("participant_marks", "signs of low effort of the participant as a whole, separated "
               "by spaces", lambda p: words(m for m in ORDER if m in p.one.marks),
               levels=MARKS, several=True, missing="there is none"),
        Column("excluding_marks", "those that exclude, by the protocol, separated by spaces",
               lambda p: words(p.excluding), levels=MARKS, several=True, missing="none excludes"),
    ),
)  # fmt: skip


def participants(records: StudyRecords) -> FilledTable:
    """Return the table of participants."""
    return _PARTICIPANTS.filled([_Person(each, records) for each in records.participants])


# Assignments


@dataclass(frozen=True, slots=True)
class _Assigned:
    participant: str
    assignment: Assignment
    task: str

    @property
    def place(self) -> tuple[str, str, str, str, str]:
        found = self.assignment
        return found.game, found.seat, found.language, found.instance_hash, self.task


_ASSIGNMENTS: Table[_Assigned] = Table(
    "assignments",
    "One row for each episode that a participant was to play, in their order.",
    ("participant_id", "assignment"),
    (
        participant(lambda a: a.participant),
        assignment(lambda a: a.assignment.ref.position),
        count("block", "the game, by its place in the participant's order, from 1",
              lambda a: a.assignment.block, least=1),
        flag("practice", "whether it was for practice", lambda a: a.assignment.practice),
        *task(lambda a: a.place),
        Column("progress", "how far it has got", lambda a: a.assignment.state,
               levels={"open": "not begun", "begun": "begun", "done": "played to its end"}),
        count("times_begun", "how often it was begun: again if an episode was closed as void",
              lambda a: sum(not each.erased for each in a.assignment.episodes)),
    ),
)  # fmt: skip


def assignments(records: StudyRecords) -> FilledTable:
    """Return the table of assignments."""
    return _ASSIGNMENTS.filled(
        [
            _Assigned(one.id, each, records.tasks.get((each.game, each.instance_hash), ""))
            for one in records.participants
            for each in one.assignments
        ]
    )


# Answers


@dataclass(frozen=True, slots=True)
class _Answered:
    one: Participant
    number: int
    answer: Answer
    manifest: Manifest

    @property
    def in_words(self) -> bool:
        return is_in_words(self.answer)

    @property
    def value(self) -> str | None:
        value = self.answer.value
        if self.in_words and not self.one.publishes:
            return None
        return value if isinstance(value, str) else compact(value)

    @property
    def right(self) -> bool | None:
        """Whether the right option was chosen; None: there is none."""
        expected = _right_option(self.manifest, self.answer)
        return None if expected is None else self.answer.value == expected


def is_in_words(answer: Answer) -> bool:
    """Whether an answer contains words of the participant, rather than a choice or a number."""
    if answer.part in ("eligibility", "withdrawal"):
        return False
    if answer.part == "questionnaire" and answer.item.partition(".")[0] in (AGE, FAMILIARITY):
        return False
    if answer.part == "episode" and isinstance(answer.value, dict):
        return not set(answer.value) <= {"guess", "confidence"}
    return not isinstance(answer.value, bool | int | float)


def _right_option(manifest: Manifest, answer: Answer) -> int | None:
    if answer.part == "attention":
        asked = manifest.protocol.checks.attention
        return next((each.answer for each in asked if each.id == answer.item), None)
    if answer.part == "comprehension":
        game, _, question = answer.item.rpartition(".")
        try:
            return manifest.game(game).comprehension.get(question)
        except KeyError:
            return None
    return None


_ANSWERS: Table[_Answered] = Table(
    "answers",
    "One row for each answer outside episodes that was not erased, and for each text that was "
    "confirmed as read.",
    ("participant_id", "answer"),
    (
        participant(lambda a: a.one.id),
        count("answer", "number of the answer of the participant, from 1",
              lambda a: a.number, least=1),
        count("session", "the sitting, by its number for the participant, from 1",
              lambda a: a.one.sessions[a.answer.session], least=1),
        Column("part", "the part of the study", lambda a: a.answer.part, levels={
            "eligibility": "who can take part", "consent": "consent",
            "instructions": "the rules of a game", "comprehension": "questions about the rules",
            "attention": "attention questions", "episode": "questions after an episode",
            "break": "a break", "questionnaire": "the questionnaire at the end",
            "debrief": "the debriefing", "withdrawal": "what is kept after a withdrawal",
        }),
        Column("item", "id of the question or text, as in the protocol", lambda a: a.answer.item),
        count("attempt", "number of the attempt at this item, from 1",
              lambda a: a.answer.attempt, least=1),
        assignment(lambda a: a.answer.position, "it belongs to none"),
        flag("in_words", "whether the answer is in the participant's words, rather than a choice "
             "or a number", lambda a: a.in_words),
        Column("value", "the answer: the number of an option, from 1; a text; or JSON",
               lambda a: a.value,
               missing="it is in words, and the participant did not agree to publishing"),
        flag("right", "whether the right option was chosen", lambda a: a.right,
             "every answer is right"),
        time("shown_at", "when the question or text was shown", lambda a: a.answer.shown_at,
             "unknown"),
        time("answered_at", "when it was answered", lambda a: a.answer.at),
    ),
)  # fmt: skip


def answers(records: StudyRecords) -> FilledTable:
    """Return the table of answers."""
    return _ANSWERS.filled(list(_answered(records)))


def _answered(records: StudyRecords) -> Iterator[_Answered]:
    for one in records.participants:
        for number, each in enumerate(one.answers, 1):
            yield _Answered(one, number, each, records.manifest)
