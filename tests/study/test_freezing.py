"""What is frozen is the same whenever it is frozen, and complete once it is recorded."""

from __future__ import annotations

from pathlib import Path

import pytest

from clemtui.catalogue import open_catalogue
from clemtui.records.errors import NotFound
from clemtui.store.read.reader import Reader
from clemtui.store.write.writer import Writer
from clemtui.study.checking import check_study
from clemtui.study.errors import StudyError
from clemtui.study.freezing import Frozen, differences, freeze, place_name, value_at
from tests.study.protocols import study


def frozen(place: Path, *changes: tuple[str, str]) -> Frozen:
    catalogue = open_catalogue()
    return freeze(catalogue, check_study(catalogue, study(place, *changes), None))


def test_the_same_study_is_frozen_alike_everywhere(tmp_path: Path) -> None:
    first, second = frozen(tmp_path / "a"), frozen(tmp_path / "b")
    assert first == second
    assert first.manifest["study"] == "memory"


def test_a_study_with_an_error_is_not_frozen(tmp_path: Path) -> None:
    with pytest.raises(StudyError, match="unknown game 'tabu'"):
        frozen(tmp_path, ('game = "taboo"', 'game = "tabu"'))


def test_everything_that_a_manifest_refers_to_is_recorded_with_it(tmp_path: Path) -> None:
    """And nothing else: each instance has its identity, and the hash by which it is found."""
    found = frozen(tmp_path)
    writer = Writer(tmp_path / "records.db")
    writer.freeze_study("memory", found.manifest, found.instances, found.texts)
    (game,) = found.manifest["games"]
    instances = set()
    with Reader(writer.path) as reader:
        for task in (*game["tasks"], *game["practice"]):
            for named in task["instances"].values():
                instance = reader.instance_of(named["content"])
                assert instance.hash == named["hash"]
                assert instance in found.instances
                instances.add(named["content"])
                with pytest.raises(NotFound):
                    reader.instance_of(named["hash"])
        for language, digest in game["texts"].items():
            texts = reader.texts_of(digest)
            assert texts.language == language
            assert texts in found.texts
    recorded = writer._db.execute("SELECT hash FROM contents WHERE kind = 'instance'")
    assert {digest for (digest,) in recorded} == instances
    assert len(instances) > len(game["tasks"]), "in two languages"


PARTNER = {"partner": {"extra": {"x": [1, 2], "x.y": 1, "x/y": {"2": "two"}}}}


def test_a_key_with_dots_is_told_apart_from_a_table_with_the_same_keys() -> None:
    found = {"partner": {"extra": {"x": [1, 3], "x.y": 2, "x/y": {"2": "three"}, "": "new"}}}
    places = differences(PARTNER, found)
    assert [place_name(each) for each in places] == [
        "partner.extra.x.2",
        'partner.extra."x.y"',
        'partner.extra."x/y"."2"',
        'partner.extra.""',
    ]
    assert [(value_at(PARTNER, each), value_at(found, each)) for each in places] == [
        (2, 3), (1, 2), ("two", "three"), (None, "new"),
    ]  # fmt: skip


def test_a_value_that_became_a_table_or_a_list_is_one_difference() -> None:
    one, other = {"a": {"b": [1]}, "c": [1]}, {"a": 1, "c": {"1": 1}}
    places = differences(one, other)
    assert places == (("a",), ("c",))
    assert value_at(other, ("a", "b", 1)) is None
    assert value_at(other, ("c", 1)) is None
