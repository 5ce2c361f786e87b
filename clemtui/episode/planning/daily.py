"""The daily task of a game: the same for everybody on that date and in that language.

It is generated from the date, and is never a task that comes with the game, nor one that the game
knows to be the benchmark's, so that playing it spoils no baseline. Each variant of a game has a
task of its own. A task comes again, in any variant, only when none is new; in a game with too many
tasks to list, when new ones have become rare.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import lru_cache
from hashlib import sha256
from itertools import count, islice
from threading import Lock
from typing import TYPE_CHECKING

from clemtui.catalogue import Catalogue
from clemtui.engine import Game, Instance, base_language
from clemtui.episode.errors import UsageError, describe_error
from clemtui.language import Sentence, translatable

if TYPE_CHECKING:
    from clemtui.records.rows import EpisodeSummary

DAILY = "daily"
"""The name of the experiment to which all daily tasks belong."""

FIRST_DAY = date(2026, 1, 1)
"""The day of number 1."""

_SERIES = 10_000
"""Days after which the tasks begin anew: all of them are drawn to know the last one."""

_SEEDS_TRIED = 100
"""Seeds in a row without a new task after which there are hardly any left, where a game cannot list
its tasks."""

_NOT_MADE = translatable("{game} failed to create its daily task: {why}")
_NO_DAILY = translatable("{game} has no daily task in '{language}': it cannot create new instances")


def local_today() -> date:
    """Return the date here and now."""
    return date(*time.localtime()[:3])


def day_number(day: date) -> int:
    """Return the number of a day, which is that of its daily tasks."""
    return (day - FIRST_DAY).days + 1


def is_daily(played: Instance | EpisodeSummary) -> bool:
    """Return whether an instance, or that of an episode, is a daily task.

    One of a file whose experiment has this name is not.
    """
    return played.experiment == DAILY and played.origin == "generated"


def daily_instance(catalogue: Catalogue, game_id: str, language: str, day: date) -> Instance:
    """Return the daily task of a game in a prompt language.

    Raises:
        UsageError: if the game cannot create new instances in the language, or fails to.
    """
    family, language = catalogue.card(game_id).family, base_language(language)
    try:
        made = _daily_instances(catalogue, family, language, day_number(day)).get(game_id)
    except Exception as error:
        why = describe_error(error)
        raise UsageError(Sentence(_NOT_MADE, game=game_id, why=why), field="language") from error
    if made is None:
        raise UsageError(Sentence(_NO_DAILY, game=game_id, language=language), field="language")
    return replace(made, experiment=DAILY, game_id=day_number(day))


def reserved_keys(catalogue: Catalogue, game_id: str, language: str, day: date) -> frozenset[str]:
    """Return the exposure keys that no other new task may have: those of what comes with the family
    of a game, and of the daily tasks of a day and its neighbours."""
    family, language = catalogue.card(game_id).family, base_language(language)
    games = [catalogue.game(card.id) for card in catalogue.cards if card.family == family]
    return daily_keys(catalogue, game_id, language, day) | _reserved(catalogue, games, language)


def daily_keys(catalogue: Catalogue, game_id: str, language: str, day: date) -> frozenset[str]:
    """Return the exposure keys of the daily tasks that count on a day or on its neighbours, in any
    variant of a game. Empty if there are none, or the game fails to make them.
    """
    family, language = catalogue.card(game_id).family, base_language(language)
    if not has_daily(catalogue, game_id, language):
        return frozenset()
    try:
        made = [
            _daily_instances(catalogue, family, language, number)
            for number in range(day_number(day) - 1, day_number(day) + 2)
        ]
    except Exception:  # noqa: BLE001 - said by `daily_instance`, for whoever asks for the task
        return frozenset()
    return frozenset(
        catalogue.game(game).exposure_key(each) for tasks in made for game, each in tasks.items()
    )


@lru_cache(maxsize=256)
def has_daily(catalogue: Catalogue, game_id: str, language: str) -> bool:
    """Return whether a game has daily tasks in a prompt language, and can create them."""
    try:
        return _generated(catalogue.game(game_id), base_language(language), 0) is not None
    except Exception:  # noqa: BLE001 - said by `daily_instance`, for whoever asks for the task
        return False


def _generated(game: Game, language: str, seed: int) -> Instance | None:
    try:
        return game.generate(language, seed)
    except LookupError:
        return None


@dataclass(slots=True)
class _Draws:
    """The tasks of a game in a language, drawn one after another.

    Attributes:
        seeds: those that may follow, in an order that never changes.
        tries: how many of them are tried for a new task.
        drawn: the seeds of the tasks so far.
        exhausted: whether no new task is left; they then come again in their order.
    """

    game: Game
    language: str
    series: int
    seeds: Iterator[int] = field(init=False)
    tries: int = field(init=False)
    drawn: list[int] = field(default_factory=list)
    exhausted: bool = False

    def __post_init__(self) -> None:
        start = f"clemtui daily {self.game.card.id} {self.language} {self.series}"
        listed = self.game.listed_seeds(self.language)
        self.seeds = iter(sorted(listed, key=lambda seed: _digest(start, seed)))
        self.tries = len(listed)
        if not listed:
            self.seeds = (int.from_bytes(_digest(start, n)[:4]) >> 1 for n in count())
            self.tries = _SEEDS_TRIED

    def draw(self, taken: set[str], is_official: Callable[[str], bool]) -> None:
        """Draw a task whose exposure key is not taken or the benchmark's own, and take it."""
        for seed in islice(self.seeds, 0 if self.exhausted else self.tries):
            key = self.game.exposure_key(self.game.generate(self.language, seed))
            if key not in taken and not is_official(key):
                taken.add(key)
                self.drawn.append(seed)
                return
        self.exhausted = True

    def task(self, position: int) -> Instance | None:
        """Return the task at a position from 0; None if there is no task at all."""
        if not self.drawn:
            return None
        return self.game.generate(self.language, self.drawn[position % len(self.drawn)])


@dataclass(slots=True)
class _Series:
    """The tasks of a family in a language, drawn day by day, the games in turn: that a task is new
    is known only then."""

    draws: Sequence[_Draws]
    taken: set[str]
    is_official: Callable[[str], bool]
    days: int = 0
    lock: Lock = field(default_factory=Lock)

    def tasks(self, position: int) -> Mapping[str, Instance]:
        """Return the tasks of the day at a position from 0, by the games that have any."""
        with self.lock:
            while self.days <= position:
                for each in self.draws:
                    each.draw(self.taken, self.is_official)
                self.days += 1
            found = {each.game.card.id: each.task(position) for each in self.draws}
        return {game: made for game, made in found.items() if made is not None}


@lru_cache(maxsize=32)
def _series(catalogue: Catalogue, family: str, language: str, series: int) -> _Series:
    games = [catalogue.game(card.id) for card in catalogue.cards if card.family == family]
    return _Series(
        draws=[
            _Draws(game, language, series)
            for game in sorted(games, key=lambda game: game.card.id)
            if _generated(game, language, 0) is not None
        ],
        taken=_reserved(catalogue, games, language),
        is_official=catalogue.family(games[0].card.id).is_official,
    )


def _daily_instances(
    catalogue: Catalogue, family: str, language: str, number: int
) -> Mapping[str, Instance]:
    """Return the tasks of the day with a number, by the games of a family that have any."""
    series, position = divmod(number - 1, _SERIES)
    try:
        return _series(catalogue, family, language, series).tasks(position)
    except Exception:
        _series.cache_clear()  # a series that broke off would go on with other tasks
        raise


def _reserved(catalogue: Catalogue, games: Iterable[Game], language: str) -> set[str]:
    """Return the exposure keys of the bundled instances of games in a language."""
    return {
        game.exposure_key(each)
        for game in games
        for found in catalogue.experiments(game.card.id, language)
        for each in found.instances
    }


def _digest(start: str, number: int) -> bytes:
    return sha256(f"{start} {number}".encode()).digest()
