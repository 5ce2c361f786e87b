"""The guesser of the games with a clue, which combines clue, feedback and the critic's opinion."""

from __future__ import annotations

import statistics
import time
from types import ModuleType
from typing import Any

import pytest

from clemtui.catalogue import open_catalogue
from tests.support.episodes import Episode, episode

GUESSER, CRITIC = "Player 1", "Player 2"
GAMES = ("wordle_withclue", "wordle_withcritic")
LANGUAGES = ("en", "de")
CLUE = "striped animal of the savannah"


@pytest.fixture(scope="session")
def clue_guesser() -> ModuleType:
    return open_catalogue().family("wordle").module("bots.clue.guesser")


def answer(played: Episode, seed: int = 0) -> str:
    """Return the answer of the scripted player for the open request."""
    seat, language = played.request.seat, str(played.instance.language)
    player = played.game.scripted(seat, language, seed)
    return player.respond(played.request, played.master.view(seat))


def guessed(reply: str) -> str:
    return reply.rsplit(" ", 1)[1]


def index_of(word_lists: ModuleType, guesser: ModuleType, known: dict[str, int]) -> Any:
    return guesser.candidate_index(word_lists.WordList(tuple(known), known))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", [0, 15])
def test_it_finishes_and_never_breaks_the_rules(game: str, language: str, number: int) -> None:
    catalogue = open_catalogue()
    experiments = catalogue.experiments(game, language)
    instance = [one for experiment in experiments for one in experiment.instances][number]
    played = Episode(catalogue.game(game), instance, catalogue.texts(instance, language))
    while not played.is_over():
        played.say(answer(played, seed=number))
    assert set(played.verdicts) == {"accepted"}
    assert played.scores.aborted == 0


@pytest.mark.parametrize(("language", "least"), [("en", 40), ("de", 45)])
def test_the_clue_is_worth_much(
    clue_guesser: ModuleType,
    guesser: ModuleType,
    feedback: ModuleType,
    word_lists: ModuleType,
    clues: ModuleType,
    language: str,
    least: float,
) -> None:
    """The mean main score over every thirtieth word; without a clue it is about 30."""
    index = guesser.candidate_index(word_lists.accepted_words(language))
    player = clue_guesser.ClueGuesser(language, 1)
    scores = []
    for target in clues.words_with_clues(language)[5::30]:
        attempts: list[Any] = []
        while len(attempts) < 6 and (not attempts or attempts[-1][0] != target):
            known = clue_guesser.Knowledge(clues.clue_for(language, target), attempts, 6)
            guess = player.propose(index, known).guess
            assert guess not in {earlier for earlier, _ in attempts}
            attempts.append((guess, feedback.colour(guess, target)))
        scores.append(100 / len(attempts) if attempts[-1][0] == target else 0.0)
    assert statistics.fmean(scores) >= least


def test_the_same_seed_and_view_give_the_same_move_whatever_the_target() -> None:
    replies = set()
    for target in ("zebra", "horse", "zebra"):
        data = {"target_word": target, "target_word_clue": CLUE}
        replies.add(answer(episode("wordle_withclue", "en", data=data), seed=3))
    assert len(replies) == 1


def test_it_reads_the_clue_in_its_view() -> None:
    replies = set()
    for clue in (CLUE, "instrument with black and white keys"):
        data = {"target_word": "zebra", "target_word_clue": clue}
        replies.add(guessed(answer(episode("wordle_withclue", "en", data=data))))
    assert len(replies) == 2


def test_feedback_goes_before_the_clue(
    clue_guesser: ModuleType, guesser: ModuleType, feedback: ModuleType, word_lists: ModuleType
) -> None:
    """ "zebra" fits the clue best but contradicts the feedback."""
    index = index_of(word_lists, guesser, {"zebra": 400, "table": 400, "apple": 400})
    attempts = [("apple", feedback.colour("apple", "table"))]
    known = clue_guesser.Knowledge(CLUE, attempts, 6)
    move = clue_guesser.ClueGuesser("en", 0).propose(index, known)
    assert move.guess == "table"
    assert move.explanation.endswith("this is the only word left; I see no tie to the clue")


def test_it_keeps_a_proposal_that_the_critic_agrees_to(
    clue_guesser: ModuleType, guesser: ModuleType, word_lists: ModuleType
) -> None:
    index = index_of(word_lists, guesser, {"zebra": 400, "tiger": 400, "table": 400})
    known = clue_guesser.Knowledge(CLUE, [], 6)
    for proposal in ("zebra", "tiger", "table"):
        move = clue_guesser.ClueGuesser("en", 0).commit(index, known, proposal, agrees=True)
        assert move.guess == proposal
        assert "you agree, so I keep it" in move.explanation


def test_after_a_doubt_it_takes_a_word_that_is_nearly_as_good(
    clue_guesser: ModuleType, guesser: ModuleType, word_lists: ModuleType
) -> None:
    """With two striped animals, doubt about one favours the other."""
    index = index_of(word_lists, guesser, {"zebra": 400, "tiger": 400})
    known = clue_guesser.Knowledge(CLUE, [], 6)
    player = clue_guesser.ClueGuesser("en", 0)
    for proposal, other in (("zebra", "tiger"), ("tiger", "zebra")):
        move = player.commit(index, known, proposal, agrees=False)
        assert move.guess == other
        assert move.explanation.startswith("after your doubt I try another word")


def test_after_a_doubt_it_keeps_a_word_that_is_still_far_better(
    clue_guesser: ModuleType, guesser: ModuleType, word_lists: ModuleType
) -> None:
    index = index_of(word_lists, guesser, {"zebra": 400, "table": 400, "chair": 400})
    known = clue_guesser.Knowledge(CLUE, [], 6)
    move = clue_guesser.ClueGuesser("en", 0).commit(index, known, "zebra", agrees=False)
    assert move.guess == "zebra"
    assert "I heard your doubt but keep it" in move.explanation


def test_it_keeps_a_proposal_where_no_word_is_possible_any_more(
    clue_guesser: ModuleType, guesser: ModuleType, feedback: ModuleType, word_lists: ModuleType
) -> None:
    """The target is not in its list."""
    index = index_of(word_lists, guesser, {"zebra": 400, "table": 400})
    attempts = [("zebra", feedback.colour("zebra", "moldy"))]
    known = clue_guesser.Knowledge(CLUE, [*attempts], 6)
    player = clue_guesser.ClueGuesser("en", 0)
    proposal = player.propose(index, known)
    assert proposal.guess == "table"
    assert "no word I know fits, so this is a try" in proposal.explanation
    assert player.commit(index, known, "table", agrees=False).guess == "table"
    everything = clue_guesser.Knowledge(CLUE, [*attempts, ("table", attempts[0][1])], 6)
    with pytest.raises(ValueError, match="every word of the list has already been guessed"):
        player.propose(index, everything)


def test_the_critic_reaches_it_through_the_view() -> None:
    data = {"target_word": "horse", "target_word_clue": CLUE}
    replies = []
    for agreement in ("yes", "no"):
        played = episode("wordle_withcritic", "en", data=data)
        played.say("explanation: x\nguess: table", f"explanation: y\nagreement: {agreement}")
        replies.append(answer(played))
    agreed, doubted = replies
    assert guessed(agreed) == "table"
    assert "you agree, so I keep it" in agreed
    assert guessed(doubted) != "table"
    assert "after your doubt I try another word" in doubted


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_it_says_of_the_fit_is_true(
    clue_guesser: ModuleType,
    guesser: ModuleType,
    word_lists: ModuleType,
    clues: ModuleType,
    association: ModuleType,
    clue_wording: ModuleType,
    language: str,
) -> None:
    index = guesser.candidate_index(word_lists.accepted_words(language))
    texts = clue_wording.CLUE_WORDINGS[language]
    for target in clues.words_with_clues(language)[::60]:
        clue = clues.clue_for(language, target)
        move = clue_guesser.ClueGuesser(language, 2).propose(
            index, clue_guesser.Knowledge(clue, [], 6)
        )
        fit = association.fit(language, clue, move.guess)
        number = 0 if fit >= 0.97 else 1 if fit >= 0.85 else 2 if fit >= 0.5 else 3
        assert move.explanation.endswith(texts.by_fit.fits[number])
        assert len(move.explanation.splitlines()) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_move_takes_few_milliseconds(
    clue_guesser: ModuleType,
    guesser: ModuleType,
    word_lists: ModuleType,
    clues: ModuleType,
    language: str,
) -> None:
    """The processor time for an unseen clue stays within three times the budget of 30 ms.

    The factor lets slower machines pass. The first clue loads the data and is not counted.
    """
    index = guesser.candidate_index(word_lists.accepted_words(language))
    player = clue_guesser.ClueGuesser(language, 5)
    times = []
    for target in clues.words_with_clues(language)[3::70]:
        clue = f"{clues.clue_for(language, target)} again"
        start = time.process_time()
        player.propose(index, clue_guesser.Knowledge(clue, [], 6))
        times.append(time.process_time() - start)
    assert max(times[1:]) < 3 * 0.030
