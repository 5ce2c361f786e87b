"""Decisions about recorded episodes: exclusions and tags can be revoked, closing cannot."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from clemtui.archive.marking import (
    check_tag,
    close_episode,
    decide,
    exclusion,
    idle_episodes,
    inclusion,
)
from clemtui.config import Settings
from clemtui.episode.errors import UsageError
from clemtui.episode.planning.plan import Choices
from clemtui.episode.service import PlayService
from clemtui.language import Interface
from clemtui.records.errors import LeaseHeld, StoreError
from clemtui.records.rows import EpisodeFilter, EpisodeSummary, StoredEpisode, TagDecision
from clemtui.store.ids import uuid7
from clemtui.store.read.reader import Reader
from clemtui.wording.sample import marks_in_words, standing
from tests.store.builders import MODEL
from tests.store.records import Records


@pytest.fixture
def records(tmp_path: Path) -> Records:
    return Records(tmp_path / "records.db")


@pytest.fixture
async def service(records: Records) -> AsyncIterator[PlayService]:
    service = PlayService(database=records.path, settings=Settings(), front="plain")
    yield service
    await service.close()


def summary(path: Path, id: str) -> EpisodeSummary:
    with Reader(path) as reader:
        return reader.summaries([id])[id]


def counts(path: Path, study: str = "") -> int:
    with Reader(path) as reader:
        return reader.results(EpisodeFilter(), study=study).episodes


async def test_an_exclusion_has_an_author_and_a_reason_and_can_be_revoked(
    records: Records, service: PlayService
) -> None:
    id = records.play(MODEL)
    await decide(service, [id], [exclusion("", "Ann", "phone rang")])
    assert (summary(records.path, id).left_out, counts(records.path)) == (("excluded",), 0)
    with Reader(records.path) as reader:
        (decision,) = reader.tag_decisions(id)
    assert (decision.author, decision.reason, decision.revoked) == ("Ann", "phone rang", False)
    await decide(service, [id], inclusion(summary(records.path, id), "", "Ben", "was read"))
    assert (summary(records.path, id).left_out, counts(records.path)) == ((), 1)
    with Reader(records.path) as reader:
        assert [each.author for each in reader.tag_decisions(id)] == ["Ann", "Ben"]


async def test_the_latest_revocation_is_told_until_the_tag_is_added_again(
    records: Records, service: PlayService
) -> None:
    id = records.play(MODEL)
    for author in ("Ann", "Ben"):
        await decide(service, [id], [exclusion("", "Cy", "phone rang")])
        assert summary(records.path, id).revoked == ()
        await decide(service, [id], inclusion(summary(records.path, id), "", author, "was read"))
        (revoked,) = summary(records.path, id).revoked
        assert (revoked.author, revoked.reason, revoked.revoked) == (author, "was read", True)
        said = standing(summary(records.path, id), Interface("en"))
        assert re.fullmatch(
            rf"Counts\. Included again: {author}, [^(]*, was read "
            r"\(earlier decision: Cy, [^(]*, phone rang\)\.",
            said,
        )


async def test_every_kind_of_revoked_decision_has_its_words(
    records: Records, service: PlayService
) -> None:
    id = records.play(MODEL, tags={"excluded": "was interrupted"})
    await decide(service, [id], [exclusion("memory", "Ann", "x"), TagDecision("wave", "1", "Ann")])
    excluded = standing(summary(records.path, id), Interface("en"))
    assert "Excluded from the study “memory”." in excluded
    assert [*marks_in_words(summary(records.path, id), Interface("en"))][-2:] == [
        "excluded from the study “memory”",
        "tagged wave=1",
    ]
    await decide(service, [id], inclusion(summary(records.path, id), "memory", "Ben", "y"))
    await decide(service, [id], [TagDecision("wave", "1", "Cy", revoked=True)])
    said = standing(summary(records.path, id), Interface("en"))
    assert "Included again in the study “memory”: Ben, " in said
    assert "Tag wave=1 removed: Cy, " in said
    assert "Included again: " not in said
    await decide(service, [id], [exclusion("", "Ann", "z")])
    await decide(service, [id], [TagDecision("excluded", "was interrupted", "Ann", revoked=True)])
    assert "Included again: " not in standing(summary(records.path, id), Interface("en")), (
        "it is still excluded by another decision"
    )


async def test_what_was_revoked_can_be_excluded_again(
    records: Records, service: PlayService
) -> None:
    id = records.play(MODEL)
    for _ in range(2):
        await decide(service, [id], [exclusion("", "Ann", "x")])
        assert counts(records.path) == 0
        await decide(service, [id], inclusion(summary(records.path, id), "", "Ann", "y"))
        assert counts(records.path) == 1


async def test_an_exclusion_from_a_study_concerns_that_study_only(
    records: Records, service: PlayService
) -> None:
    id = records.play(MODEL)
    await decide(service, [id], [exclusion("memory", "Ann", "not fluent")])
    assert [counts(records.path, study) for study in ("", "memory", "other")] == [1, 0, 1]
    assert summary(records.path, id).left_out == ()
    with pytest.raises(UsageError, match="is not excluded from analyses"):
        inclusion(summary(records.path, id), "", "Ann", "x")
    await decide(service, [id], inclusion(summary(records.path, id), "memory", "Ann", "is"))
    assert counts(records.path, "memory") == 1


async def test_an_older_exclusion_whose_value_is_its_reason_can_be_revoked(
    records: Records, service: PlayService
) -> None:
    id = records.play(MODEL, tags={"excluded": "was interrupted"})
    assert counts(records.path) == 0
    await decide(service, [id], inclusion(summary(records.path, id), "", "Ann", "was not"))
    assert counts(records.path) == 1


async def test_a_tag_can_be_removed_and_added_again(records: Records, service: PlayService) -> None:
    id = records.play(MODEL, tags={"wave": "1"})
    await decide(service, [id], [TagDecision("wave", "1", "Ann", revoked=True)])
    assert summary(records.path, id).tags == {}
    await decide(service, [id], [TagDecision("wave", "1", "Ann")])
    assert summary(records.path, id).tags == {"wave": ("1",)}


@pytest.mark.parametrize("key", ["excluded", "closed", "run"])
def test_tags_with_a_meaning_of_their_own_have_their_own_commands(key: str) -> None:
    with pytest.raises(UsageError, match=f"'{key}' is a tag of the program"):
        check_tag(key)


# Closing


async def begin(path: Path) -> tuple[PlayService, str]:
    service = PlayService(database=path, settings=Settings(), front="plain")
    live = await service.start(service.plan(Choices(game="taboo", person="P-07")))
    return service, live.id


async def loaded(service: PlayService, id: str) -> StoredEpisode:
    return await service.load(id)


async def test_closed_as_aborted_it_is_finished_and_not_played(tmp_path: Path) -> None:
    service, id = await begin(tmp_path / "records.db")
    await service.close()
    await close_episode(service, id, "aborted", "Ann", "did not come back")
    stored = await loaded(service, id)
    assert (stored.state, stored.end_reason) == ("finished", "did not come back")
    assert stored.summary.scores is not None
    assert stored.summary.scores.aborted == 1
    assert stored.summary.tags["closed"] == ("aborted",)
    last = stored.entries[-1]
    assert last.session != stored.session, "closing is no sitting of the person who played"
    await service.close()


async def test_closed_as_void_it_counts_nowhere(tmp_path: Path) -> None:
    service, id = await begin(tmp_path / "records.db")
    await service.close()
    await close_episode(service, id, "void", "Ann", "server was down")
    found = await service.read(lambda reader: reader.results(EpisodeFilter()))
    assert (found.episodes, found.left_out) == (0, {"void": 1})
    assert sum(found.void.values()) == 1
    await service.close()


async def test_an_episode_that_has_ended_or_is_being_played_is_not_closed(tmp_path: Path) -> None:
    service, id = await begin(tmp_path / "records.db")
    other = PlayService(database=tmp_path / "records.db", settings=Settings(), front="plain")
    with pytest.raises(LeaseHeld):
        await close_episode(other, id, "void", "Ann", "x")
    await service.close()
    await close_episode(other, id, "void", "Ann", "x")
    with pytest.raises(UsageError, match="has ended"):
        await close_episode(other, id, "aborted", "Ann", "x")
    await other.close()


def test_idle_episodes_are_those_in_which_nothing_has_happened_for_so_long(
    records: Records,
) -> None:
    old = records.begin(MODEL)
    records.writer.release(old)
    found = idle_episodes(records.path, EpisodeFilter(), timedelta(hours=24))
    assert [each.id for each in found] == [old], "the clock of the records is in March"
    assert idle_episodes(records.path, EpisodeFilter(game="wordle"), timedelta(0)) == ()
    assert idle_episodes(records.path, EpisodeFilter(), timedelta(days=36500)) == ()


async def test_decisions_on_unknown_episodes_are_refused(
    records: Records, service: PlayService
) -> None:
    with pytest.raises(StoreError):
        await decide(service, ["unknown"], [exclusion("", "Ann", "x")])


async def test_the_latest_decision_decides_even_if_another_is_dated_in_the_future(
    service: PlayService, records: Records
) -> None:
    """A database that was merged came from a computer whose clock was wrong."""
    id = records.play(MODEL)
    ahead = datetime(2999, 1, 1, tzinfo=UTC)
    wrong = replace(exclusion("", "Ann", "noise"), id=uuid7(), at=ahead)
    records.writer.tag([id], wrong)
    assert counts(records.path) == 0
    records.writer.close()
    await decide(service, [id], inclusion(summary(records.path, id), "", "Ben", "no noise"))
    assert counts(records.path) == 1
