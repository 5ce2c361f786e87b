"""The scripted guesser in its seat: it finishes, keeps to the form, and knows what people know."""

from __future__ import annotations

from dataclasses import replace

import pytest

from clemtui.catalogue import open_catalogue
from clemtui.engine import LetterBoard, View
from tests.support.episodes import Episode

LANGUAGES = [tag for tag in open_catalogue().languages("wordle") if "-x-" not in tag]
WITH_CLUE = [tag for tag in open_catalogue().languages("wordle_withclue") if "-x-" not in tag]


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
    """Only request, view and seed matter; the target does not."""
    one = first(language)
    other = Episode(one.game, one.game.swapped(one.instance, "Player 1"), one.texts)
    assert one.instance.data != other.instance.data
    assert move(one) == move(one) == move(other)


def test_it_reads_the_board_and_not_the_messages() -> None:
    """With an empty board it repeats its opening, whatever the messages say."""
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


def test_it_does_not_need_the_keyboard_aid() -> None:
    played = first("en")
    played.say(move(played))
    bare = played.master.view("Player 1").with_aids(frozenset())
    assert played.game.scripted("Player 1", "en", 0).respond(played.request, bare) == move(played)


def test_it_continues_after_an_unknown_word() -> None:
    """An unknown word does not fill a row of the board."""
    played = first("en")
    played.say("explanation: x\nguess: zzzzz", move(played))
    assert played.verdicts == ["asked again", "accepted"]


def test_a_regional_language_is_played_by_its_base() -> None:
    game = open_catalogue().game("wordle")
    assert game.scripted("Player 1", "de-AT", 0) is not None
    assert game.scripted("Player 1", "pt-BR", 0) is not None


@pytest.mark.parametrize("language", sorted({*LANGUAGES} - {"en", "de"}))
def test_without_word_associations_a_clue_changes_nothing(language: str) -> None:
    """It plays by letters alone and says nothing about the clue."""
    guesser = open_catalogue().family("wordle").module("bots.clue.guesser")
    words = open_catalogue().family("wordle").module("bots.word_lists").accepted_words(language)
    index = open_catalogue().family("wordle").module("bots.guesser").candidate_index(words)
    player = guesser.ClueGuesser(language, 3)
    one, other = (player.propose(index, guesser.Knowledge(clue, [], 6)) for clue in ("a b", "c d"))
    assert player.propose(index, guesser.Knowledge("a b", [], 6)) == one
    said = open_catalogue().family("wordle").module("bots.clue.wording").CLUE_WORDINGS[language]
    reasons = said.letters.reasons.values()
    assert one.explanation in reasons
    assert other.explanation in reasons


@pytest.mark.parametrize(
    ("game", "seat", "language"),
    [
        ("wordle", "Player 2", "en"),
        ("wordle", "Player 1", "te"),
        ("wordle_withclue", "Player 2", "en"),
        ("wordle_withcritic", "Player 3", "en"),
        ("wordle_withcritic", "Player 2", "te"),
    ],
)
def test_other_seats_and_languages_have_no_scripted_player(
    game: str, seat: str, language: str
) -> None:
    with pytest.raises(LookupError, match="no scripted player"):
        open_catalogue().game(game).scripted(seat, language, 0)


@pytest.mark.parametrize("language", sorted({*LANGUAGES} - {"en", "de"}))
def test_without_word_associations_the_critic_goes_by_how_common_a_word_is(language: str) -> None:
    family = open_catalogue().family("wordle")
    said = family.module("bots.clue.wording").CLUE_WORDINGS[language]
    accepted = family.module("bots.word_lists").accepted_words(language)
    by_frequency = sorted(accepted, key=lambda word: accepted.frequencies.get(word, 0))
    judge = family.module("bots.critic").judge
    common, rare = judge(language, "a b", by_frequency[-1]), judge(language, "a b", by_frequency[0])
    assert (common.agrees, common.explanation) == (True, said.agrees_blind)
    assert (rare.agrees, rare.explanation) == (False, said.disagrees_blind)


def test_every_language_with_words_has_the_sentences_of_its_players() -> None:
    family = open_catalogue().family("wordle")
    wordings = family.module("bots.clue.wording").CLUE_WORDINGS
    assert set(wordings) == set(family.module("words").LANGUAGES)
    with_associations = set(family.module("bots.association").SOURCES)
    assert {tag for tag, each in wordings.items() if each.by_fit} == with_associations


@pytest.mark.parametrize("language", WITH_CLUE)
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
    with pytest.raises(LookupError, match="no words for the language 'te'"):
        open_catalogue().game("wordle").generate("te", 1)
