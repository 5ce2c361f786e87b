"""What is going on today: the daily tasks of a person, and their streak."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal, NamedTuple

from clemtui.catalogue import Catalogue
from clemtui.engine import base_language
from clemtui.engine.scores import Outcome
from clemtui.episode.offers.last_choices import last_choices, last_episode
from clemtui.episode.planning.daily import DAILY, day_number, has_daily, is_daily, local_today
from clemtui.episode.planning.plan import SCRIPTED, Choices, is_person
from clemtui.episode.seat_port import ObserverPort
from clemtui.episode.service import PlayService
from clemtui.records.rows import EpisodeFilter, EpisodeSummary, SampleReason
from clemtui.store.read.reader import Reader

_AT_ONCE = 100
"""How many daily tasks are read at once: usually all that matter."""


@dataclass(frozen=True, slots=True)
class DailyTask:
    """The daily task of a game for one person.

    Attributes:
        state: ``open``, ``unfinished`` (it can be resumed), or ``done``.
        episode: id of the episode in which they play or played it.
        outcome: how it ended; None if it has not, or has no scores.
        left_out: why it does not count in reports nor for a streak; empty if it does.
    """

    game: str
    number: int
    state: Literal["open", "unfinished", "done"] = "open"
    episode: str | None = None
    outcome: Outcome | None = None
    main_score: float | None = None
    left_out: tuple[SampleReason, ...] = ()


@dataclass(frozen=True, slots=True)
class Today:
    """The daily tasks of a day in the games' order, and the streak of the person.

    Attributes:
        number: the number of the day.
        streak: number of days in a row, up to this one or the one before, on which they finished a
            daily task that was new to them.
    """

    number: int
    tasks: tuple[DailyTask, ...]
    streak: int = 0

    def task(self, game: str) -> DailyTask | None:
        """Return the task of a game, if it has any."""
        return next((each for each in self.tasks if each.game == game), None)


class DailyResult(NamedTuple):
    """A daily task as it was played, and what is going on for the person since."""

    episode: EpisodeSummary
    today: Today


async def games_with_daily(
    service: PlayService, person: str, languages: Mapping[str, str]
) -> dict[str, str]:
    """Return the games that have a daily task for a person (a pseudonym; may be empty), with its
    prompt language.

    Args:
        languages: games and their default prompt languages; that of the person's last episode of a
            game goes before.

    Raises:
        StoreError: if the database cannot be read.
    """
    spoken = dict(languages)
    for game in languages if person else ():
        last = await last_episode(service, game, person)
        if last is not None:
            spoken[game] = last.language
    return await asyncio.to_thread(_with_daily, service.catalogue, spoken)


def _with_daily(catalogue: Catalogue, languages: Mapping[str, str]) -> dict[str, str]:
    return {game: tag for game, tag in languages.items() if has_daily(catalogue, game, tag)}


async def today(service: PlayService, person: str, games: Mapping[str, str], day: date) -> Today:
    """Return what is going on for a person (an id or a pseudonym) on a day.

    Args:
        games: the games that have daily tasks, with their prompt languages (`games_with_daily`).

    Raises:
        StoreError: if the database cannot be read.
    """
    number = day_number(day)
    if not person or not service.database.exists():
        return Today(number, tuple(DailyTask(game, number) for game in games))
    where = EpisodeFilter(experiment=DAILY, person=person)
    played, streak = await service.read(lambda reader: _read_streak(reader, where, number))
    of_today = [each for each in played if each.game_id == number]
    tasks = (_task(game, number, _spoken(of_today, tag)) for game, tag in games.items())
    return Today(number, tuple(tasks), streak)


async def daily_result(service: PlayService, live: ObserverPort, person: str) -> DailyResult | None:
    """Return what a finished episode is as a daily task of a person (id).

    None if it is none, or if it is not in the records any more.

    Raises:
        StoreError: if the database cannot be read.
    """
    if not is_daily(live.instance):
        return None
    found = (await service.read(lambda reader: reader.summaries([live.id]))).get(live.id)
    if found is None:
        return None
    return DailyResult(found, await today(service, person, {}, local_today()))


def _spoken(episodes: Iterable[EpisodeSummary], language: str) -> list[EpisodeSummary]:
    """Return the episodes in a prompt language: each has a task of its own."""
    return [each for each in episodes if base_language(each.language) == base_language(language)]


def _read_streak(
    reader: Reader, where: EpisodeFilter, number: int
) -> tuple[list[EpisodeSummary], int]:
    """Read episodes, newest first, until the streak up to a day is known; return both."""
    played: list[EpisodeSummary] = []
    page: Sequence[EpisodeSummary] = ()
    while True:
        page = reader.episodes(where, limit=_AT_ONCE, before=page[-1].id if page else None)
        played += page
        days = {each.game_id for each in played if counts_for_streak(each)}
        days = {each for each in days if each <= number}
        length = streak_up_to(number, days)
        if len(page) < _AT_ONCE or length < len(days):
            return [each for each in played if is_daily(each)], length


def _task(game: str, number: int, played: Iterable[EpisodeSummary]) -> DailyTask:
    """Return the state of a game's task, given the episodes of the day, newest first."""
    mine = [each for each in played if each.game == game and each.state in ("finished", "running")]
    done = [each for each in mine if each.state == "finished"]
    if done:
        first = done[-1]
        scores = first.scores
        outcome, main = (scores.outcome, scores.main_score) if scores else (None, None)
        return DailyTask(game, number, "done", first.id, outcome, main, first.left_out)
    if mine:
        return DailyTask(game, number, "unfinished", mine[0].id)
    return DailyTask(game, number)


def counts_for_streak(episode: EpisodeSummary) -> bool:
    """Return whether an episode of a daily task counts: in time, not aborted, and in reports.

    Reports leave out repetitions, practice and what was excluded, for example. In time means by the
    end of the day after, so that nobody loses by playing over midnight.
    """
    if episode.state != "finished" or episode.ended_at is None or episode.scores is None:
        return False
    late = day_number(episode.ended_at.astimezone().date()) > episode.game_id + 1
    aborted = episode.scores.outcome == "aborted"
    return is_daily(episode) and not (late or aborted or episode.left_out)


def streak_up_to(number: int, days: Collection[int]) -> int:
    """Return how many days in a row there are up to a day, given all days by their numbers.

    A streak that ends on the day before is not broken: there is still time today.
    """
    last = number if number in days else number - 1
    length = 0
    while last - length in days:
        length += 1
    return length


async def daily_choices(
    service: PlayService, game: str, language: str, person: str, day: date
) -> Choices:
    """Return the choices for the daily task of a game.

    Seat, language, partner and interface are those of the person's (a pseudonym) last episode of
    the game, or else the defaults in ``language``. Another person at this keyboard is not asked
    again: their seat is scripted.

    Raises:
        StoreError: if the database cannot be read.
    """
    last = await last_choices(service, game, person)
    if last is None:
        return Choices(game, language=language, person=person, daily=day)
    partner = tuple(SCRIPTED if is_person(word) else word for word in last.partner)
    return replace(last, partner=partner, daily=day, experiment=None, game_id=None, practice=False)
