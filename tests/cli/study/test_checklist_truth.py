"""What the checklist says of the records is true of the exported tables; what it cannot know is
blank."""

from __future__ import annotations

import json
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from statistics import fmean, median
from types import SimpleNamespace

import pytest

from clemtui.records.findings import DoubleAssignments, RepeatedKey
from clemtui.records.studies import Assignment, Deviation, DeviationKind
from clemtui.store.read.reader import Reader
from clemtui.study.export.reporting import analysis
from tests.cli.study.conftest import Recorded
from tests.cli.study.exported import Line, table
from tests.cli.study.test_checklist import items
from tests.cli.study.test_collecting import PATH, SMALL, join
from tests.cli.study.test_match import MODEL, use_server
from tests.study.protocols import study_folder
from tests.support.calling import call
from tests.support.fake_openai import FakeOpenAI

BLANK = "____ (to be filled in)"
_ALIKE = "The same measures for both, computed in the same way"


def filled() -> dict[str, str]:
    called = call("study", "checklist", "memory")
    assert called.code == 0, called.err
    return items(called.out)


def counting(folder: Path) -> list[Line]:
    return [each for each in table(folder, "episodes") if each["counts"] == "true"]


def place(row: Line) -> tuple[str, ...]:
    return row["game"], row["seat"], row["language"], row["instance"]


def test_the_items_are_those_with_a_response_that_counts(folder: Path, recorded: Recorded) -> None:
    begun = [each for each in table(folder, "episodes") if each["practice"] == "false"]
    tasks = {each["task"] for each in counting(folder)}
    more = len({each["task"] for each in begun}) - len(tasks)
    responses = Counter(map(place, counting(folder)))
    assert more > 0
    found = filled()
    assert found["1.2"] == (
        f"{len(tasks)} tasks with a response that counts, of 8 in the study ({more} others were "
        f"begun, and no response to them counts); {len(responses)} items if a task counts once for "
        "each role and prompt language"
    )
    numbers = responses.values()
    assert found["1.3"] == (f"{fmean(numbers):.1f} on average ({min(numbers)} to {max(numbers)})")


def test_how_much_each_person_did_is_counted(folder: Path, recorded: Recorded) -> None:
    done = Counter(each["participant_id"] for each in counting(folder)).values()
    assert filled()["1.4"].endswith(
        f"In the records: {min(done)} to {max(done)} that count, of those who are in the primary "
        "figures"
    )


def test_sittings_exclusions_and_times_are_those_of_the_tables(
    folder: Path, recorded: Recorded
) -> None:
    begun = [each for each in table(folder, "episodes") if each["practice"] == "false"]
    sittings = Counter((each["participant_id"], each["session"]) for each in begun).values()
    found = filled()
    assert f"{min(sittings)} to {max(sittings)} begun in a sitting" in found["3.1"]
    by_hand = sum(each["left_out"] == "excluded" for each in begun)
    marked = sum(not each["left_out"] and bool(each["excluding_marks"]) for each in begun)
    assert found["3.2.2"].startswith(
        f"{marked} of {len(begun)} episodes by marks, {by_hand} by hand; 1 of 6 participants"
    )
    seconds: Counter[str] = Counter()
    for each in table(folder, "responses"):
        if each["answering_ms"]:
            seconds[each["episode_id"]] += float(each["answering_ms"]) / 1000  # type: ignore[assignment]
    middle = median(seconds[each["episode_id"]] / 60 for each in counting(folder))
    assert found["5.1.3"].startswith(f"Median {middle:.1f} minutes of answering")


def test_people_and_what_they_said_are_those_of_the_tables(
    folder: Path, recorded: Recorded
) -> None:
    said = {
        (each["participant_id"], each["item"]): each["value"]
        for each in table(folder, "answers")
        if each["part"] == "questionnaire"
    }
    used = [value for (_, item), value in said.items() if item == "ai_use"]
    found = filled()
    assert found["5.1.4"].startswith(
        f"{used.count('true')} of {len(used)} participants who answered said that they used one"
    )
    ages = Counter(value for (_, item), value in said.items() if item == "age")
    assert found["5.1.1"].startswith(f"Age, of all who said it: 18 to 24: {ages['18 to 24']}. ")


def test_the_scripted_player_is_no_model(recorded: Recorded) -> None:
    assert "scripted" in call("study", "report", "memory").out
    found = filled()
    assert (found["0.9"], found["0.10"]) == (BLANK, BLANK)
    assert found["4.1"] == ("The primary comparison is people and value. With a model: ____")


def test_of_models_only_what_counts_is_said(home: Path) -> None:
    study_folder(home / "data" / "studies", *SMALL)
    assert call("study", "freeze", "memory").code == 0
    for _ in range(2):
        join()
    with FakeOpenAI(lambda messages: "GUESS: zebra") as server:
        use_server(home, server)
        matching = ("study", "match", "memory", "--players", "small", "--seeds", "2")
        assert call(*matching).code == 0
    found = filled()
    assert found["0.9"] == "4, all of which people have played"
    assert found["0.10"] == f"{MODEL}: 2"
    assert found["4.1"] == f"Yes, for {MODEL}; the primary comparison is people and value"


def test_before_anyone_has_played_nothing_is_claimed(home: Path) -> None:
    study_folder(home / "data" / "studies", *SMALL)
    assert call("study", "freeze", "memory").code == 0
    found = filled()
    for number in ("0.9", "0.10", "1.3", "4.2.1", "5.1.1", "5.1.3"):
        assert found[number].endswith(BLANK), number
    assert "before the first participant" not in found["1.10"], "no one has come"
    assert found["3.1"].endswith("In the records: nothing was played yet, without practice")
    assert found["4.2"].startswith("Not yet")
    join()
    found = filled()
    assert "frozen before the first participant, on " in found["1.10"]
    assert found["4.2"].startswith("Not yet"), "an interval needs two people"


def test_what_the_study_does_not_ask_is_not_said_to_be_checked(home: Path) -> None:
    none = ("episodes = 2", "episodes = 2\ncomprehension = []")
    study_folder(home / "data" / "studies", *SMALL, none)
    assert call("study", "freeze", "memory").code == 0
    found = filled()
    assert "questions about the rules" not in found["2.6.1"]
    assert "comprehension" not in found["3.2.1"]
    assert "attention" not in found["3.2.1"]


def test_a_task_that_someone_met_twice_is_not_kept_silent(
    recorded: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "nevertheless" not in filled()["2.5"]
    keys = tuple(RepeatedKey("p", key, (), ()) for key in ("one", "two"))
    monkeypatch.setattr(
        Reader, "double_assignments", lambda reader, study: DoubleAssignments(keys=keys)
    )
    assert "1 participant did nevertheless, as after a merge." in filled()["2.5"]


def test_other_rules_than_the_frozen_ones_are_not_the_same(
    recorded: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert filled()["4.4"].startswith("____"), "no model has played"
    result = SimpleNamespace(player="m", game="g", seat="s", language="l", instance="i")
    model = SimpleNamespace(result=result)
    monkeypatch.setattr(analysis, "counted_models", lambda records: [model])
    found = filled()
    assert found["4.4"].startswith("Yes: the same rules")
    assert "other versions" not in found["5.4"]
    kinds: tuple[DeviationKind, ...] = ("rules", "program")
    later = [
        Deviation(
            study="memory", kind=kind, subject="x", frozen="1", found="2", id=kind,
            at=datetime(2026, 2, 1, tzinfo=UTC), amendment=0, manifest_hash=None,
        )
        for kind in kinds
    ]  # fmt: skip
    monkeypatch.setattr(Reader, "deviations", lambda reader, study: tuple(later))
    found = filled()
    assert found["4.4"].startswith("Partial: the rules of the games (taboo 2) were frozen, but")
    assert " and other versions (deviations) and exported with " in found["5.4"]


def test_questions_about_the_rules_are_said_of_the_games_that_have_them(home: Path) -> None:
    second = (
        "[analysis.primary]",
        '[[games]]\ngame = "wordle"\nseats = ["WordGuesser"]\nepisodes = 2\n'
        'instances = { choose = "sample", number = 6 }\ncomprehension = []\n[analysis.primary]',
    )
    study_folder(home / "data" / "studies", *SMALL, second)
    assert call("study", "freeze", "memory").code == 0
    found = filled()
    assert "and questions about the rules of taboo with two attempts" in found["2.6.1"]


def test_the_episodes_of_a_person_are_those_that_were_assigned(
    home: Path, recorded: Recorded, folder: Path
) -> None:
    assigned = Counter(
        each["participant_id"]
        for each in table(folder, "assignments")
        if each["practice"] == "false"
    )
    assert set(assigned.values()) == {2}
    assert filled()["1.7"].startswith(
        "Partial. Each person was assigned 2 episodes, with no time limit."
    )


def test_where_people_were_assigned_different_numbers_no_one_is_said_to_have_the_same(
    recorded: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    every = Reader.assignments

    def without_one(reader: Reader, study: str) -> tuple[Assignment, ...]:
        found = every(reader, study)
        one = next(each for each in found if not each.practice)
        return tuple(each for each in found if each is not one)

    monkeypatch.setattr(Reader, "assignments", without_one)
    one, two = (
        filled()["1.7"],
        "Partial. A person was assigned 1 to 2 episodes, with no time limit.",
    )
    assert one.startswith(two)


def test_before_anyone_comes_no_episode_is_assigned(home: Path) -> None:
    study_folder(home / "data" / "studies", *SMALL)
    assert call("study", "freeze", "memory").code == 0
    found = filled()
    assert found["1.7"].startswith("Partial. No episodes are assigned yet, with no time limit.")
    assert "in the prompt languages that they will play in, and practise" in found["3.4"]


def test_whoever_would_rather_not_say_their_age_has_not_said_it(home: Path) -> None:
    study_folder(home / "data" / "studies", *SMALL)
    assert call("study", "freeze", "memory").code == 0
    *path, _age, familiar, used, end = PATH
    join((*path, "7", familiar, used, end))
    assert filled()["5.1.1"].startswith("Age, of all who said it: no one; 1 would rather not say.")
    join()
    said = filled()["5.1.1"]
    assert said.startswith("Age, of all who said it: ")
    assert "no one" not in said
    assert "; 1 would rather not say. " in said


def test_games_of_one_family_are_not_said_to_have_different_tasks(home: Path) -> None:
    def compared(games: tuple[str, str]) -> str:
        folder = study_folder(
            home / "data" / "studies", *SMALL[1:],
            ('game = "taboo"', f'game = "{games[0]}"'),
            ("episodes = 4", "episodes = 2"),
            ("[analysis.primary]", f'[[games]]\ngame = "{games[1]}"\nseats = ["WordGuesser"]\n'
             'episodes = 2\ninstances = { choose = "all" }\n[analysis.primary]'),
            ('between = "people and value"\nvalue = 80.5',
             f'between = "games"\nbaseline = "{games[0]}"'),
            name=games[1].replace("_", "-"),
        )  # fmt: skip
        assert call("study", "freeze", folder.name).code == 0
        planned = call(
            "study", "power", folder.name, "--mean", "60", "--simulations", "100", "--json"
        )
        assert planned.code == 0, planned.err
        shared = json.loads(planned.out)["comparisons"][0]["shared_instances"]
        said = items(call("study", "checklist", folder.name).out)["4.1.1"]
        assert (f"{shared} task" in said) == bool(shared)
        return said

    assert "the same people on different tasks; alpha" in compared(("taboo", "wordle"))
    family = compared(("wordle", "wordle_withclue"))
    assert "different tasks" not in family
    assert "of wordle_withclue and wordle are the same: no one plays one of these twice" in family


@pytest.mark.parametrize(
    ("condition", "begins"),
    [
        ('interface = "verbatim"', f"{_ALIKE}. But people are asked again"),
        ('interface = "verbatim"\naids = []', "Yes: the same measures"),
        ('interface = "board"', "Yes: the same measures"),
        ('interface = "assisted"', f"{_ALIKE}. But people answered in forms"),
    ],
)
def test_measures_are_alike_where_people_answer_as_models_do(
    home: Path, condition: str, begins: str
) -> None:
    tables = ("value = 80.5\n", f"value = 80.5\n[condition]\n{condition}\n")
    study_folder(home / "data" / "studies", *SMALL, tables)
    assert call("study", "freeze", "memory").code == 0
    assert filled()["4.3"].startswith(begins)
