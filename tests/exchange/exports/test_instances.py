"""``instance.json`` and ``experiment.json``: for official instances, as in their original file."""

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

OFFICIAL: dict[str, Any] = {
    "experiments": [
        {
            "name": "high_en",
            "max_turns": 3,
            "describer_initial_prompt": "Say $TARGET_WORD$ but not $REL_WORD$ in $N$ tries.",
            "guesser_initial_prompt": "Guess in $N$ tries.",
            "dialogue_partners": [["a", "b"]],
            "game_instances": [
                {
                    "game_id": 5,
                    "target_word": "tea",
                    "related_word": ["cup", "leaf", "hot"],
                    "target_word_stem": "tea",
                    "related_word_stem": ["cup", "leaf", "hot"],
                }
            ],
        }
    ]
}
ADDED = {"timestamp", "game_name", "player_models"}


def exported(database: Path, target: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """Export the only episode; return the content of its experiment's and its instance's file."""
    export_clembench(database, open_catalogue(), target, EpisodeFilter())
    (experiment,) = target.rglob("experiment.json")
    (instance,) = target.rglob("instance.json")
    return json.loads(experiment.read_text("utf-8")), json.loads(instance.read_text("utf-8"))


@pytest.fixture
def official(tmp_path: Path) -> Instance:
    file = tmp_path / "instances.json"
    file.write_text(json.dumps(OFFICIAL), "utf-8")
    ((instance,),) = (e.instances for e in open_catalogue().read_instances("taboo", file))
    return instance


def test_an_official_instance_is_written_as_it_was_read(tmp_path: Path, official: Instance) -> None:
    database = tmp_path / "records.db"
    with open_records(database) as made:
        made.play(official, {"Player 1": ["no tag"]})
    experiment, instance = exported(database, tmp_path / "results")
    source = OFFICIAL["experiments"][0]
    assert instance == source["game_instances"][0]
    fields = {key: value for key, value in experiment.items() if key not in ADDED}
    assert fields == {key: value for key, value in source.items() if key != "game_instances"}
    assert experiment["game_name"] == "taboo"


def test_original_is_stored_with_the_episode(tmp_path: Path, official: Instance) -> None:
    """The original is stored with the episode, its experiment once for all its instances."""
    database = tmp_path / "records.db"
    with open_records(database) as made:
        episodes = [made.play(official, {"Player 1": ["no tag"]}) for _ in range(2)]
    with Reader(database) as reader:
        assert [reader.load(episode).instance for episode in episodes] == [official] * 2
        kinds = reader._db.execute("SELECT count(*) FROM contents WHERE kind = 'experiment'")
        assert kinds.fetchone()[0] == 1


def test_an_instance_of_ours_is_written_in_the_references_form(tmp_path: Path) -> None:
    database = tmp_path / "records.db"
    with open_records(database) as made:
        made.play(made.instance("taboo", "high", 0), {"Player 1": ["no tag"]})
    experiment, instance = exported(database, tmp_path / "results")
    assert (experiment["name"], experiment["max_turns"]) == ("high", 3)
    assert instance["target_word"] == "book"
    assert instance["related_word"] == ["read", "pages", "author"]
    assert instance["game_id"] == 0
    assert experiment["texts"]["language"] == "en"
    assert experiment["texts"]["tags"] == {"clue": "CLUE:", "guess": "GUESS:"}


# What the reference's scorers (v3.0) read of an instance; those of the other games read nothing.
READ_BY_SCORERS: Mapping[str, frozenset[str]] = {
    "imagegame": frozenset(
        {
            "target_grid",
            "player_1_response_pattern",
            "player_1_terminate_pattern",
            "player_2_response_pattern",
        }
    ),
    "privateshared": frozenset({"slots"}),
}


@pytest.mark.parametrize("game", [card.id for card in open_catalogue().cards])
def test_instances_of_every_game_have_what_the_references_scorers_read(game: str) -> None:
    catalogue = open_catalogue()
    for language in catalogue.languages(game):
        for experiment in catalogue.experiments(game, language):
            instance = experiment.instances[0]
            texts = catalogue.texts(instance, language)
            files = catalogue.game(game).reference_files(instance, texts)
            assert files.experiment["name"] == experiment.name
            assert files.instance["game_id"] == instance.game_id
            assert files.instance.keys() >= READ_BY_SCORERS.get(game, frozenset())
            assert "game_instances" not in files.experiment
            json.dumps([files.experiment, files.instance], allow_nan=False)
