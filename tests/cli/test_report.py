"""``clemtui report``: which episodes, grouped how, in which form."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from clemtui.engine import Control
from clemtui.records.rows import SeatAssignment, TagDecision
from tests.store.builders import CONDITION, INSTANCE, human
from tests.store.records import Records, answered, scores
from tests.support.calling import call

GPT = SeatAssignment("Player 1", "WordDescriber", "model", "openai/gpt")
GPT_TOO = SeatAssignment("Player 2", "WordGuesser", "model", "openai/gpt")
SCRIPT = SeatAssignment("Player 2", "WordGuesser", "scripted", "scripted", seed=1)


@pytest.fixture
def records(home: Path) -> Records:
    return Records(home / "data" / "clemtui.db")


@pytest.fixture
def played(records: Records) -> Records:
    """A model plays two games with itself; a person plays one with a scripted player."""
    for number, main in enumerate((100.0, 50.0, None, 0.0)):
        records.play(GPT, GPT_TOO, main=main, instance=replace(INSTANCE, data={"n": number}))
    records.play(replace(GPT, role="Guesser"), game="wordle", main=30.0)
    records.play(human(records.ann), SCRIPT, main=100.0)
    records.play(human(records.ann), SCRIPT, main=None)
    records.play(human(records.ann), SCRIPT, practice=True)
    records.begin(GPT, GPT_TOO)
    return records


def reported(*arguments: str) -> dict[str, Any]:
    called = call("report", "--json", *arguments)
    assert (called.code, called.err) == (0, "")
    found: dict[str, Any] = json.loads(called.out)
    return found


def tabled(*arguments: str) -> list[dict[str, str]]:
    called = call("report", "--csv", *arguments)
    assert called.code == 0
    return list(csv.DictReader(io.StringIO(called.out)))


def lines(text: str) -> list[list[str]]:
    """Return the words of each line."""
    return [line.split() for line in text.splitlines() if line.strip()]


def test_without_records_there_is_nothing_to_report(home: Path) -> None:
    called = call("report")
    assert (called.code, called.out) == (0, "No episodes to report.\n")
    assert reported()["averages"] == []
    assert not home.exists()


def test_tables_at_the_terminal(played: Records) -> None:
    """75 % and 100 % played, quality 50 and 30: clemscore 0.875 * 40 = 35."""
    out = lines(call("report").out)
    gpt = ["openai/gpt--openai/gpt", "·", "model"]
    ann = ["human--scripted", "·", "human--scripted"]
    assert ["Players", "·", "Kind", "Games", "N", "clemscore", "Played", "Quality", "Joint"] in out
    assert [*gpt, "2", "5", "35.00", "87.50%", "40.00", "33.75"] in out
    assert [*ann, "1", "2", "50.00", "50.00%", "100.00", "50.00"] in out
    assert out.index([*ann, "1", "2", "50.00", "50.00%", "100.00", "50.00"]) < out.index(gpt)
    below = out[out.index(gpt) + 1 :]
    assert ["taboo", "4", "75.00%", "50.00", "37.50"] in below
    assert ["wordle", "1", "100.00%", "30.00", "30.00"] in below


def test_exclusions_are_reported(played: Records) -> None:
    out = call("report").out
    assert "Excluded: practice: 1 and unfinished: 1." in out
    assert "These averages cover different games" in out


def test_standard_deviations_and_intervals_on_request(played: Records) -> None:
    out = lines(call("report", "--std", "--intervals", "--game", "taboo", "with:model").out)
    # 3 of 4 by Wilson; the mean of 100, 50, 0 is 50 ± 124, clipped; of 100, 50, 0, 0, it is ± 76
    assert [
        "taboo", "4", "75.00%", "[30;", "95]", "50.00", "[0;", "100]", "50.00", "37.50", "[0;",
        "100]",
    ] in out  # fmt: skip
    assert any("95%" in line for line in out)


@pytest.mark.parametrize(
    ("arguments", "episodes"),
    [
        (("--game", "wordle"), 1),
        (("--as", "Ann"), 2),
        (("by:Ann", "outcome:success"), 1),
        (("with:scripted",), 2),
        (("--lang", "de"), 0),
        (("--experiment", "high_en"), 7),
        (("--practice",), 1),
        (("since:2030-01-01",), 0),
    ],
)
def test_the_episodes_are_filtered(
    played: Records, arguments: tuple[str, ...], episodes: int
) -> None:
    assert reported(*arguments)["episodes"] == episodes


def test_a_filter_is_given_once(played: Records) -> None:
    called = call("report", "game:taboo", "--game", "taboo")
    assert called.code == 2
    assert called.error.startswith("--game and FILTER set the same filter")
    assert call("report", "by:Ann", "--as", "Ann").error.startswith(
        "--as and FILTER set the same filter"
    )


def test_by_seat_and_player(played: Records) -> None:
    found = reported("--by", "seat,player,game", "--as", "Ann")
    rows = [
        {name: row[name] for name in ("seat", "player", "kind", "joint")} for row in found["rows"]
    ]
    assert rows == [
        {"seat": "Player 1", "player": "human", "kind": "human", "joint": 50.0},
        {"seat": "Player 2", "player": "scripted", "kind": "scripted", "joint": 50.0},
    ]
    assert "counts once in every row" in call("report", "--by", "seat").out


def test_by_may_be_given_several_times(played: Records) -> None:
    assert reported("--by", "language,game", "--by", "kinds")["by"] == ["language", "game", "kinds"]


def test_rows_are_split_by_default(played: Records) -> None:
    played.play(human(played.ann), SCRIPT, main=0.0, interface="verbatim")
    found = reported("--as", "Ann")
    assert found["split_by"] == ["condition"]
    assert [(row["condition"], row["episodes"]) for row in found["rows"]] == [
        ("assisted", 2), ("verbatim", 1),
    ]  # fmt: skip
    said = call("report", "--as", "Ann").out
    assert "Rows are split by Condition" in said
    assert "use --mix condition to pool them" in said


def test_a_condition_has_the_same_name_in_every_report(played: Records) -> None:
    """In all forms, also if all that is reported has the same condition."""
    german = {**CONDITION, "interface_language": "de"}
    played.play(human(played.ann), SCRIPT, main=0.0, condition=german)
    names = ["assisted", "assisted, interface_language=de"]
    by = ("--by", "condition", "--game", "taboo")
    assert [row["condition"] for row in tabled(*by, "outcome:lose", "with:human")] == names[1:]
    for filtered, expected in (
        ((), {*names, "no people"}),
        (("with:human",), set(names)),
        (("outcome:lose", "with:human"), {names[1]}),
        (("with:model",), {"no people"}),
    ):
        assert {row["condition"] for row in reported(*by, *filtered)["averages"]} == expected
        out = call("report", *by, *filtered).out
        assert all(name in out for name in expected)


def answer(records: Records, *models: str, temperature: float = 0.0) -> None:
    """Record an episode in which a model answered under these names."""
    parameters = {"model": "openai/gpt", "temperature": temperature}
    answered(records, *models, seat=replace(GPT, parameters=parameters))


def test_a_provider_that_changes_its_model_pools_nothing_silently(records: Records) -> None:
    for models in (("v1",), ("v2",), ("v1", "v2")):
        answer(records, *models)
    found = reported()
    assert {row["settings"]: row["episodes"] for row in found["rows"]} == {
        "answering as openai/gpt=v1": 1,
        "answering as openai/gpt=v2": 1,
        "answering as openai/gpt=v1 + v2": 1,
    }
    assert (found["split_by"], found["several_models"]) == (["settings"], 1)
    said = " ".join(call("report").out.split())
    assert "In 1 episode, the provider answered with several models." in said
    mixed = " ".join(call("report", "--mix", "settings").out.split())
    assert "In 1 episode, the provider answered with several models." in mixed
    assert "answering as openai/gpt=v1; answering as openai/gpt=v1 + v2; " in mixed


@pytest.mark.parametrize("options", [(), ("--mix", "settings"), ("--scorer", "taboo")])
def test_episodes_that_several_models_answered_are_counted_in_every_report(
    options: tuple[str, ...], records: Records
) -> None:
    """Also if the player has no others. One that ended before its model was asked is none of them,
    although it counts with them."""
    answer(records, "v1", "v2")
    records.play(replace(GPT, parameters={"model": "openai/gpt", "temperature": 0.0}), main=None)
    found = reported(*options)
    assert [row["episodes"] for row in found["rows"]] == [2]
    assert found["several_models"] == 1


def test_pooled_settings_are_listed_up_to_what_differs(records: Records) -> None:
    long = "a-model-with-a-name-as-long-as-2026-01-01"
    for models, temperature in (((long,), 0.0), ((long,), 0.9), (("v2",), 0.0)):
        answer(records, *models, temperature=temperature)
    said = " ".join(call("report", "--mix", "settings").out.split())
    for told in ("0", "0.9"):
        assert f"answering as openai/gpt={long}, temperature of openai/gpt={told}" in said


def test_pooling_is_reported(played: Records) -> None:
    played.play(human(played.ann), SCRIPT, main=0.0, interface="verbatim")
    found = reported("--as", "Ann", "--mix", "condition")
    assert (found["split_by"], found["mixed"]) == ([], {"condition": ["assisted", "verbatim"]})
    assert found["rows"][0]["episodes"] == 3
    out = call("report", "--as", "Ann", "--mix", "condition").out
    assert "Pooled: Condition (assisted; verbatim)." in out


def test_game_versions_are_not_pooled(played: Records) -> None:
    played.play(GPT, GPT_TOO, game_version="0.9", main=0.0)
    found = reported("with:model", "--game", "taboo")
    assert [(row["scorer"], row["episodes"]) for row in found["rows"]] == [
        ("taboo:0.9", 1), ("taboo:1.0", 4),
    ]  # fmt: skip
    assert "a game with several rows would count more than once" in call("report", "with:model").out


def test_scores_of_another_program(played: Records) -> None:
    imported = played.play(GPT, GPT_TOO, main=100.0)
    played.writer.add_scores(imported, "taboo:clemcore-3.7.2", scores(50.0))
    for name in ("clemcore", "clemcore-3.7.2", "taboo:clemcore-3.7.2"):
        found = reported("--scorer", name)
        assert [(row["episodes"], row["quality"]) for row in found["rows"]] == [(1, 50)]
    assert found["left_out"] == {"practice": 1, "other scorer": 7, "not finished": 1}
    said = call("report", "--scorer", "clemcore").out
    assert "Other scores are available from taboo:1.0; taboo:clemcore-3.7.2; wordle:1.0;" in said
    assert "Scored by other programs: taboo:clemcore-3.7.2." in said
    assert reported("--scorer", "own") == reported()


def test_the_csv_has_every_cell_and_every_average(played: Records) -> None:
    rows = tabled()
    assert [(row["players"], row["game"], row["games"], row["episodes"]) for row in rows] == [
        ("human--scripted", "taboo", "1", "2"),
        ("openai/gpt--openai/gpt", "taboo", "1", "4"),
        ("openai/gpt--openai/gpt", "wordle", "1", "1"),
        ("human--scripted", "all", "1", "2"),
        ("openai/gpt--openai/gpt", "all", "2", "5"),
    ]
    taboo, average = rows[1], rows[-1]
    assert (taboo["played"], taboo["quality"], taboo["joint"]) == ("75.0", "50.0", "37.5")
    assert (taboo["aborted"], taboo["successes"], taboo["losses"]) == ("1", "1", "1")
    assert (taboo["quality_std"], taboo["scored_items"], taboo["clemscore"]) == ("50.0", "3", "")
    assert float(taboo["played_low"]) == pytest.approx(30.06, abs=0.01)
    assert (average["clemscore"], average["joint"]) == ("35.0", "33.75")
    assert "Excluded: " in call("report", "--csv").err


def test_a_csv_of_averages_alone(played: Records) -> None:
    (row,) = tabled("--by", "language", "with:model")
    assert (row["language"], row["game"], row["clemscore"]) == ("en", "all", "35.0")


def test_wide_csv_matches_clembench(played: Records) -> None:
    ann, gpt = tabled("--wide")
    assert list(gpt) == [
        "players", "kinds", "-, clemscore", "all, Average % Played", "all, Average Quality Score",
        "taboo, % Played", "taboo, Quality Score", "taboo, Quality Score (std)",
        "wordle, % Played", "wordle, Quality Score", "wordle, Quality Score (std)",
    ]  # fmt: skip
    assert list(gpt.values())[2:] == [
        "35.0", "87.5", "40.0", "75.0", "50.0", "50.0", "100.0", "30.0", "",
    ]  # fmt: skip
    assert (ann["wordle, % Played"], ann["-, clemscore"]) == ("", "50.0")


@pytest.mark.parametrize("by", ["language", "experiment,game"])
def test_a_wide_csv_has_one_number_for_each_game(played: Records, by: str) -> None:
    played.play(GPT, GPT_TOO, instance=replace(INSTANCE, experiment="low"))
    called = call("report", "--csv", "--wide", "--by", by)
    assert called.code == 2
    assert "one number per game" in called.error


def test_markdown(played: Records) -> None:
    out = call("report", "--md").out
    assert "| Players | Kind | Games | N | clemscore | Played | Quality | Joint |\n" in out
    assert "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |\n" in out
    assert "| openai/gpt--openai/gpt | model | taboo | 4 | 75.00% | 50.00 | 37.50 |\n" in out
    assert "- Excluded: practice: 1 and unfinished: 1.\n" in out


def test_names_are_escaped(records: Records) -> None:
    records.play(replace(GPT, player="a|b\x1b[31m\n**c**"))
    for form in ((), ("--md",), ("--csv",)):
        out = call("report", *form).out
        assert "\x1b" not in out
    assert "a\\|b" in call("report", "--md").out
    assert "\\*\\*c\\*\\*" in call("report", "--md").out


def test_a_report_is_written_to_a_new_file_only(played: Records, tmp_path: Path) -> None:
    file = tmp_path / "report.csv"
    called = call("report", "--csv", "--output", str(file))
    assert (called.code, called.out) == (0, "")
    assert file.read_text("utf-8") == call("report", "--csv").out
    assert call("report", "--json", "--output", str(file)).code == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--by", "games"), "did you mean 'game'?"),
        (("--mix", "seat"), "available: settings, scorer, condition, aids"),
        (("--scorer", "clemcor"), "unknown scorer 'clemcor'"),
        (("--scorer", "own", "--scorer", "taboo"), "cannot be combined with another scorer"),
        (("--output", "x.csv"), "--output needs --csv, --json or --md"),
        (("--json", "--wide"), "--wide needs --csv"),
        (("--csv", "--std"), "--csv always includes these; omit --std and --intervals"),
        (("gaem:taboo",), "game"),
    ],
)
def test_wrong_usage_is_one_line(played: Records, arguments: tuple[str, ...], said: str) -> None:
    called = call("report", *arguments)
    assert called.code == 2
    assert said in called.error


def test_report_agrees_with_the_runs_table(home: Path) -> None:
    ran = call("run", "wordle", "--players", "scripted", "--limit", "2", "--lang", "en")
    assert ran.code == 0
    (row,) = reported("--game", "wordle")["rows"]
    assert row["kinds"] == "scripted"
    (line,) = (line for line in lines(ran.out) if line[:1] == ["wordle"])
    assert line[2:5] == [str(row["episodes"]), f"{row['played']:.2f}%", f"{row['quality']:.2f}"]


def test_repetitions_are_left_out_unless_asked_for(records: Records) -> None:
    for _ in range(3):
        id = records.play(human(records.ann), SCRIPT)
        records.writer.exposure(records.ann, INSTANCE.task_key, INSTANCE.hash, "played", id)
    assert "Excluded: repetition: 2." in call("report").out
    assert (reported()["episodes"], reported("--repeats")["episodes"]) == (1, 3)


def test_people_are_told_apart_on_request(played: Records) -> None:
    found = reported("--by", "people,game", "by:Ann")
    assert [(row["people"], row["episodes"]) for row in found["rows"]] == [("Ann", 2)]


def test_replicates_are_averaged_first_and_counted(played: Records) -> None:
    for _ in range(2):
        played.play(GPT, GPT_TOO, main=None, instance=replace(INSTANCE, data={"n": 0}))
    found = reported("with:model", "--game", "taboo")
    (row,) = found["rows"]
    assert (row["episodes"], row["items"], row["played"]) == (6, 4, 58.33)
    assert "2 replicates were averaged with the others" in call("report", "with:model").out


def test_what_a_study_excludes_is_left_out_of_its_report_only(played: Records) -> None:
    id = played.play(GPT, GPT_TOO, instance=replace(INSTANCE, data={"n": 9}))
    played.writer.tag([id], TagDecision("excluded", "study:memory", "Ann", "x"))
    of_all, of_study = reported("with:model"), reported("with:model", "--study", "memory")
    assert of_all["episodes"] == of_study["episodes"] + 1
    assert of_study["left_out"]["excluded"] == 1


def test_causes_of_aborts_are_counted_on_request(played: Records) -> None:
    """The aborted episodes of `played` have no recorded verdict."""
    given_up = played.begin(human(played.ann), SCRIPT)
    played.writer.entry(given_up, Control("gave up", "Player 1"))
    played.writer.end_episode(given_up, "finished", scores=scores(None))
    causes = {
        row["players"]: [tuple(each.values()) for each in row["abort_causes"]]
        for row in reported("--game", "taboo", "--causes", "--repeats")["rows"]
    }
    assert causes["openai/gpt--openai/gpt"] == [("", "", "", 1)]
    assert set(causes["human--scripted"]) == {
        ("", "", "", 1),
        ("Player 1", "control", "gave up", 1),
    }
    assert "abort_causes" not in reported()["rows"][0]
    assert {row["abort_causes"] for row in tabled("--causes")} >= {"?: unknown: 1"}
    out = call("report", "--causes", "--repeats").out
    assert "Causes of aborted episodes" in out
    assert "A player ended the episode." in out
    assert "A player ended the episode." in call("report", "--causes", "--repeats", "--md").out
    assert call("report", "--causes", "--csv", "--wide").code == 2
    assert "add game to --by" in call("report", "--causes", "--by", "people").error


def test_instances_are_counted_where_replicates_were_averaged(records: Records) -> None:
    for main in (100.0, 0.0):
        records.play(GPT, GPT_TOO, main=main)
    head = next(line for line in lines(call("report").out) if line[:2] == ["Game", "N"])
    assert head == ["Game", "N", "Items", "Played", "Quality", "Joint"]
    assert ["taboo", "2", "1", "100.00%", "50.00", "50.00"] in lines(call("report").out)
