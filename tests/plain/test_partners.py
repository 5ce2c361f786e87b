"""Partners that are people at the same keyboard, and models that fail."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.plain.telling import CONTRACT_GAMES, lines, play, recorded
from tests.support.calling import call
from tests.support.fake_openai import FakeOpenAI, Reply, error_reply

SEALED = ("sealed", "--collection", CONTRACT_GAMES, "--partner", "human")


def test_people_at_one_keyboard_hand_over_and_hear_only_what_is_theirs(home: Path) -> None:
    called = play(*SEALED, typed=lines("", "300", "mine", ""))
    first, second = called.out.split("Now it is the turn of")[1:3]
    assert "Lot 1 is worth 1483 to you." in first
    assert "Lot 1 is worth 1483 to you." not in second
    assert "300" not in second
    assert "mine" not in second
    (episode,) = recorded(home)
    assert [entry.seat for entry in episode.entries] == ["Player 1"]


def test_two_people_play_a_whole_game_and_everything_is_told_at_the_end(home: Path) -> None:
    typed = lines("", "300", "mine", "", "200", "", "", "10", "", "", "20", "")
    called = play(*SEALED, typed=typed)
    assert "The episode is over." in called.out
    assert "REMARK: mine" in called.out.partition("What was not said before:")[2]
    assert "Player 1, Gain: " in called.out
    assert recorded(home)[0].state == "finished"


@pytest.fixture
def server(home: Path) -> Iterator[FakeOpenAI]:
    """A server that the named models `quick` and `hasty` ask, once each time."""
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
    """Let the server answer so, one after another."""
    script = iter(replies)
    server._answer = lambda messages: next(script)


FAULTS = {
    "401": (error_reply(401, "wrong key"), "does not accept the key"),
    "429": (error_reply(429, "slow down"), "too many requests"),
    "500": (error_reply(500, "out of order"), "failed (status 500)"),
    "cut": (Reply("GUESS: wood", fault="cut"), "broke off"),
    "empty": (Reply(""), "empty answer"),
    "enormous": (Reply("x" * 100_000, chunks=1, repeat=12), "was stopped"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_model_that_fails_is_asked_again_only_on_demand(
    fault: str, home: Path, server: FakeOpenAI
) -> None:
    reply, said = FAULTS[fault]
    answers(server, reply, "GUESS: wood")
    called = play(*("taboo", "--partner", "quick"), typed=lines("a chair", "what now?", "/retry"))
    assert said in called.out
    assert called.out.count("/retry asks") == 2
    assert "Game master: GUESS: wood" in called.out
    assert len(server.requests) == 2
    attempts = recorded(home)[0].attempts
    assert [attempt.outcome == "done" for attempt in attempts] == [False, True]


@pytest.mark.parametrize(
    ("model", "said"),
    [
        ("hasty", "was not done after 0.2 seconds"),
        ("nobody", "No connection"),
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


def test_after_a_failure_nothing_is_sent_again_unasked(home: Path, server: FakeOpenAI) -> None:
    answers(server, error_reply(500, "out of order"), "GUESS: wood")
    play("taboo", "--partner", "quick", typed=lines("a chair"))
    resumed = play("--resume", typed="")
    assert "had been asked already" in resumed.out
    assert len(server.requests) == 1
    play("--resume", typed=lines("/retry"))
    assert len(server.requests) == 2


def test_what_a_model_writes_steers_no_terminal(home: Path, server: FakeOpenAI) -> None:
    nasty = "GUESS: \x1b[31mwood\ud800\u202e[red]"
    answers(server, nasty)
    called = play("taboo", "--partner", "quick", typed=lines("a chair"))
    assert "GUESS: ␛[31mwood" in called.out
    for steering in ("\x1b", "\u202e", "\ud800"):
        assert steering not in called.out
    shown = call("sessions", "show", recorded(home)[0].summary.id)
    assert shown.code == 0
    assert "\x1b" not in shown.out


def test_a_model_is_told_apart_by_its_name(home: Path, server: FakeOpenAI) -> None:
    answers(server, "GUESS: wood")
    called = play("taboo", "--partner", "quick", typed=lines("a chair"))
    assert "Waiting for the other player: Guesser · quick." in called.out
