"""Options that filter episodes, for every command that works on recorded ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from typing import Any, TypeVar

import click

from clemtui.archive.episodes import check_filter, list_studies, spelled_filter
from clemtui.archive.search_line import HistoryFilter
from clemtui.cli.options import Setup, current_setup, key_and_value
from clemtui.episode.planning.listing import open_games
from clemtui.language.sinks import say
from clemtui.records.rows import EpisodeFilter

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

_OPTIONS = {
    "game": click.option("--game", metavar="GAME", help="Only this game."),
    "person": click.option(
        "--as", "person", metavar="NAME", help="Only episodes with this person."
    ),
    "language": click.option(
        "--lang", "language", metavar="LANG", help="Only this prompt language."
    ),
    "experiment": click.option("--experiment", metavar="NAME", help="Only this experiment."),
    "tag": click.option(
        "--tag", type=key_and_value, metavar="K=V", help="Only episodes with this tag."
    ),
    "practice": click.option(
        "--practice/--no-practice", default=None, help="Only practice episodes, or none of them."
    ),
}
_NAMES = {"person": "--as", "language": "--lang"}


def filters(command: Decorated) -> Decorated:
    """Add a filter argument as in ``clemtui history``, and options for the common filters.

    The command receives them as ``words`` and under the names of `EpisodeFilter`; pass them all to
    `episode_filter`.
    """
    return click.argument("words", metavar="[FILTER]", nargs=-1)(filter_options(command))


def filter_options(command: Decorated) -> Decorated:
    """Add only the options, for a command with other arguments."""
    for option in reversed(_OPTIONS.values()):
        command = option(command)
    return command


def sample_options(command: Decorated) -> Decorated:
    """Add the options for what counts besides the usual sample: ``repeats`` and ``study``."""
    study = click.option(
        "--study",
        default="",
        metavar="NAME",
        help="Also exclude the episodes that were excluded from this study only.",
    )
    repeats = click.option(
        "--repeats", is_flag=True, help="Count repetitions: tasks that a person had met before."
    )
    return repeats(study(command))


def check_names(setup: Setup, where: EpisodeFilter) -> None:
    """Refuse a filter without matches that names something unknown.

    Raises:
        UsageError: see `check_filter`.
    """
    check_filter(setup.database, where, open_games(setup.collections))


def check_study(setup: Setup, study: str) -> None:
    """Say on standard error that nothing is excluded from a study only, as after a typing error."""
    studies = list_studies(setup.database) if study else ()
    if study and study not in studies:
        known = f"; exclusions name {', '.join(studies)}" if studies else ""
        say(f"clemtui: nothing is excluded from a study {study!r} alone{known}", err=True)


def episode_filter(words: Sequence[str], **options: Any) -> EpisodeFilter:
    """Combine the words and the options into one filter.

    Raises:
        click.UsageError: if both set the same filter.
        UsageError: if the words are not a valid filter, or a name stands for several people.
    """
    typed = HistoryFilter.parse(" ".join(words)).where
    given = {name: value for name, value in options.items() if value is not None}
    twice = [each.name for each in fields(typed) if each.name in given
             and getattr(typed, each.name) is not None]  # fmt: skip
    if twice:
        option = _NAMES.get(twice[0], f"--{twice[0]}")
        raise click.UsageError(f"{option} and FILTER set the same filter; use only one of them")
    return spelled_filter(current_setup().database, replace(typed, **given))
