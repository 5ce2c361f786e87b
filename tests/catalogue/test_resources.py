"""Files next to an official instance file: read by their path in the checkout, and no others."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from clemtui.catalogue import Catalogue, CatalogueError, Collection
from clemtui.catalogue.resources import resource
from clemtui.engine import Resources, UnreadableInstances
from tests.catalogue.sample_collections import family


@pytest.fixture
def instances(tmp_path: Path) -> Path:
    """An instance file of a checkout with a file of texts next to it."""
    (tmp_path / "errand/in").mkdir(parents=True)
    (tmp_path / "errand/resources").mkdir()
    (tmp_path / "errand/resources/words.json").write_text('{"hat": "Hut"}', "utf-8")
    (tmp_path / "secret.json").write_text('"nobody reads this"', "utf-8")
    file = tmp_path / "errand/in/instances.json"
    task = {"name": "a", "game_instances": [{"game_id": 0, "word": "hat"}]}
    file.write_text(json.dumps({"experiments": [task]}), "utf-8")
    return file


def test_a_file_is_named_by_its_path_in_the_folder_of_its_family(instances: Path) -> None:
    assert resource(instances, "resources/words.json") == {"hat": "Hut"}


def test_a_missing_file_is_named_with_what_to_do(instances: Path) -> None:
    with pytest.raises(
        UnreadableInstances, match="the folder 'in' of a clembench checkout"
    ) as error:
        resource(instances, "resources/none.json")
    assert str(instances.parent.parent / "resources/none.json") in str(error.value)


def test_a_broken_file_is_named(instances: Path) -> None:
    path = instances.parent.parent / "resources/words.json"
    path.write_text("{", "utf-8")
    with pytest.raises(UnreadableInstances, match=r"words\.json cannot be read"):
        resource(instances, "resources/words.json")


@pytest.mark.parametrize("name", ["../secret.json", "/etc/hostname", "resources/../../secret.json"])
def test_no_file_of_another_folder_is_read(instances: Path, name: str) -> None:
    with pytest.raises(UnreadableInstances, match="outside the folder of its family"):
        resource(instances, name)


def test_a_game_completes_a_document_before_it_is_read(instances: Path, tmp_path: Path) -> None:
    """What it adds becomes part of the instances."""
    family(tmp_path / "collection")
    catalogue = Catalogue([Collection.at(tmp_path / "collection")])

    def complete(document: Mapping[str, Any], resources: Resources) -> Mapping[str, Any]:
        (experiment,) = document["experiments"]
        return {"experiments": [{**experiment, "texts": resources("resources/words.json")}]}

    vars(catalogue.game("echo"))["complete"] = complete
    (experiment,) = catalogue.read_instances("echo", instances)
    assert experiment.instances[0].parameters == {"texts": {"hat": "Hut"}}


def test_an_error_of_completing_is_one_line_about_the_file(instances: Path, tmp_path: Path) -> None:
    family(tmp_path / "collection")
    catalogue = Catalogue([Collection.at(tmp_path / "collection")])

    def complete(document: Mapping[str, Any], resources: Resources) -> Mapping[str, Any]:
        resources("resources/none.json")
        return document

    vars(catalogue.game("echo"))["complete"] = complete
    with pytest.raises(CatalogueError) as error:
        catalogue.read_instances("echo", instances)
    (line,) = str(error.value).splitlines()
    assert line.startswith(f"{instances}: ")
