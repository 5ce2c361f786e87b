"""The letters of a typed word on the board, by language: case, accents, forms of letters."""

from __future__ import annotations

from dataclasses import replace
from types import ModuleType

import pytest

from clemtui.catalogue import open_catalogue
from clemtui.engine import POLICIES, LetterBoard, WordField, base_language, problems
from tests.support.episodes import Episode

#: The text policy named by the pack of each language.
POLICY = {"fr": "french", "it": "unicode", "pt-BR": "unicode", "ru": "russian", "tr": "turkish"}
POLICY |= {"ar": "arabic", "ja": "east-asian", "en": "reference", "de": "unicode"}


@pytest.fixture(scope="module")
def letters() -> ModuleType:
    return open_catalogue().family("wordle").module("letters")


def read(letters: ModuleType, language: str, typed: str) -> str:
    folded: str = letters.folded(language, POLICIES[POLICY[language]].lower(typed))
    return folded


@pytest.mark.parametrize(
    ("language", "typed", "word"),
    [
        ("en", "Café", "café"),  # the reference drops nothing
        ("de", "GRÖẞE", "größe"),
        ("de", "gro\u0308ße", "größe"),  # a decomposed umlaut
        ("fr", "ÉTAGE", "etage"),
        ("fr", "e\u0301tage", "etage"),
        ("fr", "cœur", "coeur"),  # becomes one letter longer
        ("fr", "garçon", "garcon"),
        ("it", "CITTÀ", "citta"),
        ("pt-BR", "NAÇÃO", "nacao"),
        ("pt-BR", "lições", "licoes"),
        ("ru", "ПОЛЁТ", "полет"),
        ("ru", "май", "май"),  # й keeps its breve
        ("ru", "маи\u0306", "май"),
        ("tr", "ILICA", "ılıca"),
        ("tr", "İNSAN", "insan"),
        ("tr", "kâğıt", "kağıt"),
        ("tr", "çözüm", "çözüm"),  # letters of their own
        ("ar", "إيران", "ايران"),
        ("ar", "ا\u0655يران", "ايران"),
        ("ar", "آثار", "اثار"),
        ("ar", "مَدِينَة", "مدينة"),  # vowel signs
        ("ar", "مديـــنة", "مدينة"),  # tatweel
        ("ar", "مسؤول", "مسؤول"),  # these are kept, as are ى and ة ى and ة
        ("ar", "رئيسى", "رئيسى"),
        ("ja", "レストラン", "れすとらん"),
        ("ja", "ﾚｽﾄﾗﾝ", "れすとらん"),  # half-width
        ("ja", "ｶﾞｯｺｳ", "がっこう"),
        ("ja", "か\u3099っこう", "がっこう"),  # a separate sound mark
        ("ja", "キーボード", "きーぼーど"),  # the long-vowel mark is a letter
    ],
)
def test_a_word_is_read_as_the_wordles_of_its_language_do(
    letters: ModuleType, language: str, typed: str, word: str
) -> None:
    assert read(letters, language, typed) == word


def test_a_language_variant_has_its_base_letters(letters: ModuleType) -> None:
    assert letters.folded("fr-x-para1", "é") == letters.folded("fr-CA", "é") == "e"


@pytest.mark.parametrize(
    ("language", "alphabet", "typed", "put"),
    [
        ("fr", "abcdefo", "É", "e"),
        ("fr", "abcdefo", "œ", "oe"),
        ("tr", "ıiş", "I", "ı"),
        ("tr", "ıiş", "İ", "i"),
        ("ru", "ежз", "Ё", "е"),
        ("ar", "ابت", "أ", "ا"),
        ("ar", "ابت", "ـ", ""),
        ("ja", "かきが", "ガ", "が"),
    ],
)
def test_a_typed_character_stands_for_letters_of_the_alphabet(
    letters: ModuleType, language: str, alphabet: str, typed: str, put: str
) -> None:
    alike = letters.typed_variants(language, alphabet, POLICIES[POLICY[language]])
    assert alike[typed] == put


@pytest.mark.parametrize(("language", "alphabet"), [("en", "abcdefi"), ("de", "aeiouäöüß")])
def test_in_english_and_german_every_character_stands_for_itself(
    letters: ModuleType, language: str, alphabet: str
) -> None:
    assert letters.typed_variants(language, alphabet, POLICIES[POLICY[language]]) == {}


def test_characters_outside_the_alphabet_are_not_mapped(
    letters: ModuleType,
) -> None:
    alike = letters.typed_variants("fr", "abc", POLICIES["french"])
    assert "é" not in alike
    assert alike["à"] == "a"
    assert "A" not in alike, "capitals are lower-cased as everywhere"


def test_only_capitals_that_are_not_unicode_s_are_named(letters: ModuleType) -> None:
    assert letters.capitals("aıiß", POLICIES["turkish"]) == {"i": "İ"}
    assert letters.capitals("aıiß", POLICIES["french"]) == {}


# In the game.


def played(language: str, target: str) -> Episode:
    """Return a game with the English texts and the words and rules of another language."""
    catalogue = open_catalogue()
    game = catalogue.game("wordle")
    instance = game.generate(language, 1)
    words = instance.lists["words"].words
    keyboard = ("".join(sorted({letter for word in words for letter in word})),)
    english = catalogue.packs("wordle")["en"].texts
    texts = replace(
        english,
        language=language,
        policy=POLICIES[POLICY[language]],
        options={**english.options, "keyboard": keyboard},
    )
    return Episode(game, replace(instance, data={"target_word": target}), texts)


def said(one: Episode, guess: str) -> str:
    return f"{one.texts.tag('explanation')} x\n{one.texts.tag('guess')} {guess}"


@pytest.mark.parametrize(
    ("language", "target", "typed"),
    [
        ("fr", "etage", "Étage"),
        ("fr", "coeur", "CŒUR"),
        ("it", "citta", "Città"),
        ("pt-BR", "nacao", "NAÇÃO"),
        ("ru", "полет", "Полёт"),
        ("tr", "ılıca", "ILICA"),
        ("ar", "مدينة", "مَدينة"),
        ("ja", "れすとらん", "レストラン"),
    ],
)
def test_a_guess_in_the_languages_own_spelling_wins(language: str, target: str, typed: str) -> None:
    one = played(language, target)
    one.say(said(one, typed))
    assert one.scores.success == 1
    assert one.master.keys["Guesser Guesses"] == [target]
    form = played(language, target).request.form
    assert form is not None
    assert form.compose({"guess": typed}).endswith(target)
    assert problems(form, {"guess": POLICIES[POLICY[language]].lower(typed)}) == ()


def test_a_ligature_counts_as_two_letters() -> None:
    one = played("fr", "etage")
    one.say(said(one, "sœur"))
    assert one.verdicts == ["accepted"]
    one.say(said(one, "bœufs"))
    assert one.is_over()
    assert "length" in [content for _, kind, content in one.log if kind == "metadata"][-1]


def test_the_turkish_board_draws_its_own_capitals() -> None:
    one = played("tr", "ılıca")
    one.say(said(one, "İNSAN"))
    board = one.master.view("Player 1").block("board")
    assert isinstance(board, LetterBoard)
    first = board.rows[0][0]
    assert (first.letter, first.capital) == ("i", "İ")
    form = one.request.form
    assert form is not None
    field = form.fields[0]
    assert isinstance(field, WordField)
    assert field.capitals == {"i": "İ"}


@pytest.mark.parametrize("language", sorted(open_catalogue().packs("wordle")))
def test_the_keyboard_has_every_letter_of_the_words_and_each_once(language: str) -> None:
    catalogue = open_catalogue()
    rows = catalogue.packs("wordle")[language].texts.options["keyboard"]
    keys = [key for row in rows for key in row]
    words = catalogue.family("wordle").module("words").accepted_words(base_language(language))
    assert len(keys) == len(set(keys))
    assert {letter for word in words for letter in word} <= set(keys)
