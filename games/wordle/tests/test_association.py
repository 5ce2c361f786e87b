"""How well a word fits a clue."""

from __future__ import annotations

import ast
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clemtui.catalogue import open_catalogue
from games.wordle.tools.associations.mentions import Mentions, save
from tests.support.examples import examples

LANGUAGES = ("en", "de")


@pytest.fixture(scope="session")
def data() -> ModuleType:
    return open_catalogue().family("wordle").module("bots.association.reading")


@pytest.mark.parametrize(
    ("language", "clue", "right", "wrong"),
    [
        ("en", "striped animal of the savannah", "zebra", "piano"),
        ("en", "instrument with black and white keys", "piano", "wagon"),
        ("en", "striped animals in savannahs", "zebra", "piano"),  # inflected forms
        ("en", "large body of salt water", "ocean", "chair"),
        ("de", "Instrument mit vier Saiten", "geige", "pferd"),
        ("de", "auf diesem Tier reitet man", "pferd", "geige"),
        ("de", "auf diesen Tieren wird geritten", "pferd", "geige"),
        ("de", "dort brennt Holz im Wohnzimmer", "kamin", "vogel"),
    ],
)
def test_a_word_that_the_clue_describes_fits_and_another_does_not(
    association: ModuleType, language: str, clue: str, right: str, wrong: str
) -> None:
    assert association.fit(language, clue, right) > 0.9
    assert association.fit(language, clue, wrong) < 0.5


@pytest.mark.parametrize(
    ("language", "said", "denied", "word"),
    [
        ("en", "heavy", "not heavy", "light"),
        ("en", "dirty", "opposite of dirty", "clean"),
        ("de", "geschlossen", "nicht geschlossen", "offen"),
    ],
)
def test_a_clue_may_ask_for_an_opposite(
    association: ModuleType, language: str, said: str, denied: str, word: str
) -> None:
    assert association.fit(language, denied, word) > association.fit(language, said, word)


@pytest.mark.parametrize(
    ("language", "clue", "word"),
    [("en", "two zebras and a tiger", "zebra"), ("de", "bunte Vögel auf dem Dach", "vogel")],
)
def test_a_clue_does_not_ask_for_a_word_that_it_names(
    association: ModuleType, language: str, clue: str, word: str
) -> None:
    assert association.fit(language, clue, word) < 0.05


@pytest.mark.parametrize(("language", "no_words"), [("en", "one of the"), ("de", "eine von den")])
def test_a_clue_of_unknown_words_speaks_neither_for_nor_against_any_word(
    association: ModuleType, language: str, no_words: str
) -> None:
    for clue in ("", "xqzzt", no_words, "17 !?"):
        for word in ("hotel", "radio", "zzzzz"):
            assert association.fit(language, clue, word) == 0.5


def test_an_unknown_compound_counts_as_its_parts(association: ModuleType) -> None:
    """German forms compounds freely; no dictionary lists them all."""
    whole = association.fit("de", "Flötenorchester", "klang")
    assert whole == association.fit("de", "Flöte Orchester", "klang") != 0.5


def test_a_clue_may_be_long(association: ModuleType) -> None:
    clue = "striped animal of the savannah that looks like a horse, grazes in herds, runs " * 20
    assert association.fit("en", clue, "zebra") > 0.9
    assert association.fit("en", clue, "zzzzz") < 0.5


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("clue", ["radio", "Hotel in Berlin", "not a name", "xqzzt"])
def test_the_mean_odds_over_the_plausible_words_are_even(
    association: ModuleType, language: str, clue: str
) -> None:
    odds = association.odds(language, clue)
    shares = association.plausible_words(language)
    assert sum(shares.values()) == pytest.approx(1)
    assert sum(share * odds.of(word) for word, share in shares.items()) == pytest.approx(1)


@examples(25, deadline=None)
@given(st.text(max_size=40), st.sampled_from(LANGUAGES), st.sampled_from(["hotel", "zzzzz", ""]))
def test_any_text_may_be_a_clue(
    association: ModuleType, clue: str, language: str, word: str
) -> None:
    assert 0 <= association.fit(language, clue, word) <= 1


@pytest.mark.parametrize(("language", "least"), [("en", 0.6), ("de", 0.75)])
def test_most_clues_lead_to_their_word(
    association: ModuleType, clues: ModuleType, language: str, least: float
) -> None:
    """For every tenth clue: how often fewer than a hundred words fit it better than its own."""
    asked = clues.words_with_clues(language)[::10]
    shares = association.plausible_words(language)
    found = 0
    for word in asked:
        odds = association.odds(language, clues.clue_for(language, word))
        own = shares[word] * odds.of(word)
        found += sum(share * odds.of(other) > own for other, share in shares.items()) < 100
    assert found / len(asked) >= least


def test_the_associations_are_made_without_the_clues(folder: Path) -> None:
    """Otherwise they would be a table of answers."""
    made_by = ["bots/association/__init__.py", "bots/association/reading.py", "bots/stems.py"]
    built_by = ("english", "german", "mentions", "vectors")
    made_by += ["tools/build_associations.py", *(f"tools/associations/{by}.py" for by in built_by)]
    for name in made_by:
        tree = ast.parse((folder / name).read_text("utf-8"))
        imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
        named = {alias.name for node in imports for alias in node.names}
        modules = {node.module or "" for node in imports if isinstance(node, ast.ImportFrom)}
        assert not any(text.endswith("clues") for text in named | modules), name


def test_another_language_has_no_associations(association: ModuleType) -> None:
    with pytest.raises(LookupError, match="no word associations for the language 'fr'"):
        association.fit("fr", "chien", "chats")


def test_saved_mentions_can_be_read_back(data: ModuleType, tmp_path: Path) -> None:
    """Saved mentions can be read back and score the words they belong to."""
    mentions = Mentions("en", frozenset({"zebra", "tiger", "piano", "chair"}))
    mentions.add("zebra", "a striped animal", 2.0)
    mentions.add("tiger", "striped animal, fierce animal", 2.0)
    mentions.add("piano", "instrument", 1.0)
    mentions.add_names("chair", ["stool"], 3.0, prefix="!")
    save(mentions, tmp_path / "some.tsv.gz")
    read = data.Postings(tmp_path / "some.tsv.gz")
    assert set(read.words) == {"zebra", "tiger", "piano", "chair"}
    assert "instrument" in read
    assert "nothing" not in read
    assert set(read.scores(["instrument"], opposites=False)) == {"piano"}
    assert read.scores(["stool"], opposites=False) == {}
    assert set(read.scores(["stool"], opposites=True)) == {"chair"}


@pytest.mark.parametrize(
    ("language", "together"),
    [
        ("en", "bake bakes baked baking"),
        ("en", "story stories"),
        ("en", "glass glasses"),
        ("en", "happy happily happiness"),
        ("de", "baum bäume bäumen baumes"),
        ("de", "wohnen wohnt"),
        ("de", "blume blumen"),
        ("de", "schön schöne schönes"),
    ],
)
def test_forms_of_a_word_share_a_stem(stems: ModuleType, language: str, together: str) -> None:
    assert len({stems.stem(language, word) for word in together.split()}) == 1


@pytest.mark.parametrize(
    ("language", "apart"),
    [("en", "flower flow number numb water corn corner"), ("de", "zeit zeitung haus haut")],
)
def test_different_words_keep_their_stems(stems: ModuleType, language: str, apart: str) -> None:
    words = apart.split()
    assert len({stems.stem(language, word) for word in words}) == len(words)


def test_stop_words_are_excluded(stems: ModuleType) -> None:
    assert stems.content_stems("en", "What's in the box? It's the box!") == ["box"]
    assert stems.content_stems("de", "Was ist in der Kiste?") == [stems.stem("de", "kiste")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_product_of_all_words_at_once_is_the_product_of_each(
    association: ModuleType, language: str
) -> None:
    """Columns are multiplied as long integers; signs and the largest numbers must not overflow."""
    _, vectors = association._data(language)
    size = vectors._size
    largest = [65_536 if at % 2 else -65_536 for at in range(size)]
    for vector in (largest, [-each for each in largest], [at - 20 for at in range(size)]):
        products = vectors._products(vector)
        assert len(products) == len(vectors._words)
        for row in (0, 1, len(products) // 2, len(products) - 1):
            assert products[row] == sum(
                x * y for x, y in zip(vectors._row(row), vector, strict=True)
            )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_a_stem_are_found_by_their_beginning(
    association: ModuleType, stems: ModuleType, language: str
) -> None:
    """A word and its stem begin with the same two letters, with umlauts folded."""
    words = association.plausible_words(language)
    for word in list(words)[::97]:
        own = stems.stem(language, word)
        found = [other for other in words if stems.stem(language, other) == own]
        assert sorted(association._words_of_stem(language, own)) == sorted(found)
