"""Published results of models: what the files of the bundled games say, and errors in such files.

The figures are compared with the published tables of the shared folder; without it, those tests are
skipped.
"""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import pytest

from clemtui.catalogue import CatalogueError, open_catalogue
from clemtui.catalogue.published import FILE, Published, read_published
from clemtui.engine import Instance
from clemtui.records.published import HASH_CHARACTERS, PublishedResults
from clemtui.resources import bundled_collection

OFFICIAL_FILES = {
    ("privateshared", "1.6"): "privateshared/in/instances_v1.6.json",
    ("privateshared", "2.0"): "privateshared/in/instances_v2.0.json",
    ("referencegame", "2.0"): "referencegame/in/instances_v2.0_en.json",
    ("taboo", "2.0"): "taboo/in/instances_v2.0.json",
    ("wordle", "2.0"): "wordle/in/instances_v2.0.json",
    ("wordle_withclue", "2.0"): "wordle/in/instances_withclue_v2.0.json",
    ("wordle_withcritic", "2.0"): "wordle/in/instances_withcritic_v2.0.json",
}
"""The instance file of clembench behind each table."""

BUNDLED = [
    results
    for folder in sorted((bundled_collection() / "games").iterdir())
    for results in read_published(folder).results
]

VALID = """
[[results]]
game = "taboo"
benchmark = "2.0"
language = "en"
since = "2025-03-01"
source = "a table"
instances = ["0123456789ab"]
models = [{ model = "one", played = 50.0, quality = 40.0 }, { model = "two", played = 0.0 }]
"""


def named(results: PublishedResults) -> str:
    return f"{results.game}-{results.benchmark}"


@pytest.mark.parametrize("results", BUNDLED, ids=named)
def test_figures_are_those_of_the_table(results: PublishedResults, shared: Path) -> None:
    table = shared / f"published/tables/v{results.benchmark}_results.csv"
    if not table.exists():
        pytest.skip(f"no table {table.name} in the folder of benchmark data")
    rows = {row[""]: row for row in csv.DictReader(table.open(encoding="utf-8"))}
    for each in results.models:
        row = rows[f"{each.model}-t0.0--{each.model}-t0.0"]
        quality = row[f"{results.game}, Quality Score"]
        assert each.played == float(row[f"{results.game}, % Played"])
        assert each.quality == (float(quality) if quality else None)


@pytest.mark.parametrize("results", BUNDLED, ids=named)
def test_instances_are_those_of_the_version(results: PublishedResults, shared: Path) -> None:
    catalogue = open_catalogue()
    path = shared / "clembench" / OFFICIAL_FILES[results.game, results.benchmark]
    instances = [
        instance
        for experiment in catalogue.read_instances(results.game, path)
        for instance in experiment.instances
    ]
    assert [each.hash[:HASH_CHARACTERS] for each in instances] == list(results.instances)
    for instance in instances:
        assert catalogue.published(instance, "en") == results
        assert catalogue.published(instance, "de") is None
        assert catalogue.published(replace(instance, origin="file"), "en") is None


def test_other_versions_have_no_figures(shared: Path) -> None:
    catalogue = open_catalogue()
    path = shared / "clembench/taboo/in/instances.json"  # of benchmark 3.0
    (instance, *_) = catalogue.read_instances("taboo", path)[0].instances
    assert instance.origin == "official"
    assert catalogue.published(instance, "en") is None


@pytest.mark.parametrize("results", BUNDLED, ids=named)
def test_bundled_instances_have_no_figures(results: PublishedResults) -> None:
    catalogue = open_catalogue()
    (instance, *_) = catalogue.experiments(results.game, "en")[0].instances
    assert catalogue.published(instance, "en") is None


def test_a_file_is_read(tmp_path: Path) -> None:
    assert read_published(tmp_path) == Published()
    (tmp_path / FILE).write_text(VALID, "utf-8")
    (results,) = read_published(tmp_path).results
    assert [each.joint for each in results.models] == [20.0, 0.0]
    instance = Instance("taboo", "high_en", 0, {}, origin="official")
    prefix = instance.hash[:HASH_CHARACTERS]
    assert not results.covers(instance, "en")
    assert replace(results, instances=(prefix,)).covers(instance, "en")


@pytest.mark.parametrize(
    ("was", "becomes", "what"),
    [
        ("50.0", "101.0", "must be between 0 and 100"),
        ("40.0", "-1.0", "must be between 0 and 100"),
        ("2025-03-01", "March", "must be a day"),
        ("0123456789ab", "0123", "must be 12 hexadecimal digits"),
        ('language = "en"', "", "is missing"),
        ("[[results]]", "[[results", "published.toml"),
    ],
)
def test_errors_name_the_file(tmp_path: Path, was: str, becomes: str, what: str) -> None:
    (tmp_path / FILE).write_text(VALID.replace(was, becomes), "utf-8")
    with pytest.raises(CatalogueError, match=what) as error:
        read_published(tmp_path)
    assert str(tmp_path / FILE) in str(error.value)


PEOPLE = """
[[people]]
game = "taboo"
benchmark = "1.6"
language = "en"
since = "2024-05-31"
source = "a paper"
played = 100.0
quality = 80.5
episodes = "10 to 15"
caution = ["the players were the authors"]
"""


def test_figures_of_people_may_stand_alone(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(PEOPLE, "utf-8")
    found = read_published(tmp_path)
    assert found.results == ()
    (people,) = found.people
    assert (people.game, people.quality, people.since) == ("taboo", 80.5, "2024-05-31")


@pytest.mark.parametrize(
    ("was", "becomes", "what"),
    [
        ("80.5", "101.0", "must be between 0 and 100"),
        ("2024-05-31", "May", "must be a day"),
        ('source = "a paper"', "", "is missing"),
        ('["the players were the authors"]', "[]", "must not be empty"),
    ],
)
def test_figures_of_people_are_checked(tmp_path: Path, was: str, becomes: str, what: str) -> None:
    """Without a date, a source and what is wrong with comparing it, there is no figure."""
    (tmp_path / FILE).write_text(PEOPLE.replace(was, becomes), "utf-8")
    with pytest.raises(CatalogueError, match=what):
        read_published(tmp_path)


def test_a_game_has_its_own_figures_of_people() -> None:
    catalogue = open_catalogue()
    assert [each.quality for each in catalogue.published_people("wordle")] == [72.0]
    assert catalogue.published_people("wordle_withclue") == ()
