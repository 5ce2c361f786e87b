"""A small study for the tests of studies, and a full disk."""

from __future__ import annotations

from pathlib import Path

from clemtui.engine import Scores
from clemtui.records.rows import NewConsent
from clemtui.records.studies import (
    AnswerPart,
    Assignment,
    NewAnswer,
    StudyRef,
)
from clemtui.records.work import EndState
from clemtui.store.read.reader import Reader
from clemtui.store.write.writer import Writer
from tests.store.builders import (
    MODEL,
    SetClock,
    enrolled,
    human,
    session,
    start,
)

PUBLISH = NewConsent("publish", "refused")
MANIFEST = {"protocol": {"id": "pilot"}, "instances": {"b": 1, "a": 2}}
DONE = Scores(0, 1, 0, {"Main Score": 50})
WORD = "rhinoceros"


class Pilot:
    """A study of one participant, Ada, with two assignments."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.clock = SetClock()
        self.writer = Writer(path, clock=self.clock)
        self.ada = self.writer.person("Ada").id
        self.sitting = session(self.writer, self.ada)
        self.enrolment = enrolled(self.writer, "pilot", self.ada, items=2)

    def begin(self, position: int = 1) -> str:
        ref = StudyRef(self.enrolment.id, position)
        begun = start(self.sitting, human(self.ada), MODEL, study=ref)
        return self.writer.start_episode(begun)

    def end(self, episode: str, state: EndState = "finished") -> None:
        scores = DONE if state == "finished" else None
        self.writer.end_episode(episode, state, scores=scores)

    def answer(self, value: object, item: str = "age", part: AnswerPart = "questionnaire") -> bool:
        return self.writer.answer(NewAnswer(self.enrolment.id, part, item, value, self.sitting))

    def assignment(self, position: int = 1) -> Assignment:
        with Reader(self.path) as reader:
            return reader.assignments_of(self.enrolment.id)[position - 1]

    def values(self) -> list[object]:
        with Reader(self.path) as reader:
            return [each.value for each in reader.answers("pilot")]


def fill(writer: Writer) -> None:
    """Make the disk full from now on."""
    pages = writer._db.execute("PRAGMA page_count").fetchone()[0]
    writer._db.execute(f"PRAGMA max_page_count = {pages}")
