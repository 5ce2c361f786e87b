"""Exposure keys of instances that older versions or other programs recorded.

The database knows only their task keys; the games compute the exposure keys. An instance whose game
is not installed keeps its task key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from clemtui.catalogue import Catalogue, CatalogueError
from clemtui.engine import Instance
from clemtui.records.errors import StoreError
from clemtui.store.read.reader import Reader
from clemtui.store.write.writer import Writer


def complete_exposure_keys(database: Path, catalogue: Callable[[], Catalogue]) -> None:
    """Compute the missing exposure keys of a database, before its episodes are counted.

    A database that cannot be written keeps its task keys.

    Args:
        database: the records, which must exist.
        catalogue: opens the games; called only if keys are missing.

    Raises:
        StoreError: if the database cannot be read.
    """
    with Reader(database) as reader:
        instances = reader.instances_without_exposure_key()
    if not instances:
        return
    keys = tuple(_keys(instances, catalogue()))
    if not keys:
        return
    try:
        writer = Writer(database)
    except StoreError:
        return  # read-only: nothing new can be recorded there, either
    try:
        writer.exposure_keys(keys)
    finally:
        writer.close()


def _keys(instances: tuple[Instance, ...], catalogue: Catalogue) -> Iterator[tuple[str, str, str]]:
    for instance in instances:
        try:
            game = catalogue.game(instance.game)
        except CatalogueError:
            continue
        rules_hash = catalogue.family(instance.game).rules_hash
        yield instance.hash, game.exposure_key(instance), rules_hash
