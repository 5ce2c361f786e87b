"""Documents of real plays: of every game, unfinished ones, and ones whose rules have changed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from clemtui.archive.documents import FORMS, document, document_of, render
from clemtui.archive.review import review_episode
from clemtui.engine import OBSERVER, REVEAL
from clemtui.episode.errors import PlayError
from clemtui.language import Interface
from clemtui.records.errors import StoreError
from tests.support.play_helpers import GAMES, asked, choices, leave_when, play, sitting, stored

ENGLISH = Interface("en")


@pytest.mark.parametrize("game", GAMES)
async def test_every_game_and_every_watcher(game: str, database: Path) -> None:
    async with sitting(database) as service:
        id = (await play(service, choices(game))).live.id
        seats = [seat.name for seat in service.catalogue.card(game).seats if not seat.service]
        evidence = stored(database, id)
        for watcher in (*seats, OBSERVER, "all"):
            made = await document(service, id, watcher)
            assert made.difference == ""
            assert made.watcher == (REVEAL if watcher == "all" else watcher)
            for form in FORMS:
                assert "‹" not in render(made, form, ENGLISH), "a label has no words"
        said = json.loads(render(made, "json", ENGLISH))
    assert said["instance"]["data"] is not None
    assert said["scores"]["main_score"] == evidence.scores[0].scores.main_score
    answers = [line["text"] for line in said["lines"] if line["kind"] == "from seat"]
    assert len(answers) <= len(evidence.entries_for_replay)
    assert {e.text for e in evidence.entries_for_replay if hasattr(e, "text")} >= set(answers)


async def test_answers_of_a_person_have_timing_and_name(
    database: Path,
) -> None:
    async with sitting(database) as service:
        id = (await play(service, choices("taboo"))).live.id
        made = await document(service, id)
    assert made.names == {"Player 1": "Ann", "Player 2": "scripted"}
    said = json.loads(render(made, "json", ENGLISH))
    mine = next(each for each in said["lines"] if each["kind"] == "from seat")
    assert (mine["seat"], mine["at"] is not None) == ("Player 1", True)
    assert "pauses" in mine["timing"]
    assert [seat["name"] for seat in said["seats"]] == ["Ann", "scripted"]


async def test_an_unfinished_episode_keeps_its_secret(database: Path) -> None:
    """Ann guesses: nothing she can be given contains the word."""
    wanted = choices("taboo", seat="Player 2")
    async with sitting(database) as service:
        live = (await leave_when(service, wanted, asked)).live
        word = str(live.instance.data["target_word"])
        finished = [await play(service, wanted)]
        for view in (None, "player 2"):
            made = await document(service, live.id, view)
            assert made.watcher == "Player 2"
            assert made.scores is None
            for form in FORMS:
                assert word not in render(made, form, ENGLISH).lower()
        review = await review_episode(service, live.id, "Ann")
        for view in (REVEAL, OBSERVER, "Player 1"):
            with pytest.raises(PlayError, match=r"not available; available: Player 2$"):
                await document_of(service, review, view)
        assert word in render(await document(service, finished[0].live.id), "json", ENGLISH)


async def test_changed_rules_leave_only_the_evidence(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with sitting(database) as service:
        id = (await play(service, choices("wordle"))).live.id
        before = await document(service, id)
        assert before.view.blocks

        def otherwise(*_: Any) -> Any:
            raise RuntimeError("these rules are new")

        monkeypatch.setattr(type(service.catalogue.game("wordle")), "start", otherwise)
        after = await document(service, id)
    assert after.view.blocks == ()
    assert "recorded under wordle" in after.difference
    words = render(after, "markdown", ENGLISH)
    assert "Only the messages are shown here" in words
    for entry in after.stored.entries_for_replay:
        assert getattr(entry, "text", "") in words


async def test_game_no_longer_installed(database: Path) -> None:
    from clemtui.config import Settings
    from clemtui.episode.service import PlayService

    async with sitting(database) as service:
        id = (await play(service, choices("tidy"))).live.id
    without = PlayService(database=database, settings=Settings(), front="plain")
    made = await document(without, id)
    assert made.listing is None
    for form in FORMS:
        assert "tidy" in render(made, form, ENGLISH)


async def test_unknown_episode(database: Path) -> None:
    async with sitting(database) as service:
        await play(service, choices("taboo"))
        with pytest.raises(StoreError, match="unknown episode"):
            await document(service, "ffffffffffff")
