"""Every request is rebuilt exactly as delivered, whatever the master did to its history."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clemtui.engine import Image, Message, Request, Text, Tool, ToolCall, ToolResult, sha256
from clemtui.records.errors import DamagedRecord, RefusedWrite
from clemtui.store.deltas import Chain, common_prefix, to_json
from clemtui.store.read.reader import Reader
from clemtui.store.write.writer import Writer
from tests.store.builders import MODEL, request, rows, running, session, start
from tests.store.test_codec import HOSTILE
from tests.support.examples import examples

PARTS = st.one_of(
    st.builds(Text, HOSTILE),
    st.builds(Image, st.just("image/png"), st.just("ab"), HOSTILE),
    st.builds(ToolCall, HOSTILE, HOSTILE, st.dictionaries(HOSTILE, HOSTILE, max_size=2)),
    st.builds(ToolResult, HOSTILE, HOSTILE, st.booleans()),
)
MESSAGES = st.builds(
    Message,
    st.sampled_from(["system", "user", "assistant", "tool"]),
    st.lists(PARTS, max_size=3).map(tuple),
)


@given(st.lists(MESSAGES, max_size=6), st.integers(0, 6), st.lists(MESSAGES, max_size=3))
def test_the_hash_along_the_list_is_the_hash_of_the_list(
    first: list[Message], kept: int, more: list[Message]
) -> None:
    chain = Chain.of(first)
    assert chain.hash == sha256(to_json(first))
    second = (*first[:kept], *more)
    alike = common_prefix(chain.messages, second)
    assert alike >= min(kept, len(first))
    assert chain.extended_to(second, alike).hash == sha256(to_json(second))


@st.composite
def dialogues(draw: st.DrawFn) -> list[Request]:
    """Generate requests whose histories grow, lose their start or end, or are rebuilt."""
    histories: dict[tuple[str, str], list[Message]] = {}
    requests = []
    for number in range(1, draw(st.integers(2, 7))):
        key = draw(st.sampled_from([("A", "dialogue"), ("A", "side"), ("B", "dialogue")]))
        history = histories.setdefault(key, [])
        match draw(st.sampled_from(["grow", "insert", "drop first", "drop last", "copy"])):
            case "insert":
                history.insert(draw(st.integers(0, len(history))), draw(MESSAGES))
            case "drop first":
                del history[:1]
            case "drop last":
                del history[-1:]
            case "copy":
                history[:] = histories.get(("A", "dialogue"), [])
            case _:
                pass
        history += draw(st.lists(MESSAGES, min_size=1, max_size=2))
        requests.append(
            Request(
                number, key[0], "Role", tuple(history), draw(st.integers(0, len(history))), key[1]
            )
        )
    return requests


@examples(40)
@given(dialogues(), st.integers(0, 5))
def test_histories_are_rebuilt_exactly(asked: list[Request], cut: int) -> None:
    """This includes a restart of the program after request ``cut``."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "records.db"
        writer = Writer(path)
        episode = writer.start_episode(start(session(writer), MODEL))
        for each in asked:
            if each.id == cut:
                writer.close()
                writer = Writer(path)
                writer.resume_episode(episode, session(writer))
            writer.request(episode, each)
        with Reader(path) as reader:
            assert [stored.request for stored in reader.load(episode).requests] == asked
        writer.close()


def test_a_growing_dialogue_stores_each_message_once(tmp_path: Path) -> None:
    writer, _, episode = running(tmp_path / "records.db")
    writer.request(episode, request(1, "FIRST"))
    writer.request(episode, request(2, "FIRST", "SECOND", "THIRD", new_from=2))
    stored = rows(writer, "SELECT base, kept, messages FROM requests ORDER BY number")
    assert stored[0][:2] == (None, 0)
    assert stored[1][:2] == (1, 1)
    assert "FIRST" not in stored[1][2]
    writer.close()


def test_what_is_new_to_a_seat_is_stored_with_its_request(tmp_path: Path) -> None:
    """A repeated text is stored again, so that a transcript needs no other request."""
    writer, _, episode = running(tmp_path / "records.db")
    writer.request(episode, request(1, "again"))
    writer.request(episode, request(2, "again", new_from=0))
    assert rows(writer, "SELECT base, kept FROM requests WHERE number = 2") == [(None, 0)]
    writer.close()


def test_tools_and_watchers_come_back(tmp_path: Path) -> None:
    writer, _, episode = running(tmp_path / "records.db")
    asked = Request(
        1, "Player 2", "WordGuesser", (Message("system", (Text("x"),)),),
        purpose="side question", tools=(Tool("look", "Look it up.", {"type": "object"}),),
        stream_to=frozenset({"Player 1"}),
    )  # fmt: skip
    writer.request(episode, asked)
    writer.close()
    with Reader(tmp_path / "records.db") as reader:
        assert reader.load(episode).requests[0].request == asked


def test_a_tampered_request_is_detected(tmp_path: Path) -> None:
    writer, _, episode = running(tmp_path / "records.db")
    writer.request(episode, request(1, "hello"))
    writer._db.execute("DROP TRIGGER requests_update")
    writer._db.execute("UPDATE requests SET messages = replace(messages, 'hello', 'hallo')")
    writer.close()
    with Reader(tmp_path / "records.db") as reader, pytest.raises(DamagedRecord, match="request 1"):
        reader.load(episode)


def test_a_tampered_content_is_detected(tmp_path: Path) -> None:
    writer, _, episode = running(tmp_path / "records.db")
    writer._db.execute("DROP TRIGGER contents_update")
    writer._db.execute(
        "UPDATE contents SET body = replace(body, 'apple', 'peach') WHERE kind = 'word list'"
    )
    writer.close()
    with Reader(tmp_path / "records.db") as reader, pytest.raises(DamagedRecord, match="content"):
        reader.load(episode)


def test_numbers_that_json_lacks_are_refused_in_a_request(tmp_path: Path) -> None:
    writer, _, episode = running(tmp_path / "records.db")
    call = Message("assistant", (ToolCall("1", "add", {"x": float("nan")}),))
    with pytest.raises(RefusedWrite, match="request 1"):
        writer.request(episode, Request(1, "Player 1", "WordDescriber", (call,)))
    writer.close()
