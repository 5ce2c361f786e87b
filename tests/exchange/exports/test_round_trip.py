"""Exported episodes can be imported again unchanged."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from clemtui.catalogue import open_catalogue
from clemtui.engine import Instance
from clemtui.exchange.exports.exporting import export_clembench
from clemtui.records.rows import EpisodeFilter
from clemtui.store.read.reader import Reader
from tests.exchange.records import open_records
from tests.support.calling import call

SAID = {
    "Player 1": ["CLUE: a feeling of being scared", "CLUE: what a coward feels"],
    "Player 2": ["GUESS: courage", "GUESS: book"],
}


def exported(database: Path, target: Path) -> dict[str, Any]:
    """Return what an exported tree says about its only episode: who said what, and its scores."""
    export_clembench(database, open_catalogue(), target, EpisodeFilter())
    (file,) = target.rglob("interactions.json")
    log = json.loads(file.read_text("utf-8"))
    scores = json.loads(file.with_name("scores.json").read_text("utf-8"))
    return {
        "place": file.relative_to(target).as_posix(),
        "turns": [
            [(event["from"], event["to"], event["action"]) for event in turn]
            for turn in log["turns"]
        ],
        "players": log["players"],
        "scores": (scores["episode scores"], scores["turn scores"]),
        "instance": json.loads(file.with_name("instance.json").read_text("utf-8")),
    }


def test_episode_survives_export_and_import(tmp_path: Path) -> None:
    database, again = tmp_path / "records.db", tmp_path / "again.db"
    with open_records(database) as made:
        made.play(
            made.instance("taboo", "high", 0),
            SAID,
            who={"Player 1": ("human", "anna"), "Player 2": ("model", "gpt-4o")},
        )
    first = exported(database, tmp_path / "one")
    called = call("import", "clembench", str(tmp_path / "one"), "--db", str(again))
    assert called.code == 0, called.err
    second = exported(again, tmp_path / "two")
    assert second == first
    assert first["place"] == "anna--gpt-4o/taboo/high/instance_00000/interactions.json"


@pytest.mark.parametrize("game", ["taboo", "imagegame", "referencegame", "wordle"])
def test_paraphrases_keep_their_language(game: str, home: Path, tmp_path: Path) -> None:
    """They are the controls of the comparison of languages, and no episodes in English."""
    again, languages = str(tmp_path / "again.db"), ["de", "en", "en-x-para1"]
    run = ("run", game, "--players", "scripted", "--limit", "1", "--lang", ",".join(languages))
    assert call(*run).code == 0
    assert call("export", "clembench", str(tmp_path / "tree")).code == 0
    assert call("import", "clembench", str(tmp_path / "tree"), "--db", again).code == 0
    for database in (home / "data" / "clemtui.db", Path(again)):
        with Reader(database) as reader:
            found = {each.language for each in reader.episodes(EpisodeFilter())}
        assert sorted(found) == languages


def whole_game(instance: Instance) -> Mapping[str, list[str]]:
    """Return the responses that solve the game in the second round, an unknown word first."""
    texts = open_catalogue().texts(instance, None)
    explanation, guess = texts.tag("explanation"), texts.tag("guess")
    target = str(instance.data["target_word"])
    other = next(word for word in instance.lists["words"].words if not set(word) & set(target))
    rounds = [other, target]
    critic = []
    if instance.game == "wordle_withcritic":
        rounds = [target, other, target, target]
        words, tag = texts.options["agreement"], texts.tag("agreement")
        critic = [f"{explanation} because\n{tag} {word}" for word in reversed(words)]
    guessed = [f"{explanation} because\n{guess} {word}" for word in ("zzzzz", *rounds)]
    return {"Player 1": guessed, "Player 2": critic}


@pytest.mark.parametrize("game", ["wordle", "wordle_withclue", "wordle_withcritic"])
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("generated", [False, True])
def test_exported_wordle_episode_is_rescored(
    tmp_path: Path, game: str, language: str, generated: bool
) -> None:
    """The files contain everything the rules need, including the accepted words."""
    database, again = tmp_path / "records.db", tmp_path / "again.db"
    with open_records(database) as made:
        instance = made.instance(game, "medium", 3, language)
        if generated:
            instance = open_catalogue().game(game).generate(language, 5)
        made.play(instance, whole_game(instance))
    first = exported(database, tmp_path / "one")
    called = call("import", "clembench", str(tmp_path / "one"), "--db", str(again))
    assert called.code == 0, called.err
    with Reader(again) as reader:
        (summary,) = reader.episodes()
        stored = reader.load(summary.id)
    assert "not re-scored" not in summary.tags
    assert stored.instance.hash == instance.hash
    assert summary.scores is not None
    assert summary.scores.main_score == (100 if game == "wordle" else 50)
    second = exported(again, tmp_path / "two")
    assert second["turns"] == first["turns"]
    assert second["scores"] == first["scores"]
