"""What the text policy of a language accepts in a response, in every game with a pack for it.

It accepts no other deviations than those that English accepts.
"""

from __future__ import annotations

import unicodedata

import pytest

from clemtui.catalogue import open_catalogue
from clemtui.engine import placeholders
from tests.support.episodes import Episode, episode

PACKS = {id: open_catalogue().packs(id) for id in ("referencegame", "imagegame", "privateshared")}
LANGUAGES = sorted(PACKS["referencegame"])
NATIVE_DIGITS = {"ar": "١٢٣", "te": "౧౨౩", "ja": "１２３", "zh": "１２３"}
BLANK = "▢ ▢ ▢ ▢ ▢"


def asked(language: str) -> Episode:
    """Return a reference game whose follower is asked."""
    played = episode("referencegame", language)
    played.say(f"{played.texts.tag('expression')} X")
    assert played.request.seat == "Player 2"
    return played


def answered(language: str, text: str) -> str:
    """Return the master's verdict on the follower's text."""
    played = asked(language)
    played.say(text)
    return played.verdicts[-1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_of_a_grid_and_every_digit_is_an_answer(language: str) -> None:
    texts = PACKS["referencegame"][language].texts
    for name in (*texts.options["answer"], "1", "2", "3"):
        played = asked(language)
        played.say(f"{texts.tag('answer')} {name}")
        assert played.verdicts[-1] == "accepted"
        played.scores  # noqa: B018 - every answer has scores


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_right_name_and_its_digit_win_in_any_case(language: str) -> None:
    texts = PACKS["referencegame"][language].texts
    place = asked(language).instance.data["order"].index(1)
    name = texts.options["answer"][place]
    upper = name.replace("i", "İ").upper() if language == "tr" else name.upper()
    for said in (name, upper, str(place + 1)):
        played = asked(language)
        played.say(f"{texts.tag('answer')} {said}")
        assert played.scores.success == 1, said


@pytest.mark.parametrize(("language", "digits"), NATIVE_DIGITS.items())
def test_digits_of_the_language_are_digits(language: str, digits: str) -> None:
    texts = PACKS["referencegame"][language].texts
    place = asked(language).instance.data["order"].index(1)
    for at, digit in enumerate(digits):
        played = asked(language)
        played.say(f"{texts.tag('answer')} {digit}")
        assert played.scores.success == int(at == place)


def test_digits_of_another_language_are_none() -> None:
    assert answered("en", "Answer: ２") == "malformed"
    assert answered("de", "Antwort: ٢") == "malformed"
    assert answered("ru", "Ответ: ２") == "malformed"


@pytest.mark.parametrize("language", ["ja", "zh"])
def test_a_colon_may_be_wide_or_narrow(language: str) -> None:
    tag = PACKS["referencegame"][language].texts.tag("answer")
    for colon in ("：", ":", "： ", "：\u3000"):
        assert answered(language, f"{tag.replace('：', colon)}2") == "accepted"


def test_a_blank_may_stand_before_a_french_colon_and_before_no_other() -> None:
    for blank in (" ", "\u00a0", "\u202f"):
        assert answered("fr", f"Réponse{blank}: 2") == "accepted"
    assert answered("de", "Antwort : erstes") == "malformed"
    assert answered("en", "Answer : first") == "malformed"


@pytest.mark.parametrize("language", [each for each in LANGUAGES if not each.startswith("en")])
def test_how_letters_are_encoded_does_not_matter(language: str) -> None:
    texts = PACKS["referencegame"][language].texts
    said = unicodedata.normalize("NFD", f"{texts.tag('answer')} {texts.options['answer'][1]}")
    assert answered(language, said) == "accepted"


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_relayed_is_what_was_written(language: str) -> None:
    """Wide commas and native digits in a description reach the partner unchanged."""
    played = episode("referencegame", language)
    tag = played.texts.tag("expression")
    played.say(f"{tag} Ａ，１ ١ ౧")
    assert f"{tag} Ａ，１ ١ ౧" in played.said


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_drawing_is_begun_and_ended_in_the_language(language: str) -> None:
    played = episode("imagegame", language)
    tag, done = played.texts.tag("command"), played.texts.tag("done")
    grid = "\n".join([BLANK] * 5)
    played.say(f"{tag} A")
    assert played.request.seat == "Player 2"
    played.say(grid, f"{tag} {done}")
    assert played.is_over()
    assert "malformed" not in played.verdicts


@pytest.mark.parametrize("language", ["ja", "zh"])
def test_no_blank_is_needed_after_a_wide_colon(language: str) -> None:
    played = episode("imagegame", language)
    tag, done = played.texts.tag("command"), played.texts.tag("done")
    played.say(f"{tag}あ", "\n".join([BLANK.replace(" ", "\u3000")] * 5))
    assert played.request.seat == "Player 1"
    played.say(f"{tag}{done}")
    assert (played.is_over(), played.verdicts) == (True, ["accepted"] * 3)


def test_a_blank_is_needed_after_any_other_colon() -> None:
    played = episode("imagegame", "en")
    played.say("Command:A")
    assert played.verdicts == ["malformed"]


@pytest.mark.parametrize("language", sorted(PACKS["privateshared"]))
def test_yes_and_no_are_told_apart(language: str) -> None:
    """The first probe is answered as the pack writes it and in capitals."""
    for word in (0, 1):
        for cased in (str, str.upper):
            played = episode("privateshared", language)
            said = played.texts.options["answers"][word]
            upper = said.replace("i", "İ") if language == "tr" and cased is str.upper else said
            played.say(f"{played.texts.tag('aside').strip()} {cased(upper)}")
            assert played.verdicts[-1] == "accepted", said


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_placeholder_is_left_in_a_first_prompt(language: str) -> None:
    for game in PACKS:
        if language in PACKS[game]:
            assert not placeholders(episode(game, language).said)
