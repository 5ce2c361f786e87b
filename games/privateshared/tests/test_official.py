"""Official instances: texts in separate files become part of the instance."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from clemtui.catalogue import CatalogueError, open_catalogue
from clemtui.engine import Instance, feed, replay

WORDS = {
    "ANSWER": "SAY: ",
    "ASIDE": "WHISPER: ",
    "ME": "HOST: ",
    "PROBE": "HOST: {} Yes or no?",
    "DUMMY_PROMPT": "Go on.",
    "YES": "yes",
    "NO": "no",
    "OK": "Fine.",
}
TASK: dict[str, Any] = {
    "game_id": 3,
    "tag": "CLERK",
    "slots": {"town": "Turku", "hat": "Red"},
    "initial_prompt": "The town is Turku and the hat is red.",
    "request_order": ["hat", "town"],
    "requests": {"town": 1, "hat": 0},
    "probes": {
        "0": {"town": 0, "hat": 0},
        "1": {"hat": 1, "town": 0},
        "2": {"town": 0, "hat": 0},
    },
    "lang": "en",
}
REQUESTS = {"town": ["Town?", "Which town?"], "hat": ["Hat?"]}
PROBES = {"town": ["Is the town known?"], "hat": ["Is the hat known?", "Do they know the hat?"]}
FILES = {
    "en_words.json": WORDS,
    "texts/reprompts.json": {"suffixes": ["", "Really."]},
    "texts/errand/requests.json": REQUESTS,
    "texts/errand/probing_questions.json": PROBES,
}


def checkout(folder: Path, *, without: str = "", **changed: Any) -> Path:
    """Create the game's folder as in a checkout and return its instance file."""
    for name, content in FILES.items():
        path = folder / "privateshared/resources" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if name != without:
            path.write_text(json.dumps(content), "utf-8")
    file = folder / "privateshared/in/instances.json"
    file.parent.mkdir()
    document = {"experiments": [{"name": "errand", "game_instances": [{**TASK, **changed}]}]}
    file.write_text(json.dumps(document), "utf-8")
    return file


def read(path: Path) -> Instance:
    (experiment,) = open_catalogue().read_instances("privateshared", path)
    return experiment.instance(3)


def test_an_official_instance_is_played_with_the_references_own_words(tmp_path: Path) -> None:
    catalogue = open_catalogue()
    instance = read(checkout(tmp_path))
    replies = ["WHISPER: no", "HUH", "WHISPER: no", "SAY: red", "WHISPER: yes", "WHISPER: no"]
    replies += ["SAY: Turku", "WHISPER: yes", "WHISPER: yes"]
    game, texts = catalogue.game("privateshared"), catalogue.texts(instance, None)
    played = feed(game, instance, texts, {"Player 1": replies})
    asked = [exchange.request.messages[-1].text for exchange in played.exchanges]
    assert asked == [
        "HOST:  Is the town known? Yes or no?",
        "HOST:  Is the hat known? Yes or no?",
        "HOST: Really. Is the hat known? Yes or no?",
        "CLERK: Hat?",
        "HOST:  Do they know the hat? Yes or no?",
        "HOST:  Is the town known? Yes or no?",
        "CLERK: Which town?",
        "HOST:  Is the town known? Yes or no?",
        "HOST:  Is the hat known? Yes or no?",
    ]
    assert game.score(played.master).main_score == 100


def test_what_was_read_of_the_files_is_part_of_the_instance(tmp_path: Path) -> None:
    """It can be played without the files, and other texts give it another identity."""
    catalogue = open_catalogue()
    instance = read(checkout(tmp_path / "one"))
    again = Instance.from_json(json.loads(json.dumps(instance.to_json() | {"original": None})), {})
    texts = catalogue.texts(again, None)
    master = replay(catalogue.game("privateshared"), again, texts, []).master
    assert master.pending()[0].messages[-1].text == "HOST:  Is the town known? Yes or no?"

    file = checkout(tmp_path / "two")
    path = file.parent.parent / "resources/texts/errand/requests.json"
    path.write_text(json.dumps({**REQUESTS, "hat": ["Colour of the hat?"]}), "utf-8")
    assert read(file).hash != instance.hash


@pytest.mark.parametrize("name", FILES)
def test_a_missing_file_is_named(tmp_path: Path, name: str) -> None:
    with pytest.raises(CatalogueError, match=f"{name} are missing: .*clembench checkout"):
        read(checkout(tmp_path, without=name))


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"requests": {"town": 2, "hat": 0}}, "2 in 'requests' of 'town'.*from 0 to 1"),
        ({"requests": {"town": 0}}, "None in 'requests' of 'hat'"),
        ({"request_order": ["hat"]}, "'request_order' must contain every slot exactly once"),
        ({"probes": {"0": {"town": 0}}}, "'probes' must have 3 rounds"),
        ({"probes": {"0": {"cat": 0}, "1": {}, "2": {}}}, "not a probe of a slot"),
        ({"slots": {"town": "Turku", "hat": ""}}, "'slots' must be pairs of a name and a value"),
        ({"slots": {"town": 1, "hat": "Red"}}, "'town' must be a string"),
        ({"initial_prompt": 5}, "'initial_prompt' must be a string"),
        ({"slots": {"cup": "Red"}}, "game id 3.*'cup' is missing"),
    ],
)
def test_what_is_wrong_in_an_instance_is_said(
    tmp_path: Path, changed: dict[str, Any], message: str
) -> None:
    with pytest.raises(CatalogueError, match=message):
        read(checkout(tmp_path, **changed))


def test_every_instance_of_the_benchmark_is_read(shared: Path) -> None:
    for name in ("instances", "instances_v2.0"):
        path = shared / f"clembench/privateshared/in/{name}.json"
        experiments = open_catalogue().read_instances("privateshared", path)
        assert [len(experiment.instances) for experiment in experiments] == [10] * 5
        assert {len(e.instances[0].data["slots"]) for e in experiments} == {5, 10, 15}


def test_our_own_instances_can_be_written_in_the_references_form() -> None:
    catalogue = open_catalogue()
    instance = catalogue.experiments("privateshared", "en")[0].instances[0]
    texts = catalogue.texts(instance, "en")
    files = catalogue.game("privateshared").reference_files(instance, texts)
    assert files.experiment == {"name": "travel-booking"}
    assert files.instance.keys() == TASK.keys()
    assert list(files.instance["probes"]) == ["0", "1", "2", "3", "4", "5"]
    assert files.instance["initial_prompt"].count(files.instance["tag"]) == 1
