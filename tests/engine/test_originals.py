"""Official instances keep their file's content, so that results can be exported in its form."""

from __future__ import annotations

import json
from typing import Any

from clemtui.engine import (
    Experiment,
    Instance,
    Original,
    ReferenceFiles,
    attach_originals,
    original_files,
)

DOCUMENT: dict[str, Any] = {
    "experiments": [
        {
            "name": "high",
            "max_turns": 3,
            "words": ["ä", "b"],
            "game_instances": [
                {"game_id": 3, "target": "tea", "stem": "te"},
                {"game_id": 4, "target": "cup", "stem": "cup"},
            ],
        },
        {"name": "low", "max_turns": 4, "game_instances": [{"game_id": 3, "target": "fog"}]},
    ]
}


def instance(experiment: str, game_id: int, origin: Any = "official") -> Instance:
    return Instance("taboo", experiment, game_id, data={}, origin=origin)


def experiment(name: str, *instances: Instance) -> Experiment:
    return Experiment("taboo", name, "en", instances)


def test_an_official_instance_keeps_every_field_of_its_file() -> None:
    read = experiment("high", instance("high", 3), instance("high", 4))
    (kept,) = attach_originals(DOCUMENT, [read])
    assert [original_files(each) for each in kept.instances] == [
        ReferenceFiles(
            {"name": "high", "max_turns": 3, "words": ["ä", "b"]},
            {"game_id": 3, "target": "tea", "stem": "te"},
        ),
        ReferenceFiles(
            {"name": "high", "max_turns": 3, "words": ["ä", "b"]},
            {"game_id": 4, "target": "cup", "stem": "cup"},
        ),
    ]


def test_omitted_instances_do_not_shift_the_others() -> None:
    read = [experiment("high", instance("high", 4)), experiment("low", instance("low", 3))]
    high, low = attach_originals(DOCUMENT, read)
    assert high.instances[0].original == Original(
        '{"name":"high","max_turns":3,"words":["ä","b"]}',
        {"game_id": 4, "target": "cup", "stem": "cup"},
    )
    assert low.instances[0].original is not None
    assert low.instances[0].original.instance["target"] == "fog"


def test_bundled_instances_have_no_original() -> None:
    read = experiment("high", instance("high", 3, "bundled"))
    (kept,) = attach_originals(DOCUMENT, [read])
    assert kept == read
    assert original_files(kept.instances[0]) is None


def test_original_does_not_change_the_identity() -> None:
    plain = instance("high", 3)
    (kept,) = attach_originals(DOCUMENT, [experiment("high", plain)])
    assert kept.instances[0].hash == plain.hash
    assert kept.instances[0].task_key == plain.task_key


def test_original_experiment_is_stored_by_hash() -> None:
    (kept,) = attach_originals(DOCUMENT, [experiment("high", instance("high", 3))])
    (found,) = kept.instances
    assert found.original is not None
    stored = json.loads(json.dumps(found.to_json()))
    digest = found.original.experiment_hash
    assert stored["original"] == {
        "experiment": digest,
        "instance": {"game_id": 3, "target": "tea", "stem": "te"},
    }
    assert Instance.from_json(stored, {}, {digest: found.original.experiment}) == found


def test_older_records_have_no_original() -> None:
    stored = instance("high", 3).to_json()
    assert "original" not in stored
    assert Instance.from_json(stored, {}).original is None
