"""What the command line accepts, and how it rejects the rest: one line that says what to do."""

from __future__ import annotations

import inspect
import re
import shlex
from pathlib import Path

import click
import pytest

from clemtui import __version__
from clemtui.cli.errors import report
from clemtui.cli.lazy import RENAMED, LazyCommands
from tests.support.calling import call, call_process
from tools.pages.commands import commands

ALL = {name[1:]: command for name, command in commands()}


@pytest.mark.parametrize("name", ALL, ids=" ".join)
def test_every_command_has_help_with_examples_that_name_it(name: tuple[str, ...]) -> None:
    called = call(*name, "--help")
    assert called.code == 0
    assert "Examples:" in called.out
    assert " ".join(("clemtui", *name)) in called.out.partition("Examples:")[2]


@pytest.mark.parametrize("name", ALL, ids=" ".join)
def test_every_option_has_help(name: tuple[str, ...]) -> None:
    for parameter in ALL[name].params:
        if isinstance(parameter, click.Option):
            assert parameter.help, parameter.name


@pytest.mark.parametrize("name", ALL, ids=" ".join)
def test_common_options_work_after_every_command(name: tuple[str, ...]) -> None:
    assert call(*name, "--db", "x.db", "--collection", "y", "--debug", "--version").out == (
        f"clemtui {__version__}\n"
    )


@pytest.mark.parametrize("group", ["episodes", "database", "people", "config"])
def test_group_alone_shows_its_help_and_fails(group: str) -> None:
    called = call(group)
    assert (called.code, called.out) == (2, "")
    assert called.err.strip() == call(group, "--help").out.strip()


def test_command_summaries_are_not_cut() -> None:
    for group in ([], ["languages"], ["people"], ["episodes"], ["database"], ["config"]):
        commands = call(*group, "--help").out.partition("Commands:\n")[2]
        assert commands
        assert "..." not in commands


@pytest.mark.parametrize("name", [name for name in ALL if name], ids=" ".join)
def test_command_summary_is_the_first_sentence_of_its_help(name: tuple[str, ...]) -> None:
    group = ALL[name[:-1]]
    assert isinstance(group, click.Group)
    if isinstance(group.commands, LazyCommands):
        paragraph = " ".join(inspect.cleandoc(ALL[name].help or "").split("\n\n")[0].split())
        sentence = re.split(r"(?<=\.) (?=[A-Z])", paragraph)[0]
        assert group.commands.summary(name[-1]) == sentence


def test_version_names_program_and_version() -> None:
    assert call_process("--version").out == f"clemtui {__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("plya wordle", "unknown command 'plya'; did you mean 'play'?"),
        ("games --jsn", "--jsn"),
        ("play wordle --seed x", "'x' is not a valid whole number"),
        ("play wordle --timeout x", "'x' is not a valid number"),
        ("play", "no game given"),
        ("play wordel", "unknown game 'wordel'; did you mean 'wordle'?"),
        ("play chess", "unknown game 'chess'; available: "),
        ("play taboo --seat WordDescribr", "did you mean 'WordDescriber'?"),
        ("play taboo --seat x", "Player 1, Player 2, WordDescriber, WordGuesser, observer"),
        (
            "play taboo --lang tlh",
            "taboo has no prompt language 'tlh'; available: ar, de, en, ",
        ),
        ("play taboo --experiment hihg", "unknown experiment 'hihg'; did you mean 'high'?"),
        ("play wordle --game-id 99", "no game id 99; its ids are 1 to 10"),
        ("play wordle --game-id one", "--game-id"),
        ("play wordle --game-id -1", "--game-id"),
        ("play wordle --seed 1 --game-id 1", "omit --experiment"),
        ("play taboo --partner smart", "unknown model 'smart'"),
        ("play taboo --partner a/b,c/d", "2 partners"),
        ("play taboo --partner ,", "empty name"),
        ("play taboo --partner a/b --temperature -1", "--temperature"),
        ("play taboo --partner a/b --max-tokens 0", "--max-tokens"),
        ("play taboo --partner a/b --timeout 0", "--timeout"),
        ("play taboo --partner a/b --api-base ftp://x", "http://localhost:8000/v1"),
        ("play taboo --interface both", "assisted"),
        ("play taboo --tag colour", "K=V"),
        ("play taboo --tag colour=", "a tag needs a value: colour=VALUE"),
        ("play taboo --tag excluded=yes", "use: clemtui episodes exclude"),
        ("play taboo --as=", "--as"),
        ("play wordle --instances nowhere.json", "nowhere.json"),
        ("play wordle --take-over", "--take-over requires --resume"),
        ("play --resume", "no unfinished episode"),
        ("run", "no games given"),
        ("run wordle", "--players"),
        ("run wordle --players human", "runs have no human players"),
        ("run wordle --players smart", "unknown model 'smart'"),
        ("run chess --players scripted", "unknown game 'chess'"),
        ("run wordle --players scripted --limit 0", "--limit"),
        ("run --resume 20260101-000000", "unknown run '20260101-000000'"),
        ("run wordle --resume 20260101-000000", "--resume uses the run's own games"),
        ("run --resume 20260101-000000 --temperature 0", "--resume uses the run's own games"),
        ("run --resume 20260101-000000 --clembench .", "--resume uses the run's own games"),
        ("replay", "give GAME and --responses FILE"),
        ("replay wordle --responses nowhere.json", "nowhere.json"),
        ("replay wordle --cases x.jsonl", "each line of --cases names its own game"),
        ("replay --cases nowhere.jsonl", "nowhere.jsonl"),
        ("episodes list --state over", "--state"),
        ("episodes close --idle 1h", "Choose from: aborted, void; see clemtui episodes close"),
        ("doctor --ask smart", "unknown model 'smart'"),
    ],
)
def test_wrong_usage_is_one_line_that_says_what_to_do(arguments: str, said: str) -> None:
    called = call(*arguments.split())
    assert called.code == 2
    assert said in called.error
    assert called.out == ""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("sessions", "episodes"),
        ("sessions --help", "episodes --help"),
        ("sessions list 'with:gpt 4' --json", "episodes list 'with:gpt 4' --json"),
        ("sessions show 1a2b3c4d", "episodes show 1a2b3c4d"),
        ("sessions export", "episodes export"),
        ("sessions merge laptop.db --dry-run", "database merge laptop.db --dry-run"),
    ],
)
def test_the_old_name_of_a_command_prints_the_new_one(old: str, new: str, home: Path) -> None:
    called = call(*shlex.split(old))
    assert (called.code, called.out) == (2, "")
    assert called.error.endswith(f"Run: clemtui {new}")
    assert not home.exists()


def test_renamed_commands_lead_to_existing_ones() -> None:
    for old, new in RENAMED.items():
        assert old not in ALL
        assert tuple(new.split()) in ALL


def test_a_misspelt_game_is_refused_before_anything_is_recorded(home: Path) -> None:
    call("play", "wordel")
    assert not home.exists()


def test_internal_error_is_one_line_or_a_traceback_with_debug(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fall_over(*_: object) -> None:
        raise ZeroDivisionError("of all things")

    monkeypatch.setattr("clemtui.cli.games.overview", fall_over)
    short = call("games")
    assert short.code == 1
    assert "of all things" in short.error
    assert "--debug" in short.error
    long = call("games", "--debug")
    assert long.code == 1
    assert re.search(r"Traceback.*fall_over.*ZeroDivisionError", long.err, re.DOTALL)


def test_a_missing_folder_of_games_is_named(tmp_path: Path) -> None:
    called = call("games", "--collection", str(tmp_path))
    assert called.code == 2
    assert "is not a collection" in called.error
    assert str(tmp_path) in called.error


def test_database_precedence(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def used(*arguments: str) -> str:
        return call("episodes", "list", *arguments).out

    assert str(home / "data" / "clemtui.db") in used()
    (home / "config").mkdir(parents=True)
    (home / "config" / "clemtui.toml").write_text("database = '/set/a.db'", encoding="utf-8")
    assert "/set/a.db" in used()
    monkeypatch.setenv("CLEMTUI_DB", "/environment/b.db")
    assert "/environment/b.db" in used()
    assert "/option/c.db" in used("--db", "/option/c.db")
    assert "/option/c.db" in call("--db", "/option/c.db", "episodes", "list").out


@pytest.mark.parametrize("debug", [False, True])
def test_no_key_is_in_the_report_of_an_internal_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], debug: bool
) -> None:
    monkeypatch.setenv("LAB_KEY", "lab.0123456789")
    with pytest.raises(RuntimeError) as caught:
        raise RuntimeError("sent lab.0123456789") from ValueError("Bearer lab.0123456789")
    assert report(caught.value, debug=debug) == 1
    said = capsys.readouterr().err
    assert "internal error: RuntimeError: sent [key]" in said
    assert ("Traceback" in said) == debug
    assert "lab.0123456789" not in said
