"""Instances: their identity depends on what is played and on nothing else."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clemtui.engine import (
    NO_EQUIVALENT,
    Experiment,
    Instance,
    NoEquivalent,
    UnreadableInstances,
    WordList,
    canonical_json,
    read_experiments,
    sha256,
)

WORDS = WordList(("apple", "pear"))
INSTANCE = Instance(
    game="taboo",
    experiment="high",
    game_id=3,
    data={"target": "rain"},
    parameters={"turns": 3},
    language="en",
    lists={"words": WORDS},
)


def test_canonical_json_does_not_depend_on_order_or_layout() -> None:
    assert canonical_json({"b": [1, 2.5], "a": "é"}) == '{"a":"é","b":[1,2.5]}'
    assert sha256({"a": 1, "b": 2}) == sha256({"b": 2, "a": 1})


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_non_finite_numbers_are_errors(number: float) -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        canonical_json([number])


@given(st.text(alphabet=st.characters(exclude_categories=())))
def test_any_text_can_be_hashed(text: str) -> None:
    assert len(sha256(text)) == 64
    assert sha256(text) != sha256(text + "x")


@pytest.mark.parametrize(
    "change",
    [
        {"game": "wordle"},
        {"data": {"target": "snow"}},
        {"parameters": {"turns": 4}},
        {"language": "de"},
        {"prompts": {"first": "x"}},
        {"lists": {"words": WordList(("pear", "apple"))}},
        {"lists": {}},
    ],
)
def test_hash_depends_on_what_is_played(change: dict[str, Any]) -> None:
    assert replace(INSTANCE, **change).hash != INSTANCE.hash


@pytest.mark.parametrize(
    "change",
    [
        {"experiment": "low"},
        {"game_id": 4},
        {"source": "x.json"},
        {"origin": "file"},
        {"task": "t"},
    ],
)
def test_hash_does_not_depend_on_origin(change: dict[str, Any]) -> None:
    assert replace(INSTANCE, **change).hash == INSTANCE.hash


def test_task_key_is_the_task_or_the_hash() -> None:
    assert replace(INSTANCE, task="taboo:rain").task_key == "taboo:rain"
    assert INSTANCE.task_key == f"taboo:{INSTANCE.hash[:16]}"


def test_instance_round_trips_through_json() -> None:
    stored = json.loads(json.dumps(INSTANCE.to_json()))
    assert stored["lists"] == {"words": WORDS.hash}
    assert Instance.from_json(stored, {WORDS.hash: WORDS}) == INSTANCE
    with pytest.raises(KeyError):
        Instance.from_json(stored, {})


def test_word_list_lookup() -> None:
    assert len(WORDS) == 2
    assert "pear" in WORDS
    assert "plum" not in WORDS


def test_experiment_finds_instances_by_number() -> None:
    experiment = Experiment("taboo", "high", "en", (INSTANCE,))
    assert experiment.instance(3) is INSTANCE
    with pytest.raises(KeyError):
        experiment.instance(0)


DOCUMENT: dict[str, Any] = {
    "experiments": [
        {
            "name": "high",
            "language": "en",
            "seed": 9,
            "turns": 3,
            "game_instances": [{"game_id": 0, "task": "taboo:rain", "target": "rain"}],
        },
        {"name": "any", "game_instances": [{"game_id": 0, "target": "7", "turns": 1}]},
    ]
}
NEEDS: dict[str, type] = {"target": str, "turns": int}


def test_our_own_files_are_read() -> None:
    high, anything = read_experiments("taboo", DOCUMENT, "a.json", NEEDS)
    (instance,) = high.instances
    assert (high.name, high.language, instance.language) == ("high", "en", "en")
    assert instance.data == {"target": "rain"}
    assert (instance.parameters, instance.task_key) == ({"turns": 3}, "taboo:rain")
    assert (anything.language, anything.instances[0].data) == (None, {"target": "7", "turns": 1})


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        (("experiments",), [], "'experiments' is empty"),
        (("experiments",), None, "'experiments' must be a list, not None"),
        (("experiments", 0, "name"), 3, "'name' must be a string, not 3"),
        (
            ("experiments", 0, "game_instances", 0, "game_id"),
            True,
            "experiment 'high': 'game_id' must be an integer, not True",
        ),
        (
            ("experiments", 0, "game_instances", 0, "target"),
            3,
            "experiment 'high': 'target' must be a string, not 3",
        ),
        (("experiments", 0, "turns"), "3", "'turns' must be an integer, not '3'"),
    ],
)
def test_file_errors_name_their_place(path: tuple[Any, ...], value: Any, sentence: str) -> None:
    document = json.loads(json.dumps(DOCUMENT))
    place = document
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    with pytest.raises(UnreadableInstances) as caught:
        read_experiments("taboo", document, "a.json", NEEDS)
    assert sentence in str(caught.value)


def test_instance_without_equivalent_is_not_played() -> None:
    missing = {"game_id": 1, "task": "echo:tea", NO_EQUIVALENT: "nobody drinks it"}
    document = {
        "experiments": [{"name": "all", "game_instances": [{"game_id": 0, "word": "sea"}, missing]}]
    }
    (experiment,) = read_experiments("echo", document, "echo.json", {"word": str})
    assert [each.game_id for each in experiment.instances] == [0]
    assert experiment.without == (NoEquivalent(1, "echo:tea", "nobody drinks it"),)
    del missing["task"]
    with pytest.raises(UnreadableInstances, match="experiment 'all': 'task' is missing"):
        read_experiments("echo", document, "echo.json", {"word": str})
