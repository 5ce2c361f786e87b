"""Rules of which only the hash changed are the same version: old records can still be resumed.

Each of these games has a version that is pinned with an older hash besides the current one.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from clemtui.archive.review import review_all
from clemtui.catalogue import open_catalogue
from clemtui.catalogue.versions import pinned
from clemtui.episode.service import PlayService
from clemtui.exchange.exports.exporting import export_clembench
from clemtui.records.rows import EpisodeFilter
from clemtui.reports.report import make_report
from tests.support.play_helpers import (
    Person,
    Waiting,
    asked,
    choices,
    planned,
    sitting,
    stored,
    until,
)

GAMES = ("imagegame", "privateshared", "referencegame", "taboo", "wordle", "wordle_withclue")


def old_hash(game: str) -> str:
    """Return the first hash pinned for a game's current version; it is not the current hash."""
    family = open_catalogue().family(game)
    old, *others = pinned(family.folder)[game][open_catalogue().card(game).version]
    assert family.rules_hash in others
    return old


async def started(service: PlayService, game: str, rules_hash: str) -> str:
    """Record an episode under a rules hash, leave it at its first request, and return its id."""
    plan = replace(planned(service, choices(game, language="en")), rules_hash=rules_hash)
    live = await service.start(plan)
    person = Waiting(live)
    playing = asyncio.create_task(live.play())
    await until(lambda: asked(person))
    live.leave()
    assert await playing == "left"
    return live.id


async def finished(service: PlayService, game: str, rules_hash: str) -> str:
    """Record a finished episode under a rules hash, and return its id."""
    plan = replace(planned(service, choices(game, language="en")), rules_hash=rules_hash)
    live = await service.start(plan)
    Person(live)
    assert await live.play() == "finished"
    return live.id


@pytest.mark.parametrize("game", GAMES)
async def test_what_was_left_under_an_old_hash_is_resumed_and_reviewed(
    game: str, database: Path
) -> None:
    async with sitting(database) as service:
        episode = await started(service, game, old_hash(game))
    async with sitting(database) as service:
        live = await service.resume(episode)
        Person(live)
        assert await live.play() == "finished"
        review = await review_all(service, episode)
        assert (review.faithful, review.difference) == (True, "")
    assert stored(database, episode).rules_hash == old_hash(game)


@pytest.mark.parametrize("game", ["taboo", "wordle_withclue"])
async def test_results_under_all_hashes_of_a_version_are_one(
    game: str, database: Path, tmp_path: Path
) -> None:
    """They form one row of a report, and one folder of exported results."""
    new = open_catalogue().family(game).rules_hash
    async with sitting(database) as service:
        for rules in (old_hash(game), new):
            await finished(service, game, rules)
    report = make_report(database, EpisodeFilter(), repeats=True)
    assert [cell.measures.episodes for cell in report.cells] == [2]
    assert "scorer" not in report.by
    tree = export_clembench(
        database, open_catalogue(), tmp_path / "tree", EpisodeFilter(), repeats=True
    )
    assert (tree.episodes, len(tree.folders)) == (2, 1)


async def test_a_hash_that_is_not_pinned_for_the_version_is_told_apart(
    database: Path, tmp_path: Path
) -> None:
    new = open_catalogue().family("taboo").rules_hash
    async with sitting(database) as service:
        for rules in ("f" * 64, new):
            await finished(service, "taboo", rules)
    report = make_report(database, EpisodeFilter(), repeats=True)
    assert [cell.measures.episodes for cell in report.cells] == [1, 1]
    assert "scorer" in report.by
    tree = export_clembench(
        database, open_catalogue(), tmp_path / "tree", EpisodeFilter(), repeats=True
    )
    assert (tree.episodes, len(tree.folders)) == (2, 2)
