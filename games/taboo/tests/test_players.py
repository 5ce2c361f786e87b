"""The scripted pair in its seats: it finishes, keeps to the form, and knows what people know."""

from __future__ import annotations

from dataclasses import replace

import pytest

from clemtui.catalogue import open_catalogue
from tests.support.episodes import Episode

DESCRIBER, GUESSER = "Player 1", "Player 2"
LANGUAGES = ("en", "de")


def first(language: str, number: int = 0) -> Episode:
    catalogue = open_catalogue()
    experiments = catalogue.experiments("taboo", language)
    instance = [one for experiment in experiments for one in experiment.instances][number]
    return Episode(catalogue.game("taboo"), instance, catalogue.texts(instance, language))


def move(played: Episode, seed: int = 0) -> str:
    seat = played.request.seat
    player = played.game.scripted(seat, str(played.instance.language), seed)
    return player.respond(played.request, played.master.view(seat))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", [0, 25, 59])
def test_they_finish_and_break_neither_form_nor_rules(language: str, number: int) -> None:
    played = first(language, number)
    while not played.is_over():
        played.say(move(played, seed=number))
    assert set(played.verdicts) == {"accepted"}
    assert played.scores.aborted == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_describer_continues_after_wrong_guesses(language: str) -> None:
    played = first(language)
    wrong = f"{played.texts.tag('guess')} qqq"
    clues = []
    while not played.is_over():
        clues.append(move(played))
        played.say(clues[-1], wrong)
    assert len(set(clues)) == 3
    assert played.verdicts == ["accepted"] * 6


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_guesser_knows_the_clue_but_not_the_card(language: str) -> None:
    """The same clue to a different target gets the same guess."""
    one = first(language)
    other = Episode(one.game, one.game.swapped(one.instance, GUESSER), one.texts)
    assert one.instance.data != other.instance.data
    for played in (one, other):
        played.say(f"{played.texts.tag('clue')} abc")
    assert move(one) == move(one) == move(other)


def test_the_describer_reads_the_card_on_the_board_and_not_the_messages() -> None:
    played = first("en")
    data = {"target_word": "river", "related_word": ["water", "stream", "flow"]}
    other = Episode(played.game, replace(played.instance, data=data), played.texts)
    player = played.game.scripted(DESCRIBER, "en", 0)
    view = other.master.view(DESCRIBER)
    assert player.respond(played.request, view) == player.respond(other.request, view)


@pytest.mark.parametrize(("seat", "language"), [("Player 3", "en"), (DESCRIBER, "fr")])
def test_other_seats_and_languages_have_no_scripted_player(seat: str, language: str) -> None:
    with pytest.raises(LookupError, match="no scripted player"):
        open_catalogue().game("taboo").scripted(seat, language, 0)


def test_a_regional_language_is_played_by_its_base() -> None:
    assert open_catalogue().game("taboo").scripted(GUESSER, "de-AT", 0) is not None


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_generated_instance_is_played_like_any_other(language: str) -> None:
    catalogue = open_catalogue()
    game = catalogue.game("taboo")
    instance = game.generate(language, 7)
    assert (instance.origin, instance.source) == ("generated", "seed 7")
    assert game.generate(language, 7).hash == instance.hash
    played = Episode(game, instance, catalogue.texts(instance, language))
    while not played.is_over():
        played.say(move(played))
    assert set(played.verdicts) == {"accepted"}


def test_a_language_without_words_has_no_generator() -> None:
    with pytest.raises(LookupError, match="taboo cannot generate instances in 'fr'"):
        open_catalogue().game("taboo").generate("fr", 1)
