"""Wordle with a critic: propose, be judged, commit; visibility; the endings."""

from __future__ import annotations

import json
from typing import Any

import pytest

from clemtui.engine import OBSERVER, REVEAL, Card, MarkedList, Row, Table, View, label
from tests.support.episodes import Episode, episode, notices
from tests.support.golden import golden_path, replayed

CLUE = "beneath the surface"
GUESSER, CRITIC = "Player 1", "Player 2"
WRONG = ("apple", "beach", "crane", "elder", "those", "horse")


def with_critic(target: str = "under", language: str = "en") -> Episode:
    data = {"target_word": target, "target_word_clue": CLUE}
    return episode("wordle_withcritic", language, data=data)


def guess(word: str, why: str = "x") -> str:
    return f"explanation: {why}\nguess: {word}"


def verdict(word: str, why: str = "y") -> str:
    return f"explanation: {why}\nagreement: {word}"


def play(played: Episode, *rounds: tuple[str, str, str]) -> Any:
    """Play rounds of proposal, verdict and committed guess; return the last answer's events."""
    events: Any = ()
    for proposed, said, committed in rounds:
        events = played.say(guess(proposed), verdict(said), guess(committed))
    return events


def test_a_round_has_three_answers() -> None:
    played = with_critic()
    asked = []
    for text in (guess("apple"), verdict("no"), guess("beach"), guess("crane")):
        asked.append((played.master.round, played.request.seat, played.request.role))
        played.say(text)
    assert asked == [
        (0, GUESSER, "ReflectingWordGuesser"),
        (0, CRITIC, "WordCritic"),
        (0, GUESSER, "ReflectingWordGuesser"),
        (1, GUESSER, "ReflectingWordGuesser"),
    ]
    assert played.request.seat == CRITIC


def test_the_critic_is_sent_clue_explanation_and_guess_behind_the_first_prompt() -> None:
    played = with_critic()
    played.say(guess("apple", "why not"))
    (message,) = played.request.messages
    assert message.text.endswith(f"\n\nclue: {CLUE}\nexplanation: why not\nguess: apple")
    assert "You agree or disagree" in message.text


def test_later_the_critic_is_reminded_of_the_form() -> None:
    played = with_critic()
    play(played, ("apple", "no", "beach"))
    played.say(guess("crane", "a bird"))
    assert played.said == (
        f"clue: {CLUE}\nexplanation: a bird\nguess: crane\n\n"
        "Answer in this form only.\nexplanation: reasons\nagreement: yes or no"
    )


def test_the_guesser_is_sent_clue_verdict_and_reason() -> None:
    played = with_critic()
    played.say(guess("apple"), verdict("No", "it is Fruit"))
    assert played.said == (
        f"clue: {CLUE}\nguess_agreement: no\nagreement_explanation: it is Fruit\n\n"
        "Answer in this form only.\nexplanation: reasons\nguess: word"
    )


def test_only_the_committed_guess_is_marked() -> None:
    played = with_critic()
    play(played, ("apple", "yes", "beach"))
    assert played.said.startswith("guess_feedback: b<red> e<yellow>")
    assert played.log == [
        (
            0,
            "metadata",
            f"attempts = 1\ntarget_word = under\ntarget_word_clue = {CLUE}\nguess = beach\n"
            "guess_feedback = b<red> e<yellow> a<red> c<red> h<red>",
        )
    ]


def test_six_rounds_without_the_target_lose() -> None:
    played = with_critic()
    play(played, *((word, "yes", word) for word in WRONG[:5]))
    assert not played.is_over()
    events = play(played, ("under", "yes", WRONG[5]))
    assert played.is_over()
    assert (played.master.rounds, played.scores.lose) == (6, 1)
    assert played.scores.episode["Request Count"] == 18
    for seat in (GUESSER, CRITIC):
        assert "wordle.said.lost" in notices(events, seat)


def test_the_keys_that_the_reference_keeps() -> None:
    played = with_critic()
    played.say(guess("apple", "a"), verdict("YES"), guess("beach", "b"))
    played.say(guess("under", "c"), verdict("no"), guess("UNDER", "d"))
    assert played.master.keys == {
        "Aborted": 0,
        "Lose": 0,
        "Success": 1,
        "Request Count": 6,
        "Parsed Request Count": 6,
        "Violated Request Count": 0,
        "Guesser Guesses": ["apple", "under"],
        "Guesser Guesses Committed": ["beach", "under"],
        "Critic Judgements": ["yes", "no"],
        "Guesser Feedbacks": [
            "b<red> e<yellow> a<red> c<red> h<red>",
            "u<green> n<green> d<green> e<green> r<green>",
        ],
        "Guesser Explanations": ["b", "d"],
    }


def test_an_episode_that_ends_in_a_round_keeps_its_proposal_and_verdict() -> None:
    played = with_critic()
    play(played, ("apple", "yes", "apple"))
    played.say(guess("beach"), verdict("no"))
    played.control()
    keys = played.master.keys
    assert keys["Guesser Guesses"] == ["apple", "beach"]
    assert keys["Guesser Guesses Committed"] == ["apple"]
    assert keys["Critic Judgements"] == ["yes", "no"]
    assert list(played.scores.turns) == ["1"]
    assert played.scores.turns["1"]["Change-Of-Opinion"] == 0


@pytest.mark.parametrize(
    ("text", "said", "reason"),
    [
        (
            " " + verdict("yes"),
            "critic_start",
            "The response should always start with the keyword 'explanation:'",
        ),
        (
            "explanation: agreement: yes",
            "critic_count",
            "The response should contain the 'agreement:' keyword exactly once.",
        ),
        (
            verdict("yes!"),
            "critic_format",
            "The agreement should be a single word and should only contain letters.",
        ),
        (
            verdict("maybe"),
            "critic_word",
            "The agreement should be one of the following: ['yes', 'no']",
        ),
    ],
)
def test_a_malformed_verdict_aborts_at_once(text: str, said: str, reason: str) -> None:
    """Its reason is logged without the word Error, which the guesser's has."""
    played = with_critic()
    played.say(guess("apple"))
    events = played.say(text)
    assert played.is_over()
    assert played.verdicts == ["accepted", "malformed"]
    assert played.log == [
        (0, "metadata", reason),
        (0, "invalid format", "game_result = ABORT"),
    ]
    assert played.scores.episode["Violated Request Count"] == 1
    for seat in (GUESSER, CRITIC):
        assert notices(events, seat) == [f"wordle.said.{said}"]


@pytest.mark.parametrize("before", [(), (guess("apple"), verdict("no"))], ids=["first", "final"])
def test_unknown_words_are_asked_again_for_both_guesses(before: tuple[str, ...]) -> None:
    played = with_critic()
    played.say(*before, *[guess("zzzzz")] * 5)
    assert played.request.seat == GUESSER
    assert played.said.startswith("This game does not know the word you guessed.")
    played.say(guess("zzzzz"))
    assert played.scores.aborted == 1
    assert played.scores.episode["Violated Request Count"] == 0


def test_a_valid_proposal_resets_the_retries() -> None:
    played = with_critic()
    played.say(*[guess("zzzzz")] * 5, guess("apple"), verdict("no"), *[guess("zzzzz")] * 5)
    assert not played.is_over()


def test_the_critic_does_not_learn_of_words_that_are_asked_again() -> None:
    played = with_critic()
    play(played, ("apple", "no", "beach"))
    events = played.say(guess("zzzzz"))
    assert not any(event.visible_to(CRITIC) for event in events)


# Who sees what.


def seen_by(played: Episode, seat: str, *texts: str) -> list[Any]:
    """Return all that a seat is asked, told and shown during the texts, except the end."""
    seen: list[Any] = []
    for text in texts:
        seen.append(played.master.view(seat))
        seen += [r.messages for r in played.master.pending() if r.seat == seat]
        events = played.say(text)
        if not played.is_over():
            seen += [(e.kind, e.content, e.said) for e in events if e.visible_to(seat)]
    return seen


def test_the_critic_cannot_tell_how_close_a_guess_was() -> None:
    """The critic sees the same, whatever the target and the committed guess."""
    rounds = (guess("apple"), verdict("no"), guess("beach"), guess("crane"), verdict("yes"))
    one = seen_by(with_critic("under"), CRITIC, *rounds)
    two = seen_by(with_critic("peace"), CRITIC, *rounds)
    assert one == two


def test_the_critic_sees_clue_proposal_and_own_verdicts_and_no_board() -> None:
    played = with_critic()
    play(played, ("apple", "no", "beach"), ("crane", "yes", "crane"))
    played.say(guess("elder", "a tree"))
    view = played.master.view(CRITIC)
    assert [block.id for block in view.blocks] == ["clue", "proposal", "verdicts"]
    assert view.value("clue", "clue") == CLUE
    assert view.value("proposal", "guess") == "elder"
    assert view.value("proposal", "explanation") == "a tree"
    assert verdicts(view) == [
        ("apple", "wordle.board.disagreed"),
        ("crane", "wordle.board.agreed"),
    ]
    assert "beach" not in " ".join(view.texts())


def verdicts(view: View) -> list[tuple[str, str]]:
    block = view.block("verdicts")
    assert isinstance(block, MarkedList)
    return [(item.text, item.mark.id) for item in block.items if item.mark]


def test_the_critics_reason_may_be_cut_short_for_the_guesser() -> None:
    """A long reason must not push the board off the screen; the request has it in full.

    The critic, who has no board, sees the guesser's whole reason.
    """
    played = with_critic()
    played.say(guess("apple", "a fruit"))
    assert not any(row.brief for row in rows(played, CRITIC, "proposal"))
    played.say(verdict("no", "no fruit"))
    assert [row.id for row in rows(played, GUESSER, "opinion") if row.brief] == ["explanation"]
    assert "no fruit" in played.said


def rows(played: Episode, watcher: str, card: str) -> tuple[Row, ...]:
    block = played.master.view(watcher).block(card)
    assert isinstance(block, Card)
    return block.rows


def test_a_proposal_is_in_front_of_the_critic_only_until_it_is_judged() -> None:
    played = with_critic()
    assert "proposal" not in ids(played, CRITIC)
    played.say(guess("apple"))
    assert "proposal" in ids(played, CRITIC)
    played.say(verdict("no"))
    assert "proposal" not in ids(played, CRITIC)


def ids(played: Episode, watcher: str) -> list[str]:
    return [block.id for block in played.master.view(watcher).blocks]


def test_the_guesser_sees_the_opinion_until_the_guess_is_committed() -> None:
    played = with_critic()
    assert "opinion" not in ids(played, GUESSER)
    played.say(guess("apple"))
    view = played.master.view(GUESSER)
    assert view.value("opinion", "proposal") == "apple"
    with pytest.raises(KeyError):
        view.value("opinion", "agreement")
    played.say(verdict("no", "no fruit"))
    view = played.master.view(GUESSER)
    assert view.value("opinion", "agreement") == label("wordle.board.disagrees", word="apple")
    assert view.value("opinion", "explanation") == "no fruit"
    played.say(guess("beach"))
    assert "opinion" not in ids(played, GUESSER)


@pytest.mark.parametrize("watcher", [OBSERVER, REVEAL])
def test_an_observer_and_the_end_show_every_round_and_the_target(watcher: str) -> None:
    played = with_critic()
    play(played, ("apple", "no", "beach"))
    played.say(guess("crane"))
    view = played.master.view(watcher)
    table = view.block("rounds")
    assert isinstance(table, Table)
    assert table.rows == (("apple", "no", "beach"), ("crane", "", ""))
    assert view.value("solution", "target") == "under"
    assert "board" in ids(played, watcher)
    assert "opinion" not in ids(played, watcher), "each thing once"


def test_german_is_played_with_german_words_for_yes_and_no() -> None:
    played = with_critic("größe", "de")
    played.say("erklärung: x\nwort: apfel")
    assert played.said.endswith(f"hinweis: {CLUE}\nerklärung: x\nwort: apfel")
    played.say("Erklärung: zu süß\nZustimmung: Nein")
    assert played.said.startswith(
        f"hinweis: {CLUE}\nwort_zustimmung: nein\nzustimmung_erklärung: zu süß\n\n"
    )
    played.say("erklärung: x\nwort: größe")
    assert played.master.keys["Critic Judgements"] == ["nein"]
    assert played.scores.episode["Non-Repetition-Guesser-On-Critic-Disagreement"] == 1
    assert played.scores.main_score == 100


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_golden_transcript(language: str) -> None:
    """To rewrite it: ``python -m tests.support.golden wordle_withcritic``."""
    golden = json.loads(golden_path("wordle_withcritic", language).read_text("utf-8"))
    assert json.loads(json.dumps(replayed(golden))) == golden
