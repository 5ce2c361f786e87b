"""Our instances: the shipped file, and instances generated from a seed."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clemtui.catalogue import open_catalogue

from .conftest import Load


@pytest.fixture
def shipped(folder: Path) -> dict[str, list[dict[str, Any]]]:
    document = json.loads((folder / "instances" / "grids.json").read_text("utf-8"))
    return {each["name"]: each["game_instances"] for each in document["experiments"]}


def test_the_shipped_file_is_what_the_generator_makes(load: Load, folder: Path) -> None:
    generator = load("generate")
    document = json.loads((folder / "instances" / "grids.json").read_text("utf-8"))
    assert document == generator.generate(generator.SHIPPED_SEED)


def test_five_experiments_of_eighteen(shipped: dict[str, list[dict[str, Any]]]) -> None:
    assert {name: len(found) for name, found in shipped.items()} == {
        "letter_grids": 18,
        "number_grids": 18,
        "line_grids_rows": 18,
        "line_grids_columns": 18,
        "random_grids": 18,
    }


def test_each_of_six_targets_stands_in_each_place_once(
    shipped: dict[str, list[dict[str, Any]]],
) -> None:
    for instances in shipped.values():
        places = Counter((i["grids"][0], i["order"].index(1)) for i in instances)
        assert set(places.values()) == {1}
        assert len({target for target, _ in places}) == 6


def test_the_distractors_are_the_nearest_of_the_group(
    load: Load, shipped: dict[str, list[dict[str, Any]]]
) -> None:
    distance = load("generate").edit_distance
    for instances in shipped.values():
        group = {instance["grids"][0] for instance in instances}
        for instance in instances:
            target, *others = instance["grids"]
            left = group - {target, *others}
            distances = [distance(target, other) for other in others]
            assert distances == sorted(distances)
            assert all(distance(target, other) >= distances[-1] for other in left)


def test_the_distance_is_that_of_edits(load: Load) -> None:
    distance = load("generate").edit_distance
    assert distance("XX./..X", "XX./..X") == 0
    assert distance("X..", "..X") == 2
    assert distance("X.X.", ".X.X") == 2  # one character goes, another one comes
    assert distance("", "XX") == 2


@given(seed=st.integers(0, 10_000))
def test_a_seed_makes_an_instance_that_can_be_read(seed: int) -> None:
    game = open_catalogue().game("referencegame")
    instance = game.generate("en", seed)
    assert instance.data == game.generate("de", seed).data
    assert (instance.language, instance.origin, instance.game_id) == (None, "generated", seed)
    document = {
        "experiments": [
            {
                "name": "again",
                **instance.parameters,
                "game_instances": [{"game_id": 0, **instance.data}],
            }
        ]
    }
    (experiment,) = game.read(document, "again.json")
    assert experiment.instances[0].hash == instance.hash


def test_seeds_make_all_kinds_of_instances(load: Load) -> None:
    made = [load("generate").generate_one(seed) for seed in range(200)]
    assert len({tuple(data["grids"]) for data in made}) > 150
    assert {data["order"].index(1) for data in made} == {0, 1, 2}


def test_no_grid_is_one_of_the_references(shared: Path, load: Load) -> None:
    """Our grids are original."""
    path = shared / "clembench" / "referencegame" / "in" / "instances.json"
    theirs = {
        task["player_1_target_grid"].replace(" ", "").replace("□", ".").replace("\n", "/")
        for experiment in json.loads(path.read_text("utf-8"))["experiments"]
        for task in experiment["game_instances"]
    }
    assert theirs
    drawn = load("generate").drawn_groups().values()
    assert not theirs & {grid for group in drawn for grid in group}
