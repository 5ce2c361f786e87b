"""The scripted pair: what it says is true, identifies the target, and is understood."""

from __future__ import annotations

import itertools
import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clemtui.catalogue import open_catalogue
from clemtui.engine import Response
from tests.support.episodes import Episode

from .conftest import Load

Cells = frozenset[tuple[int, int]]

LANGUAGES = ("ar", "de", "en", "fr", "it", "ja", "pt-BR", "ru", "te", "tk", "tr", "zh")
ALL_CELLS = sorted(itertools.product(range(5), range(5)))


def grid(number: int) -> Cells:
    """Return one of all possible grids: each bit of the number is a cell."""
    return frozenset(cell for at, cell in enumerate(ALL_CELLS) if number >> at & 1)


def near(target: int, changes: list[int]) -> int:
    """Return a grid that differs from another in some cells."""
    for at in set(changes):
        target ^= 1 << at
    return target


grids = st.integers(0, 2**25 - 1)
few_cells = st.lists(st.integers(0, 24), min_size=1, max_size=3)
triples = st.one_of(
    st.tuples(grids, grids, grids),
    st.builds(lambda one, a, b: (one, near(one, a), near(one, b)), grids, few_cells, few_cells),
).filter(lambda triple: len(set(triple)) == 3)


@pytest.mark.parametrize("language", LANGUAGES)
@given(triple=triples, seed=st.integers(0, 3))
def test_the_follower_finds_the_target_of_every_three_grids(
    load: Load, language: str, triple: tuple[int, int, int], seed: int
) -> None:
    """This holds for any order, without a tie, and by statements true of the target."""
    target, *others = map(grid, triple)
    words = load("bots.wording").WORDINGS[language]
    text = load("bots.describing").description(target, others, words, seed)
    facts = load("bots.vocabulary_reader").facts_in(text, language)
    agreement = load("bots.facts").agreement
    assert facts
    assert all(fact.truth(target) == 1 for fact in facts)
    assert all(agreement(facts, other) < agreement(facts, target) for other in others)
    assert len(text) <= 130


def test_a_distractor_that_is_the_target_cannot_be_told_from_it(load: Load) -> None:
    words = load("bots.wording").WORDINGS["en"]
    with pytest.raises(ValueError, match="the same as the target"):
        load("bots.describing").description(grid(5), [grid(5), grid(6)], words, 0)


def grid_with_equal_counts(*columns: int) -> Cells:
    """Return a grid with a cell in three rows each.

    All such grids have the same counts in every row, and in every column if they use the same
    columns.
    """
    return frozenset(zip((0, 1, 3), columns, strict=True))


@pytest.mark.parametrize("language", ["en", "de"])
def test_obvious_features_are_described_first(load: Load, language: str) -> None:
    """A full row comes before a corner, a corner before a count, a count before an inner cell."""
    words = load("bots.wording").WORDINGS[language]
    describe = load("bots.describing").description
    full, corner = frozenset((0, at) for at in range(5)), frozenset({(4, 4)})
    inner, pair = frozenset({(1, 1)}), frozenset({(1, 1), (1, 2)})
    said = {
        "row": describe(full, [frozenset(), corner], words, 0),
        "corner": describe(full | corner, [full, full | inner], words, 0),
        "count": describe(pair, [inner, inner | corner], words, 0),
        "cell": describe(
            grid_with_equal_counts(1, 2, 3),
            [grid_with_equal_counts(2, 3, 1), grid_with_equal_counts(3, 1, 2)],
            words,
            0,
        ),
    }
    expected = {
        "en": (
            r"The .* row is completely filled\.",
            "bottom right corner",
            "exactly (one|two)",
            "row ., column",
        ),
        "de": (
            r"Die .* Zeile ist ganz gefüllt\.",
            "unten rechts",
            "genau (ein|zwei)",
            "Zeile ., Spalte",
        ),
    }
    for text, pattern in zip(said.values(), expected[language], strict=True):
        assert re.search(pattern, text), text


def played(language: str, seed: int, number: int) -> Episode:
    """Have the scripted pair play a generated instance."""
    catalogue = open_catalogue()
    game = catalogue.game("referencegame")
    instance = game.generate(language, number)
    episode = Episode(game, instance, catalogue.texts(instance, language))
    while not episode.is_over():
        request = episode.request
        view = episode.master.view(request.seat)
        text = game.scripted(request.seat, language, seed).respond(request, view)
        episode.master.submit(Response.of(request.id, text))
    return episode


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pair_wins_instances_it_never_saw(language: str) -> None:
    scores = [played(language, seed=number, number=number).scores for number in range(60)]
    assert [score.main_score for score in scores] == [100] * 60


def follower_of(text: str, seed: int, language: str = "en") -> tuple[str, Episode]:
    """Return the follower's answer to someone else's expression."""
    catalogue = open_catalogue()
    game = catalogue.game("referencegame")
    instance = catalogue.experiments("referencegame")[0].instances[0]
    episode = Episode(game, instance, catalogue.texts(instance, language))
    episode.say(f"{episode.texts.tag('expression')} {text}")
    view = episode.master.view("Player 2")
    return game.scripted("Player 2", language, seed).respond(episode.request, view), episode


def test_the_seed_decides_on_text_it_does_not_understand() -> None:
    """The choice is always the same for a seed, and every grid is chosen for some seed."""
    answers = {seed: follower_of("whatever you like", seed)[0] for seed in range(30)}
    assert answers == {seed: follower_of("whatever you like", seed)[0] for seed in range(30)}
    assert set(answers.values()) == {"Answer: first", "Answer: second", "Answer: third"}


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("the letter P", "Answer: first"),
        ("its top left cell is blank", "Answer: second"),
        ("the first two cells of the middle row are filled, the others are empty",
         "Answer: third"),
    ],
)  # fmt: skip
def test_it_reads_the_words_of_others(text: str, answer: str) -> None:
    assert {follower_of(text, seed)[0] for seed in range(5)} == {answer}


def test_other_languages_and_seats_have_no_player() -> None:
    game = open_catalogue().game("referencegame")
    with pytest.raises(LookupError, match="'eo'"):
        game.scripted("Player 1", "eo", 0)
    with pytest.raises(LookupError, match="'Player 3'"):
        game.scripted("Player 3", "en", 0)
    assert game.scripted("Player 1", "de-CH", 0) is not None


def test_likeness_is_measured_by_the_nearest_place_of_a_drawing(load: Load) -> None:
    """A small T at the right edge is a perfect T; each missing cell makes a grid less like one."""
    fact = load("bots.shapes").likenesses()["T"]
    moved = frozenset({(0, 2), (0, 3), (0, 4), *((row, 3) for row in range(1, 5))})
    assert fact.truth(moved) == 1
    truths = [fact.truth(moved - set(sorted(moved)[:count])) for count in range(4)]
    assert truths == sorted(truths, reverse=True)
    assert truths[1] < 1
    choice = random.Random(1)
    assert all(fact.truth(grid(choice.getrandbits(25))) < 0.7 for _ in range(20))
