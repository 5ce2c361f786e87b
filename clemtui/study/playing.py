"""The tasks of a frozen study as they are played, by people and by models alike."""

from __future__ import annotations

from dataclasses import dataclass

from clemtui.catalogue import CatalogueError
from clemtui.engine import Game, Instance, Texts
from clemtui.episode.service import PlayService
from clemtui.records.errors import NotFound
from clemtui.study.errors import StudyError
from clemtui.study.manifest import FrozenGame, Manifest


@dataclass(frozen=True, slots=True)
class FrozenTask:
    """A task with everything that was frozen of it; ``rules`` is the hash of the rules here."""

    game: Game
    rules: str
    instance: Instance
    texts: Texts


async def frozen_task(
    play: PlayService, manifest: Manifest, game: str, language: str, instance: str
) -> FrozenTask:
    """Return a task of a study.

    Args:
        instance: the hash of the instance, as in assignments.

    Raises:
        StudyError: if the game, or something that was frozen, is missing.
        StoreError: if the records cannot be read.
    """
    try:
        content = manifest.content(game, instance)
    except KeyError:
        raise StudyError(f"study {manifest.study!r}: this task of {game} is not frozen") from None
    try:
        found = play.catalogue.game(game)
        rules = play.catalogue.family(game).rules_hash
    except CatalogueError as error:
        raise StudyError(f"study {manifest.study!r}: {error}") from None
    stored = next(
        (each.texts[language] for each in _versions(manifest, game) if language in each.texts), ""
    )
    try:
        read = await play.read(lambda reader: reader.instance_of(content))
        texts = found.texts(read)
        if texts is None:
            texts = await play.read(lambda reader: reader.texts_of(stored))
    except NotFound as error:
        raise StudyError(f"study {manifest.study!r}: {error}") from None
    return FrozenTask(found, rules, read, texts)


def _versions(manifest: Manifest, game: str) -> list[FrozenGame]:
    """Return a game as it was frozen, the latest first."""
    every = (manifest, *manifest.earlier)
    return [each for version in every for each in version.games if each.game == game]
