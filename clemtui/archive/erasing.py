"""Erasing a person, a sitting or some episodes: what it covers, and doing it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from clemtui.archive.episodes import find_episode_id
from clemtui.episode.errors import PlayError
from clemtui.records.errors import NotFound
from clemtui.records.rows import EpisodeSummary, Erased, ErasureTarget
from clemtui.store.database import has_records, may_keep_erased_text
from clemtui.store.read.reader import Reader
from clemtui.store.write.writer import Writer


@dataclass(frozen=True, slots=True)
class ErasurePreview:
    """What an erasure would change.

    Attributes:
        target: what is to be erased.
        episodes: the episodes that would change: their text is still there, or scores are to go.
        playing: ids of those that are being played now.
    """

    target: ErasureTarget
    episodes: tuple[EpisodeSummary, ...]
    playing: tuple[str, ...]

    @property
    def people(self) -> tuple[str, ...]:
        """The names of everyone who had a seat in the episodes, in order."""
        return tuple(sorted({name for episode in self.episodes for name in episode.people}))


def find_sitting(database: Path, part: str) -> str:
    """Return the id of the sitting in which an episode started, or of the sitting named itself.

    Args:
        part: the beginning or end of the episode's id, or the whole id of a sitting.

    Raises:
        NotFound: if there is neither, or several episodes have such an id.
        StoreError: if the database cannot be read.
    """
    try:
        id = find_episode_id(database, part)
    except NotFound:
        if not has_records(database) or not _covered(database, ErasureTarget(session=part)):
            raise
        return part
    with Reader(database) as reader:
        return reader.load(id).session


def preview_erasure(database: Path, target: ErasureTarget) -> ErasurePreview:
    """Return what an erasure would change, without erasing anything.

    Raises:
        StoreError: if the database cannot be used, or has no such episode.
    """
    ids = _covered(database, target)
    with Reader(database) as reader:
        summaries = [reader.load(id).summary for id in ids]
        playing = played_now(reader)
    changed = [
        each for each in summaries if not each.erased or (target.scores and each.scores is not None)
    ]
    return ErasurePreview(target, tuple(changed), tuple(id for id in ids if id in playing))


def erase(database: Path, preview: ErasurePreview) -> Erased:
    """Erase what a preview shows; see `clemtui.store.write.erasure`.

    Raises:
        PlayError: if one of the episodes is being played.
        StoreError: if it fails; nothing is changed then.
    """
    check_none_played(preview.playing)
    target = preview.target
    if target.scope == "episodes":
        target = replace(target, episodes=tuple(each.id for each in preview.episodes))
    writer = Writer(database)
    try:
        return writer.erase(target)
    finally:
        writer.close()


def is_text_left(database: Path) -> bool:
    """Whether text that was erased may still be in the files of a database.

    Raises:
        StoreError: if the database cannot be read.
    """
    return may_keep_erased_text(database)


def played_now(reader: Reader) -> frozenset[str]:
    """Return the ids of the episodes that are being played."""
    return frozenset(
        each.summary.id for each in reader.unfinished() if each.lease and not each.lease_stale
    )


def check_none_played(playing: Iterable[str]) -> None:
    """Check that no episode is being played, before it is erased or closed.

    Raises:
        PlayError: naming the first that is.
    """
    for id in playing:
        raise PlayError(
            f"episode {id} is being played, or was less than half a minute ago; leave it, then "
            "try again"
        )


def _covered(database: Path, target: ErasureTarget) -> tuple[str, ...]:
    writer = Writer(database)
    try:
        return writer.covered_by(target)
    finally:
        writer.close()
