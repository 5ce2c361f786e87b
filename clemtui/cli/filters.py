"""Options that say which episodes, for every command that takes some of what was recorded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from typing import Any, TypeVar

import click

from clemtui.archive.search_line import HistoryFilter
from clemtui.cli.options import key_and_value
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
    """Add the words of a filter as ``clemtui history`` takes them, and options for the usual ones.

    The command gets them as ``words`` and by the names of `EpisodeFilter`: give them to `where`.
    """
    return click.argument("words", metavar="[FILTER]", nargs=-1)(filter_options(command))


def filter_options(command: Decorated) -> Decorated:
    """Add the options alone, for a command whose arguments are something else."""
    for option in reversed(_OPTIONS.values()):
        command = option(command)
    return command


def where(words: Sequence[str], **options: Any) -> EpisodeFilter:
    """What the words and the options say together.

    Raises:
        click.UsageError: if both filter the same.
        UsageError: if the words make no sense.
    """
    typed = HistoryFilter.parse(" ".join(words)).where
    given = {name: value for name, value in options.items() if value is not None}
    twice = [each.name for each in fields(typed) if each.name in given
             and getattr(typed, each.name) is not None]  # fmt: skip
    if twice:
        option = _NAMES.get(twice[0], f"--{twice[0]}")
        raise click.UsageError(f"{option} and the filter say the same twice; give one of them")
    return replace(typed, **given)
