"""Our instances: the shapes, the shipped file, and single instances from a seed."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from clemtui.catalogue import open_catalogue

BLANK = "▢"


def cells(target: str) -> Counter[str]:
    return Counter("".join(target.split()))


@pytest.fixture
def shipped(folder: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((folder / "instances/grids.json").read_text("utf-8"))
    return document


def test_the_shipped_file_is_what_its_seed_gives(load: Any, shipped: dict[str, Any]) -> None:
    generator = load("generate")
    assert shipped == generator.generate(generator.SHIPPED_SEED)


def test_the_experiments_and_counts_are_those_of_the_benchmark(shipped: dict[str, Any]) -> None:
    counted = {e["name"]: len(e["game_instances"]) for e in shipped["experiments"]}
    assert counted == {"compact_grids": 20, "random_grids": 20}


def test_every_target_has_one_letter_and_occurs_once(shipped: dict[str, Any]) -> None:
    targets = [i["target_grid"] for e in shipped["experiments"] for i in e["game_instances"]]
    assert len(set(targets)) == 40
    for target in targets:
        assert len(cells(target).keys() - {BLANK}) == 1
        assert [len(line) for line in target.split("\n")] == [9] * 5


def test_random_grids_have_at_most_ten_letters(shipped: dict[str, Any]) -> None:
    (experiment,) = (e for e in shipped["experiments"] if e["name"] == "random_grids")
    for task in experiment["game_instances"]:
        assert 1 <= 25 - cells(task["target_grid"])[BLANK] <= 10


def test_shapes_are_of_the_right_size_and_different(load: Any) -> None:
    shapes = load("generate").shapes()
    assert len(shapes) > 20
    assert len(set(shapes.values())) == len(shapes)
    for name, rows in shapes.items():
        assert [len(row) for row in rows] == [5] * 5, name
        assert set("".join(rows)) == {"X", "."}, name


def test_no_shape_is_one_of_the_benchmark(load: Any, shared: Path) -> None:
    file = shared / "clembench/imagegame/in/instances.json"
    theirs = {
        tuple(
            "".join("." if cell == BLANK else "X" for cell in line.split())
            for line in task["target_grid"].strip().split("\n")
        )
        for experiment in json.loads(file.read_text("utf-8"))["experiments"]
        for task in experiment["game_instances"]
    }
    assert not theirs & set(load("generate").shapes().values())


def test_a_seed_always_gives_the_same_instance_and_seeds_give_many() -> None:
    game = open_catalogue().game("imagegame")
    made = [game.generate("en", seed) for seed in range(60)]
    assert game.generate("de", 3).data == made[3].data
    assert len({instance.data["target_grid"] for instance in made}) > 55
    assert all(instance.language is None for instance in made)


def test_a_generated_instance_can_be_read_back(load: Any) -> None:
    document = load("generate").generate(99)
    experiments = open_catalogue().game("imagegame").read(document, "file.json")
    assert [len(e.instances) for e in experiments] == [20, 20]
    assert experiments[0].instances[0].parameters == {"grid_dimension": 5}
