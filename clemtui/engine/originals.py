"""Keeping the content of the reference's instance files, to export results in their form."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from clemtui.engine.instances import Experiment, Instance, Original

INSTANCES = "game_instances"


@dataclass(frozen=True, slots=True)
class ReferenceFiles:
    """An instance in the reference's own form.

    Attributes:
        experiment: the fields of the experiment without its instances.
        instance: the fields of the instance, including ``game_id``.
    """

    experiment: Mapping[str, Any]
    instance: Mapping[str, Any]


def original_files(instance: Instance) -> ReferenceFiles | None:
    """Return what the reference's file says about an official instance; None if that was not
    kept."""
    original = instance.original
    if original is None:
        return None
    return ReferenceFiles(json.loads(original.experiment), original.instance)


def attach_originals(
    document: Mapping[str, Any], experiments: Iterable[Experiment]
) -> tuple[Experiment, ...]:
    """Return the experiments read from a document, their official instances with the `Original`.

    A game may omit experiments and instances of the document, but must not change their order.
    """
    written = iter(_objects(document.get("experiments")))
    return tuple(_with_originals(written, experiment) for experiment in experiments)


def _with_originals(written: Iterator[Mapping[str, Any]], experiment: Experiment) -> Experiment:
    if all(instance.origin != "official" for instance in experiment.instances):
        return experiment
    found = next((each for each in written if each.get("name") == experiment.name), None)
    if found is None:
        return experiment
    shared = {key: value for key, value in found.items() if key != INSTANCES}
    text = json.dumps(shared, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    tasks = iter(_objects(found.get(INSTANCES)))
    return replace(
        experiment,
        instances=tuple(_with_original(tasks, text, each) for each in experiment.instances),
    )


def _with_original(tasks: Iterator[Mapping[str, Any]], text: str, instance: Instance) -> Instance:
    found = next((task for task in tasks if task.get("game_id") == instance.game_id), None)
    return instance if found is None else replace(instance, original=Original(text, found))


def _objects(items: object) -> Sequence[Mapping[str, Any]]:
    if not isinstance(items, list):
        return ()
    return [item for item in items if isinstance(item, Mapping)]
