"""Running many episodes, one after the other or several at once, with nobody at the keyboard.

A run has an id, kept as the tag ``run`` of each of its episodes. What was interrupted can be taken
up again: finished episodes are not played twice, an unfinished one goes on where it stood.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from clemtui.archive.episodes import EpisodeFilter, EpisodeSummary, LeaseHeld, list_episodes
from clemtui.catalogue import Catalogue, CatalogueError
from clemtui.engine import OBSERVER, Experiment, Scores
from clemtui.episode.errors import PlayError, UsageError
from clemtui.episode.live import LiveEpisode
from clemtui.episode.planning.plan import Choices, find_experiments
from clemtui.episode.service import PlayService
from clemtui.episode.updates import Finished, Halted, RecordingFailed, Update
from clemtui.language import together

RunKey = tuple[str, str, int, str]
"""What an episode of a run is known by: game, experiment, number, language asked for."""

RUN_TAG = "run"
LANGUAGE_TAG = "run-language"
"""The prompt language that was asked for; not there where the instance decided."""

FATAL = frozenset(
    {"missing_key", "unauthorised", "forbidden", "unknown_model", "no_credit", "not_found"}
)
"""Kinds of failure that the next episode would meet as well: the run stops."""


@dataclass(frozen=True, slots=True)
class RunItem:
    """One episode that a run is to play."""

    game: str
    experiment: str
    game_id: int
    language: str | None
    choices: Choices


@dataclass(frozen=True, slots=True)
class RunResult:
    """How one episode of a run went: scores, or why it was left.

    ``earlier``: it was finished before the run was taken up again, and not played now.
    """

    item: RunItem
    scores: Scores | None
    problem: str | None = None
    fatal: bool = False
    earlier: bool = False


def run_items(
    catalogue: Catalogue,
    choices: Choices,
    games: Sequence[str],
    languages: Sequence[str | None],
    limit: int | None = None,
    files: Mapping[str, Path] = MappingProxyType({}),
) -> tuple[RunItem, ...]:
    """The instances that a run covers: per game and language, at most ``limit`` of each experiment.

    ``files`` has the instance file of each game that is not to be played with the bundled ones.

    Raises:
        UsageError: if a game, language or experiment does not exist, or nothing is left to play.
    """
    items: list[RunItem] = []
    for game in games:
        for language in languages:
            wanted = replace(
                choices, game=game, language=language, seat=OBSERVER, instances=files.get(game)
            )
            try:
                catalogue.card(game)
                experiments = _chosen(find_experiments(catalogue, wanted), choices.experiment)
            except CatalogueError as error:
                raise UsageError(*error.args) from None
            items += _items(experiments, wanted, limit)
    if not items:
        raise UsageError("there is no instance to play: check --lang, --experiment and --limit")
    return tuple(items)


def _chosen(experiments: Sequence[Experiment], name: str | None) -> list[Experiment]:
    found = [e for e in experiments if name in (None, e.name)]
    if name is not None and not found:
        known = ", ".join(dict.fromkeys(e.name for e in experiments)) or "none"
        raise UsageError(f"there is no experiment {name!r}; there are: {known}")
    return found


def _items(
    experiments: Iterable[Experiment], choices: Choices, limit: int | None
) -> Iterator[RunItem]:
    for experiment in experiments:
        for instance in experiment.instances[:limit]:
            yield RunItem(
                game=instance.game,
                experiment=experiment.name,
                game_id=instance.game_id,
                language=choices.language,
                choices=replace(choices, experiment=experiment.name, game_id=instance.game_id),
            )


async def run_episodes(service: PlayService, run: str) -> tuple[EpisodeSummary, ...]:
    """Every episode of a run, the latest first.

    Raises:
        StoreError: if the database cannot be read.
    """
    where = EpisodeFilter(tag=(RUN_TAG, run))
    return await asyncio.to_thread(list_episodes, service.database, where)


class Batch:
    """One run. ``done`` is told of every episode as it ends."""

    def __init__(self, service: PlayService, run: str, done: Callable[[RunResult], None]) -> None:
        self._service = service
        self._run = run
        self._done = done

    async def play(self, items: Sequence[RunItem], at_once: int = 1) -> bool:
        """Play what this run has not finished yet, so many episodes at once.

        False if an episode was left or failed. After a failure that the others would meet as well
        none is begun any more; those that are being played go on.

        Raises:
            PlayError: if an episode cannot be planned.
            StoreError: if nothing can be recorded.
        """
        finished, unfinished = await self._before()
        waiting = iter(items)
        complete, going_on = True, True

        async def play_one_by_one() -> None:
            nonlocal complete, going_on
            while going_on and (item := next(waiting, None)) is not None:
                key = (item.game, item.experiment, item.game_id, item.language or "")
                if key in finished:
                    self._done(RunResult(item, finished[key], earlier=True))
                    continue
                result = await self._item(item, unfinished.get(key))
                self._done(result)
                complete = complete and result.scores is not None
                if result.fatal:
                    going_on = False

        await _together([play_one_by_one() for _ in range(at_once)])
        return complete

    async def _item(self, item: RunItem, before: str | None) -> RunResult:
        if before is None:
            tags = {**item.choices.tags, RUN_TAG: self._run}
            if item.language is not None:
                tags[LANGUAGE_TAG] = item.language
            plan = self._service.plan(replace(item.choices, tags=tags))
            return await self._one(item, await self._service.start(plan))
        try:
            live = await self._service.resume(before)
        except (PlayError, LeaseHeld) as error:  # of this episode alone: the others can be played
            return RunResult(item, None, str(error))
        return await self._one(item, live)

    async def _before(self) -> tuple[dict[RunKey, Scores | None], dict[RunKey, str]]:
        """What this run finished before and what it left."""
        finished: dict[RunKey, Scores | None] = {}
        unfinished: dict[RunKey, str] = {}
        for episode in await run_episodes(self._service, self._run):
            language = episode.tags.get(LANGUAGE_TAG, ("",))[0]
            key = (episode.game, episode.experiment, episode.game_id, language)
            if episode.state == "finished":
                finished[key] = episode.scores
            elif episode.state == "running":
                unfinished[key] = episode.id
        return finished, unfinished

    async def _one(self, item: RunItem, live: LiveEpisode) -> RunResult:
        scores: Scores | None = None
        problem: str | None = None
        fatal = False

        def watch(update: Update) -> None:
            nonlocal scores, problem, fatal
            match update:
                case Finished(found):
                    scores = found
                case Halted(request, message, hint, sent_before):
                    if sent_before:
                        live.send(request.id)  # whoever takes up a run has asked for it
                    else:
                        problem = together(message, hint)
                        fatal = update.kind in FATAL
                        live.leave()
                case RecordingFailed(message):
                    problem, fatal = message, True
                case _:
                    pass

        live.subscribe(watch)
        playing = asyncio.ensure_future(live.play())
        try:
            await asyncio.shield(playing)
        except PlayError as error:  # a mistake in this game's rules: the others can be played
            problem = str(error)
        except asyncio.CancelledError:
            live.leave()
            await playing
            raise
        return RunResult(item, scores, problem, fatal)


async def _together(work: Sequence[Coroutine[Any, Any, None]]) -> None:
    """Wait for all of it; where one fails, or is not wanted any more, the others end first."""
    tasks = [asyncio.ensure_future(each) for each in work]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
