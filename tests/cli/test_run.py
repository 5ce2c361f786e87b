"""``clemtui run``: unattended play."""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from clemtui.archive.episodes import list_episodes
from clemtui.catalogue.families import Family
from clemtui.catalogue.versions import pinned
from clemtui.engine import Scores
from clemtui.records.rows import EpisodeFilter, EpisodeSummary
from clemtui.runs.batch import Batch, RunResult
from clemtui.runs.items import RunItem
from clemtui.store.read.reader import Reader
from clemtui.store.write.writer import Writer
from tests.store.builders import enrolled
from tests.store.test_migrations import restored
from tests.store.test_old_runs import BEFORE_RUNS
from tests.support.calling import call
from tests.support.fake_openai import FakeOpenAI, error_reply
from tests.support.paths import ROOT


def recorded(home: Path) -> tuple[EpisodeSummary, ...]:
    """Return every recorded episode, oldest first."""
    return tuple(reversed(list_episodes(home / "data" / "clemtui.db", EpisodeFilter())))


def cells(out: str, game: str) -> list[str]:
    """Return the row of a game in the table of results."""
    (row,) = (line.split() for line in out.splitlines() if line.split()[:1] == [game])
    return row


def test_run_plays_up_to_the_limit_and_prints_results(home: Path) -> None:
    called = call("run", "wordle", "taboo", "--players", "scripted", "--limit", "1")
    assert called.code == 0
    assert "[5/5] taboo low 0: " in called.err
    episodes = recorded(home)
    assert [(e.game, e.experiment, e.game_id) for e in episodes] == [
        ("wordle", "high", 1),
        ("wordle", "medium", 1),
        ("taboo", "high", 0),
        ("taboo", "medium", 0),
        ("taboo", "low", 0),
    ]
    main = [e.scores.main_score for e in episodes if e.game == "wordle" and e.scores]
    quality = sum(score for score in main if score is not None) / 2
    assert cells(called.out, "wordle") == ["wordle", "en", "2", "100.00%", f"{quality:.2f}", "0"]
    (run,) = {e.tags["run"] for e in episodes}
    assert f"Run {run[0]}, seed " in called.out


@pytest.mark.parametrize(
    ("completed", "shown"),
    [
        ([3, 4, 5, 5, 5], ["[3/5]", "[4/5]", "[5/5]"]),
        ([1, 3, 4, 4, 5], ["[1/5]", "[3/5]", "[4/5]", "[5/5]"]),
    ],
)
def test_progress_counts_what_other_processes_finish(
    monkeypatch: pytest.MonkeyPatch, completed: list[int], shown: list[str]
) -> None:
    """The counter reaches the total if this process has played something and all is finished."""

    class Shared:
        def __init__(
            self,
            service: object,
            run: object,
            done: Callable[[RunResult], None],
            recorded: Callable[[], None],
        ) -> None:
            self.done = done
            self.recorded = recorded

        async def play(self, items: Sequence[RunItem], at_once: int) -> bool:
            self.recorded()
            for number, (item, count) in enumerate(zip(items, completed, strict=True)):
                here = number < 3
                scores = Scores(0, 1, 0, {"Main Score": 100})
                self.done(RunResult(item, scores, finished_before=not here, completed=count))
            return True

    async def is_recorded(*given: object) -> bool:
        return True

    monkeypatch.setattr("clemtui.cli.run.Batch", Shared)
    monkeypatch.setattr("clemtui.cli.run.is_recorded", is_recorded)
    called = call("run", "wordle", "taboo", "--players", "scripted", "--limit", "1")
    run, *lines = called.err.splitlines()
    assert re.match(r"Run \d{8}-[0-9a-f]{6}, seed \d+, recorded in ", run), (
        "other processes can join it"
    )
    assert [line.split()[0] for line in lines] == shown


def test_a_run_covers_several_languages(home: Path) -> None:
    call("run", "wordle", "--players", "scripted", "--lang", "en,de", "--limit", "1")
    assert [e.language for e in recorded(home)] == ["en", "en", "de", "de"]


def test_a_run_may_be_of_one_experiment_or_of_a_file(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    instance = {"game_id": 7, "target_word": "fear", "related_word": ["panic", "fright"]}
    experiment = {"name": "mine", "language": "en", "max_turns": 3, "game_instances": [instance]}
    file.write_text(json.dumps({"experiments": [experiment]}), encoding="utf-8")
    call("run", "taboo", "--players", "scripted", "--experiment", "low", "--limit", "2")
    call("run", "taboo", "--players", "scripted", "--instances", str(file))
    assert [(e.experiment, e.game_id) for e in recorded(home)] == [
        ("low", 0),
        ("low", 1),
        ("mine", 7),
    ]


@pytest.fixture
def config(home: Path) -> Path:
    """The configuration file, in an existing folder."""
    path = home / "config" / "clemtui.toml"
    path.parent.mkdir(parents=True)
    return path


def test_model_parameters_are_recorded_and_kept(home: Path, config: Path) -> None:
    with FakeOpenAI(lambda messages: "GUESS: wood") as server:
        config.write_text(
            f'[models.small]\nmodel = "openai/fake"\napi_base = "{server.base_url}"\n',
            encoding="utf-8",
        )
        called = call(
            *("run", "taboo", "--players", "scripted,small", "--experiment", "high"),
            *("--limit", "1", "--max-tokens", "50", "--temperature", "0.5"),
        )
    assert called.code == 0
    assert server.requests[0].body["max_tokens"] == 50
    (episode,) = recorded(home)
    assert episode.seats[1].parameters["temperature"] == 0.5
    with Reader(home / "data" / "clemtui.db") as reader:
        kept = reader.run(episode.tags["run"][0]).manifest
    assert kept["plan"]["players"] == ["scripted", "small"]
    assert kept["models"]["small"] == episode.seats[1].parameters


def test_two_servers_named_in_the_environment_are_two_players(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server of the environment is recorded like one of the settings."""
    monkeypatch.setenv("OPENAI_API_KEY", "test-key-of-nobody")
    arguments = ("taboo", "--players", "scripted,openai/fake", "--experiment", "high")
    with FakeOpenAI(["GUESS: wood"] * 20) as one, FakeOpenAI(["GUESS: mud"] * 20) as other:
        for variable, server in (("OPENAI_BASE_URL", one), ("OPENAI_API_BASE", other)):
            with monkeypatch.context() as patch:
                patch.setenv(variable, server.base_url)
                called = call("run", *arguments, "--limit", "1")
            assert called.code == 0
            assert server.requests[0].headers["authorization"] == "Bearer test-key-of-nobody"
        asked = one.base_url, other.base_url
    assert tuple(e.seats[1].parameters["api_base"] for e in recorded(home)) == asked
    rows = json.loads(call("report", "--json").out)["rows"]
    assert [row["episodes"] for row in rows] == [1, 1]
    assert all(any(address in json.dumps(row) for row in rows) for address in asked)


def test_an_address_with_a_password_in_the_environment_is_neither_used_nor_shown(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GROQ_API_BASE", "http://me:dk3Ls8qPz2@127.0.0.1:9/v1")
    called = call("run", "taboo", "--players", "scripted,groq/a", "--experiment", "high")
    assert called.code != 0
    assert "the address in the environment variable GROQ_API_BASE must not" in called.err
    assert "dk3Ls8qPz2" not in called.err + called.out
    assert not (home / "data" / "clemtui.db").exists()


def test_a_run_is_not_resumed_with_a_server_that_it_did_not_have(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    arguments = ("taboo", "--players", "scripted,openai/fake", "--experiment", "high")
    left = call("run", *arguments)  # without a key, so that nothing is sent
    command = left.err.splitlines()[-1].rpartition(": ")[2]
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    called = call(*command.split()[1:])
    assert called.code != 0
    assert "it was started without the address in OPENAI_BASE_URL" in called.err


@pytest.mark.parametrize("recorded", [True, False])
def test_the_run_of_a_study_is_not_played_by_models(home: Path, recorded: bool) -> None:
    database = home / "data" / "clemtui.db"
    if recorded:
        database.parent.mkdir(parents=True, exist_ok=True)
        writer = Writer(database)
        enrolled(writer, "pilot", writer.person("Ada").id)
        writer.close()
    called = call("run", "--resume", "study-pilot")
    assert called.code != 0
    assert called.error == (
        "'study-pilot' contains the assignments of a study, which people play: use 'clemtui study'"
    )
    assert recorded == database.exists()


def test_permanent_failure_stops_the_run_and_transient_does_not(home: Path, config: Path) -> None:
    script = [error_reply(500, "out of order"), error_reply(401, "wrong key")]
    with FakeOpenAI(script) as server:
        config.write_text(
            f'[models.small]\nmodel = "openai/fake"\napi_base = "{server.base_url}"\nretries = 0\n',
            encoding="utf-8",
        )
        called = call("run", "taboo", "--players", "scripted,small", "--experiment", "high")
    assert called.code == 1
    assert len(server.requests) == 2
    _, first, second, last = called.err.splitlines()
    assert "out of order" in first
    assert "rejected the API key" in second
    assert "clemtui run --resume " in last
    assert [e.state for e in recorded(home)] == ["running", "running"]


def test_resume_finishes_the_rest(home: Path, config: Path) -> None:
    fails = iter([True])

    def answer(messages: object) -> object:
        return error_reply(401, "wrong key") if next(fails, False) else "GUESS: wood"

    with FakeOpenAI(answer) as server:  # type: ignore[arg-type]
        config.write_text(
            f'[models.small]\nmodel = "openai/fake"\napi_base = "{server.base_url}"\n',
            encoding="utf-8",
        )
        arguments = ("taboo", "--players", "scripted,small", "--experiment", "high", "--limit", "2")
        left = call("run", *arguments)
        command = left.err.splitlines()[-1].rpartition(": ")[2]
        called = call(*command.split()[1:])
    assert left.code == 1
    assert called.code == 0
    assert cells(called.out, "taboo")[2::3] == ["2", "0"]
    assert [e.state for e in recorded(home)] == ["finished", "finished"]


def test_an_instance_that_is_twice_in_a_file_is_played_with_other_seeds(
    home: Path, tmp_path: Path
) -> None:
    instance = {"game_id": 7, "target_word": "fear", "related_word": ["panic", "fright"]}
    experiment = {"name": "mine", "language": "en", "max_turns": 3}
    experiment["game_instances"] = [instance, instance]
    file = tmp_path / "twice.json"
    file.write_text(json.dumps({"experiments": [experiment]}), encoding="utf-8")
    call("run", "taboo", "--players", "scripted", "--instances", str(file))
    seeds = {seat.seed for episode in recorded(home) for seat in episode.seats}
    assert len(seeds) == 4


def test_replicates_use_recorded_seeds(home: Path) -> None:
    called = call("run", "taboo", "--players", "scripted", "--limit", "1", "--replicates", "3")
    assert cells(called.out, "taboo")[2::3] == ["9", "0"]
    seeds = [tuple(seat.seed for seat in episode.seats) for episode in recorded(home)]
    assert len(set(seeds)) == 9
    assert called.err.count(", replicate 2: ") == called.err.count(", replicate 3: ") == 3
    (run,) = {episode.tags["run"][0] for episode in recorded(home)}
    again = call("run", "--resume", run)
    assert again.code == 0
    assert cells(again.out, "taboo")[2::3] == ["9", "0"]
    assert len(recorded(home)) == 9


def test_replicates_are_averaged_as_in_the_report(home: Path) -> None:
    """Without the one that is excluded, an instance has fewer episodes than the others."""
    replicates = ("--limit", "2", "--replicates", "3", "--seed", "5")
    call("run", "wordle_withclue", "--players", "scripted", *replicates)
    call("episodes", "exclude", recorded(home)[0].id, "--reason", "noise", "--by", "Ann")
    (run,) = recorded(home)[0].tags["run"]
    again = call("run", "--resume", run)
    reported = call("report", "--tag", f"run={run}", "--by", "game", "--json").out
    (row,) = json.loads(reported)["rows"]
    assert cells(again.out, "wordle_withclue")[2:5] == [
        str(row["episodes"]), f"{row['played']:.2f}%", f"{row['quality']:.2f}",
    ]  # fmt: skip
    scores = [each.scores.main_score or 0 for each in recorded(home)[1:] if each.scores]
    assert round(sum(scores) / len(scores), 2) != row["quality"], "the rule makes a difference"


def test_rules_of_the_same_version_are_the_same_item(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new hash of a version, pinned as the same, is no reason to play a run again."""
    older, *_, newest = pinned(ROOT / "games" / "taboo")["taboo"]["2"]
    assert older != newest
    with monkeypatch.context() as earlier:
        earlier.setattr(Family, "rules_hash", older)
        call("run", "taboo", "--players", "scripted", "--limit", "1")
    episodes = recorded(home)
    (run,) = {episode.tags["run"][0] for episode in episodes}
    again = call("run", "--resume", run)
    assert cells(again.out, "taboo")[2::3] == [str(len(episodes)), "0"]
    assert recorded(home) == episodes


def test_runs_of_one_seed_play_alike(home: Path) -> None:
    called = ("run", "taboo", "--players", "scripted", "--limit", "1", "--replicates", "2")
    for seed in ("7", "7", "8"):
        call(*called, "--seed", seed)
    runs: dict[str, list[tuple[int | None, ...]]] = {}
    for episode in recorded(home):
        seeds = tuple(seat.seed for seat in episode.seats)
        runs.setdefault(episode.tags["run"][0], []).append(seeds)
    first, second, other = map(sorted, runs.values())
    assert first == second
    assert not set(first) & set(other)


def test_a_resumed_run_keeps_its_seed() -> None:
    called = call("run", "--resume", "20260131-0a1b2c", "--seed", "0")
    assert called.code == 2
    assert "--resume uses the run's own" in called.error


def instance_file(path: Path, *words: str) -> Path:
    """Write an instance file in our format with one instance per target word."""
    instances = [
        {"game_id": number, "target_word": word, "related_word": ["panic", "fright"]}
        for number, word in enumerate(words)
    ]
    experiment = {"name": "mine", "language": "en", "max_turns": 3, "game_instances": instances}
    path.write_text(json.dumps({"experiments": [experiment]}), encoding="utf-8")
    return path


def test_changed_instance_is_another_item(home: Path, tmp_path: Path) -> None:
    file = instance_file(tmp_path / "mine.json", "fear", "table")
    call("run", "taboo", "--players", "scripted", "--instances", str(file))
    (run,) = {episode.tags["run"][0] for episode in recorded(home)}
    told = "have changed since this run began"
    assert told not in call("run", "--resume", run).err
    instance_file(file, "fear", "chair")
    again = call("run", "--resume", run)
    assert told in again.err
    assert cells(again.out, "taboo")[2::3] == ["2", "0"]
    assert [episode.game_id for episode in recorded(home)] == [0, 1, 1]


def test_a_language_without_a_scripted_player_is_refused(home: Path) -> None:
    called = call("run", "taboo", "wordle", "--players", "scripted", "--lang", "de,fr,it")
    assert (called.code, called.out) == (2, "")
    assert called.err.startswith("clemtui: no scripted player in these languages (taboo: fr, it):")
    assert called.err.count("\n") == 1
    assert not (home / "data" / "clemtui.db").exists()


def test_a_run_that_is_not_recorded_is_not_named(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its id would be of no use: there is nothing to resume."""

    async def interrupted(*given: object) -> bool:
        raise asyncio.CancelledError

    monkeypatch.setattr(Batch, "play", interrupted)
    called = call("run", "wordle", "--players", "scripted", "--limit", "1")
    assert (called.code, called.out) == (1, "")
    assert called.err == "clemtui: interrupted before anything was recorded\n"


TOO_MANY = "2 partners given for 1: give one for all, or one for each of Player 1 (WordGuesser)"


def test_a_line_up_that_fits_no_game_is_refused_before_anything_is_recorded(home: Path) -> None:
    called = call("run", "wordle", "--players", "scripted,scripted", "--limit", "1")
    assert (called.code, called.out) == (2, "")
    assert called.err == f"clemtui: {TOO_MANY}\n"
    assert not (home / "data" / "clemtui.db").exists()


def test_what_cannot_be_played_is_named_once_and_is_not_to_be_resumed(home: Path) -> None:
    called = call("run", "wordle", "taboo", "--players", "scripted,scripted", "--limit", "1")
    assert called.code == 1
    assert "[1/5] wordle high 1: cannot be played." in called.err
    assert called.err.endswith(f"clemtui: 2 episodes of wordle cannot be played: {TOO_MANY}\n")
    assert called.err.count(TOO_MANY) == 1
    assert [episode.game for episode in recorded(home)] == ["taboo"] * 3
    assert cells(called.out, "taboo")[2::3] == ["3", "0"]
    assert cells(called.out, "wordle") == ["wordle", "0", "0"]


def test_only_what_can_be_played_is_offered_to_be_resumed(home: Path, config: Path) -> None:
    with FakeOpenAI([error_reply(401, "wrong key")]) as server:
        config.write_text(
            f'[models.small]\nmodel = "openai/fake"\napi_base = "{server.base_url}"\n',
            encoding="utf-8",
        )
        called = call("run", "wordle", "taboo", "--players", "small,scripted", "--limit", "1")
    assert called.code == 1
    assert "2 episodes of wordle cannot be played: " in called.err
    assert "clemtui: Not everything was played. To resume: clemtui run --resume" in called.err
    assert cells(called.out, "taboo")[-1] == "3"


def test_run_keeps_its_models_settings(home: Path, config: Path) -> None:
    fails = iter([True])

    def answer(messages: object) -> object:
        return error_reply(500, "out of order") if next(fails, False) else "GUESS: wood"

    with FakeOpenAI(answer) as server:  # type: ignore[arg-type]
        small = f'[models.small]\nmodel = "openai/fake"\napi_base = "{server.base_url}"\n'
        config.write_text(f"{small}retries = 0\nmax_tokens = 50\n", encoding="utf-8")
        arguments = ("taboo", "--players", "scripted,small", "--experiment", "high", "--limit", "2")
        call("run", *arguments)
        (run,) = {episode.tags["run"][0] for episode in recorded(home)}
        config.write_text(f"{small}max_tokens = 70\n", encoding="utf-8")
        assert call("run", "--resume", run).code == 0
    assert {episode.seats[1].parameters["max_tokens"] for episode in recorded(home)} == {50}
    assert [episode.state for episode in recorded(home)] == ["finished", "finished"]


def as_an_older_version_left_it(database: Path, run: str) -> None:
    """Replace a database by one of the version before runs, with the same records.

    A run's definition is only in tags there.
    """
    with Reader(database) as reader:
        plan = dict(reader.run(run).manifest["plan"])
    for new in ("replicates", "seed"):
        del plan[new]
    older = restored(BEFORE_RUNS, database.with_name("older.db"))
    with closing(sqlite3.connect(older)) as db:
        triggers = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        guards = triggers.fetchall()
        for name, _ in guards:
            db.execute(f"DROP TRIGGER {name}")
        db.execute("ATTACH ? AS newer", (str(database),))
        for (table,) in db.execute(
            "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' "
            "AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'search_%' "
            "AND name <> '_sqlite_migrations'"
        ).fetchall():
            names = db.execute("SELECT name FROM pragma_table_info(?)", (table,)).fetchall()
            columns = ", ".join(name for (name,) in names)
            db.execute(f"DELETE FROM main.{table}")
            db.execute(f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM newer.{table}")
        db.execute(
            """INSERT INTO tags SELECT episode, 'run-arguments', ?, at FROM tags
            WHERE key = 'run'""",
            (json.dumps(plan),),
        )
        db.execute("INSERT INTO search_words (search_words) VALUES ('delete-all')")
        db.execute("DELETE FROM search_documents")
        db.execute("INSERT OR IGNORE INTO search_pending SELECT id FROM episodes")
        nothing = hashlib.sha256(b"{}").hexdigest()
        db.execute("INSERT OR IGNORE INTO contents VALUES (?, 'parameters', '{}')", (nothing,))
        db.execute("UPDATE seat_assignments SET parameters = ? WHERE kind = 'scripted'", (nothing,))
        for _, sql in guards:
            db.execute(sql)
        db.commit()
    for file in database.parent.glob(f"{database.name}*"):
        file.unlink()
    older.rename(database)


def test_older_versions_run_resumes_without_repeats(home: Path, config: Path) -> None:
    fails = iter([False, True])

    def answer(messages: object) -> object:
        return error_reply(500, "out of order") if next(fails, False) else "GUESS: wood"

    with FakeOpenAI(answer) as server:  # type: ignore[arg-type]
        small = f'[models.small]\nmodel = "openai/fake"\napi_base = "{server.base_url}"\n'
        config.write_text(f"{small}retries = 0\n", encoding="utf-8")
        arguments = ("taboo", "--players", "scripted,small", "--experiment", "high", "--limit", "2")
        assert call("run", *arguments).code == 1
        before = recorded(home)
        run = before[0].tags["run"][0]
        as_an_older_version_left_it(home / "data" / "clemtui.db", run)
        config.write_text(f"{small}retries = 3\n", encoding="utf-8")
        again = call("run", "--resume", run)
    assert (again.code, again.err.count("\n")) == (0, 2), again.err
    assert cells(again.out, "taboo")[2::3] == ["2", "0"]
    assert [episode.id for episode in recorded(home)] == [episode.id for episode in before]


@pytest.mark.parametrize("scores", [(), ("--scores",)])
def test_the_table_counts_what_the_report_counts_and_says_what_it_leaves_out(
    home: Path, scores: tuple[str, ...]
) -> None:
    """An erased episode, even one without scores, is not played again: its item is done."""
    call("run", "wordle", "--players", "scripted", "--experiment", "high", "--limit", "3")
    first, second, third = recorded(home)
    (run,) = first.tags["run"]
    call("episodes", "erase", first.id, "--yes", *scores)
    call("episodes", "exclude", second.id, "--reason", "noise", "--by", "Ann")
    again = call("run", "--resume", run)
    said = "Excluded: erased: 1 and excluded by a decision: 1."
    assert again.code == 0
    assert third.scores is not None
    quality = f"{third.scores.main_score:.2f}"
    assert cells(again.out, "wordle") == ["wordle", "en", "1", "100.00%", quality, "0"]
    assert said in again.out
    reported = call("report", "--tag", f"run={run}").out
    assert said in reported
    assert ["wordle", "1", "100.00%", quality] in [
        line.split()[:4] for line in reported.splitlines()
    ]
    assert len(recorded(home)) == 3
