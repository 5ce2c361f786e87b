"""Which episodes are exported or excluded, and where they are written."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from clemtui.catalogue import open_catalogue
from clemtui.engine import Request, Scores, user
from clemtui.episode.errors import PlayError, UsageError
from clemtui.exchange.exports.exporting import Exported, NothingToExport, export_clembench
from clemtui.records.errors import DamagedRecord
from clemtui.records.rows import EpisodeFilter
from tests.exchange.records import Records, Who, open_records
from tests.support.calling import call

WON = {"Player 1": ["CLUE: scary feeling"], "Player 2": ["GUESS: book"]}
BOB: Mapping[str, Who] = {"Player 1": ("human", "bob")}
ANNA: Mapping[str, Who] = {"Player 1": ("human", "anna")}


def play_taboo(made: Records, **how: Any) -> str:
    return made.play(made.instance("taboo", "high", 0), WON, who=ANNA, **how)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "records.db"


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "results"


def export(database: Path, target: Path, /, **options: Any) -> Exported:
    where = options.pop("where", EpisodeFilter())
    return export_clembench(database, open_catalogue(), target, where, **options)


def temporary_folders(target: Path) -> list[Path]:
    """Return the temporary folders of unfinished trees."""
    return [*target.parent.glob(".export-*"), *target.glob(".export-*")]


def test_only_counting_episodes_are_exported(database: Path, target: Path) -> None:
    with open_records(database) as made:
        play_taboo(made)
        play_taboo(made, practice=True)
        play_taboo(made, practice=True)
        play_taboo(made, tags={"excluded": "noise"})
        play_taboo(made, continued_from="0", continued_after=1)
        play_taboo(made, scored=False)
        made.play(made.instance("taboo", "high", 1), {}, who=ANNA)
        made.play(made.instance("taboo", "high", 1), WON, who=BOB)
        bob = made.writer.person("bob").id
        made.writer.delete_person(bob)
    assert export(database, target) == Exported(
        episodes=1,
        folders=("anna--scripted",),
        left_out={
            "practice": 2,
            "excluded": 1,
            "continued": 1,
            "not scored": 1,
            "not finished": 1,
            "erased": 1,
        },
    )
    assert len(list(target.rglob("interactions.json"))) == 1


def test_practice_is_exported_on_request(database: Path, target: Path) -> None:
    with open_records(database) as made:
        play_taboo(made)
        play_taboo(made, practice=True)
    exported = export(database, target, where=EpisodeFilter(practice=True))
    assert (exported.episodes, exported.left_out) == (1, {})


def test_an_episode_that_cannot_be_read_is_named_and_the_others_are_exported(
    database: Path, target: Path, tmp_path: Path
) -> None:
    def damage(episode: str) -> None:
        with closing(sqlite3.connect(database)) as db, db:
            db.execute("DROP TRIGGER IF EXISTS entries_update")
            db.execute("UPDATE entries SET parts = '{' WHERE episode = ?", (episode,))

    with open_records(database) as made:
        instance = made.instance("taboo", "high", 0)
        episodes = [made.play(instance, WON, who=who) for who in (ANNA, BOB)]
    damage(episodes[0])
    exported = export(database, target)
    assert exported.episodes == 1
    (problem,) = exported.problems
    assert problem.startswith(f"episode {episodes[0]}: a record is no longer JSON")
    called = call("export", "clembench", str(tmp_path / "other"), "--db", str(database))
    assert (called.code, called.error) == (1, problem)
    damage(episodes[1])
    with pytest.raises(DamagedRecord, match=f"episode {episodes[0]}"):
        export(database, tmp_path / "third")


def test_irreproducible_episodes_are_excluded(database: Path, target: Path) -> None:
    """The event log comes from the rules: it would contain what was never asked."""

    def older(request: Request) -> Request:
        return replace(request, messages=(user("Describe a word."), *request.messages[1:]))

    with open_records(database) as made:
        play_taboo(made, altered=older)
    with pytest.raises(NothingToExport) as nothing:
        export(database, target)
    assert nothing.value.left_out == {"replays otherwise": 1}
    assert not target.exists()
    with open_records(database) as made:
        play_taboo(made)
    assert export(database, target).left_out == {"replays otherwise": 1}


def test_what_the_rules_would_judge_otherwise_today_is_excluded(
    database: Path, target: Path
) -> None:
    """The scores would contradict the event log: aborted in one and not in the other."""

    def aborted(scores: Scores) -> Scores:
        return replace(scores, aborted=1, success=0)

    with open_records(database) as made:
        play_taboo(made, judged=aborted)
        play_taboo(made)
    assert export(database, target).left_out == {"replays otherwise": 1}


def test_the_scores_of_another_scorer_can_be_written(database: Path, target: Path) -> None:
    with open_records(database) as made:
        episode = play_taboo(made)
        play_taboo(made)
        theirs = Scores(0, 1, 0, {"Main Score": 12.5, "Aborted": 0})
        made.writer.add_scores(episode, "clembench:2.0", theirs)
    exported = export(database, target, scorers=["clembench:2.0"])
    assert (exported.episodes, exported.left_out) == (1, {"other scorer": 1})
    (file,) = target.rglob("scores.json")
    scores = json.loads(file.read_text("utf-8"))
    assert scores["episode scores"]["Main Score"] == 12.5
    assert scores["meta"]["clemtui"]["scorer"] == "clembench:2.0"


@pytest.mark.parametrize("scorer", ["clembench", "clembench:2.0"])
def test_a_scorer_is_named_as_for_a_report(database: Path, target: Path, scorer: str) -> None:
    with open_records(database) as made:
        made.writer.add_scores(
            play_taboo(made), "clembench:2.0", Scores(0, 1, 0, {"Main Score": 1})
        )
    assert export(database, target, scorers=[scorer]).episodes == 1
    with pytest.raises(UsageError, match="nobody"):
        export(database, target, scorers=["nobody"], add=True)


def test_without_any_episode_nothing_is_written(database: Path, target: Path) -> None:
    with pytest.raises(NothingToExport) as nothing:
        export(database, target)
    assert nothing.value.left_out == {}
    with open_records(database) as made:
        play_taboo(made, practice=True)
    with pytest.raises(NothingToExport) as nothing:
        export(database, target)
    assert nothing.value.left_out == {"practice": 1}
    assert not target.exists()


def test_non_empty_folder_is_rejected(database: Path, target: Path) -> None:
    with open_records(database) as made:
        play_taboo(made)
    target.mkdir()
    (target / "notes.txt").write_text("mine", "utf-8")
    with pytest.raises(UsageError, match=r"is not empty; choose a new one, or use --add"):
        export(database, target)
    assert [path.name for path in target.iterdir()] == ["notes.txt"]
    assert temporary_folders(target) == []


def test_empty_and_new_folders_are_accepted(database: Path, target: Path, tmp_path: Path) -> None:
    with open_records(database) as made:
        play_taboo(made)
    target.mkdir()
    assert export(database, target).episodes == 1
    assert [path.name for path in target.iterdir()] == ["anna--scripted"]
    assert export(database, tmp_path / "a" / "b").episodes == 1


def test_current_folder_as_target(
    database: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_records(database) as made:
        play_taboo(made)
    target.mkdir()
    monkeypatch.chdir(target)
    assert export(database, Path()).episodes == 1
    assert [path.name for path in target.iterdir()] == ["anna--scripted"]


def test_add_keeps_existing_files(database: Path, target: Path) -> None:
    with open_records(database) as made:
        play_taboo(made)
    other = target / "gpt--gpt" / "taboo"
    other.mkdir(parents=True)
    (other / "mine.json").write_text("{}", "utf-8")
    assert export(database, target, add=True).folders == ("anna--scripted",)
    assert (other / "mine.json").read_text("utf-8") == "{}"
    assert (target / "anna--scripted" / "run.json").is_file()
    with pytest.raises(UsageError, match=r"anna--scripted already exists; choose another folder"):
        export(database, target, add=True)


def test_file_as_target_is_rejected(database: Path, target: Path) -> None:
    with open_records(database) as made:
        play_taboo(made)
    target.write_text("mine", "utf-8")
    with pytest.raises(UsageError, match="is not a folder"):
        export(database, target, add=True)
    assert target.read_text("utf-8") == "mine"


@pytest.mark.parametrize("there", [False, True])
def test_incomplete_tree_is_discarded(
    database: Path, target: Path, monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    with open_records(database) as made:
        play_taboo(made)
        play_taboo(made)
    written: list[Path] = []
    write = Path.write_text

    def full(self: Path, *arguments: Any, **named: Any) -> int:
        written.append(self)
        if len(written) > 8:
            raise OSError(28, "No space left on device")
        return write(self, *arguments, **named)

    monkeypatch.setattr(Path, "write_text", full)
    if there:
        target.mkdir()
    with pytest.raises(PlayError, match=r"cannot write .*: .*No space left"):
        export(database, target)
    assert target.exists() == there
    assert list(target.rglob("*")) == []
    assert temporary_folders(target) == []


def test_command_reports_written_and_excluded(home: Path, tmp_path: Path) -> None:
    ours = home / "data" / "clemtui.db"
    ours.parent.mkdir(parents=True)
    with open_records(ours) as made:
        play_taboo(made)
        play_taboo(made, practice=True)
    called = call("export", "clembench", str(tmp_path / "out"))
    assert (called.code, called.err) == (0, "")
    assert called.out.splitlines() == [
        f"1 episode written to {tmp_path / 'out'}",
        "  anna--scripted",
        "Excluded: practice: 1.",
    ]
    as_json = call("export", "clembench", str(tmp_path / "json"), "--json", "--as", "anna")
    assert json.loads(as_json.out) == {
        "episodes": 1,
        "folders": ["anna--scripted"],
        "left_out": {"practice": 1},
        "problems": [],
    }


@pytest.mark.parametrize(
    ("filters", "said"),
    [
        (("--game", "wordle"), "nothing to export"),
        (("--as", "bob"), "unknown person"),
        (("--lang", "de"), "nothing to export"),
        (("--experiment", "low"), "unknown experiment"),
        (("--tag", "wave=2"), "unknown tag"),
        (("interface:verbatim",), "nothing to export"),
        (("since:2026-03-02", "by:anna"), "nothing to export"),
    ],
)
def test_the_command_filters(
    home: Path, tmp_path: Path, filters: tuple[str, ...], said: str
) -> None:
    ours = home / "data" / "clemtui.db"
    ours.parent.mkdir(parents=True)
    with open_records(ours) as made:
        play_taboo(made)
    called = call("export", "clembench", str(tmp_path / "out"), *filters)
    assert called.code == (1 if said == "nothing to export" else 2)
    assert called.error.startswith(said)
    assert not (tmp_path / "out").exists()


def test_command_explains_empty_export(home: Path, tmp_path: Path) -> None:
    ours = home / "data" / "clemtui.db"
    ours.parent.mkdir(parents=True)
    with open_records(ours) as made:
        play_taboo(made, practice=True)
    called = call("export", "clembench", str(tmp_path / "out"))
    assert called.code == 1
    assert called.err.splitlines()[0] == "Excluded: practice: 1."
