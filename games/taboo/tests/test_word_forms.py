"""Which words count as forms of another in languages with a table of endings."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clemtui.catalogue import open_catalogue

LANGUAGES = ("ar", "fr", "it", "ja", "pt-BR", "ru", "te", "tk", "tr", "zh")
SEGMENTED = tuple(language for language in LANGUAGES if language not in ("ja", "zh"))

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
    *(("it", "cantare", each) for each in ("canto", "cantano", "cantato")),
    *(("ru", "ребенок", each) for each in ("ребёнка", "ребят")),
    *(("tr", "kalem", each) for each in ("kalemi", "kalemler")),
    *(("ja", "水", each) for each in ("海水です", "水", "ミズ")),
    *(("ja", "本", each) for each in ("そのほんを", "ほん", "「ほん」です", "絵本")),
    *(("ja", "図書館", each) for each in ("としょかんにある", "図 書 館")),
    *(("ja", "クマ", each) for each in ("熊", "くま")),
    *(("zh", "书", each) for each in ("图书馆", "书")),
]
OTHERS = [
    *(("fr", "livre", each) for each in ("lire", "vivre", "feuille")),
    *(("it", "donna", each) for each in ("nonna", "dono")),
    *(("pt-BR", "livro", each) for each in ("folha", "leitura")),
    *(("ru", "книга", each) for each in ("страница", "кино")),
    *(("tr", "kitap", each) for each in ("okumak", "sayfa")),
    *(("fr", each, "port") for each in ("porte", "porter")),
    *(("fr", "pays", each) for each in ("payer", "page")),
    *(("it", "casa", each) for each in ("caso", "casi", "cassa")),
    *(("it", "capo", each) for each in ("capire", "capita")),
    *(("pt-BR", "caminho", each) for each in ("caminhão", "cama")),
    *(("pt-BR", "bola", each) for each in ("bolo", "bolsa")),
    *(("ru", "кровь", each) for each in ("кровать", "кров")),
    *(("ru", "нога", each) for each in ("нож", "ножом")),
    *(("ru", "друг", each) for each in ("другой", "другие")),
    *(("tr", "kale", each) for each in ("kalem", "kalemi")),
    *(("tr", "kalem", each) for each in ("kale", "kalede")),
    *(("tr", "kat", each) for each in ("kadın", "kadınlar")),
    *(("tk", "gar", each) for each in ("gara", "garaly")),
    *(("ar", "حر", each) for each in ("البحر", "حركة")),
    *(("tr", "ev", each) for each in ("evet", "sevgi")),
    *(("tk", "kitap", each) for each in ("okamak", "sahypa")),
    *(("ar", "كتاب", each) for each in ("قلم", "صفحة")),
    *(("te", "పుస్తకం", each) for each in ("కలం",)),
    *(("ja", "水", each) for each in ("氷", "みずみずしい", "湖")),
    *(("ja", "本", each) for each in ("ほんとう", "にほんご")),
    *(("ja", "川", each) for each in ("かわを", "かわいい")),  # かわ is also 皮
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


@pytest.mark.parametrize("language", SEGMENTED)
def test_stop_words_are_free(load: Any, language: str) -> None:
    own = rules(load, language)
    assert len(own.stop_words) >= 40
    for word in own.stop_words:
        assert own.check(f"CLUE: {word}", "zzz", ["qqq"]) is None


@pytest.mark.parametrize("language", SEGMENTED)
def test_no_chosen_word_is_a_stop_word(load: Any, language: str) -> None:
    concepts, own = load("tools.concepts"), rules(load, language)
    for found in concepts.words(language).values():
        for word in (found.target, *found.related) if isinstance(found, concepts.Words) else ():
            assert own._policy.key(word) not in own.stop_words, word


@given(text=st.text(max_size=60), language=st.sampled_from(LANGUAGES))
def test_any_clue_can_be_judged(load: Any, text: str, language: str) -> None:
    own = rules(load, language)
    own.check(text, "abc", ["def"])
    own.is_correct(text, "abc")
    assert own.normalise(own.normalise(text, ""), "") == own.normalise(text, "")


@pytest.mark.parametrize("language", SEGMENTED)
def test_few_words_of_different_concepts_look_alike(load: Any, language: str) -> None:
    """At most one in fifty of those that begin alike (pupil and schoolgirl, for example)."""
    own, concepts = rules(load, language), load("tools.concepts")
    known = concepts.words(language).values()
    targets = {found.target for found in known if isinstance(found, concepts.Words)}
    alike = {
        frozenset((one, other))
        for one in targets
        for other in targets - {one}
        if one[:2] == other[:2] and own.check(f"CLUE: {one}", other, []) is not None
    }
    assert len(alike) <= len(targets) / 50


def test_a_guess_is_right_however_the_language_writes_it(load: Any) -> None:
    same = [
        *(("tr", "KİTAP", "kitap"), ("ar", "كِتاب", "كتاب"), ("ru", "Ёлка", "елка")),
        *(("ja", "熊", "クマ"), ("ja", "たまご。", "卵"), ("ja", "玉子", "卵")),
        *(("ja", "りんご", "リンゴ"), ("zh", "书。", "书"), ("fr", "« livre »", "livre")),
    ]
    for language, guess, target in same:
        assert rules(load, language).is_correct(f"GUESS: {guess}", target)
    for language, guess, target in (("tr", "kıtap", "kitap"), ("fr", "livres", "livre")):
        assert not rules(load, language).is_correct(f"GUESS: {guess}", target)
