"""Check names that a person typed, and suggest the one probably meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from clemtui.catalogue import Catalogue
from clemtui.config import Settings
from clemtui.engine import OBSERVER
from clemtui.episode.errors import UsageError
from clemtui.episode.planning.listing import open_games
from clemtui.episode.planning.plan import Choices, as_usage_error, find_experiments, plan_episode


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name most similar to this one, ignoring case; None if none is similar."""
    by_fold = {each.casefold(): each for each in known}
    found = difflib.get_close_matches(name.casefold(), by_fold, n=1)
    return by_fold[found[0]] if found else None


def unknown(kind: str, name: str, known: Iterable[str]) -> str:
    """Return an error line for an unknown name, with the nearest name and all known ones."""
    return _with_choices(f"unknown {kind} {name!r}", name, known)


def _with_choices(problem: str, name: str, known: Iterable[str]) -> str:
    choices = list(dict.fromkeys(known))
    near = nearest(name, choices)
    there_are = f"available: {', '.join(choices) or 'none'}"
    if near is None:
        return f"{problem}; {there_are}"
    return f"{problem}; did you mean {near!r}? ({there_are})"


def check_names(catalogue: Catalogue, choices: Choices) -> None:
    """Check the names of game, seat, language and experiment, in this order.

    Raises:
        UsageError: if a name does not exist; the message suggests the nearest one.
    """
    cards = {card.id: card for card in catalogue.cards}
    if choices.game not in cards:
        raise UsageError(unknown("game", choices.game, cards), field="game")
    _check_seat(catalogue, choices)
    if choices.language is not None and choices.instances is None:
        with as_usage_error("language"):
            languages = catalogue.languages(choices.game)
        if choices.language not in languages:
            problem = f"{choices.game} has no prompt language {choices.language!r}"
            said = _with_choices(problem, choices.language, languages)
            raise UsageError(said, field="language")
    if choices.experiment is not None:
        names = [experiment.name for experiment in find_experiments(catalogue, choices)]
        if choices.experiment not in names:
            raise UsageError(unknown("experiment", choices.experiment, names), field="experiment")


PLACEHOLDER_PERSON = "somebody"


def check_choices(settings: Settings, collections: Iterable[Path], choices: Choices) -> None:
    """Check that an episode can be planned, before anything is shown.

    The person may still be undecided: only named players are checked.

    Raises:
        PlayError: if a given path is not a collection.
        UsageError: if a name does not exist, or the choices are incompatible.
    """
    catalogue = open_games(collections)
    check_names(catalogue, choices)
    plan_episode(catalogue, settings, replace(choices, person=choices.person or PLACEHOLDER_PERSON))


def _check_seat(catalogue: Catalogue, choices: Choices) -> None:
    wanted = choices.seat
    if wanted is None or wanted.casefold() == OBSERVER:
        return
    try:
        catalogue.seat(choices.game, wanted)
    except KeyError:
        raise _no_seat(catalogue, choices.game, wanted) from None


def _no_seat(catalogue: Catalogue, game: str, wanted: str) -> UsageError:
    seats = [seat for seat in catalogue.card(game).seats if not seat.service]
    names = [seat.name for seat in seats]
    roles = [seat.role for seat in seats]
    if wanted.casefold() in {role.casefold() for role in roles}:
        several = f"several seats have the role {wanted!r}: choose one of {', '.join(names)}"
        return UsageError(several, field="seat")
    known = [*names, *(role for role in roles if roles.count(role) == 1), OBSERVER]
    return UsageError(unknown("seat", wanted, known), field="seat")
