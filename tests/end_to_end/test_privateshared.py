"""privateshared in a real terminal: a whole episode with the keyboard alone."""

from __future__ import annotations

import re

from clemtui.catalogue import open_catalogue
from tests.end_to_end.conftest import Program, Start
from tests.end_to_end.terminal import Terminal

SEED = 9
"""Gives an instance with five lines on the sheet."""


def _replies(terminal: Terminal, number: int, replies: list[str]) -> None:
    """Answer a set of side questions, waiting after each because keys are ignored at first."""
    for at, key in enumerate(replies, start=1):
        sets = len(replies) + 1
        terminal.wait(rf"Side question {at} of {len(replies)}, set {number} of {sets}\b")
        terminal.look()
        terminal.press(key)
        terminal.wait(rf"\(•\) {'yes' if key == 'y' else 'no'}")
        terminal.press("enter")


def test_an_episode_is_played_with_the_keyboard_alone(program: Program, start: Start) -> None:
    data = open_catalogue().game("privateshared").generate("en", SEED).data
    slots, order = dict(data["slots"]), data["request_order"]
    terminal = start("play", "privateshared", "--lang", "en", "--seed", str(SEED), "--as", "Ada")
    for number in range(len(order) + 1):
        told = order[:number]
        keys = ["y" if slot in told else "n" for slot, _ in data["probes"][number]]
        _replies(terminal, number + 1, keys)
        if number < len(order):
            terminal.wait("Your answer · Answerer")
            value = slots[order[number]]
            terminal.type(value)
            terminal.wait(rf"Will be sent: ANSWER: {re.escape(value)}")
            terminal.press("enter")
    terminal.wait("Success|Solved in")
    terminal.wait("main score 100 of 100")
    terminal.press("ctrl+q")
    assert terminal.wait_for_exit() == 0
    (episode,) = program.episodes()
    assert (episode["state"], episode["outcome"]) == ("finished", "success")
    assert (episode["main_score"], episode["responses"]) == (100, 35)
    shown = program.call("episodes", "show", episode["id"])
    assert shown.count("ASIDE: yes") == 15
