"""The scripted critic: what it agrees with, what it says, and what it knows."""

from __future__ import annotations

import re
from types import ModuleType

import pytest

from clemtui.catalogue import open_catalogue
from clemtui.engine import MarkedList, View
from tests.support.episodes import Episode, episode

CRITIC = "Player 2"
ZEBRA = {"en": "striped animal of the savannah", "de": "Instrument mit vier Saiten"}
RIGHT = {"en": "zebra", "de": "geige"}
STRANGE = {"en": "table", "de": "lampe"}
LANGUAGES = ("en", "de")


def said(word: str, why: str = "x") -> str:
    """Return a guesser's reply in English."""
    return f"explanation: {why}\nguess: {word}"


@pytest.fixture(scope="session")
def critic() -> ModuleType:
    return open_catalogue().family("wordle").module("bots.critic")


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_agrees_to_a_word_that_suits_the_clue_and_to_no_other(
    critic: ModuleType, language: str
) -> None:
    assert critic.judge(language, ZEBRA[language], RIGHT[language]).agrees
    assert not critic.judge(language, ZEBRA[language], STRANGE[language]).agrees


@pytest.mark.parametrize(("language", "least"), [("en", 0.5), ("de", 0.65)])
def test_it_agrees_to_most_right_words_and_to_few_others(
    critic: ModuleType, clues: ModuleType, language: str, least: float
) -> None:
    """Every twelfth clue, with its own word and with another clue's word."""
    asked = clues.words_with_clues(language)[::12]
    right = wrong = 0
    for word, other in zip(asked, asked[1:] + asked[:1], strict=True):
        clue = clues.clue_for(language, word)
        right += critic.judge(language, clue, word).agrees
        wrong += critic.judge(language, clue, other).agrees
    assert right / len(asked) >= least
    assert wrong / len(asked) <= 0.15


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_says_one_sentence_that_names_no_word_and_tells_no_number(
    critic: ModuleType, clues: ModuleType, clue_wording: ModuleType, language: str
) -> None:
    """The rules forbid proposing words, and no one counts the words that fit a clue."""
    words = clue_wording.CLUE_WORDINGS[language]
    said = words.by_fit
    agreeing = {said.agrees_best, said.agrees}
    doubting = {said.disagrees, said.disagrees_strange}
    heard: dict[bool, set[str]] = {True: set(), False: set()}
    asked = clues.words_with_clues(language)[::9]
    for word in asked:
        for guess in (word, asked[0], "zzzzz"):
            judgement = critic.judge(language, clues.clue_for(language, word), guess)
            heard[judgement.agrees].add(judgement.explanation)
    assert heard[True] == agreeing
    assert heard[False] == doubting
    for sentence in agreeing | doubting:
        assert not re.search(r"[\d$\n]", sentence)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_agrees_with_a_word_likely_among_the_possible_ones(
    critic: ModuleType,
    association: ModuleType,
    clues: ModuleType,
    feedback: ModuleType,
    language: str,
) -> None:
    """It judges by fit and frequency; possible words would have got the same marks."""
    shares = association.plausible_words(language)
    asked = clues.words_with_clues(language)[::60]
    for word, earlier in zip(asked, asked[1:] + asked[:1], strict=True):
        clue = clues.clue_for(language, word)
        odds = association.relation_odds(language, clue)
        marks = feedback.colour(earlier, word)
        weights = {
            other: share * odds.of(other)
            for other, share in shares.items()
            if other != earlier and feedback.colour(earlier, other) == marks
        }
        likely = weights[word] / sum(weights.values())
        agrees = critic.judge(language, clue, word, [earlier]).agrees
        assert agrees == (likely >= min(0.4, 15 / len(weights)))


def test_what_was_proposed_before_tells_it_what_may_be_left(critic: ModuleType) -> None:
    """Guessers respect the marks, so few words are left if "sugar" comes after "crane"."""
    clue = "cube for your tea"
    assert not critic.judge("en", clue, "sugar").agrees
    assert critic.judge("en", clue, "sugar", ["crane"]).agrees
    assert not critic.judge("en", clue, "sugar", ["moldy"]).agrees


def test_the_critic_does_not_use_the_guessers_vectors(
    critic: ModuleType, association: ModuleType
) -> None:
    """The critic uses dictionary entries; the guesser also uses vectors, which cover every clue.

    Here the dictionaries relate no word to this stem.
    """
    vectors = association._data("en")[1]
    only = next(
        cell.partition(":")[0]
        for cell in vectors._stems
        if not association.relation_odds("en", cell.partition(":")[0]).words
    )
    assert association.odds("en", only).words
    assert critic.judge("en", only, "hotel").explanation.startswith("the clue tells me nothing")


@pytest.mark.parametrize("language", LANGUAGES)
def test_with_an_uninformative_clue_it_judges_by_frequency(
    critic: ModuleType, clue_wording: ModuleType, language: str
) -> None:
    words = clue_wording.CLUE_WORDINGS[language]
    common = critic.judge(language, "xqzzt", "hotel")
    rare = critic.judge(language, "xqzzt", "zzzzz")
    assert (common.agrees, common.explanation) == (True, words.agrees_blind)
    assert (rare.agrees, rare.explanation) == (False, words.disagrees_blind)


def with_critic(target: str = "zebra") -> Episode:
    data = {"target_word": target, "target_word_clue": ZEBRA["en"]}
    return episode("wordle_withcritic", "en", data=data)


def opinion(played: Episode) -> str:
    player = played.game.scripted(CRITIC, "en", 0)
    return player.respond(played.request, played.master.view(CRITIC))


def test_its_reply_keeps_the_rules() -> None:
    played = with_critic()
    played.say(said("table"))
    first = opinion(played)
    played.say(first, said("table"), said("zebra"))
    second = opinion(played)
    played.say(second)
    assert first.splitlines()[-1] == "agreement: no"
    assert second.splitlines()[-1] == "agreement: yes"
    assert set(played.verdicts) == {"accepted"}


def test_the_same_word_gets_the_same_opinion_again() -> None:
    played = with_critic("steak")
    played.say(said("table"))
    first = opinion(played)
    played.say(first, said("chair"), said("zebra"))
    played.say(opinion(played), said("crane"), said("table"))
    again = opinion(played)
    assert again.splitlines()[-1] == first.splitlines()[-1]
    assert "as I said before: " in again
    assert again.replace("as I said before: ", "") == first


def test_it_knows_neither_the_target_nor_the_marks() -> None:
    replies = set()
    for target, tried in (("zebra", "crane"), ("steak", "moldy")):
        played = with_critic(target)
        played.say(said("table"))
        played.say(opinion(played), said(tried), said("tiger"))
        replies.add(opinion(played))
    assert len(replies) == 1


def test_it_reads_the_proposals_in_its_view(critic: ModuleType) -> None:
    """Without them, a repeated proposal looks like a new one."""
    played = with_critic("steak")
    played.say(said("table"))
    first = opinion(played)
    played.say(first, said("chair"), said("table"))
    view = played.master.view(CRITIC)
    empty = View(
        tuple(
            MarkedList(block.id, ()) if isinstance(block, MarkedList) else block
            for block in view.blocks
        )
    )
    assert critic.Critic("en").respond(played.request, view) != first
    assert critic.Critic("en").respond(played.request, empty) == first
