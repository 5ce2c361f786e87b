"""The manifest of a study: everything that must not change once its first participant has come.

It is the same whenever and wherever the same study is frozen: several collectors freeze it each for
themselves, and their databases can be merged.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from clemtui import __version__
from clemtui.catalogue import Catalogue
from clemtui.engine import Instance, Texts
from clemtui.store.codec import content_hash
from clemtui.study.checking import Checked, asked_about
from clemtui.study.errors import StudyError
from clemtui.study.tasks import GameTasks, Task


@dataclass(frozen=True, slots=True)
class Frozen:
    """A manifest, and the complete contents to which it refers by hash.

    `Writer.freeze_study` stores each of them once.
    """

    manifest: Mapping[str, Any]
    instances: tuple[Instance, ...]
    texts: tuple[Texts, ...]


def freeze(catalogue: Catalogue, checked: Checked) -> Frozen:
    """Return what freezing a study records.

    Raises:
        StudyError: if the check found an error.
    """
    study = checked.study
    if checked.errors:
        more = f" (and {len(checked.errors) - 1} more)" if len(checked.errors) > 1 else ""
        raise StudyError(f"{study.file}: {checked.errors[0].problem}{more}")
    texts = [each for game in checked.games for each in _texts(catalogue, game)]
    instances = [each for game in checked.games for each in _instances(game)]
    manifest = {
        "study": study.name,
        "protocol": study.protocol.model_dump(mode="json"),
        "consents": dict(sorted(study.consents.items())),
        "program": __version__,
        "games": [_game(catalogue, checked, game) for game in checked.games],
    }
    return Frozen(manifest, tuple(instances), tuple(texts))


def _game(catalogue: Catalogue, checked: Checked, game: GameTasks) -> Mapping[str, Any]:
    card = game.game.card
    return {
        "game": card.id,
        "version": card.version,
        "rules": catalogue.family(card.id).rules_hash,
        "script": card.script,
        # a list keeps its order where a table is sorted
        "comprehension": [
            [id, right]
            for id, right in asked_about(checked.study.protocol.games[game.number], game).items()
        ],
        "texts": {each.language: content_hash(each.to_json()) for each in _texts(catalogue, game)},
        "cells": [[cell.seat, cell.language] for cell in game.cells],
        "tasks": [_task(each) for each in game.tasks],
        "practice": [_task(each) for each in game.practice],
    }


def _task(task: Task) -> Mapping[str, Any]:
    """Return a task with its instances by language.

    Each has its identity, as in assignments and episodes, and the hash of its stored content, by
    which `Reader.instance_of` finds it.
    """
    return {
        "name": task.name,
        "key": task.key,
        "experiment": task.experiment,
        "instances": {
            language: {"hash": instance.hash, "content": content_hash(instance.to_json())}
            for language, instance in sorted(task.instances.items())
        },
    }


def _instances(game: GameTasks) -> Iterator[Instance]:
    for task in (*game.tasks, *game.practice):
        yield from task.instances.values()


def _texts(catalogue: Catalogue, game: GameTasks) -> list[Texts]:
    """Return the texts with which a game is played, one for each language.

    Instances with their own prompts have the same ones in an experiment, but not necessarily in all
    of them; these are part of the instance and frozen with it.
    """
    found: dict[str, Texts] = {}
    for language in game.languages:
        first = next((t.instances[language] for t in game.tasks if language in t.instances), None)
        if first is not None:
            found[language] = catalogue.texts(first, language)
    return list(found.values())


Place = tuple[str | int, ...]
"""Where something is in a manifest: the keys of tables, and the positions in lists, from 1."""

_BARE = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


def place_name(place: Place) -> str:
    """Return a place as it is shown: dotted, with every key in quotes that could be misread."""
    return ".".join(
        each if isinstance(each, str) and _BARE.fullmatch(each) else json.dumps(each)
        for each in place
    )


def differences(frozen: Mapping[str, Any], found: Mapping[str, Any]) -> tuple[Place, ...]:
    """Return the places of a manifest in which a study differs from what was frozen."""
    return tuple(_differences(frozen, found, ()))


def value_at(manifest: Mapping[str, Any], place: Place) -> Any:
    """Return the value at a place that `differences` names; None if there is none.

    A long list, such as the tasks of a game, is represented by its length.
    """
    found: Any = manifest
    for step in place:
        if isinstance(step, int):
            found = found[step - 1] if isinstance(found, list) else None
        else:
            found = found.get(step) if isinstance(found, Mapping) else None
    return f"{len(found)} entries" if isinstance(found, list) and len(found) > 10 else found


def _differences(frozen: Any, found: Any, place: Place) -> Iterator[Place]:
    if frozen == found:
        return
    if isinstance(frozen, Mapping) and isinstance(found, Mapping):
        for key in dict.fromkeys((*frozen, *found)):
            yield from _differences(frozen.get(key), found.get(key), (*place, key))
    elif isinstance(frozen, list) and isinstance(found, list) and len(frozen) == len(found):
        for at, (one, other) in enumerate(zip(frozen, found, strict=True), 1):
            yield from _differences(one, other, (*place, at))
    else:
        yield place
