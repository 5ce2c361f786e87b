"""Resuming is refused with a reason if the episode would no longer be the same."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from clemtui.catalogue import Catalogue, Collection
from clemtui.config import Settings
from clemtui.engine import CannotRestore
from clemtui.episode.errors import PlayError, message_of
from clemtui.episode.service import PlayService
from clemtui.episode.updates import Asked, Update
from clemtui.language import Interface
from clemtui.records.errors import StoreError
from clemtui.store.codec import content_hash, dumps, loads
from clemtui.store.write.writer import Writer
from tests.support.families import CONTRACT_GAMES
from tests.support.play_helpers import (
    Person,
    asked,
    choices,
    leave_when,
    planned,
    play,
    sitting,
    stored,
)


class EditableCollection:
    """A copy of the contract games whose files can be changed between two programs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.copies = 0
        self.current = CONTRACT_GAMES

    def change(self, path: str, edit: Callable[[str], str]) -> None:
        """Change a file for the next program (in a new copy, because modules are loaded once)."""
        self.copies += 1
        copy = self.folder / f"collection-{self.copies}"
        shutil.copytree(self.current, copy, ignore=shutil.ignore_patterns("__pycache__"))
        file = copy / path
        before = file.read_text("utf-8")
        file.write_text(edit(before), "utf-8")
        assert file.read_text("utf-8") != before
        self.current = copy

    def remove(self, path: str) -> None:
        """Remove a family for the next program."""
        self.change(f"{path}/game.toml", lambda text: text + "\n")
        shutil.rmtree(self.current / path)

    def program(self, database: Path) -> PlayService:
        """Start a program with the current files."""
        service = PlayService(database=database, settings=Settings(), front="plain")
        service.catalogue = Catalogue([Collection.at(self.current)])
        return service


@pytest.fixture
def workshop(tmp_path: Path) -> EditableCollection:
    return EditableCollection(tmp_path)


async def half_played(workshop: EditableCollection, database: Path, game: str) -> str:
    """Play an episode into its second turn, and return its id."""
    service = workshop.program(database)
    live = await service.start(planned(service, choices(game)))

    class Leaver(Person):
        def hear(self, update: Update) -> None:
            if len(asked(self)) == 1 and isinstance(update, Asked):
                self.updates.append(update)
                self.live.leave()
            else:
                super().hear(update)

    Leaver(live)
    assert await live.play() == "left"
    await service.close()
    assert len(stored(database, live.id).entries) >= 1
    return live.id


async def refusal(service: PlayService, episode: str) -> str:
    """Return the line with which resuming is refused."""
    with pytest.raises((PlayError, StoreError)) as refused:
        await service.resume(episode)
    await service.close()
    (line,) = str(refused.value).splitlines()
    return line


async def test_another_version_of_the_game(workshop: EditableCollection, database: Path) -> None:
    episode = await half_played(workshop, database, "whisper")
    workshop.change(
        "games/whisper/game.toml", lambda text: text.replace('version = "1"', 'version = "2"')
    )
    line = await refusal(workshop.program(database), episode)
    assert "recorded under whisper version 1, but the game here is version 2" in line


async def test_a_changed_rule(workshop: EditableCollection, database: Path) -> None:
    episode = await half_played(workshop, database, "tidy")
    workshop.change(
        "games/tidy/game.py",
        lambda text: text.replace("self.texts.prompt(", "'Now: ' + self.texts.prompt("),
    )
    assert "replaying it gives a different result" in await refusal(
        workshop.program(database), episode
    )


async def test_a_rule_that_stumbles_over_what_was_said(
    workshop: EditableCollection, database: Path
) -> None:
    episode = await half_played(workshop, database, "tidy")
    workshop.change(
        "games/tidy/game.py",
        lambda text: text.replace(
            "    def on_response(self, request: Request, response: Response) -> None:\n",
            "    def on_response(self, request: Request, response: Response) -> None:\n"
            "        raise KeyError('a slip')\n",
        ),
    )
    assert "replaying it gives a different result" in await refusal(
        workshop.program(database), episode
    )


async def test_a_changed_language_pack_does_not_matter(
    workshop: EditableCollection, database: Path
) -> None:
    """Texts are experiment material: the episode continues with those that it started with."""
    episode = await half_played(workshop, database, "whisper")
    pack = "locales/en/whisper.toml"
    workshop.change(pack, lambda text: text.replace(" the ", " THE "))
    service = workshop.program(database)
    live = await service.resume(episode)
    Person(live)
    assert await live.play() == "finished"
    said = " ".join(m.text for r in stored(database, episode).requests for m in r.request.messages)
    assert " THE " not in said
    await service.close()


async def test_a_game_that_is_not_here(workshop: EditableCollection, database: Path) -> None:
    episode = await half_played(workshop, database, "whisper")
    workshop.remove("games/whisper")
    line = await refusal(workshop.program(database), episode)
    assert "cannot be resumed: unknown game 'whisper'" in line


async def test_a_service_that_cannot_be_restored(
    workshop: EditableCollection, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    episode = await half_played(workshop, database, "pantry")
    service = workshop.program(database)
    shelves = type(
        service.catalogue.game("pantry").service("Shelves", stored(database, episode).instance)
    )

    def fail(self: object, exchanges: object) -> None:
        raise CannotRestore("the boxes were thrown away")

    monkeypatch.setattr(shelves, "restore", fail)
    assert "Shelves: the boxes were thrown away" in await refusal(service, episode)


async def test_a_finished_episode(database: Path) -> None:
    async with sitting(database) as service:
        person = await play(service, choices("whisper"))
        line = await refusal(service, person.live.id)
    assert "this episode cannot be resumed: it has already ended" in line


async def test_the_reason_is_shown_in_the_interface_language(database: Path) -> None:
    async with sitting(database) as service:
        person = await play(service, choices("whisper"))
        with pytest.raises(PlayError) as refused:
            await service.resume(person.live.id)
    said = Interface("de").show(message_of(refused.value))
    assert said == "diese Episode lässt sich nicht fortsetzen: sie ist schon beendet"


async def test_an_erased_episode(database: Path) -> None:
    async with sitting(database) as service:
        left = await leave_when(service, choices("whisper"), asked)
        (person,) = set(left.live.people.values())
        await (await service.recorder()).do(Writer.delete_person, person)
        assert "erased" in await refusal(service, left.live.id)


async def test_an_episode_that_is_not_there(database: Path) -> None:
    async with sitting(database) as service:
        await leave_when(service, choices("whisper"), asked)
        assert "unknown episode abc" in await refusal(service, "abc")


@pytest.mark.parametrize(
    ("table", "edit", "reason"),
    [
        ("texts", {"policy": "runes"}, "'runes', which this version does not support"),
        ("condition", {"weather": "rain"}, "weather: extra inputs are not permitted"),
        ("parameters", {"mood": "grim"}, "mood: extra inputs are not permitted"),
    ],
)
async def test_a_record_of_a_newer_program(
    table: str, edit: dict[str, str], reason: str, database: Path
) -> None:
    """Its text policy, condition or player parameters are unknown to this version."""
    async with sitting(database) as service:
        wanted = choices("whisper", partner=["openai/some-model"])
        left = await leave_when(service, wanted, asked)
    _replace_content(database, table, edit)
    async with sitting(database) as service:
        assert reason in await refusal(service, left.live.id)


def _replace_content(database: Path, column: str, edit: dict[str, str]) -> None:
    """Replace a recorded content with one that a newer program might have recorded."""
    table, key = (
        ("seat_assignments", "parameters") if column == "parameters" else ("episodes", column)
    )
    db = sqlite3.connect(database)
    rows = db.execute(
        f"SELECT c.hash, c.kind, c.body FROM contents c WHERE hash IN (SELECT {key} FROM {table})"
    ).fetchall()
    guards = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in guards:
        db.execute(f"DROP TRIGGER {name}")
    for digest, kind, body in rows:
        content = loads(body)
        if column == "parameters" and not content:
            continue
        content |= edit
        new = content_hash(content)
        db.execute(
            "INSERT INTO contents (hash, kind, body) VALUES (?, ?, ?)", (new, kind, dumps(content))
        )
        db.execute(f"UPDATE {table} SET {key} = ? WHERE {key} = ?", (new, digest))
    for _, sql in guards:
        db.execute(sql)
    db.commit()
    db.close()


async def test_a_refusal_does_not_take_the_episode_from_anybody(
    workshop: EditableCollection, database: Path
) -> None:
    """The episode is checked first, so a program that cannot resume it does not take it over."""
    episode = await half_played(workshop, database, "tidy")
    playing = workshop.program(database)
    live = await playing.resume(episode)
    workshop.change("games/tidy/game.toml", lambda text: text.replace('"1"', '"2"'))
    other = workshop.program(database)
    with pytest.raises(PlayError):
        await other.resume(episode, force=True)
    Person(live)
    assert await live.play() == "finished"
    await playing.close()
    await other.close()
