"""The scripted guesser in its seat: it finishes, keeps the form, and knows what a person knows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from clemtui.catalogue import open_catalogue
from clemtui.engine import LetterBoard, View
from tests.support.episodes import Episode

LANGUAGES = ("en", "de")


def first(language: str, number: int = 0) -> Episode:
    catalogue = open_catalogue()
    experiments = catalogue.experiments("wordle", language)
    instance = [one for experiment in experiments for one in experiment.instances][number]
    return Episode(catalogue.game("wordle"), instance, catalogue.texts(instance, language))


def move(played: Episode, seed: int = 0) -> str:
    player = played.game.scripted("Player 1", str(played.instance.language), seed)
    return player.respond(played.request, played.master.view("Player 1"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", [0, 9, 10, 29])
def test_it_finishes_and_never_breaks_the_form(language: str, number: int) -> None:
    played = first(language, number)
    while not played.is_over():
        played.say(move(played, seed=number))
    assert set(played.verdicts) == {"accepted"}
    assert played.scores.aborted == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_equal_seats_get_equal_moves(language: str) -> None:
    """Request, view and seed decide; the target does not."""
    one = first(language)
    other = Episode(one.game, one.game.swapped(one.instance, "Player 1"), one.texts)
    assert one.instance.data != other.instance.data
    assert move(one) == move(one) == move(other)


def test_it_reads_the_board_and_not_the_messages() -> None:
    """With an empty board it plays its opening again, whatever the messages say."""
    played = first("en")
    opening = move(played)
    played.say(opening)
    view = played.master.view("Player 1")
    board = view.block("board")
    assert isinstance(board, LetterBoard)
    empty = replace(board, rows=(board.rows[-1],) * len(board.rows))
    blocks = tuple(empty if block is board else block for block in view.blocks)
    player = played.game.scripted("Player 1", "en", 0)
    assert player.respond(played.request, View(blocks)) == opening
    assert player.respond(played.request, view) != opening


def test_it_does_without_the_keyboard_which_is_an_aid() -> None:
    played = first("en")
    played.say(move(played))
    bare = played.master.view("Player 1").with_aids(frozenset())
    assert played.game.scripted("Player 1", "en", 0).respond(played.request, bare) == move(played)


def test_it_plays_on_after_a_word_that_the_game_does_not_know() -> None:
    """Such a word fills no row of the board."""
    played = first("en")
    played.say("explanation: x\nguess: zzzzz", move(played))
    assert played.verdicts == ["asked again", "accepted"]


def test_a_regional_language_is_played_by_its_base() -> None:
    game = open_catalogue().game("wordle")
    assert game.scripted("Player 1", "de-AT", 0) is not None


@pytest.mark.parametrize(
    ("game", "seat", "language"),
    [
        ("wordle", "Player 2", "en"),
        ("wordle", "Player 1", "fr"),
        ("wordle_withclue", "Player 2", "en"),
        ("wordle_withcritic", "Player 3", "en"),
        ("wordle_withcritic", "Player 2", "fr"),
    ],
)
def test_other_seats_and_languages_have_no_scripted_player(
    game: str, seat: str, language: str
) -> None:
    with pytest.raises(LookupError, match="there is no scripted player"):
        open_catalogue().game(game).scripted(seat, language, 0)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["wordle_withclue", "wordle_withcritic"])
def test_every_seat_of_the_variants_is_played_to_the_end(game: str, language: str) -> None:
    catalogue = open_catalogue()
    found = catalogue.game(game)
    instance = catalogue.experiments(game, language)[1].instances[7]
    played = Episode(found, instance, catalogue.texts(instance, language))
    players = {seat.name: found.scripted(seat.name, language, 1) for seat in found.card.seats}
    while not played.is_over():
        request = played.request
        played.say(players[request.seat].respond(request, played.master.view(request.seat)))
    assert set(played.verdicts) == {"accepted"}
    assert played.scores.aborted == 0


@pytest.mark.parametrize("game", ["wordle_withclue", "wordle_withcritic"])
def test_a_generated_instance_of_a_variant_has_a_clue(game: str) -> None:
    instance = open_catalogue().game(game).generate("en", 7)
    assert instance.data.keys() == {"target_word", "target_word_clue"}
    assert instance.game == game


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_generated_instance_is_played_like_any_other(language: str) -> None:
    catalogue = open_catalogue()
    game = catalogue.game("wordle")
    instance = game.generate(language, 7)
    assert (instance.origin, instance.source) == ("generated", "seed 7")
    assert game.generate(language, 7).hash == instance.hash
    played = Episode(game, instance, catalogue.texts(instance, language))
    while not played.is_over():
        played.say(move(played))
    assert played.scores.success == 1


def test_a_language_without_words_has_no_generator() -> None:
    with pytest.raises(LookupError, match="there are no words for the language 'fr'"):
        open_catalogue().game("wordle").generate("fr", 1)
