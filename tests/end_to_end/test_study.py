"""A participant's whole path through a study, in a terminal."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.cli.study.test_collecting import SMALL
from tests.end_to_end.conftest import Program, Start
from tests.end_to_end.terminal import NotShown, Terminal
from tests.study.protocols import bilingual

TRIES = 6
"""How often a key is pressed: a page ignores what comes too early for its reader."""


CHECKS = ("three related words", "What decides")
"""The questions about the rules are in the prompt language, as the rules are."""


@dataclass(frozen=True)
class Words:
    """What a participant reads on the way, in their language."""

    true: str
    level: str
    agree: str
    publish: str
    given: str
    code: str
    game: str
    episode: str
    questions: str
    ended: str
    attempt: str
    age: str
    known: str
    model: str
    thanks: str
    finished: str


GERMAN = Words(
    true="Trifft das auf dich zu",
    level="Wie gut sprichst du",
    agree="bist du damit einverstanden",
    publish="veröffentlicht werden",
    given="Hast du einen Code bekommen",
    code="Dein Code ist",
    game="Das nächste Spiel",
    episode="Episode {number} von 3",
    questions="Ein paar Fragen zu den Regeln",
    ended="Die Episode ist beendet",
    attempt="Versuch {number} von 3",
    age="Wie alt bist du",
    known="vor dieser Studie",
    model="ein Sprachmodell",
    thanks="Danke, dass du teilgenommen hast",
    finished="Du hast diese Studie abgeschlossen",
)
JAPANESE = Words(
    true="当てはまりますか",
    level="どのくらい話せますか",
    agree="同意しますか",
    publish="公表してもよいですか",
    given="コードを受け取っていますか",
    code="あなたのコードは",
    game="次のゲーム",
    episode="エピソード {number} / 3",
    questions="ルールについての質問",
    ended="エピソードが終わりました",
    attempt="推測 {number} / 3",
    age="年齢を教えてください",
    known="この研究",
    model="言語モデル",
    thanks="ご参加ありがとうございました",
    finished="この研究はこれで終了です",
)


def appears(terminal: Terminal, words: str, *, reads: int = 40) -> bool:
    """Whether words appear soon, also where a line breaks or a wide letter takes two cells."""
    wanted = re.sub(r"\s", "", words)
    for _ in range(reads):
        terminal.read()
        if wanted in re.sub(r"\s", "", terminal.text):
            return True
    return False


def turn(terminal: Terminal, words: str, *keys: str) -> None:
    """Press keys until a page with these words appears."""
    for _ in range(TRIES):
        for _ in range(5):
            terminal.read()
        terminal.press(*keys)
        if appears(terminal, words):
            return
    raise NotShown(f"{words!r} did not appear. The screen was:\n{terminal.text}")


def play(terminal: Terminal, words: Words) -> None:
    """Play an episode of taboo as the guesser, without luck, to the page after it."""
    for number, guess in enumerate(("zebra", "horse", "cow"), 1):
        assert appears(terminal, words.attempt.format(number=number), reads=200), terminal.text
        terminal.type(guess)
        assert appears(terminal, guess, reads=200), terminal.text
        terminal.press("enter")
    assert appears(terminal, words.ended, reads=200), terminal.text


@pytest.mark.parametrize(
    ("language", "words"),
    [
        pytest.param("de", GERMAN, id="de"),
        pytest.param("ja", JAPANESE, id="ja", marks=pytest.mark.nightly),
    ],
)
def test_a_participant_goes_the_whole_way_in_their_language(
    program: Program, start: Start, home: Path, language: str, words: Words
) -> None:
    bilingual(home / "data" / "studies", language, *SMALL)
    program.call("study", "freeze", "memory")
    terminal = start("study", "join", "memory")
    assert appears(terminal, "Your language", reads=200), terminal.text
    turn(terminal, words.true, "2", "enter")
    turn(terminal, words.level, "1", "enter")
    turn(terminal, words.agree, "8", "enter")
    turn(terminal, words.publish, "1", "enter")
    turn(terminal, words.given, "2", "enter")
    turn(terminal, words.code, "enter")
    found = re.search(r"P-[0-9A-Z]{8}", terminal.text)
    assert found
    turn(terminal, words.game, "enter")
    turn(terminal, words.episode.format(number=1), "enter")
    turn(terminal, words.attempt.format(number=1), "enter")
    play(terminal, words)
    turn(terminal, words.questions, "enter")
    for answer, then in zip("213", (*CHECKS, words.episode.format(number=2)), strict=True):
        turn(terminal, then, answer, "enter")
    turn(terminal, words.attempt.format(number=1), "enter")
    play(terminal, words)
    turn(terminal, words.episode.format(number=3), "enter")
    turn(terminal, words.attempt.format(number=1), "enter")
    play(terminal, words)
    turn(terminal, words.age, "enter")
    turn(terminal, words.known, "1", "enter")
    turn(terminal, words.model, "2", "enter")
    turn(terminal, words.thanks, "2", "enter")
    turn(terminal, words.finished, "enter")
    for _ in range(5):
        terminal.read()
    terminal.press("enter")
    assert terminal.wait_for_exit() == 0
    with closing(sqlite3.connect(home / "data" / "clemtui.db")) as db:
        played = db.execute("SELECT practice, main_score FROM study_results").fetchall()
        spoken = db.execute(
            """SELECT DISTINCT json_extract(c.body, '$.interface_language') FROM episodes e
            JOIN contents c ON c.hash = e.condition"""
        ).fetchall()
    assert sorted(played) == [(0, 0.0), (0, 0.0), (1, 0.0)]
    assert spoken == [(language,)]
