"""``clemtui episodes exclude|include|tag|close``: decisions about recorded episodes."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any, TypeVar

import click

from clemtui.archive.episodes import (
    find_episode_id,
    list_episodes,
    load_summaries,
    short_id,
)
from clemtui.archive.marking import (
    CLOSE_AS,
    CloseAs,
    check_author,
    check_closable,
    check_tag,
    close_episode,
    decide,
    exclusion,
    exclusion_scopes,
    idle_episodes,
    inclusion,
    new_tag,
    recorded_values,
)
from clemtui.cli.asking import YES, confirm
from clemtui.cli.filters import check_names, episode_filter, filter_options
from clemtui.cli.options import Setup, common_options, current_setup, key_and_value
from clemtui.episode.errors import UsageError
from clemtui.episode.service import PlayService
from clemtui.language import one_line
from clemtui.language.sinks import say
from clemtui.records.rows import EpisodeFilter, EpisodeSummary, TagDecision
from clemtui.wording.sample import CLOSING, excluded_for, standing

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

_UNITS = {"m": "minutes", "h": "hours", "d": "days"}
_TIME = re.compile(r"(\d{1,6})([mhd])")


def _by(command: Decorated) -> Decorated:
    return click.option(
        "--by",
        default="",
        metavar="NAME",
        help="Who decides. Default: the person in the settings; required without one.",
    )(command)


def _reason(command: Decorated) -> Decorated:
    return click.option(
        "--reason",
        required=True,
        callback=_not_empty,
        metavar="TEXT",
        help="The reason, which is recorded.",
    )(command)


def _not_empty(context: click.Context, option: click.Parameter, text: str) -> str:
    if not text.strip():
        raise click.BadParameter("say why", context, option)
    return text


_STUDY = click.option(
    "--study", default="", metavar="NAME", help="Apply to this study only, not to all analyses."
)
_IDS = click.argument("ids", metavar="[ID]...", nargs=-1)


@click.command(short_help="Exclude episodes from analyses, with a reason.")
@_IDS
@filter_options
@_STUDY
@_reason
@_by
@common_options
def exclude(ids: tuple[str, ...], study: str, reason: str, by: str, **given: Any) -> None:
    """Exclude episodes from reports, comparisons and exports of results.

    Name episodes by ID, or choose them with filters. The decision is recorded with its author, time
    and reason. 'clemtui episodes include' revokes it.

    \b
    Examples:
      clemtui episodes exclude 1a2b3c4d --reason "phone rang"
      clemtui episodes exclude --tag wave=pilot --reason "pilot" --by Ann
      clemtui episodes exclude 1a2b3c4d --study memory --reason "not fluent"
    """
    setup = current_setup()
    chosen = _chosen(
        setup,
        ids,
        episode_filter((), **given),
        lambda each: not exclusion_scopes(each, study),
        f"is already excluded from {f'the study {study!r}' if study else 'analyses'}",
    )
    decision = exclusion(study, _author(setup, by), reason)
    _decide(setup, [each.id for each in chosen], [decision])
    say(setup.interface.plural("{n} episode excluded.", "{n} episodes excluded.", len(chosen)))


@click.command(short_help="Revoke the exclusion of episodes.")
@_IDS
@filter_options
@_STUDY
@_reason
@_by
@common_options
def include(ids: tuple[str, ...], study: str, reason: str, by: str, **given: Any) -> None:
    """Revoke the exclusion of episodes, so that they count again.

    The exclusion stays in the records, together with who revoked it, when and why.

    \b
    Examples:
      clemtui episodes include 1a2b3c4d --reason "the call came after the game"
    """
    setup = current_setup()
    author = _author(setup, by)
    chosen = _chosen(
        setup,
        ids,
        episode_filter((), **given),
        lambda each: bool(exclusion_scopes(each, study)),
        f"is not excluded from {f'the study {study!r}' if study else 'analyses'}",
    )
    decisions = {each.id: inclusion(each, study, author, reason) for each in chosen}
    for id, revoked in decisions.items():
        _decide(setup, [id], revoked)
    ui = setup.interface
    say(ui.plural("{n} episode included.", "{n} episodes included.", len(chosen)))
    for each in load_summaries(setup.database, list(decisions)):
        if not study and excluded_for(each):
            said = ui.text("{name}: {value}", name=short_id(each.id), value=standing(each, ui))
            say(said, err=True)


@click.command(short_help="Add a tag to episodes, or remove it.")
@click.argument("wanted", metavar="K=V", type=key_and_value)
@_IDS
@filter_options
@click.option("--remove", is_flag=True, help="Remove the tag.")
@click.option("--reason", default="", metavar="TEXT", help="The reason, which is recorded.")
@_by
@common_options
def tag(
    wanted: tuple[str, str],
    ids: tuple[str, ...],
    remove: bool,
    reason: str,
    by: str,
    **given: Any,
) -> None:
    """Add the tag K=V to episodes, or remove it.

    Name episodes by ID, or choose them with filters.

    \b
    Examples:
      clemtui episodes tag wave=2 1a2b3c4d
      clemtui episodes tag wave=2 --as P-07
      clemtui episodes tag wave=2 1a2b3c4d --remove --reason "wrong wave"
    """
    setup = current_setup()
    key, value = wanted
    if remove:  # also a value of blanks only, which older versions recorded
        check_tag(key)
    else:
        new_tag(key, value)
    chosen = _chosen(
        setup,
        ids,
        episode_filter((), **given),
        lambda each: bool(recorded_values(each, key, value)) is remove,
        f"does not have the tag {key}={value}" if remove else f"already has the tag {key}={value}",
    )
    author = _author(setup, by)
    recorded: dict[str, list[str]] = {}
    for each in chosen:
        for found in recorded_values(each, key, value) if remove else (value,):
            recorded.setdefault(found, []).append(each.id)
    for found, episodes in recorded.items():
        _decide(setup, episodes, [TagDecision(key, found, author, reason, revoked=remove)])
    ui = setup.interface
    said = (
        ui.plural("Tag removed from {n} episode.", "Tag removed from {n} episodes.", len(chosen))
        if remove
        else ui.plural("Tag added to {n} episode.", "Tag added to {n} episodes.", len(chosen))
    )
    say(said)


@click.command(short_help="Close unfinished episodes for good.")
@_IDS
@filter_options
@click.option(
    "--outcome",
    type=click.Choice(CLOSE_AS),
    required=True,
    help="Close as aborted (counts as not played) or as void (counts nowhere).",
)
@click.option(
    "--idle",
    metavar="TIME",
    help="Close all unfinished episodes in which nothing has happened for this long, e.g. 90m, "
    "24h or 7d.",
)
@click.option(
    "--reason",
    default="",
    metavar="TEXT",
    help="The reason, which is recorded. Required without --idle.",
)
@_by
@click.option("--dry-run", is_flag=True, help="Show what would be closed without closing anything.")
@YES
@common_options
def close(
    ids: tuple[str, ...],
    outcome: CloseAs,
    idle: str | None,
    reason: str,
    by: str,
    dry_run: bool,
    yes: bool,
    **given: Any,
) -> None:
    """Close unfinished episodes, so that no one can resume them any more. This cannot be undone.

    Close an episode as aborted if its player has dropped out; it then counts as not played. Close
    it as void if something else went wrong, for example if a model could not be reached; it then
    counts nowhere. Name episodes by ID, or choose them with filters. --idle, alone or with filters,
    closes all drop-outs by one rule, which is recorded as the reason.

    \b
    Examples:
      clemtui episodes close 1a2b3c4d --outcome void --reason "server was down"
      clemtui episodes close --idle 24h --tag wave=2 --outcome aborted
      clemtui episodes close --idle 7d --outcome aborted --dry-run
    """
    setup = current_setup()
    ui = setup.interface
    where = episode_filter((), **given)
    if idle is None:
        if not reason.strip():
            raise click.UsageError("--reason is required unless --idle is the reason")
        chosen = _chosen(
            setup, ids, where, lambda each: each.state == "running", "is not unfinished"
        )
    else:
        if ids:
            raise click.UsageError("use ids or --idle, not both")
        chosen = idle_episodes(setup.database, where, _time(idle))
        reason = f"idle for {idle}: {reason}" if reason else f"idle for {idle}"
        if not chosen:
            say(ui.text("Nothing to close: no such episode has been idle for so long."), err=True)
            return
    author = _author(setup, by)
    check_closable(setup.database, (each.id for each in chosen))
    for line in _announced(setup, chosen, outcome):
        say(line, err=True)
    if dry_run:
        say(ui.text("Nothing was written (--dry-run)."), err=True)
        return
    if not yes:
        asked = ui.text("This cannot be undone. Type the number of episodes to confirm")
        confirm(asked, str(len(chosen)), "the number", "closed")
    asyncio.run(_close(setup, chosen, outcome, author, reason))
    say(ui.plural("{n} episode closed.", "{n} episodes closed.", len(chosen)))


def _announced(setup: Setup, chosen: Sequence[EpisodeSummary], outcome: CloseAs) -> Iterator[str]:
    """Yield what closing will do, to which episodes of whom."""
    ui = setup.interface
    yield ui.plural(
        "This will close {n} unfinished episode in {path}: {ids}.",
        "This will close {n} unfinished episodes in {path}: {ids}.",
        len(chosen),
        path=str(setup.database),
        ids=", ".join(one_line(short_id(each.id)) for each in chosen),
    )
    yield ui.text(CLOSING[outcome])
    people = sorted({name for each in chosen for name in each.people})
    if people:
        yield ui.text("People in them: {names}.", names=", ".join(map(one_line, people)))


async def _close(
    setup: Setup, chosen: Sequence[EpisodeSummary], outcome: CloseAs, author: str, reason: str
) -> None:
    async with _service(setup) as service:
        for each in chosen:
            await close_episode(service, each.id, outcome, author, reason)


def _decide(setup: Setup, ids: Sequence[str], decisions: Sequence[TagDecision]) -> None:
    async def run() -> None:
        async with _service(setup) as service:
            await decide(service, ids, decisions)

    asyncio.run(run())


@asynccontextmanager
async def _service(setup: Setup) -> AsyncIterator[PlayService]:
    service = PlayService(
        database=setup.database,
        settings=setup.settings,
        collections=setup.collections,
        front="plain",
    )
    try:
        yield service
    finally:
        await service.close()


def _chosen(
    setup: Setup,
    ids: Sequence[str],
    where: EpisodeFilter,
    concerned: Callable[[EpisodeSummary], bool] = lambda _: True,
    otherwise: str = "",
) -> tuple[EpisodeSummary, ...]:
    """Return the episodes that were named, or all that match the filters and are concerned.

    Args:
        setup: which database.
        ids: the named ones; of these, all must be concerned.
        where: the filters.
        concerned: which episodes a decision can be about.
        otherwise: what is said of the others, as in "episode X OTHERWISE".

    Raises:
        UsageError: if neither ids nor filters were given, nothing matches, or a named episode is
            not concerned.
    """
    filtered = where != EpisodeFilter()
    if bool(ids) == filtered:
        raise click.UsageError(
            "use ids or filters, not both" if ids else "name episodes by id, or use filters"
        )
    if ids:
        whole = [find_episode_id(setup.database, id) for id in ids]
        named = load_summaries(setup.database, whole)
        for each in named:
            if not concerned(each):
                raise UsageError(f"episode {each.id[-8:]} {otherwise}; nothing was changed")
        return named
    found = list_episodes(setup.database, where)
    if not found:
        check_names(setup, where)
        raise UsageError("no episode matches these filters")
    matching = tuple(filter(concerned, found))
    if not matching:
        raise UsageError(f"each episode that matches these filters {otherwise}")
    return matching


def _author(setup: Setup, given: str) -> str:
    return check_author(given or setup.settings.person or "")


def _time(text: str) -> timedelta:
    found = _TIME.fullmatch(text.strip().casefold())
    if found is None:
        raise click.UsageError(f"--idle {text}: use a number of minutes, hours or days: 90m, 24h")
    number, unit = found.groups()
    return timedelta(**{_UNITS[unit]: int(number)})
