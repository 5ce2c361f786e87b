"""Exposure keys: what a person must not have met before, in any seat, variant or language."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clemtui.catalogue import CatalogueError, open_catalogue
from clemtui.engine import Instance
from tests.support.examples import examples

GAMES = tuple(card.id for card in open_catalogue().cards)
WORDLE = ("wordle", "wordle_withclue", "wordle_withcritic")
FILLED = "X"
OFFICIAL_GRIDS = tuple(
    f"player_{seat}_{place}_grid"
    for seat, places in ((1, ("target", "second", "third")), (2, ("first", "second", "third")))
    for place in places
)


@cache
def bundled(game: str) -> tuple[Instance, ...]:
    return tuple(
        instance
        for experiment in open_catalogue().experiments(game)
        for instance in experiment.instances
    )


def official(shared: Path, *games: str) -> Iterator[Instance]:
    """Yield all official instances of games that can be played here, from every file."""
    catalogue = open_catalogue()
    found = False
    for game in games:
        folder = shared / "clembench" / catalogue.card(game).family / "in"
        for file in sorted(folder.glob("instances*.json")):
            try:
                experiments = catalogue.read_instances(game, file)
            except CatalogueError:  # of another variant, or too old
                continue
            for experiment in experiments:
                found = True
                yield from experiment.instances
    assert found


def key(instance: Instance) -> str:
    return open_catalogue().game(instance.game).exposure_key(instance)


def assert_same_key_exactly_if_same(
    instances: Iterable[Instance], known: Callable[[Instance], Hashable]
) -> None:
    """Assert that instances have the same key exactly if they have the same ``known``."""
    by_known: defaultdict[Hashable, set[str]] = defaultdict(set)
    for instance in instances:
        by_known[known(instance)].add(key(instance))
    assert by_known
    assert all(len(keys) == 1 for keys in by_known.values())
    assert len(set().union(*by_known.values())) == len(by_known)


@pytest.mark.parametrize("game", GAMES)
def test_a_task_has_the_same_key_in_all_its_languages(game: str) -> None:
    keys: defaultdict[str, set[str]] = defaultdict(set)
    for instance in bundled(game):
        keys[instance.task_key].add(key(instance))
    assert all(len(found) == 1 for found in keys.values())


@pytest.mark.parametrize("game", GAMES)
def test_the_key_begins_with_the_family(game: str) -> None:
    """Keys of different families are never the same, whatever their tasks are called."""
    family = open_catalogue().card(game).family
    assert all(key(instance).startswith(f"{family}:") for instance in bundled(game))


@pytest.mark.parametrize("game", GAMES)
def test_an_import_without_the_data_of_the_game_has_its_task_as_key(game: str) -> None:
    found = Instance(game, "of an import", 1, {})
    assert key(found) == found.task_key
    assert key(replace(found, task="a task")) == "a task"


_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@pytest.mark.parametrize("game", GAMES)
@given(drawn=st.data())
@examples(40)
def test_whatever_an_import_recorded_has_a_key(game: str, drawn: st.DataObject) -> None:
    fields = sorted({name for instance in bundled(game)[:20] for name in instance.data})
    names = st.sampled_from([*fields, *OFFICIAL_GRIDS])
    data = drawn.draw(st.dictionaries(names, _JSON, max_size=4))
    assert key(Instance(game, "of an import", 1, data))


# The reference game: the set of grids


def pattern(grid: str) -> str:
    """Return a grid as its filled cells, row by row, from any file's form."""
    rows = grid.split("/") if "/" in grid else grid.splitlines()
    cells = ["".join(row.split()) for row in rows]
    assert [len(row) for row in cells] == [5] * 5
    return "".join("X" if cell == FILLED else "." for row in cells for cell in row)


def grids(instance: Instance) -> frozenset[str]:
    given = instance.data.get("grids") or [instance.data[name] for name in OFFICIAL_GRIDS]
    return frozenset(map(pattern, given))


def test_the_key_of_the_reference_game_is_the_set_of_grids() -> None:
    assert_same_key_exactly_if_same(bundled("referencegame"), grids)


def test_official_sets_of_grids_have_the_same_key_in_every_file_and_language(shared: Path) -> None:
    all_of_them = [*official(shared, "referencegame"), *bundled("referencegame")]
    assert_same_key_exactly_if_same(all_of_them, grids)


def test_the_order_of_the_grids_and_the_target_do_not_matter() -> None:
    for instance in bundled("referencegame"):
        for order in permutations(instance.data["grids"]):
            for seen in ([1, 2, 3], [3, 1, 2]):
                data = {**instance.data, "grids": list(order), "order": seen}
                assert key(replace(instance, data=data)) == key(instance)


def test_the_form_of_a_file_does_not_matter(shared: Path) -> None:
    for instance in official(shared, "referencegame"):
        shown = [instance.data[name] for name in OFFICIAL_GRIDS[:3]]
        short = ["/".join(pattern(grid)[at : at + 5] for at in range(0, 25, 5)) for grid in shown]
        ours = replace(instance, data={"grids": short, "order": [1, 2, 3]}, origin="file", task="")
        assert key(ours) == key(instance)


# The image game: the grid


def cells(instance: Instance) -> str:
    return "".join(instance.data["target_grid"].split())


def test_the_key_of_the_image_game_is_the_grid() -> None:
    assert_same_key_exactly_if_same(bundled("imagegame"), cells)
    for instance in bundled("imagegame"):
        dense = replace(instance, data={"target_grid": cells(instance)}, game_id=99)
        assert key(dense) == key(instance)


def test_an_official_image_has_the_same_key_in_every_file(shared: Path) -> None:
    assert_same_key_exactly_if_same([*official(shared, "imagegame"), *bundled("imagegame")], cells)


# Taboo: the concept


def test_the_key_of_taboo_is_the_concept_in_every_language() -> None:
    assert_same_key_exactly_if_same(bundled("taboo"), lambda instance: instance.task)
    languages: defaultdict[str, set[str | None]] = defaultdict(set)
    for instance in bundled("taboo"):
        languages[key(instance)].add(instance.language)
    assert max(map(len, languages.values())) == len({each.language for each in bundled("taboo")})


def words() -> dict[tuple[str | None, str], str]:
    """Return the concepts of the bundled words, by language and word."""
    return {
        (each.language, each.data["target_word"].casefold()): each.task for each in bundled("taboo")
    }


def test_a_word_from_another_file_has_the_key_of_its_concept() -> None:
    """In any case, with other related words, and without the name of the task."""
    for (language, word), concept in words().items():
        data: Mapping[str, Any] = {"target_word": word.upper(), "related_word": ["x"]}
        if word.upper().casefold() == word:  # not so for a dotted i
            mine = Instance("taboo", "mine", 3, data, language=language, origin="file")
            assert key(mine) == concept


def test_a_word_of_no_bundled_concept_is_known_by_the_word() -> None:
    one, other, german = (
        Instance("taboo", "mine", number, {"target_word": word}, language=language)
        for number, (word, language) in enumerate(
            (("Xyzzy", "en"), ("xyzzy", "en"), ("xyzzy", "de"))
        )
    )
    assert key(one) == key(other) != key(german)


def test_official_words_have_the_keys_of_their_concepts(shared: Path) -> None:
    bundled_words = words()
    found = list(official(shared, "taboo"))
    for instance in found:
        word = instance.data["target_word"].casefold()
        concept = bundled_words.get((instance.language, word))
        assert key(instance) == (concept or f"taboo:{instance.language}:{word}")
    assert_same_key_exactly_if_same(found, lambda each: each.data["target_word"].casefold())


# Wordle: the word, in all variants


def word(instance: Instance) -> Hashable:
    return instance.language, instance.data["target_word"]


def test_the_key_of_wordle_is_the_word_in_all_variants() -> None:
    assert_same_key_exactly_if_same([each for game in WORDLE for each in bundled(game)], word)
    assert len({frozenset(map(key, bundled(game))) for game in WORDLE}) == 1


def test_official_words_have_the_same_key_in_every_file_and_variant(shared: Path) -> None:
    ours = [each for game in WORDLE for each in bundled(game)]
    assert_same_key_exactly_if_same([*official(shared, *WORDLE), *ours], word)
