"""``clemtui doctor``: what it finds, and that it fails if something is broken."""

from __future__ import annotations

import ast
import re
import shlex
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from clemtui.episode.doctor import installation, records
from clemtui.players import discovery
from clemtui.store.capabilities import capabilities
from clemtui.store.changes import Change
from clemtui.store.database import open_for_reading
from clemtui.store.write.emergency import append_change, emergency_places
from tests.plain.playing import CONTRACT_GAMES, play
from tests.support import fake_servers
from tests.support.calling import CallResult, call
from tests.support.fake_openai import FakeOpenAI, Reply, error_reply
from tests.support.fake_servers import RawServer, address
from tests.support.paths import ROOT

AT = "2026-01-01T00:00:00.000Z"


def found(out: str, name: str) -> str:
    """Return the line about something."""
    (line,) = (line.strip() for line in out.splitlines() if f" {name}: " in line)
    return line


@pytest.fixture(autouse=True)
def no_servers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the program from asking model servers that may run on this machine."""
    monkeypatch.setattr(discovery, "WELL_KNOWN", ())
    monkeypatch.delenv("OLLAMA_HOST", raising=False)


@pytest.fixture
def config(home: Path) -> Path:
    """The configuration file, in an existing folder."""
    path = home / "config" / "clemtui.toml"
    path.parent.mkdir(parents=True)
    return path


def test_sound_installation_has_no_problems(home: Path) -> None:
    called = call("doctor")
    assert called.code == 0
    assert called.out.endswith("No problems found.\n")
    assert found(called.out, "SQLite") == f"ok      SQLite: {sqlite3.sqlite_version}"
    assert found(called.out, "STRICT tables").endswith("yes")
    assert found(called.out, "write-ahead log").endswith("yes")
    assert found(called.out, "full-text search").endswith("yes")
    assert found(called.out, "taboo").endswith("tr, zh; 719 instances")
    assert str(home / "data" / "clemtui.db") in found(called.out, "database")
    assert not home.exists()


def test_records_are_counted(home: Path) -> None:
    play("wordle")
    assert "1 person, 1 unfinished episode)" in found(call("doctor").out, "database")


def test_other_collections_are_checked() -> None:
    out = call("doctor", "--collection", CONTRACT_GAMES).out
    assert found(out, "sealed").startswith("ok")


def test_broken_game_is_reported(tmp_path: Path) -> None:
    folder = tmp_path / "games" / "odd"
    folder.mkdir(parents=True)
    (folder / "game.toml").write_text("what?", encoding="utf-8")
    called = call("doctor", "--collection", str(tmp_path))
    assert called.code == 1
    assert found(called.out, "unusable").startswith("BROKEN")
    assert "odd" in found(called.out, "unusable")
    assert called.out.endswith("Problems found: 1\n")


def test_invalid_database_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("My notes, and more than a few of them.\n" * 50, encoding="utf-8")
    called = call("doctor", "--db", str(path))
    assert called.code == 1
    assert "not an SQLite database" in found(called.out, "database")


def test_sqlite_without_search_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """The history needs it, so a database cannot even be created without it."""
    monkeypatch.setattr(records, "capabilities", lambda: replace(capabilities(), fts5=False))
    called = call("doctor")
    assert called.code == 1
    assert found(called.out, "full-text search").startswith("BROKEN")
    assert found(called.out, "full-text search").endswith("not available; use another Python")


def test_network_file_system_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "network_file_system", lambda path, mounts: "nfs4")
    called = call("doctor")
    assert called.code == 1
    assert "network (nfs4)" in found(called.out, "file system")


def test_compromised_release_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installation, "version", lambda name: "1.82.8")
    called = call("doctor")
    assert called.code == 1
    assert found(called.out, "litellm").startswith("BROKEN")
    assert found(called.out, "textual").startswith("ok")


def test_missing_key_warns_and_no_key_is_printed(
    config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config.write_text(
        '[models.with]\nmodel = "openai/fake"\napi_key_env = "LAB_KEY"\n'
        '[models.without]\nmodel = "anthropic/fake"\n',
        encoding="utf-8",
    )
    monkeypatch.setenv("LAB_KEY", "sk-very-secret")
    called = call("doctor")
    assert called.code == 0
    assert found(called.out, "with").startswith("ok")
    assert found(called.out, "without").startswith("warning")
    assert "ANTHROPIC_API_KEY" in found(called.out, "without")
    assert "secret" not in called.out


def test_nothing_is_said_of_a_connection_that_was_not_tested(
    config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A model has one line: its key, or what came of the test."""
    with RawServer() as closed:
        gone = closed.address
    config.write_text(
        f'[models.down]\nmodel = "openai/down"\napi_base = "{gone}/v1"\nretries = 0\n'
        '[models.lab]\nmodel = "openai/x"\napi_key_env = "LAB_KEY"\n'
        '[models.provider]\nmodel = "anthropic/x"\n',
        encoding="utf-8",
    )
    monkeypatch.setenv("LAB_KEY", "sk-very-secret")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-very-secret")
    untested, test = call("doctor"), "not tested; to test it: clemtui doctor --ask"
    assert found(untested.out, "down") == f"ok      down: openai/down; no key is sent; {test} down"
    assert found(untested.out, "lab").endswith(f": openai/x; LAB_KEY is set; {test} lab")
    assert found(untested.out, "provider").endswith(f"; no key is missing; {test} provider")
    assert "ready" not in untested.out
    tested = call("doctor", "--ask", "down")
    assert (untested.code, tested.code) == (0, 1)
    assert found(tested.out, "down").startswith("BROKEN  down: Cannot connect to ")
    assert f"{test} provider" in tested.out
    assert tested.out.count("\nModels\n") == 1


def test_model_is_tested_once_on_demand() -> None:
    with FakeOpenAI(["ready"]) as server:
        arguments = ("--ask", "openai/fake", "--api-base", server.base_url)
        called = call("doctor", *arguments, "--max-tokens", "5")
    assert called.code == 0
    assert "answered 'ready' after" in found(called.out, "openai/fake")
    assert ", model fake" in found(called.out, "openai/fake")
    assert [request.body["max_tokens"] for request in server.requests] == [5]


def test_a_server_of_the_environment_is_named(
    config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with FakeOpenAI(["ready"]) as server:
        config.write_text('[models.lab]\nmodel = "hosted_vllm/x"\n', encoding="utf-8")
        monkeypatch.setenv("HOSTED_VLLM_API_BASE", server.base_url)
        called = call("doctor", "--ask", "lab")
        assert f", at {server.base_url}" in called.out
        monkeypatch.setenv("HOSTED_VLLM_API_BASE", "gpu-box:8000")
        warned = call("doctor")
    assert "the address in the environment variable HOSTED_VLLM_API_BASE must be" in warned.out


def test_key_that_a_server_repeats_is_not_printed(
    config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = "lab.0123456789"
    monkeypatch.setenv("LAB", key)
    with FakeOpenAI([Reply(f"ready {key}", model=f"m-{key}")]) as server:
        with fake_servers.vllm([f"model-{key}"]) as other:
            monkeypatch.setattr(discovery, "WELL_KNOWN", (address(other),))
            config.write_text(
                f'[models.lab]\nmodel = "openai/x"\napi_base = "{server.base_url}"\n'
                'api_key_env = "LAB"\n',
                encoding="utf-8",
            )
            called = call("doctor", "--ask", "lab")
    assert "answered 'ready [key]'" in called.out
    assert "model m-[key]" in called.out
    assert "vLLM: model-[key]" in called.out
    assert key not in called.out


def test_silent_model_is_reported() -> None:
    with FakeOpenAI([error_reply(401, "wrong key")]) as server:
        called = call("doctor", "--ask", "openai/fake", "--api-base", server.base_url)
    assert called.code == 1
    assert "rejected the API key" in found(called.out, "openai/fake")
    assert len(server.requests) == 1


def test_model_with_address_is_tested_as_played() -> None:
    with fake_servers.ollama(["small:1b"], ["ready"]) as server:
        called = call("doctor", "--ask", f"openai/small:1b@{server.base_url}")
    assert called.code == 0
    assert "answered 'ready'" in called.out


def test_unknown_model_is_one_line() -> None:
    assert call("doctor", "--ask", "smal").error.startswith("unknown model 'smal'")


def test_servers_that_answer_are_listed_with_their_models(
    config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    models = [f"model-{number}" for number in range(14)]
    with RawServer() as closed:
        gone = closed.address
    with fake_servers.vllm(models) as usual, fake_servers.ollama(["small:1b"]) as named:
        monkeypatch.setattr(discovery, "WELL_KNOWN", (address(usual),))
        config.write_text(f'servers = ["{named.base_url}", "{gone}"]', encoding="utf-8")
        called = call("doctor")
    assert called.code == 0
    assert found(called.out, address(named)) == (
        f"ok      {address(named)}: Ollama: small:1b; "
        f"to play with the first: --partner openai/small:1b@{named.base_url}"
    )
    assert "vLLM: model-0, model-1, " in found(called.out, address(usual))
    assert "model-11 and 2 more" in found(called.out, address(usual))
    assert found(called.out, gone).startswith(f"warning {gone}: The server at {gone} does not")


def test_absence_of_servers_is_reported() -> None:
    assert found(call("doctor").out, "on this computer").startswith(
        "ok      on this computer: no model server responds"
    )


def set_aside(path: Path, what: str, *places: Path, episode: str = "") -> Path:
    """Put a tag of an episode, of the only one by default, into an emergency file."""
    with closing(open_for_reading(path)) as db:
        (own,) = db.execute("SELECT id FROM databases").fetchone()
        (only,) = db.execute("SELECT id FROM episodes").fetchone()
    tag = {"episode": episode or only, "key": "k", "value": "v", "at": AT}
    return append_change(Change(what, (("tags", tag),)), AT, own, path, *places)


def test_set_aside_records_are_reported_and_restored(home: Path) -> None:
    play("wordle")
    path = home / "data" / "clemtui.db"
    kept = set_aside(path, "tag", *emergency_places(path))
    assert found(call("doctor").out, "emergency file").startswith("warning")
    called = call("doctor", "--recover")
    assert called.out.startswith(f"{kept}:\n  Restored: 1 x tag; already there: 0.")
    assert not kept.exists()
    assert "No emergency file" in call("doctor", "--recover").out


def test_damaged_emergency_file_is_broken_and_kept(home: Path) -> None:
    play("wordle")
    kept = emergency_places(home / "data" / "clemtui.db")[0]
    kept.write_text('{"at": "20', encoding="ascii")
    called = call("doctor")
    assert called.code == 1
    assert "damaged: line 1. Restore the rest, then move the file" in found(
        called.out, "emergency file"
    )
    called = call("doctor", "--recover")
    assert "  Not restored: line 1: damaged, or not a record" in called.out
    assert (called.code, called.out.splitlines()[-1]) == (1, "Problems found: 1")
    assert kept.exists()


def test_records_that_could_not_be_restored_are_a_problem(home: Path) -> None:
    """Until then they are only a warning: nobody knows yet whether they can be."""
    play("wordle")
    path = home / "data" / "clemtui.db"
    kept = set_aside(path, "tag", *emergency_places(path), episode="unknown")
    assert call("doctor").code == 0
    called = call("doctor", "--recover")
    assert "  Not restored: line 1: tag was refused: it refers to a record" in called.out
    assert found(called.out, "emergency file").startswith(
        f"BROKEN  emergency file: {kept}: 1 record that could not be restored. To resume"
    )
    assert (called.code, called.out.splitlines()[-1]) == (1, "Problems found: 1")


def test_a_file_that_cannot_be_renamed_is_a_problem(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play("wordle")
    path = home / "data" / "clemtui.db"
    kept = set_aside(path, "tag", *emergency_places(path))

    def refuse(*_: object) -> Path:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "replace", refuse)
    called = call("doctor", "--recover")
    assert called.out.startswith(f"{kept}: this emergency file cannot be renamed: Permission")
    assert "  Restored: 1 x tag; already there: 0." in called.out
    assert (called.code, called.out.splitlines()[-1]) == (1, "Problems found: 1")


def test_records_of_another_database_are_named_and_no_problem(home: Path, tmp_path: Path) -> None:
    other, gone = tmp_path / "my study.db", tmp_path / "gone.db"
    play("wordle", "--db", str(other))
    play("wordle")
    path = home / "data" / "clemtui.db"
    kept = set_aside(other, "tag", *emergency_places(path))
    append_change(Change("tag", ()), AT, "some-id", gone, kept)
    expected = (
        f"emergency file: {kept}: 1 record of another database ({other}); restore them: "
        f"clemtui doctor --recover '--db={other}'",
        f"emergency file: {kept}: 1 record of another database ({gone}); to restore them, move the "
        f"file beside that database and run: clemtui doctor --recover --db={gone}",
    )
    for arguments in (("doctor",), ("doctor", "--recover")):
        called = call(*arguments)
        assert called.code == 0
        said = [each for each in called.out.splitlines() if " emergency file: " in each]
        assert [each.strip() for each in said] == [f"warning {each}" for each in expected]
    assert "  Not restored: line 1: belongs to another database" in called.out
    assert "  Restored: 1 x tag" in call("doctor", "--recover", "--db", str(other)).out


def doctor_sentences(database: Path, kept: Path) -> Iterator[str]:
    """Yield what each part of the program says about an emergency file with a record."""
    yield found(call("doctor", "--db", str(database)).out, "emergency file")
    yield call("play", "--resume", "--db", str(database)).error
    yield call("database", "merge", str(database)).error


def test_every_advice_to_restore_names_the_database(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command alone would look for the file of the default database and find no problem."""
    monkeypatch.chdir(tmp_path)
    named = Path("h 26") / "s.db"
    play("wordle", "--db", str(named))
    kept = set_aside(named, "tag", *emergency_places(tmp_path / named))
    command = f"clemtui doctor --recover '--db={tmp_path / named}'"
    sentences = list(doctor_sentences(named, kept))
    assert [command in each for each in sentences] == [True] * len(sentences), sentences
    assert call(*shlex.split(command)[1:]).code == 0
    assert not kept.exists()


def texts(path: Path) -> Iterator[str]:
    """Yield the texts of a module that are no docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    described = {id(each.value) for each in ast.walk(tree) if isinstance(each, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from () if id(node) in described else (node.value,)


def test_no_sentence_has_a_command_of_doctor_that_names_no_database() -> None:
    """`clemtui.paths.command_on` composes them all, wherever they are, except for `--ask`, which
    reads no database."""
    written = {
        str(path.relative_to(ROOT)): text
        for path in sorted((ROOT / "clemtui").rglob("*.py"))
        for text in texts(path)
        if re.search(r"clemtui doctor(?! --ask)|doctor --(?!ask)", text)
    }
    assert written == {}


def test_an_unreadable_file_does_not_keep_another_from_being_restored(home: Path) -> None:
    play("wordle")
    path = home / "data" / "clemtui.db"
    beside, other = emergency_places(path)
    set_aside(path, "a\nb", other)
    beside.mkdir()
    (beside / "x").touch()
    called = call("doctor", "--recover")
    assert called.code == 1
    first, second, third, *_ = called.out.splitlines()
    assert first.startswith(f"{beside}: this emergency file cannot be read: ")
    assert (second, third) == (f"{other}:", "  Restored: 1 x a ↵ b; already there: 0.")
    assert not other.exists()


@pytest.mark.parametrize(
    ("database", "said"),
    [
        ("/", "BROKEN  database: /: not a regular file"),
        ("a\\u0000b", "database: must not contain the character U+0000"),
    ],
)
def test_an_impossible_path_of_the_database_is_one_line(
    config: Path, database: str, said: str
) -> None:
    config.write_text(f'database = "{database}"', encoding="utf-8")
    called = call("doctor")
    assert called.code == 1
    assert said in called.out + called.err
    assert "internal error" not in called.err


def test_empty_file_is_no_problem(tmp_path: Path) -> None:
    path = tmp_path / "new.db"
    path.touch()
    called = call("doctor", "--deep", "--db", str(path))
    assert called.code == 0
    assert f"database: {path} (empty)" in called.out
    assert deep(called) == ["  ok      database: no records yet"]


@pytest.fixture
def finished(home: Path) -> Path:
    """A database with finished episodes."""
    assert call("run", "taboo", "--players", "scripted", "--limit", "1").code == 0
    return home / "data" / "clemtui.db"


def deep(called: CallResult) -> list[str]:
    """Return the lines of the deep check."""
    return called.out.partition("\nDeep check\n")[2].partition("\n\n")[0].splitlines()


def test_deep_check_of_sound_records(finished: Path) -> None:
    called = call("doctor", "--deep", "--sample", "2")
    assert called.code == 0
    assert deep(called) == [
        "  ok      database: pages, indexes, references and scores are sound",
        "  ok      replays: 2 of 3 episodes replayed as recorded (2 chosen at random)",
    ]
    assert not deep(call("doctor"))


def stranger(path: Path, *statements: str) -> None:
    """Change a database as no version of this program does."""
    with closing(sqlite3.connect(path)) as db:
        for (trigger,) in db.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall():
            db.execute(f"DROP TRIGGER {trigger}")
        for statement in statements:
            db.execute(statement)
        db.commit()


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (
            """UPDATE entries SET parts = replace(parts, 'GUESS: ', 'GUESS '),
                text = replace(text, 'GUESS: ', 'GUESS ')""",
            "does not replay",
        ),
        ("UPDATE entries SET text = 'forged' WHERE kind = 'response'", "two texts that contradict"),
        ("UPDATE scores SET main_score = 12.5", "contradict each other"),
        ("UPDATE scores SET lose = 1 - lose, success = 1 - success", "does not replay to what"),
        ("UPDATE requests SET messages = replace(messages, 'CLUE', 'CLUB')", "match its hash"),
        ("UPDATE contents SET body = '[]'", "was changed by another program"),
        ("UPDATE contents SET body = substr(body, 2)", "a record is no longer JSON"),
        ("UPDATE entries SET parts = substr(parts, 2)", "a record is no longer JSON"),
        (
            "UPDATE entries SET request = request + 99 WHERE kind = 'response'",
            "answers a request that is missing",
        ),
        ("DELETE FROM contents", "refer to missing rows of contents"),
    ],
)
def test_deep_check_finds_changed_records(finished: Path, change: str, text: str) -> None:
    stranger(finished, change)
    called = call("doctor", "--deep")
    assert called.code == 1
    assert any(text in line and line.startswith("  BROKEN") for line in deep(called)), called.out
    assert "Traceback" not in called.out + called.err


def test_records_of_other_rules_are_not_compared(finished: Path) -> None:
    stranger(finished, "UPDATE episodes SET rules_hash = 'older'")
    called = call("doctor", "--deep")
    assert called.code == 0
    assert deep(called)[-1] == (
        "  ok      replays: 0 of 3 episodes replayed as recorded (3 chosen at random; 3 not "
        "comparable (recorded under other rules, or imported))"
    )


def test_damaged_database_is_reported(finished: Path) -> None:
    content = bytearray(finished.read_bytes())
    for page in range(20, len(content) // 4096):
        content[page * 4096 : page * 4096 + 64] = b"\xff" * 64
    finished.write_bytes(content)
    for arguments in (("doctor",), ("doctor", "--deep")):
        called = call(*arguments)
        assert called.code == 1
        assert "damaged" in found(called.out.partition("Deep check")[0], "database")
    assert any("damaged" in line for line in deep(called))


@pytest.mark.parametrize("arguments", ["doctor", "doctor --deep", "report", "episodes export"])
@pytest.mark.parametrize(
    ("whole", "damaged"),
    [
        (b"human_baseline", b"\xff" * len("human_baseline")),
        (b"VIEW human_baseline", b"VIE\xff human_baseline"),
    ],
)
def test_what_is_no_text_any_more_is_damage(
    finished: Path, whole: bytes, damaged: bytes, arguments: str
) -> None:
    """SQLite may quote it in its message."""
    content = finished.read_bytes()
    assert whole in content
    finished.write_bytes(content.replace(whole, damaged))
    called = call(*arguments.split())
    assert called.code == 1
    assert "the database is damaged" in called.out + called.err


def test_a_damaged_database_is_not_merged(finished: Path, tmp_path: Path) -> None:
    content = finished.read_bytes()
    finished.write_bytes(content.replace(b"VIEW human_baseline", b"VIE\xff human_baseline"))
    called = call("database", "merge", str(finished), "--db", str(tmp_path / "other.db"))
    assert called.code == 1
    assert "the database is damaged" in called.error
