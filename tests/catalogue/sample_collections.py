"""Collections created for tests: a minimal game, and ways to break it."""

from __future__ import annotations

import json
from pathlib import Path

GAME_TOML = """\
[family]
id = "{id}"
module = "game"

[[game]]
id = "{id}"
class = "Echo"
version = "1"
seats = [{{ name = "Player 1", role = "Echo" }}]
"""

CODE = """\
from __future__ import annotations

from clemtui.engine import (
    MAIN_SCORE, DialogueMaster, Game, Scores, View, read_experiments,
)

from .words import GREETING


class EchoMaster(DialogueMaster):
    def __init__(self, instance, texts):
        super().__init__(instance, texts)
        self.ask("Player 1", "Echo", texts.prompt("call", word=instance.data["word"]))

    def on_response(self, request, response):
        self.end()

    def view(self, watcher):
        return View()


class Echo(Game):
    greeting = GREETING

    def read(self, document, source):
        return read_experiments(self.card.id, document, source, {"word": str})

    def start(self, instance, texts):
        return EchoMaster(instance, texts)

    def score(self, master):
        return Scores(0, 1, 0, {MAIN_SCORE: 100})

    def secrets(self, instance):
        return ()
"""

PACK = """\
policy = "{policy}"

[card]
language = "{language}"
version = "1"
translator = "nobody"
method = "by hand"
reviewed_by = ""
date = "2026-01-01"
source_version = "1"
licence = "MIT"

[prompts]
call = "{call}"

[tags]
call = "CALL:"

[options]
answers = {answers}

[interface]
"echo.title" = "Echo"
"""


def pack(
    language: str = "en",
    *,
    call: str = "Say ${word}.",
    answers: str = '["yes", "no"]',
    policy: str = "reference",
    source: str = "",
) -> str:
    """Return a language pack; ``source`` contains the lines of its table of hashes."""
    text = PACK.format(language=language, call=call, answers=answers, policy=policy)
    return text + (f"\n[source]\n{source}" if source else "")


def family(collection: Path, id: str = "echo", *, english: bool = True) -> Path:
    """Write a valid family into a collection, and return its folder."""
    folder = collection / "games" / id
    (folder / "instances").mkdir(parents=True)
    (folder / "data").mkdir()
    write(folder / "game.toml", GAME_TOML.format(id=id))
    write(folder / "game.py", CODE)
    write(folder / "words.py", 'GREETING = "hello"\n')
    write(folder / "bots" / "__init__.py", '"""Nobody."""\n')
    write(folder / "data" / "words.txt", "tea\ncup\n")
    document = {"experiments": [{"name": "all", "game_instances": [{"game_id": 0, "word": "tea"}]}]}
    write(folder / "instances" / "instances.json", json.dumps(document))
    if english:
        write(collection / "locales" / "en" / f"{id}.toml", pack())
    return folder


def write(path: Path, text: str) -> None:
    """Write a file, creating its folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8", newline="\n")
