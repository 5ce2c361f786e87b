"""Which words count as a form of another in the languages that have a table of endings."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clemtui.catalogue import open_catalogue

LANGUAGES = ("ar", "fr", "it", "ja", "pt-BR", "ru", "te", "tk", "tr", "zh")

FORMS = [
    *(("fr", "livre", each) for each in ("livres", "LIVRE", "Livres,")),
    *(("fr", "guerre", each) for each in ("guerres", "l'guerre")),
    *(("it", "donna", each) for each in ("donne", "Donna")),
    *(("it", "libro", each) for each in ("libri", "libro")),
    *(("pt-BR", "livro", each) for each in ("livros", "livrinho")),
    *(("ru", "книга", each) for each in ("книги", "книгу", "книгой", "Книга")),
    *(("tr", "kitap", each) for each in ("kitaplar", "kitabı", "kitabım", "KİTAP")),
    *(("tr", "ev", each) for each in ("evler", "evde", "evlerimizde")),
    *(("tk", "kitap", each) for each in ("kitaplar", "kitaby")),
    *(("ar", "كتاب", each) for each in ("الكتاب", "كِتَابٌ", "وكتاب", "كتابه")),
    *(("te", "పుస్తకం", each) for each in ("పుస్తకాలు", "పుస్తకం")),
    *(("ja", "水", each) for each in ("海水です", "水")),
    *(("zh", "书", each) for each in ("图书馆", "书")),
]
OTHERS = [
    *(("fr", "livre", each) for each in ("lire", "vivre", "feuille")),
    *(("it", "donna", each) for each in ("nonna", "dono")),
    *(("pt-BR", "livro", each) for each in ("folha", "leitura")),
    *(("ru", "книга", each) for each in ("страница", "кино")),
    *(("tr", "kitap", each) for each in ("okumak", "sayfa")),
    *(("tr", "ev", each) for each in ("evet", "sevgi")),
    *(("tk", "kitap", each) for each in ("okamak", "sahypa")),
    *(("ar", "كتاب", each) for each in ("قلم", "صفحة")),
    *(("te", "పుస్తకం", each) for each in ("కలం",)),
    *(("ja", "水", each) for each in ("氷", "みず")),
    *(("zh", "书", each) for each in ("读者", "作者")),
]


def rules(load: Any, language: str) -> Any:
    policy = open_catalogue().packs("taboo")[language].texts.policy
    return load("words").rules_for(language, policy)


@pytest.mark.parametrize(("language", "forbidden", "said"), FORMS)
def test_a_form_of_a_forbidden_word_loses(
    load: Any, language: str, forbidden: str, said: str
) -> None:
    found = rules(load, language).check(f"CLUE: {said}", "zzz", [forbidden])
    assert found is not None
    assert (found.kind, found.forbidden) == ("related", forbidden)
    assert rules(load, language).check(f"CLUE: {said}", forbidden, []).kind == "target"


@pytest.mark.parametrize(("language", "forbidden", "said"), OTHERS)
def test_another_word_does_not(load: Any, language: str, forbidden: str, said: str) -> None:
    assert rules(load, language).check(f"CLUE: {said}", forbidden, []) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_stop_words_are_free(load: Any, language: str) -> None:
    own = rules(load, language)
    free = load("word_forms").read_forms(language, own._policy).stop_words
    if own._forms.segmented:
        assert len(free) >= 40
    for word in free:
        assert own.check(f"CLUE: {word}", "zzz", ["qqq"]) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_chosen_word_is_a_stop_word(load: Any, language: str) -> None:
    concepts, own = load("concepts"), rules(load, language)
    free = own._forms.stop_words
    for found in concepts.words(language).values():
        for word in (found.target, *found.related) if isinstance(found, concepts.Words) else ():
            assert own._policy.key(word) not in free, word


@given(text=st.text(max_size=60), language=st.sampled_from(LANGUAGES))
def test_any_clue_can_be_judged(load: Any, text: str, language: str) -> None:
    own = rules(load, language)
    own.check(text, "abc", ["def"])
    own.is_correct(text, "abc")
    assert own.normalise(own.normalise(text, ""), "") == own.normalise(text, "")


def test_a_guess_is_right_however_the_language_writes_it(load: Any) -> None:
    same = [
        *(("tr", "KİTAP", "kitap"), ("ar", "كِتاب", "كتاب"), ("ru", "Ёлка", "елка")),
        *(("ja", "りんご", "リンゴ"), ("zh", "书。", "书"), ("fr", "« livre »", "livre")),
    ]
    for language, guess, target in same:
        assert rules(load, language).is_correct(f"GUESS: {guess}", target)
    for language, guess, target in (("tr", "kıtap", "kitap"), ("fr", "livres", "livre")):
        assert not rules(load, language).is_correct(f"GUESS: {guess}", target)
