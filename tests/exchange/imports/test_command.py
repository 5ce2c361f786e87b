"""``clemtui import clembench``: its output and exit codes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from clemtui.cli.importing import _show_progress
from clemtui.exchange.imports.results_tree import LOG
from tests.exchange.reference_trees import (
    TABOO,
    WON,
    WON_SCORES,
    instance_file,
    message,
    with_scores,
    write,
    write_line_2,
    write_line_3,
)
from tests.support.calling import CallResult, call


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "results"
    folder.mkdir()
    return folder


def imported(root: Path, *arguments: str) -> CallResult:
    return call("import", "clembench", str(root), *arguments)


def as_json(root: Path, *arguments: str) -> dict[str, Any]:
    called = imported(root, "--json", *arguments)
    assert (called.code, called.err) == (0, "")
    document: dict[str, Any] = json.loads(called.out)
    return document


def test_output(root: Path) -> None:
    write_line_3(root, scores=with_scores(WON_SCORES, Main_Score=100.0))
    write_line_3(root, game_id=5)
    write_line_3(root, game="codenames")
    (write_line_2(root) / "interactions.json").write_text("{", "utf-8")
    called = imported(root)
    assert (called.code, called.err) == (0, "")
    cells = [line.split() for line in called.out.splitlines() if line.strip()]
    assert cells[0] == [
        *("Game", "Episodes", "Agree", "Disagree"),
        *("Not", "re-scored", "Unreadable"),
    ]
    assert ["codenames", "1", "0", "0", "1", "0"] in cells
    assert ["taboo", "3", "1", "1", "0", "1"] in cells
    folder = "one-7b--two-70b/taboo/tiny_en/instance_00004"
    assert (
        f"- {folder}\n  Main Score: 100 there, 50 here: not explained by a known change"
        in called.out
    )
    assert "Re-scored: 2. All scores agree in 1." in called.out
    assert "- 1 x game 'codenames' is not installed" in called.out
    assert "interactions.json is not JSON" in called.out
    assert "3 episodes imported." in called.out


def test_episodes_without_scores_do_not_agree_in_them(root: Path) -> None:
    write_line_3(root)
    write_line_3(root, game_id=5, scores=None)
    called = imported(root)
    assert "Re-scored: 2. All scores agree in 1." in called.out
    assert "1 episode has no scores to compare: only its messages were compared." in called.out
    found = {each["path"][-1]: each["scores_agree"] for each in as_json(root)["episodes"]}
    assert found == {"4": True, "5": None}


def test_output_of_a_repeated_import(root: Path) -> None:
    write_line_3(root)
    assert "1 episode imported." in imported(root).out
    called = imported(root)
    assert "0 episodes imported." in called.out
    assert "1 episode was already here." in called.out


def test_json_has_every_difference(root: Path) -> None:
    write_line_3(root, scores=with_scores(WON_SCORES, Main_Score=100.0))
    document = as_json(root)
    assert (document["new"], document["known"], document["unreadable"]) == (1, 0, 0)
    (episode,) = document["episodes"]
    assert (episode["agrees"], episode["scores_agree"]) == (False, False)
    assert episode["differences"] == [
        {"kind": "main score", "name": "Main Score", "theirs": 100.0, "ours": 50.0, "reason": None}
    ]
    assert document["games"]["taboo"]["disagree"] == 1


def test_instances_from_files_and_from_a_checkout(root: Path, tmp_path: Path) -> None:
    write_line_2(root)
    assert not as_json(root, "--dry-run")["games"]["taboo"]["agree"]
    file = instance_file(tmp_path)
    assert as_json(root, "--dry-run", "--instances", str(file))["games"]["taboo"]["agree"] == 1
    checkout = tmp_path / "checkout"
    write(checkout / "taboo" / "clemgame.json", {"game_name": "taboo"})
    write(checkout / "taboo" / "in" / "instances.json", TABOO)
    assert as_json(root, "--clembench", str(checkout))["games"]["taboo"]["agree"] == 1


def test_output_of_a_dry_run(root: Path) -> None:
    write_line_3(root)
    assert "Nothing was written (--dry-run)." in imported(root, "--dry-run").out
    assert "1 episode imported." in imported(root).out


def test_nothing_readable_fails(root: Path) -> None:
    called = imported(root)
    assert called.code == 1
    assert "no interactions.json found" in called.error


def test_progress_line_is_cleared(capsys: pytest.CaptureFixture[str]) -> None:
    for done in range(8, 13):
        _show_progress(done, 12)
    shown = capsys.readouterr().err.split("\r")
    assert shown == ["", "8/12", "9/12", "10/12", "11/12", " " * len("12/12"), ""]


def test_missing_folder(root: Path) -> None:
    called = imported(root / "nowhere")
    assert called.code == 2
    assert "nowhere" in called.error


def test_output_is_free_of_control_characters(root: Path) -> None:
    write_line_3(
        root, scores=with_scores(WON_SCORES, **{"\x1b[31mred": 1}), names=("a\x1b[2J", "b")
    )
    called = imported(root)
    assert called.code == 0
    assert "\x1b" not in called.out


def test_it_can_be_listed_shown_and_exported_afterwards(root: Path, tmp_path: Path) -> None:
    write_line_3(root, game="codenames")
    (episode,) = as_json(root)["episodes"]
    listed = call("episodes", "list")
    assert "codenames" in listed.out
    shown = call("episodes", "show", episode["id"])
    assert (shown.code, shown.err) == (0, "")
    assert "Tag not re-scored: game 'codenames' is not installed" in shown.out
    assert "CLUE: it runs to the sea" in shown.out
    assert "Scores by codenames:clemcore-3.7.2:" in shown.out
    for form in ("markdown", "html", "svg", "json"):
        document = call("episodes", "show", episode["id"], "--format", form)
        assert (document.code, document.err) == (0, ""), form
        assert "it runs to the sea" in document.out.replace("\n", " "), form
    file = tmp_path / "episodes.jsonl"
    assert call("episodes", "export", "--output", str(file)).code == 0
    assert json.loads(file.read_text("utf-8"))["game"] == "codenames"


def verified(root: Path, *arguments: str) -> CallResult:
    return imported(root, "--verify", *arguments)


def test_verifying_counts_by_game_and_version_and_writes_nothing(root: Path, home: Path) -> None:
    write_line_3(root)
    write_line_3(root, game_id=5)
    write_line_3(root, game="codenames")
    ratio = with_scores(WON_SCORES, Request_Success_Ratio=0.33)
    write_line_2(root, scores={**ratio, "turn scores": {}})
    write_line_2(root, position=1, scores=None)
    called = verified(root, "--csv", "--instances", str(instance_file(root.parent / "in")))
    assert called.code == 1
    lines = called.out.splitlines()
    assert lines[0].startswith("game,version,rules,episodes,agree,explained,unexplained,")
    assert "codenames,clemcore-3.7.2,,1,0,0,0,0,1,0," in lines
    assert not (home / "data").exists()
    assert "Disagreements:" in called.err, "what is unexplained is beside the table"


def test_verifying_succeeds_if_every_difference_is_explained(root: Path) -> None:
    first, *rest = WON
    sent = (message("Player 1", first[0][3] + " "), *first[1:])
    write_line_2(root, (sent, *rest))
    write_line_2(root, position=1, scores=None)
    file = instance_file(root.parent / "in")
    called = verified(root, "--json", "--instances", str(file))
    assert (called.code, called.err) == (0, "")
    (row,) = json.loads(called.out)["rows"]
    change = "only white space differs: versions before 3 joined messages differently"
    assert (row["game"], row["version"]) == ("taboo", "clembench-2.0")
    assert (row["agree"], row["explained"], row["messages_only"]) == (1, 1, 1)
    assert row["known_changes"] == {change: 1}
    shown = verified(root, "--instances", str(file)).out
    assert "Explained differences" in shown
    assert change in shown
    document = root.parent / "table.md"
    options = ("--md", "--output", str(document), "--instances", str(file))
    assert verified(root, *options).code == 0
    assert "| taboo | clembench-2.0 | 2 | 2 | 1 | 1 | 0 | 1 | 0 | 0 |" in document.read_text(
        "utf-8"
    )


def test_unexplained_differences_fail_and_are_shown(root: Path) -> None:
    write_line_3(root, scores=with_scores(WON_SCORES, Main_Score=100.0))
    called = verified(root)
    assert called.code == 1
    assert "Main Score: 100 there, 50 here: not explained by a known change" in called.out


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--csv",), "need --verify"),
        (("--output", "x.csv"), "need --verify"),
        (("--verify", "--output", "x.csv"), "needs --csv, --json or --md"),
        (("--verify", "--csv", "--json"), "--csv"),
    ],
)
def test_options_of_verifying(root: Path, options: tuple[str, ...], said: str) -> None:
    write_line_3(root)
    called = imported(root, *options)
    assert called.code == 2
    assert said in called.err


def test_programs_that_are_part_of_the_rules_are_not_in_the_name_of_a_row(root: Path) -> None:
    """Not even where the game is not re-scored: the model's games are in one row."""
    write_line_3(root, names=("one-7b", "one-7b"))
    write_line_3(root, game="codenames", names=("one-7b", "programmatic"))
    assert imported(root).code == 0
    rows = json.loads(call("report", "--scorer", "clemcore", "--json").out)["rows"]
    assert {row["players"] for row in rows} == {"one-7b--one-7b"}
    assert {row["game"] for row in rows} == {"codenames", "taboo"}


def test_a_report_does_not_print_the_whole_settings_of_imported_models(root: Path) -> None:
    for number, game_id in enumerate((4, 5)):
        folder = write_line_3(root, game_id=game_id, instance=None)
        log = json.loads((folder / LOG).read_text("utf-8"))
        for model in log["player_models"].values():
            model["model_spec"]["chat_template"] = f"template {number} " + "{% if x %}" * 200
        write(folder / LOG, log)
    assert imported(root).code == 0
    out = call("report", "--scorer", "clemcore").out
    settings = re.findall(
        r"model_spec.chat_template of one-7b=(template \d .*?… \(sha256 \w{8}\))", out
    )
    assert len(set(settings)) == 2
    assert "{% if x %}" * 5 not in out
