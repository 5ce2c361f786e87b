"""An evening with a real language model, small and weak: everything it says is recorded.

Nothing here depends on what the model says. It may win, lose, miss the format or babble. The
program must keep running, say what is wrong when the server dies, and have everything recorded in
the end. Where the format of an answer matters, a grammar in the model's parameters forces it; where
its length does, the end of the text is forbidden up to `max_tokens`.

On screen, the tests only look for what the person typed and the texts `Your answer`, `has not
answered` and `Leave?`; they press Enter, F5, Escape and Ctrl+Q. They check everything else in the
records.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from clemtui.language import safe
from tests.end_to_end.conftest import Program, Start
from tests.end_to_end.terminal import PATIENCE, Terminal
from tests.support.small_model import MODEL, SmallModel, missing_reason

pytestmark = [
    pytest.mark.skipif(missing_reason() is not None, reason=str(missing_reason())),
    pytest.mark.timeout(150),
]

KEY_VARIABLE = "SMOL_KEY"
FEW, MANY = 24, 500
SETTINGS = """
[models.smol]
model = "openai/smol"
api_base = "{url}"
api_key_env = "{key}"
max_tokens = {few}
temperature = 0

[models.formal]
model = "openai/smol"
api_base = "{url}"
api_key_env = "{key}"
max_tokens = {few}
temperature = 0
extra = {{ extra_body = {{ grammar = 'root ::= "GUESS: " [a-z]{{2,9}}' }} }}

[models.endless]
model = "openai/smol"
api_base = "{url}"
api_key_env = "{key}"
max_tokens = {many}
temperature = 0
retries = 0
extra = {{ extra_body = {{ ignore_eos = true, grammar = 'root ::= "GUESS: " [a-z]+' }} }}
"""

SEED = 7
TABOO = ("play", "taboo", "--seat", "WordDescriber", "--lang", "en", "--seed", str(SEED))
CLUES = ("many people like it", "you pay for a day there", "warm water and a quiet hour")
ME = "Player 1"
F5 = "\x1b[15~"

Row = dict[str, Any]


@pytest.fixture
def model(program: Program, home: Path) -> Iterator[SmallModel]:
    """The running model, and a configuration file that contains it under three names."""
    with SmallModel() as server:
        home.mkdir(exist_ok=True)
        file = home / "evening.toml"
        text = SETTINGS.format(url=server.base_url, key=KEY_VARIABLE, few=FEW, many=MANY)
        file.write_text(text, encoding="utf-8")
        program.environment.update({"CLEMTUI_CONFIG": str(file), KEY_VARIABLE: server.key})
        yield server


def _query(program: Program, sql: str, *values: object) -> list[Row]:
    database = Path(program.environment["CLEMTUI_HOME"]) / "data" / "clemtui.db"
    with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as connection:
        connection.row_factory = sqlite3.Row
        return [dict(row) for row in connection.execute(sql, values)]


def _until(
    terminal: Terminal, happened: Callable[[], bool], what: str, patience: float = PATIENCE
) -> None:
    deadline = time.monotonic() + patience
    while not happened():
        terminal.read()
        assert time.monotonic() < deadline, f"{what}: not within {patience} s\n{terminal.text}"
    terminal.read()


def _over(program: Program) -> bool:
    return bool(_query(program, "SELECT 1 FROM episode_ends"))


def _asked(program: Program, seat: str) -> int:
    return len(_query(program, "SELECT 1 FROM requests WHERE seat = ?", seat))


def _until_my_turn(program: Program, terminal: Terminal, turn: int) -> None:
    """Wait until the person is asked for answer `turn` (from 1), or the episode has ended."""
    _until(
        terminal,
        lambda: _over(program) or _asked(program, ME) == turn,
        f"answer {turn} is asked for, or the end",
    )


def _attempts(program: Program, episode: str) -> list[Row]:
    order = "ORDER BY request, attempt"  # ids of attempts are chronological
    return _query(program, f"SELECT * FROM attempts WHERE episode = ? {order}", episode)


def _describe(program: Program, terminal: Terminal, *, form: str = "") -> list[str]:
    """Give clues for as long as the game asks for them, and return them."""
    given: list[str] = []
    for clue in CLUES:
        terminal.wait("Your answer")
        terminal.type(form + clue)
        terminal.wait(" ".join(clue.split()[:4]))  # a long clue goes on in the next line
        terminal.press("enter")
        given.append(f"CLUE: {clue}")
        _until_my_turn(program, terminal, len(given) + 1)
        if _over(program):
            return given
    raise AssertionError(f"more clues are wanted than the rules allow\n{terminal.text}")


def _quit(terminal: Terminal) -> None:
    terminal.press("ctrl+q")
    assert terminal.wait_for_exit() == 0


def _responses(program: Program, episode: str, seat: str) -> dict[int, str]:
    sql = "SELECT request, text FROM entries WHERE episode = ? AND seat = ? ORDER BY seq"
    return {row["request"]: row["text"] for row in _query(program, sql, episode, seat)}


def _check_records(program: Program, model: SmallModel, episode: Row) -> None:
    """Check an episode's records against what is promised for every episode with a model."""
    id = episode["id"]
    assert (episode["state"], episode["erased"]) == ("finished", False)
    assert episode["outcome"] in {"success", "lose", "aborted"}
    (seat,) = (seat["seat"] for seat in episode["seats"] if seat["kind"] == "model")
    requests = _query(program, "SELECT number FROM requests WHERE episode = ?", id)
    all_responses = _query(program, "SELECT * FROM entries WHERE episode = ?", id)
    assert len(all_responses) == len(requests) == episode["responses"], "an answer is lost"

    attempts = _attempts(program, id)
    done = {row["request"]: row for row in attempts if row["outcome"] == "done"}
    responses = _responses(program, id, seat)
    assert responses, "the model was never asked"
    assert {request: row["text"].strip() for request, row in done.items()} == responses
    for row in attempts:
        assert row["outcome"] != "open", row
        assert row["duration_ms"] > 0
    for row in done.values():
        assert row["prompt_tokens"] > 0
        assert 0 < row["completion_tokens"] <= FEW
        assert 0 < row["first_token_ms"] <= row["duration_ms"]
        assert row["finish_reason"] in {"stop", "length"}
        assert row["model"] == MODEL

    shown = program.call("episodes", "show", id)
    for text in (row["text"] for row in all_responses):
        assert safe(text) in shown
    listed = program.call("episodes", "list")
    assert id[-8:] in listed
    for file in Path(program.environment["CLEMTUI_HOME"]).rglob("*"):
        assert not file.is_file() or model.key.encode() not in file.read_bytes(), file


def test_the_model_is_served_to_those_with_the_key_alone(model: SmallModel) -> None:
    assert model.rejects_key("another key")
    assert not model.rejects_key(model.key)


@pytest.mark.parametrize("partner", ["smol", "formal"])
def test_a_person_describes_and_the_model_guesses(
    program: Program, start: Start, model: SmallModel, partner: str
) -> None:
    terminal = start(*TABOO, "--partner", partner, "--as", "Ada")
    clues = _describe(program, terminal)
    _quit(terminal)

    (episode,) = program.episodes()
    _check_records(program, model, episode)
    assert list(_responses(program, episode["id"], ME).values()) == clues
    if partner == "formal" and episode["outcome"] != "success":  # no format errors
        assert (episode["outcome"], len(clues)) == ("lose", len(CLUES))


def test_verbatim_the_person_types_what_a_model_would_have_to(
    program: Program, start: Start, model: SmallModel
) -> None:
    verbatim = ("--interface", "verbatim", "--as", "Ada")
    terminal = start(*TABOO, "--partner", "formal", *verbatim)
    clues = _describe(program, terminal, form="CLUE: ")
    _quit(terminal)

    (episode,) = program.episodes()
    assert episode["interface"] == "verbatim"
    _check_records(program, model, episode)
    assert list(_responses(program, episode["id"], ME).values()) == clues


def test_two_episodes_are_played_with_a_scripted_partner(
    program: Program, model: SmallModel
) -> None:
    for players in ("smol,scripted", "scripted,smol"):
        options = ("--lang", "en", "--experiment", "high", "--limit", "1")
        program.call("run", "taboo", "--players", players, *options)

    guessing, describing = program.episodes()
    for episode, kinds in (
        (describing, ["model", "scripted"]),
        (guessing, ["scripted", "model"]),
    ):
        assert [seat["kind"] for seat in episode["seats"]] == kinds
        _check_records(program, model, episode)


def test_a_server_that_dies_in_the_middle_is_asked_again_when_it_is_back(
    program: Program, start: Start, model: SmallModel
) -> None:
    def tried(times: int, outcome: str) -> bool:
        sql = "SELECT 1 FROM attempts WHERE outcome = ?"
        return len(_query(program, sql, outcome)) == times

    def streaming() -> bool:
        assert tried(0, "done"), f"{MANY} tokens came before the server could be stopped"
        return bool(_query(program, "SELECT 1 FROM attempt_partials"))

    terminal = start(*TABOO, "--partner", "endless", "--as", "Ada")
    terminal.wait("Your answer")
    terminal.type(CLUES[0])
    terminal.wait(CLUES[0])
    terminal.press("enter")
    _until(terminal, streaming, "the beginning of an answer")
    model.kill()
    _until(terminal, lambda: tried(1, "cut"), "the end of the attempt")
    terminal.wait("has not answered")
    terminal.press(F5)
    _until(terminal, lambda: tried(1, "error"), "a second attempt, in vain")
    terminal.wait("has not answered")
    assert not _over(program)

    model.start()
    terminal.press(F5)
    _until(terminal, lambda: tried(1, "done"), "the whole long answer", patience=100)
    _until(terminal, lambda: _asked(program, ME) == 2, "the second clue is asked for")
    terminal.wait("Your answer")
    terminal.press("escape")
    terminal.wait(r"Leave\?")
    terminal.press("enter")
    _quit(terminal)

    (episode,) = program.episodes()
    id = episode["id"]
    assert (episode["state"], episode["responses"]) == ("running", 2)
    cut, refused, done = _attempts(program, id)
    assert [row["outcome"] for row in (cut, refused, done)] == ["cut", "error", "done"]
    assert cut["text"]
    assert cut["text"] != done["text"]
    assert cut["error_message"]
    assert refused["text"] == ""
    assert model.base_url in refused["error_message"]
    assert (done["completion_tokens"], done["finish_reason"]) == (MANY, "length")
    assert _responses(program, id, "Player 2") == {2: done["text"].strip()}
    shown = program.call("episodes", "show", id, "--view", "all")
    assert safe(done["text"].strip()) in shown
    assert safe(refused["error_message"]) in " ".join(shown.split())
