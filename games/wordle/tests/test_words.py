"""The shipped word lists."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from types import ModuleType

import pytest

from clemtui.catalogue import open_catalogue

ALPHABETS = {
    "en": "[a-z]{5}",
    "de": "[a-zäöüß]{5}",
    "fr": "[a-z]{5}",
    "it": "[a-z]{5}",
    "pt-BR": "[a-z]{5}",
    "ru": "[а-я]{5}",
    "tr": "[abcçdefgğhıijklmnoöprsştuüvyz]{5}",
    "ar": "[ءؤئابةتثجحخدذرزسشصضطظعغفقكلمنهوىي]{5}",
    "ja": "[ぁ-んー]{5}",
}
LEAST = {"en": 8_000, "de": 5_000, "fr": 5_000, "it": 4_500, "pt-BR": 7_000, "ru": 8_000}
LEAST |= {"tr": 6_000, "ar": 8_000, "ja": 6_000}
#: In these languages all words that pass the rules are targets; elsewhere only the most frequent of
#: them, which were reviewed by hand.
DICTIONARIES_AGREE = ("en", "de")
#: Maximum size of a list in bytes.
LARGEST = 105_000


def test_the_languages_follow_from_the_files(words: ModuleType) -> None:
    assert set(words.LANGUAGES) == set(ALPHABETS)


@pytest.mark.parametrize("language", ALPHABETS)
def test_accepted_words_have_five_letters_of_the_alphabet(words: ModuleType, language: str) -> None:
    accepted = words.accepted_words(language)
    assert [w for w in accepted if not re.fullmatch(ALPHABETS[language], w)] == []
    assert all(unicodedata.is_normalized("NFC", word) for word in accepted)
    assert len(set(accepted)) == len(accepted) >= LEAST[language]
    assert (words.DATA / words.words_file(language)).stat().st_size < LARGEST


@pytest.mark.parametrize(
    ("language", "guesses"),
    [
        # base forms, plurals, past and third-person forms, comparatives, British and American
        ("en", "crane hands baked reads older would their metre favor cafes admin maths tying"),
        # umlauts and sharp s, imperatives, declined adjectives and determiners
        ("de", "größe weiße hände bäume liest siehe kluge altes jeder seine steif darum"),
        # the board has no accents: étage, cœur, bébé, aimée
        ("fr", "etage coeur bebes garde belle jolie avais aimee venir leurs poeme"),
        ("it", "citta gatti bella hanno siamo farlo della buona verra donne pesce"),
        ("pt-BR", "leoes macas nacao verao feito bolsa falou somos"),
        ("ru", "книга книги слово стали домов полет"),
        ("tr", "kağıt ılıca ışığı gelen güzel deniz evler ölçek"),
        ("ar", "مدينة كبيرة طالبة كتابة مكتوب ساعات مدارس"),
        ("ja", "じてんしゃ としょかん れすとらん きーぼーど おもしろい"),
    ],
)
def test_ordinary_words_in_all_forms_are_accepted(
    words: ModuleType, language: str, guesses: str
) -> None:
    accepted = words.accepted_words(language)
    assert [guess for guess in guesses.split() if guess not in accepted] == []


@pytest.mark.parametrize(
    ("language", "no_words"),
    [
        ("en", "zzzzz qwert james paris texas"),
        ("de", "zzzzz qwert peter julia mainz japan gross weiss nsdap"),
        ("fr", "zzzzz azert david julie lille étage"),
        ("it", "zzzzz qwert paolo maria siena città"),
        ("pt-BR", "zzzzz qwert david peter egito nação"),
        ("ru", "ъъъъъ йцуке павел китай ольга"),
        ("tr", "zzzzz qwert ahmet izmir fatma"),
        # with the article, a conjunction or a pronoun; a hamza that is not on the board
        ("ar", "ضضضضض القلم وكتاب بيتها إيران"),
        ("ja", "んんんんん ああああん レストラン"),
    ],
)
def test_names_and_non_words_are_not_accepted(
    words: ModuleType, language: str, no_words: str
) -> None:
    accepted = words.accepted_words(language)
    assert [word for word in no_words.split() if word in accepted] == []


@pytest.mark.parametrize("language", ALPHABETS)
def test_targets_are_accepted_frequent_and_in_one_band(
    target_words: ModuleType, word_lists: ModuleType, language: str
) -> None:
    accepted = word_lists.accepted_words(language)
    bands = target_words.target_candidates(language)
    high, medium = set(bands["high"]), set(bands["medium"])
    assert high | medium <= set(accepted)
    assert not high & medium
    assert len(high) >= (100 if language in DICTIONARIES_AGREE else 90)
    assert len(medium) >= (500 if language in DICTIONARIES_AGREE else 150)
    frequency = accepted.frequencies
    assert min(frequency[w] for w in high) >= max(frequency[w] for w in medium)
    assert min(frequency[w] for w in medium) >= 340


@pytest.mark.parametrize(
    ("language", "unfit"),
    [
        # plurals, past forms, comparatives, slurs and insults that are accepted as guesses
        ("en", "hands baked older women drank bitch whore moron"),
        ("de", "hände altes getan seine neger fotze penis"),
        ("fr", "belle avais aimee negre merde chier idiot"),
        ("it", "gatti bella hanno negro cazzo merda scemo"),
        ("pt-BR", "leoes falou merda porra viado tesao negro"),
        ("ru", "книги стали хохол шлюха блядь идиот еврей"),
        ("tr", "evler gelen taşak salak kahpe zenci"),
        ("ar", "مدارس كبيرة عاهرة يهودي سوريا"),
        ("ja", "いただける ふぇらちお ひとごろし ばいしゅん"),
    ],
)
def test_inflected_and_offensive_words_are_guesses_but_no_targets(
    target_words: ModuleType, words: ModuleType, language: str, unfit: str
) -> None:
    bands = target_words.target_candidates(language)
    targets = {word for band in bands.values() for word in band}
    assert set(unfit.split()) <= set(words.accepted_words(language))
    assert not set(unfit.split()) & targets


def test_every_list_has_its_notice(words: ModuleType) -> None:
    readme = (words.DATA / "README.md").read_text("utf-8")
    folders = (words.DATA.parent / name for name in ("data", "bots/data", "generate/data"))
    shipped = {path.name for folder in folders for path in folder.iterdir()} - {"README.md"}
    assert [name for name in sorted(shipped) if name not in readme] == []


@pytest.mark.parametrize("language", ALPHABETS)
def test_the_readme_states_the_number_of_words(words: ModuleType, language: str) -> None:
    readme = (words.DATA / "README.md").read_text("utf-8")
    (row,) = (line for line in readme.splitlines() if f"`{language}_words.txt`" in line)
    assert f" {len(words.accepted_words(language)):,} accepted " in row


def test_the_digest_is_that_of_the_set(word_lists: ModuleType) -> None:
    some = word_lists.WordList(("under", "apple"), {"apple": 400})
    assert some.digest == word_lists.WordList(("apple", "under"), {"apple": 400}).digest
    assert some.digest != word_lists.WordList(("apple", "under"), {"apple": 401}).digest
    assert some.digest != word_lists.WordList(("apple",), {"apple": 400}).digest


def test_a_list_needs_words_of_one_length(word_lists: ModuleType) -> None:
    for unfit in ((), ("under", "banana")):
        with pytest.raises(ValueError, match="same length"):
            word_lists.WordList(unfit)


def test_a_language_without_words(words: ModuleType) -> None:
    with pytest.raises(FileNotFoundError):
        words.accepted_words("xx")


@pytest.mark.parametrize("language", ALPHABETS)
def test_listed_words_are_already_folded(words: ModuleType, language: str) -> None:
    """Folding must not change a listed word, or it could never be guessed."""
    folded = open_catalogue().family("wordle").module("letters").folded
    assert [w for w in words.accepted_words(language) if folded(language, w) != w] == []


@pytest.mark.parametrize("language", sorted(ALPHABETS.keys() - set(DICTIONARIES_AGREE)))
def test_words_reviewed_as_unfit_are_not_targets(
    target_words: ModuleType, words: ModuleType, language: str
) -> None:
    path = words.DATA.parent / "tools" / "word_sources" / "unfit.toml"
    unfit = tomllib.loads(path.read_text("utf-8"))[language].split()
    bands = target_words.target_candidates(language)
    assert len(unfit) > 20
    assert not set(unfit) & {word for band in bands.values() for word in band}
