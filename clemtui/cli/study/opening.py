"""What the commands for studies open: a checked protocol, the studies in the records, and the
packages for statistics."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import click

from clemtui.analysis.extra import COMMAND, EXTRA, is_of_extra
from clemtui.cli.options import Setup
from clemtui.episode.errors import UsageError
from clemtui.episode.planning.listing import open_games
from clemtui.episode.service import PlayService
from clemtui.records.rows import Front
from clemtui.study.checking import Checked, check_study
from clemtui.study.protocol.folder import StudyFolder, find_study, open_study
from clemtui.study.service import Studies


def checked_study(setup: Setup, named: str) -> Checked:
    """Return a study, given by its folder or name, after checking it.

    Raises:
        UsageError: if there is none.
        StudyError: if its protocol cannot be read.
    """
    opened = open_study(find_study(named, setup.places.data))
    return check_study(open_games(setup.collections), opened, setup.settings.clembench)


def known_folder(setup: Setup, name: str) -> StudyFolder | None:
    """Return the folder of a frozen study, if it is where studies are kept.

    Raises:
        StudyError: if its protocol cannot be read.
    """
    try:
        return open_study(find_study(name, setup.places.data))
    except UsageError:
        return None


@contextmanager
def statistics(require: str) -> Iterator[None]:
    """Import what needs the extra for statistics in this block.

    Args:
        require: what needs it, such as "reports require".

    Raises:
        ClickException: if a package of the extra is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if not is_of_extra(error):
            raise
        raise click.ClickException(
            f"{require} scipy and statsmodels: install the extra {EXTRA}, or run: {COMMAND}"
        ) from None


@asynccontextmanager
async def studies_of(setup: Setup, front: Front = "plain") -> AsyncIterator[Studies]:
    """Open the studies in the records, and close the records in any case.

    Raises:
        PlayError: if a given collection is not one.
    """
    service = PlayService(
        database=setup.database,
        settings=setup.settings,
        collections=setup.collections,
        front=front,
    )
    try:
        yield Studies(service)
    finally:
        await service.close()
