"""An exported episode is complete: the file alone is enough to read or replay it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from clemtui.engine import (
    Control,
    Instance,
    Response,
    Scores,
    Texts,
    Timing,
    WordList,
    message_from_json,
    part_from_json,
)
from clemtui.store.read.export import document, json_line
from clemtui.store.read.reader import Reader
from clemtui.store.write.writer import Writer
from tests.store.builders import INSTANCE, MODEL, TEXTS, human, outcome, request, session, start


@pytest.fixture
def recorded(tmp_path: Path) -> tuple[Path, list[str]]:
    writer = Writer(tmp_path / "records.db")
    ada = writer.person("Ada").id
    sitting = session(writer, ada)
    ids = [writer.start_episode(start(sitting, human(ada), MODEL)) for _ in range(2)]
    for episode in ids:
        writer.request(episode, request(1, "hello \ud83d\0"))
        attempt = writer.attempt_started(episode, 1, 1, {"n": 1})
        writer.attempt_ended(attempt, outcome())
        writer.entry(episode, Response.of(1, "CLUE: \ud800"), Timing(edits=2))
        writer.request(episode, request(2, "hello \ud83d\0", "CLUE: \ud800", "more", new_from=2))
        writer.entry(episode, Control("gave up", "Player 1", "tired"))
        writer.end_episode(episode, "finished", scores=Scores(1, 0, 0, {"Main Score": None}))
    writer.close()
    return tmp_path / "records.db", ids


def test_a_line_holds_a_whole_episode(recorded: tuple[Path, list[str]]) -> None:
    path, ids = recorded
    with Reader(path) as reader:
        lines = [json_line(document(reader.load(id))) for id in ids]
        stored = reader.load(ids[0])
    assert not any("\n" in line for line in lines)
    first, second = [json.loads(line.encode("utf-8")) for line in lines]
    assert (first["format"], first["version"], first["id"]) == ("clemtui-episode", 1, ids[0])
    assert second["id"] == ids[1]
    lists = {digest: WordList(tuple(words)) for digest, words in first["lists"].items()}
    assert Instance.from_json(first["instance"], lists) == INSTANCE
    assert Texts.from_json(first["texts"]) == TEXTS
    assert [
        tuple(message_from_json(message) for message in each["messages"])
        for each in first["requests"]
    ] == [each.request.messages for each in stored.requests]
    response, control = first["entries"]
    answer = stored.entries_for_replay[0]
    assert isinstance(answer, Response)
    assert tuple(part_from_json(part) for part in response["parts"]) == answer.parts
    assert (control["control"], control["reason"]) == ("gave up", "tired")
    assert response["timing"]["edits"] == 2
    assert first["seats"][0]["kind"] == "human"
    assert first["people"] == ["Ada"]
    assert first["attempts"][0]["parameters"] == {"n": 1}
    assert first["scores"][0]["scores"]["aborted"] == 1
    assert first["created_at"].endswith("Z")


def test_an_erased_episode_is_exported_without_its_words(recorded: tuple[Path, list[str]]) -> None:
    path, ids = recorded
    writer = Writer(path)
    writer.delete_person(writer.person("Ada").id)
    writer.close()
    with Reader(path) as reader:
        exported = document(reader.load(ids[0]))
    assert (exported["erased"], exported["requests"], exported["entries"]) == (True, [], [])
    assert exported["scores"]
