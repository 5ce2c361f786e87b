"""Results by task: the task, its texts, and why it was aborted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from clemtui.engine import Control, Event, Label, Response, Text, Verdict
from clemtui.records.attempts import AttemptOutcome
from clemtui.records.results import AbortCause, PackCard, TaskResults
from clemtui.records.rows import EpisodeFilter, SeatAssignment
from clemtui.store.read.reader import Reader
from clemtui.store.read.task_results import TaskSelection
from tests.store.builders import INSTANCE, MODEL, TEXTS, human, outcome, request
from tests.store.records import Records, scores

SCRIPT = SeatAssignment("Player 1", "WordDescriber", "scripted", "scripted", seed=1)


class TaskRecords(Records):
    """Records with a query for their results by task."""

    def found(
        self, among: TaskSelection | None = None, *, practice: bool | None = None
    ) -> TaskResults:
        with Reader(self.path) as reader:
            where = EpisodeFilter(practice=practice)
            return reader.task_results(where, among or TaskSelection())


@pytest.fixture
def records(tmp_path: Path) -> TaskRecords:
    return TaskRecords(tmp_path / "records.db")


def judged(number: int, kind: Any, reason: Label | None = None) -> Event:
    return Event("verdict", kind, 0, request_id=number, verdict=Verdict(kind, reason))


def languages(found: TaskResults) -> list[str]:
    return sorted(each.result.language for each in found.tasks)


def test_like_episodes_of_a_task_are_counted(records: TaskRecords) -> None:
    for main in (100.0, 100.0, 0.0):
        records.play(main=main)
    records.play(instance=replace(INSTANCE, task="taboo:coffee"))
    found = records.found()
    assert {(each.task, each.main_score): n for each, n in found.tasks.items()} == {
        ("taboo:tea", 100.0): 2, ("taboo:tea", 0.0): 1, ("taboo:coffee", 100.0): 1,
    }  # fmt: skip
    assert sum(found.tasks.values()) == 4


def test_the_words_are_known_with_their_card(records: TaskRecords) -> None:
    reviewed = {"version": "2", "reviewed_by": "Ada"}
    records.play()
    records.play(texts=replace(TEXTS, card=reviewed))
    records.play(texts=replace(TEXTS, prompts={"describe": "Say ${target}."}, card={}))
    found = records.found()
    assert len({each.texts_hash for each in found.tasks}) == 2, "a card is no part of the words"
    assert set(found.packs.values()) == {
        PackCard(False, "1", ""), PackCard(True, "2", "Ada"), PackCard(False, "", ""),
    }  # fmt: skip


def test_an_abort_is_caused_by_the_last_verdict(records: TaskRecords) -> None:
    id = records.begin()
    for number, seat in ((1, "Player 1"), (2, "Player 2")):
        records.writer.request(id, request(number, "Go on.", seat=seat))
        records.writer.entry(id, Response(number, (Text("well"),)))
    events = (
        judged(1, "malformed", Label("taboo.no_tag", {"tag": "CLUE:"})),
        judged(2, "violation", Label("taboo.rule", {"word": "\0"})),
        Event("notice", None, 0),
    )
    records.writer.end_episode(id, "finished", scores=scores(None), events=events)
    (found,) = records.found().tasks
    assert found.cause == AbortCause("Player 2", "violation", "taboo.rule")


REFUSED = {"policies": {"refusals": "answer", "cut_answers": "answer"}}


@pytest.mark.parametrize(
    ("ended", "verdict", "cause"),
    [
        (outcome(finish_reason="length"), "malformed", ("Player 1", "cut off", "")),
        (outcome(finish_reason="MAX_TOKENS"), "violation", ("Player 1", "cut off", "")),
        (outcome(notes=REFUSED), "malformed", ("Player 1", "refused", "")),
        (outcome(finish_reason="length", notes=REFUSED), "malformed", ("Player 1", "refused", "")),
        (outcome(finish_reason="length"), "accepted", ("Player 1", "accepted", "taboo.rule")),
        (outcome(finish_reason="stop"), "malformed", ("Player 1", "malformed", "taboo.rule")),
        (
            outcome(status="cut", finish_reason="length"),
            "malformed",
            ("Player 1", "malformed", "taboo.rule"),
        ),
    ],
)
def test_a_cut_answer_and_a_refusal_are_causes_of_their_own(
    records: TaskRecords, ended: AttemptOutcome, verdict: str, cause: tuple[str, str, str]
) -> None:
    id = records.begin()
    records.writer.request(id, request(1, "Go on."))
    earlier = records.writer.attempt_started(id, 1, 1, {})
    records.writer.attempt_ended(earlier, outcome(status="error", finish_reason="length"))
    records.writer.attempt_ended(records.writer.attempt_started(id, 1, 2, {}), ended)
    records.writer.entry(id, Response(1, (Text("well"),)))
    events = (judged(1, verdict, Label("taboo.rule", {})),)
    records.writer.end_episode(id, "finished", scores=scores(None), events=events)
    (found,) = records.found().tasks
    assert found.cause == AbortCause(*cause)


def test_a_control_takes_precedence_over_a_verdict(records: TaskRecords) -> None:
    id = records.begin()
    records.writer.request(id, request(1, "Go on."))
    records.writer.entry(id, Control("partner gone", "Player 2", "no answer"))
    events = (judged(1, "accepted"),)
    records.writer.end_episode(id, "finished", scores=scores(None), events=events)
    (found,) = records.found().tasks
    assert found.cause == AbortCause("Player 2", "control", "partner gone")


def test_an_abort_of_which_nothing_is_known_has_no_seat_and_one_that_was_played_no_cause(
    records: TaskRecords,
) -> None:
    records.play(main=None)
    records.play(main=0.0)
    causes = {each.main_score: each.cause for each in records.found().tasks}
    assert causes == {None: AbortCause("", "", ""), 0.0: None}


@pytest.mark.parametrize(
    ("among", "wanted"),
    [
        ({}, ["de", "en", "en-x-para1", "fr"]),
        ({"games": ("wordle",)}, ["de"]),
        ({"games": ("wordle", "taboo")}, ["de", "en", "en-x-para1", "fr"]),
        ({"players": ("human",)}, ["fr"]),
        ({"players": ("ANN",)}, []),  # people are found as people
        ({"players": ("penai/X", "nobody")}, ["de", "en-x-para1", "fr"]),
        ({"players": ("scripted",), "languages": ("en",)}, ["en"]),
        ({"languages": ("fr",), "baseline": "en"}, ["en", "en-x-para1", "fr"]),
        ({"languages": ("en",), "baseline": "de"}, ["de", "en"]),
        ({"languages": ("en-x-para1",)}, ["en-x-para1"]),
        ({"baseline": "de"}, ["de", "en", "en-x-para1", "fr"]),
    ],
)
def test_of_some_games_players_and_languages(
    records: TaskRecords, among: dict[str, Any], wanted: list[str]
) -> None:
    def texts(language: str) -> dict[str, Any]:
        return {"texts": replace(TEXTS, language=language)}

    records.play(SCRIPT, **texts("en"))
    records.play(MODEL, **texts("en-x-para1"))
    records.play(MODEL, **texts("de"), game="wordle")
    records.play(human(records.ann), MODEL, **texts("fr"))
    assert languages(records.found(TaskSelection(**among))) == wanted


def test_what_does_not_count_is_left_out_by_reason(records: TaskRecords) -> None:
    records.play(practice=True)
    records.begin()
    records.play()
    found = records.found()
    assert sum(found.tasks.values()) == 1
    assert found.left_out == {"practice": 1, "not finished": 1}
    assert sum(records.found(practice=True).tasks.values()) == 1
