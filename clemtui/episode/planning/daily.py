"""The daily task of a game: the same for everybody on that date and in that language.

It is generated from the date, and never a task that comes with the game or belongs to the
benchmark, so that playing it spoils no baseline. Each variant of a game has a task of its own.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime
from hashlib import sha256
from itertools import islice
from typing import TYPE_CHECKING

from clemtui.engine import base_language
from clemtui.episode.errors import UsageError
from clemtui.language import Sentence, translatable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clemtui.catalogue import Catalogue
    from clemtui.engine import Instance

DAILY = "daily"
"""The name of the experiment to which all daily tasks belong."""

FIRST_DAY = date(2026, 1, 1)
"""The day of number 1."""

_SEEDS_TRIED = 1000
_NO_DAILY = translatable("{game} has no daily task in '{language}': it cannot create new instances")


def local_today() -> date:
    """Return the date here and now."""
    return datetime.now().astimezone().date()


def day_number(day: date) -> int:
    """Return the number of a day, which is that of its daily tasks."""
    return (day - FIRST_DAY).days + 1


def daily_instance(catalogue: Catalogue, game_id: str, language: str, day: date) -> Instance:
    """Return the daily task of a game in a prompt language.

    Raises:
        UsageError: if the game cannot create new instances in the language.
    """
    game, language = catalogue.game(game_id), base_language(language)
    reserved = _reserved(catalogue, game_id, language)
    for seed in _seeds(game_id, language, day):
        try:
            made = game.generate(language, seed)
        except LookupError:
            break
        key = game.exposure_key(made)
        if key not in reserved and not catalogue.family(game_id).is_official(key):
            return replace(made, experiment=DAILY, game_id=day_number(day))
    raise UsageError(Sentence(_NO_DAILY, game=game_id, language=language), field="language")


def _reserved(catalogue: Catalogue, game_id: str, language: str) -> frozenset[str]:
    """Return the exposure keys of the bundled instances in a language."""
    key = catalogue.game(game_id).exposure_key
    experiments = catalogue.experiments(game_id, language)
    return frozenset(key(each) for found in experiments for each in found.instances)


def _seeds(game: str, language: str, day: date) -> Iterator[int]:
    """Yield the seeds to try for a day, in order. They never change: old days stay what they
    were."""

    def seeds() -> Iterator[int]:
        attempt = 0
        while True:
            text = f"clemtui daily {game} {language} {day.isoformat()} {attempt}"
            yield int.from_bytes(sha256(text.encode()).digest()[:4]) >> 1
            attempt += 1

    return islice(seeds(), _SEEDS_TRIED)
