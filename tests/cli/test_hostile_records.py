"""Whatever is recorded, no command prints a control character, markup or a formula of it.

Every field that a person, a model, a server or a foreign database can fill contains hostile text:
names, tags, instances, prompts, responses and error messages.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, example, given
from hypothesis import strategies as st

from clemtui.engine import Control, Instance, Response, Scores, Texts
from clemtui.language import safe
from clemtui.records.rows import SeatAssignment
from clemtui.store.write.writer import Writer
from tests.store.builders import human, outcome, request, session, start
from tests.support.calling import CallResult, call
from tests.support.examples import examples

WORST = "=x\x1b]0;t\x07\x9b2J\x9dq\x7f\u202ee\u2066\u2028\u200b\ue000\U000e0041<b>`|\r\t[red]"
SAID = "\0"
"""Added to what is said; names never contain it."""

HOSTILE = st.text(
    st.one_of(
        st.characters(codec="utf-8", exclude_characters="\0"), st.sampled_from(WORST + "+-@\n")
    ),
    max_size=20,
).filter(lambda text: len(safe(text.strip())) > 0)
CONTROLS = re.compile(
    "[\0-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]"
)


def record(database: Path, text: str) -> list[str]:
    """Record episodes with a text in every field; return their ids.

    One is of a bundled game, one of a game with a hostile name, one is unfinished.
    """
    writer = Writer(database)
    person = writer.person(f"p{text}").id
    sitting = session(writer, person)
    model = SeatAssignment("Player 2", text, "model", text, parameters={text: text})
    named = human(person, role=text)
    instance = Instance(
        game=text, experiment=text, game_id=7, data={text: text}, parameters={text: text},
        task=text, source=text,
    )  # fmt: skip
    words = Texts(language="en", prompts={"a": text}, tags={"clue": text}, options={"o": (text,)},
                  card={"version": text, "translator": text})  # fmt: skip
    ids = []
    for game, finished in (("taboo", True), (text, True), ("taboo", False)):
        begun = start(
            sitting, named, model, game=game, family=game, game_version=text, rules_hash=text,
            instance=instance, texts=words, condition={"aids": [text], text: text},
            environment={text: text}, tags={f"k{text}": f"v{text}"},
        )  # fmt: skip
        id = writer.start_episode(begun)
        writer.request(id, request(1, text + SAID, seat="Player 1"))
        writer.entry(id, Response.of(1, text + SAID))
        writer.request(id, request(2, text, seat="Player 2"))
        attempt = writer.attempt_started(id, 2, 1, {text: text})
        failed = outcome(
            status="error", text=text, reasoning=text, finish_reason=text, provider=text,
            model=text, response_id=text, error_kind="refused", problem=text,
        )  # fmt: skip
        writer.attempt_ended(attempt, failed)
        if finished:
            writer.entry(id, Control("gave up", "Player 1", text))
            scores = Scores(0, 1, 0, {"Main Score": 50.0, text: 1.0})
            writer.end_episode(id, "finished", reason=text, scores=scores)
        ids.append(id)
    writer.close()
    return ids


def calls(database: Path, ids: list[str], text: str) -> Iterator[tuple[str, ...]]:
    """Yield every command that prints records, in every form."""
    for id in ids:
        for form in ("text", "markdown", "html", "svg", "json"):
            yield ("episodes", "show", id, "--format", form)
            yield ("episodes", "show", id, "--format", form, "--view", "Player 2")
        yield ("episodes", "show", id, "--json", "--view", "all")
        yield ("episodes", "show", id, "--view", text)
        yield ("episodes", "export", id, "--view", "all")
        yield ("play", "--resume", id, "--plain")
    yield from (
        ("episodes", "list"),
        ("episodes", "list", "--json"),
        ("episodes", "list", "--game", text),
        ("people", "list"),
        ("people", "list", "--json"),
        ("people", "delete", text),
        ("report",),
        ("report", "--by", "player,role,experiment,language,settings,game"),
        *(("report", f"--{form}", "--by", "player,game") for form in ("csv", "json", "md")),
        ("report", "--csv", "--wide"),
        *(("languages", "effect", "--format", form) for form in ("table", "csv", "json", "md")),
        ("history", "--plain"),
        ("history", "--plain", f'"{text}"'),
        ("--plain",),
        ("games", text),
        ("play", text),
        ("config", "set", text, text),
        ("run", "--resume", text),
        ("doctor", "--offline"),
        ("export", "clembench", f"{database}-tree"),
        ("import", "clembench", text),
    )


def called(database: Path, words: tuple[str, ...]) -> CallResult:
    typed = "".join(f"{number}\non\nlast\nboard\ntime\npack\nleave\n" for number in "123")
    return call(*words, "--db", str(database), typed=typed)


@given(HOSTILE)
@example(WORST)
@examples(4, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_command_prints_a_control_character(text: str) -> None:
    with TemporaryDirectory(prefix="x\x1b[31m\x9b\u202e") as folder:
        database = Path(folder, "records.db")
        ids = record(database, text)
        for words in calls(database, ids, text):
            result = called(database, words)
            assert "internal error" not in result.err, words
            for said in (result.out, result.err):
                assert CONTROLS.findall(said) == [], words


def test_csv_of_a_hostile_name_is_no_formula(tmp_path: Path) -> None:
    record(tmp_path / "records.db", "=cmd|' /C calc'!A0")
    for words in (("report", "--csv", "--by", "player,role,game"), ("report", "--csv", "--wide")):
        rows = list(csv.reader(io.StringIO(called(tmp_path / "records.db", words).out)))
        cells = {cell for row in rows for cell in row}
        assert any("cmd|" in cell for cell in cells), words
        assert not [cell for cell in cells if cell.startswith(("=", "+", "@"))], words


def test_exported_json_keeps_what_was_said(tmp_path: Path) -> None:
    ids = record(tmp_path / "records.db", WORST)
    for words in (
        ("episodes", "export", ids[0]),
        ("episodes", "show", ids[0], "--json"),
    ):
        document = json.loads(called(tmp_path / "records.db", words).out)
        assert document["entries"][0]["parts"] == [{"text": WORST + SAID}]
    shown = ("episodes", "show", ids[0], "--format", "json")
    document = json.loads(called(tmp_path / "records.db", shown).out)
    assert WORST + SAID in [line["text"] for line in document["lines"]]
