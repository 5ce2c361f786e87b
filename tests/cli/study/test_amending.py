"""``clemtui study freeze --amend``: what was changed is recorded, all of it or nothing."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.study.protocols import study_folder
from tests.support.calling import call

EXTRA = (
    "episodes = 4",
    'episodes = 4\npartner = { model = "openai/m", api_base = "http://127.0.0.1:1/v1", '
    'extra = { x = [1, 2], "x.y" = 1 } }',
)
CHANGES = (
    ("number = 24", "number = 30"),
    ('"x.y" = 1', '"x.y" = 2, "a.b" = { c = 1 }'),
)
AMENDED = (
    'changed: protocol.games.1.partner.extra."x.y"\n'
    'changed: protocol.games.1.partner.extra."a.b"\n'
    "changed: protocol.participants.number\n"
    "3 deviations recorded\n"
)


@pytest.fixture
def changed(home: Path) -> Path:
    """A study that was frozen and then changed; its database."""
    folder = study_folder(home / "data" / "studies", EXTRA)
    assert call("study", "freeze", "memory").code == 0
    file = folder / "study.toml"
    for before, after in CHANGES:
        text = file.read_text()
        assert before in text
        file.write_text(text.replace(before, after))
    return home / "data" / "clemtui.db"


def deviations() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(call("study", "status", "memory", "--json").out)[
        "deviations"
    ]
    return found


def test_keys_with_dots_are_changed_like_others(changed: Path) -> None:
    called = call("study", "freeze", "memory", "--amend", "another server")
    assert (called.code, called.out) == (0, AMENDED)
    assert {each["subject"]: (each["frozen"], each["found"]) for each in deviations()} == {
        "protocol.participants.number": (24, 30),
        'protocol.games.1.partner.extra."x.y"': (1, 2),
        'protocol.games.1.partner.extra."a.b"': (None, {"c": 1}),
    }


@contextmanager
def failing_at(database: Path, subject: str) -> Iterator[None]:
    """Refuse one of the deviations."""
    with closing(sqlite3.connect(database)) as db:
        db.execute(
            f"CREATE TRIGGER dies BEFORE INSERT ON deviations WHEN NEW.subject = '{subject}' "
            "BEGIN SELECT RAISE(ABORT, 'dead'); END"
        )
        db.commit()
        yield
        db.execute("DROP TRIGGER dies")
        db.commit()


def test_an_amendment_that_failed_halfway_is_not_in_force_and_can_be_repeated(
    changed: Path,
) -> None:
    amend = ("study", "freeze", "memory", "--amend", "another server")
    with failing_at(changed, 'protocol.games.1.partner.extra."x.y"'):
        assert call(*amend).code == 1
    assert deviations() == []
    status = json.loads(call("study", "status", "memory", "--json").out)
    assert status["participants"]["planned"] == 24, "not the new manifest"
    assert call(*amend).out == AMENDED
    assert call(*amend).out == "no deviations recorded\n"
    assert len(deviations()) == 3
