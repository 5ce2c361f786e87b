"""A paste is text, whatever is in it: no key, no Enter, no command."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual import events

from clemtui.ui.terminal import paste
from clemtui.ui.terminal.paste import LiteralPasteParser

START, END = "\x1b[200~", "\x1b[201~"


def received(*pieces: str) -> list[str]:
    """Return what the app receives: pastes as they are, keys in angle brackets."""
    parser = LiteralPasteParser()
    found = [message for piece in pieces for message in parser.feed(piece)]
    return [
        message.text if isinstance(message, events.Paste) else f"<{message.key}>"
        for message in found
        if isinstance(message, events.Paste | events.Key)
    ]


def test_escape_in_a_paste_is_its_sign_and_what_follows_is_text() -> None:
    said = received(f"{START}flows \x1b[31mfast\nnext\x07{END}", "\r")
    assert said == ["flows ␛[31mfast\nnext\x07", "<enter>"]


@given(
    st.lists(
        st.text(st.sampled_from("\x1b[201~0\r\n\x07aé"), max_size=12).filter(
            lambda text: END not in text and START not in text
        ),
        min_size=1,
        max_size=6,
    )
)
def test_a_paste_may_arrive_in_pieces_of_any_length(pieces: list[str]) -> None:
    whole = "".join(pieces)
    if END in whole or START in whole or not whole:
        return
    expected = [whole.replace("\x1b", "␛"), "<x>"]
    assert received(START, *(piece for piece in pieces if piece), END, "x") == expected
    assert received(*(START + whole + END + "x")) == expected


def test_keys_around_it_are_keys() -> None:
    assert received("a\x1b[A", f"{START}b{END}c") == ["<a>", "<up>", "b", "<c>"]


@pytest.mark.parametrize("pieces", [["\x1b\r"], ["\x1b", "\r"], ["a\x1b", "\rb"]])
def test_escape_and_enter_in_one_burst_are_both_keys(pieces: list[str]) -> None:
    """Otherwise a question is answered with yes by whoever backs out of it."""
    assert [key for key in received(*pieces) if key not in ("<a>", "<b>")] == [
        "<escape>",
        "<enter>",
    ]
    assert received("\x1b\x1b\r") == ["<escape>", "<escape>", "<enter>"]


def test_enter_some_time_after_escape_is_only_enter() -> None:
    parser = LiteralPasteParser()
    assert list(parser.feed("\x1b")) == []
    parser._timeout_time = 0.0
    assert [key.key for key in parser.tick() if isinstance(key, events.Key)] == ["escape"]
    assert [key.key for key in parser.feed("\r") if isinstance(key, events.Key)] == ["enter"]


def test_its_opening_mark_may_be_divided() -> None:
    for at in range(3, len(START)):
        assert received(START[:at], f"{START[at:]}one\rtwo{END}") == ["one\rtwo"]
    assert received("\x1b[20", "~") == ["<f9>"]


def test_a_paste_without_an_end_does_not_keep_the_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(paste, "monotonic", lambda: now[0])
    parser = LiteralPasteParser()
    assert list(parser.feed(f"{START}never ends")) == []
    now[0] = 4.0
    assert list(parser.feed(" at all\r\x1b")) == []
    assert list(parser.tick()) == []
    now[0] = 20.0
    (pasted,) = parser.tick()
    assert isinstance(pasted, events.Paste)
    assert pasted.text == "never ends at all\r␛"
    (key,) = parser.feed("q")
    assert isinstance(key, events.Key)
