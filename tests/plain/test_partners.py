"""Partners: people at the same keyboard, and models that fail."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import repeat
from pathlib import Path
from typing import Any

import pytest

from tests.plain.playing import CONTRACT_GAMES, lines, play, recorded
from tests.support.calling import call
from tests.support.fake_openai import FakeOpenAI, Reply, error_reply
from tests.support.fake_servers import ollama

SEALED = ("sealed", "--collection", CONTRACT_GAMES, "--partner", "human")


def test_hand_over_shows_each_person_only_their_own(home: Path) -> None:
    called = play(*SEALED, typed=lines("", "300", "mine", ""))
    assert "\nAt this keyboard: " in called.out
    first, second = called.out.split("Next:")[1:3]
    assert "Lot 1 is worth 1483 to you." in first
    assert "Lot 1 is worth 1483 to you." not in second
    assert "300" not in second
    assert "mine" not in second
    (episode,) = recorded(home)
    assert [entry.seat for entry in episode.entries] == ["Player 1"]


def test_two_people_finish_and_everything_is_revealed(home: Path) -> None:
    typed = lines("", "300", "mine", "", "200", "", "", "10", "", "", "20", "")
    called = play(*SEALED, typed=typed)
    assert "The episode has ended." in called.out
    assert (
        "REMARK: mine"
        in called.out.partition("The full transcript, now that nothing is secret any more:")[2]
    )
    assert "Player 1, Gain: " in called.out
    assert " · 2 people" not in called.out  # there was one person in each seat
    assert recorded(home)[0].state == "finished"


@pytest.fixture
def server(home: Path) -> Iterator[FakeOpenAI]:
    """A server behind the models `quick` and `hasty`, which are asked without retries."""
    with FakeOpenAI() as server:
        config = home / "config" / "clemtui.toml"
        config.parent.mkdir(parents=True)
        model = f'model = "openai/fake"\napi_base = "{server.base_url}"\nretries = 0\n'
        config.write_text(
            f"[models.quick]\n{model}[models.hasty]\n{model}timeout = 0.2\n"
            '[models.nobody]\nmodel = "openai/fake"\napi_base = "http://127.0.0.1:9/v1"\n'
            "retries = 0\n"
            '[models.keyless]\nmodel = "openai/fake"\n',
            encoding="utf-8",
        )
        yield server


def answers(server: FakeOpenAI, *replies: Reply | str) -> None:
    """Let the server give these replies in turn; it does not list its models."""
    script = iter(replies)
    unknown = error_reply(404, "no such page")
    server._answer = lambda messages: next(script) if messages else unknown


FAULTS = {
    "401": (error_reply(401, "wrong key"), "rejected the API key"),
    "429": (error_reply(429, "slow down"), "too many requests"),
    "500": (error_reply(500, "out of order"), "failed (status 500)"),
    "cut": (Reply("GUESS: wood", fault="cut"), "in the middle of the answer"),
    "empty": (Reply(""), "empty answer"),
    "enormous": (Reply("x" * 100_000, chunks=1, repeat=12), "was stopped"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_failed_model_is_retried_only_on_demand(fault: str, home: Path, server: FakeOpenAI) -> None:
    reply, said = FAULTS[fault]
    answers(server, reply, "GUESS: wood")
    called = play(*("taboo", "--partner", "quick"), typed=lines("a chair", "what now?", "/retry"))
    assert said in called.out
    assert called.out.count("/retry to ask") == 2
    assert "/other to continue from here with another partner" in called.out
    assert "Guesser · quick: wood" in called.out
    assert len(server.requests) == 2
    attempts = recorded(home)[0].attempts
    assert [attempt.outcome == "done" for attempt in attempts] == [False, True]


@pytest.mark.parametrize(
    ("model", "said"),
    [
        ("hasty", "did not finish within 0.2 sec"),
        ("nobody", "Cannot connect"),
        ("keyless", "OPENAI_API_KEY is not set"),
    ],
)
def test_without_an_answer_the_episode_stays_resumable(
    model: str, said: str, home: Path, server: FakeOpenAI
) -> None:
    answers(server, Reply(fault="never"))
    called = play("taboo", "--partner", model, typed=lines("a chair"))
    assert said in called.out
    assert "clemtui play --resume" in called.out
    (episode,) = recorded(home)
    assert episode.state == "running"
    assert len(episode.entries) == 1


def test_nothing_is_resent_unasked_after_a_failure(home: Path, server: FakeOpenAI) -> None:
    answers(server, error_reply(500, "out of order"), "GUESS: wood")
    play("taboo", "--partner", "quick", typed=lines("a chair"))
    resumed = play("--resume", typed="")
    assert "before the game stopped, and no answer was recorded" in resumed.out
    assert len(server.requests) == 1
    play("--resume", typed=lines("/retry"))
    assert len(server.requests) == 2


def test_model_output_is_escaped(home: Path, server: FakeOpenAI) -> None:
    nasty = "GUESS: \x1b[31mwood\ud800\u202e[red]"
    answers(server, nasty)
    called = play("taboo", "--partner", "quick", typed=lines("a chair"))
    assert ": ␛[31mwood" in called.out
    for steering in ("\x1b", "\u202e", "\ud800"):
        assert steering not in called.out
    shown = call("episodes", "show", recorded(home)[0].summary.id)
    assert shown.code == 0
    assert "\x1b" not in shown.out


def test_model_is_shown_by_name(home: Path, server: FakeOpenAI) -> None:
    answers(server, "GUESS: wood")
    called = play("taboo", "--partner", "quick", typed=lines("a chair"))
    assert "Waiting for the other player: Guesser · quick." in called.out


def test_another_partner_continues_as_a_new_episode(home: Path, server: FakeOpenAI) -> None:
    answers(server, error_reply(500, "out of order"))
    typed = lines("a chair", "/other", "scripted", "a table", "a shelf", "/leave")
    called = play("taboo", "--partner", "quick", typed=typed)
    assert "This continues as a new episode." in called.out
    new, old = recorded(home)
    assert old.state == "abandoned"
    assert new.condition["continued_from"] == old.summary.id
    assert [seat.kind for seat in new.summary.seats] == ["human", "scripted"]
    before, after = called.out.split("This continues as a new episode.")
    assert "You · Describer: a chair" in before
    assert "One player sees a target word" not in after  # nothing is said twice
    assert "You · Describer: a table" in after


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("quick", "No player would change."),
        ("quikc", "did you mean quick?"),
        ("human\n\u200b", "a name must be one line of letters"),
    ],
)
def test_unusable_partner_leaves_the_choices_open(
    asked: str, said: str, home: Path, server: FakeOpenAI
) -> None:
    answers(server, error_reply(500, "out of order"))
    typed = lines("a chair", "/other", asked, "", "/other", "", "/giveup", "yes")
    called = play("taboo", "--partner", "quick", typed=typed)
    assert said in called.out
    assert "/retry to ask" in called.out.partition(said)[2]
    (episode,) = recorded(home)
    assert episode.state == "finished"
    assert episode.summary.scores is not None
    assert episode.summary.scores.outcome == "aborted"


def test_stopped_call_is_not_repeated(home: Path, server: FakeOpenAI) -> None:
    answers(server, Reply(fault="never"))
    called = play("taboo", "--partner", "quick", typed=lines("a chair", "/stop"))
    assert "The call to Guesser · quick has been stopped." in called.out
    assert called.out.count("has been stopped") == 1
    assert "/retry to ask" in called.out
    (episode,) = recorded(home)
    assert [attempt.outcome for attempt in episode.attempts] == ["cancelled"]


def test_nothing_to_stop_during_a_persons_turn(home: Path) -> None:
    assert "No model call is in progress." in play("wordle", typed=lines("/stop")).out


def test_available_models_are_offered_and_can_be_tested(home: Path, server: FakeOpenAI) -> None:
    answers(server, error_reply(500, "out of order"), "Good \x1b[31mday")
    typed = lines(
        "a chair", "/other", "hello quick", "hello keyless", "hello scripted", "", "/leave"
    )
    called = play("taboo", "--partner", "quick", typed=typed)
    assert re.search(r"^\d\. quick, openai/fake", called.out, re.MULTILINE)
    assert "Unavailable: keyless. It needs an API key, but OPENAI_API_KEY is not set." in called.out
    assert re.search(r"quick answered after [\d.]+ sec: Good ␛\[31mday", called.out)
    assert "OPENAI_API_KEY" in called.out.partition("Testing the connection to keyless.")[2]
    assert "Only models can be tested." in called.out
    assert len(recorded(home)) == 1


def test_setup_offers_scripted_player_only_in_its_languages(terminal: Any, home: Path) -> None:
    """Without a scripted player, an empty line goes back to the languages."""
    child = terminal("--plain")
    child.expect("Your pseudonym")
    child.sendline("ada")
    child.expect("What would you like to do")
    child.sendline("play taboo")
    child.expect("Which role do you play")
    child.sendline("2")
    child.expect("Which language")
    child.sendline("it")
    child.expect("1. a person at this keyboard")
    child.expect("Unavailable: scripted player. The scripted player does not speak this language: ")
    child.expect("Enter to go back")
    child.sendline("")
    child.expect("Which language")
    child.sendline("de")
    child.expect("Enter for the scripted player:")
    child.sendline("")
    child.expect("You are Guesser.")


def test_setup_asks_again_for_a_partner_that_no_longer_exists(terminal: Any, home: Path) -> None:
    config = home / "config" / "clemtui.toml"
    config.parent.mkdir(parents=True)
    config.write_text('[models.gone]\nmodel = "openai/fake"\n', encoding="utf-8")
    play("taboo", "--as", "ada", "--partner", "gone", typed=lines("/leave"))
    config.write_text('person = "ada"\n', encoding="utf-8")
    child = terminal("--plain")
    child.expect("What would you like to do")
    child.sendline("play taboo")
    child.expect("Same as last time: you are Describer, with gone, in English")
    child.sendline("yes")
    child.expect("'gone'")
    child.expect("Who plays Guesser")
    child.expect("Enter for the scripted player:")
    child.sendline("")
    child.expect("There is an unfinished episode")
    child.sendline("new")
    child.expect("You are Describer.")


def test_a_model_that_cannot_be_reached_is_named_before_the_question(
    terminal: Any, home: Path
) -> None:
    with ollama(["small"], repeat("GUESS: tree")) as server:
        base = server.base_url
        config = home / "config" / "clemtui.toml"
        config.parent.mkdir(parents=True)
        config.write_text(
            f'person = "ada"\n[models.mine]\nmodel = "openai/small"\napi_base = "{base}"\n', "utf-8"
        )
        play("taboo", "--partner", "mine", typed=lines("/leave"))
    child = terminal("--plain")
    child.expect("What would you like to do")
    child.sendline("play taboo")
    child.expect("mine: The server at .* does not respond. Start it, or check its address.")
    child.expect("Same as last time: you are Describer, with mine, in English")
