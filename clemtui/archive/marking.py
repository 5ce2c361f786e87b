"""Decisions about recorded episodes: tags, exclusions from analyses, and closing.

A decision has an author, a time and a reason, and is recorded for good; a tag or an exclusion can
be revoked by another decision. Closing cannot: it ends an unfinished episode.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Literal, get_args

from clemtui.archive.erasing import check_none_played, played_now
from clemtui.engine import Control
from clemtui.episode.errors import UsageError
from clemtui.episode.restoring.replay import position
from clemtui.episode.service import PlayService
from clemtui.language import Sentence, one_line, translatable
from clemtui.records.rows import (
    CLOSED_TAG,
    CONTINUATION_TAG,
    EVERYWHERE,
    EXCLUDED_TAG,
    RUN_TAG,
    STUDY_PREFIX,
    EpisodeFilter,
    EpisodeSummary,
    TagDecision,
)
from clemtui.store.clock import SystemClock
from clemtui.store.database import has_records
from clemtui.store.read.reader import Reader
from clemtui.store.write.writer import Writer

CloseAs = Literal["aborted", "void"]
"""How an unfinished episode is closed: as finished and aborted, so that it counts as not played, or
as void, so that it counts nowhere."""

LONGEST_TAG = 200
"""Characters of a tag's key and value together."""

CLOSE_AS: tuple[CloseAs, ...] = get_args(CloseAs)

_COMMANDS = {
    EXCLUDED_TAG: "clemtui episodes exclude",
    CLOSED_TAG: "clemtui episodes close",
    RUN_TAG: None,
    CONTINUATION_TAG: None,
}
"""The command to use instead of adding a tag that has a meaning of its own, if there is one."""

_NO_FORM = translatable("a tag has the form key=value")
_NO_VALUE = translatable("a tag needs a value: {key}=VALUE")
_NO_LINE = translatable(
    "a tag is one line of at most {longest} characters, without control characters"
)
_USE_COMMAND = translatable("'{key}' is a tag of the program; use: {command}")
_OTHER_KEY = translatable("'{key}' is a tag of the program; choose another key")


def check_author(name: str) -> str:
    """Return the name of whoever decides, without blanks around it.

    Raises:
        UsageError: if there is none.
    """
    found = " ".join(name.split())
    if not found:
        raise UsageError("say who decides, e.g. with --by NAME")
    return found


def exclusion(study: str, author: str, reason: str) -> TagDecision:
    """Return the decision to exclude episodes: from everything, or from one study only."""
    scope = f"{STUDY_PREFIX}{study}" if study else EVERYWHERE
    return TagDecision(EXCLUDED_TAG, scope, author, reason)


def is_excluded(episode: EpisodeSummary) -> bool:
    """Return whether an episode is excluded from all analyses."""
    scopes = episode.tags.get(EXCLUDED_TAG, ())
    return any(not scope.startswith(STUDY_PREFIX) for scope in scopes)


def exclusion_scopes(episode: EpisodeSummary, study: str) -> tuple[str, ...]:
    """Return the exclusions of an episode from a study alone, or from everything if it is empty."""
    wanted = f"{STUDY_PREFIX}{study}"
    return tuple(
        scope
        for scope in episode.tags.get(EXCLUDED_TAG, ())
        if (scope == wanted if study else not scope.startswith(STUDY_PREFIX))
    )


def inclusion(
    episode: EpisodeSummary, study: str, author: str, reason: str
) -> tuple[TagDecision, ...]:
    """Return the decisions that revoke all exclusions of an episode in that scope.

    Raises:
        UsageError: if it is not excluded there.
    """
    scopes = exclusion_scopes(episode, study)
    if not scopes:
        where = f"the study {study!r}" if study else "analyses"
        raise UsageError(f"episode {episode.id[-8:]} is not excluded from {where}")
    return tuple(TagDecision(EXCLUDED_TAG, scope, author, reason, revoked=True) for scope in scopes)


def check_tag(key: str) -> None:
    """Refuse tags that have a meaning of their own.

    Raises:
        UsageError: naming the command to use instead.
    """
    if key in _COMMANDS:
        command = _COMMANDS[key]
        if command is None:
            raise UsageError(Sentence(_OTHER_KEY, key=key))
        raise UsageError(Sentence(_USE_COMMAND, key=key, command=command))


def new_tag(key: str, value: str | None) -> tuple[str, str]:
    """Return a tag that is to be added.

    Raises:
        UsageError: if its key or value is missing, is no short line of text, or the key has a
            meaning of its own.
    """
    if not key or value is None:
        raise UsageError(Sentence(_NO_FORM))
    if not value:
        raise UsageError(Sentence(_NO_VALUE, key=key))
    if len(key) + len(value) > LONGEST_TAG or one_line(key + value) != key + value:
        raise UsageError(Sentence(_NO_LINE, longest=LONGEST_TAG))
    check_tag(key)
    return key, value


def recorded_values(episode: EpisodeSummary, key: str, value: str) -> tuple[str, ...]:
    """Return the values of a tag that an episode has now, as recorded: older versions kept blanks
    around them."""
    return tuple(each for each in episode.tags.get(key, ()) if each.strip() == value.strip())


async def decide(
    service: PlayService, episodes: Sequence[str], decisions: Iterable[TagDecision]
) -> None:
    """Record decisions on the same episodes.

    Raises:
        StoreError: if they cannot be recorded.
    """
    recorder = await service.recorder()
    for decision in decisions:
        await recorder.do(Writer.tag, episodes, decision)


def idle_episodes(
    database: Path, where: EpisodeFilter, idle: timedelta
) -> tuple[EpisodeSummary, ...]:
    """Return the unfinished episodes that match a filter and in which nothing has happened for some
    time, oldest first. Episodes that are being played are left out.

    Raises:
        StoreError: if the database cannot be read.
    """
    if not has_records(database):
        return ()
    since = SystemClock().now() - idle
    with Reader(database) as reader:
        unfinished = {each.summary.id: each for each in reader.unfinished()}
        matching = reader.episodes(where, limit=max(1, reader.count(where)), oldest_first=True)
    return tuple(
        each
        for each in matching
        if each.id in unfinished
        and unfinished[each.id].last_at < since
        and (unfinished[each.id].lease is None or unfinished[each.id].lease_stale)
    )


def check_closable(database: Path, episodes: Iterable[str]) -> None:
    """Check that no episode is being played, before the first of them is closed.

    Raises:
        PlayError: naming the first that is.
        StoreError: if the database cannot be read.
    """
    with Reader(database) as reader:
        playing = played_now(reader)
    check_none_played(id for id in episodes if id in playing)


async def close_episode(
    service: PlayService, episode: str, outcome: CloseAs, author: str, reason: str
) -> None:
    """Close an unfinished episode: no one can resume it any more.

    As ``aborted``, it is scored like an episode that a player has given up. As ``void``, it counts
    nowhere, and if it belongs to a run, the run plays its instance again.

    Raises:
        UsageError: if it has ended.
        PlayError: if it is to be scored and does not replay.
        StoreError: if another program is playing it, or the end cannot be recorded.
    """
    stored = await service.load(episode)
    id = stored.summary.id
    if stored.state != "running":
        raise UsageError(f"episode {id[-8:]} has ended; only unfinished episodes can be closed")
    recorder = await service.recorder()
    session = await service.start_sitting(None)
    await recorder.do(Writer.resume_episode, id, session)
    try:
        if outcome == "aborted":
            stored = await service.load(id)  # no one else can add to it any more
            game = service.catalogue.game(stored.summary.game)
            master = position(game, stored).master
            if not master.finished:
                control = Control("closed", reason=reason)
                await recorder.do(Writer.entry, id, control)
                master.submit(control)
            scores, events = game.score(master), tuple(master.events)
            await recorder.do(
                Writer.end_episode, id, "finished", reason=reason, scores=scores, events=events
            )
        else:
            await recorder.do(Writer.end_episode, id, "void", reason=reason)
    except BaseException:
        await recorder.do(Writer.release, id)
        raise
    decision = TagDecision(CLOSED_TAG, outcome, author, reason)
    await recorder.do(Writer.tag, [id], decision)
