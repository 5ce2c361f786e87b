"""The catalogue entry of privateshared: reads instances and scores episodes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from clemtui.engine import (
    Experiment,
    Game,
    GameMaster,
    Instance,
    ReferenceFiles,
    Resources,
    Scores,
    Secret,
    Texts,
    UnreadableInstances,
    entries,
    entry,
)

from .domains import DOMAINS, WORDINGS_PER_SLOT
from .master import ANSWERER, QUESTIONER, PrivateSharedMaster
from .official import is_official, official_instances, official_texts, with_texts
from .reference import reference_files
from .scoring import score


class PrivateShared(Game):
    """The game in which a player answers requests and keeps track of what has been said."""

    programmatic: ClassVar[Mapping[str, str]] = {QUESTIONER: "Questioner"}

    def complete(self, document: Mapping[str, Any], resources: Resources) -> Mapping[str, Any]:
        """Add the texts to official instances, which refer to them by number in separate files."""
        found = entries(document, "experiments", dict)
        return {
            **document,
            "experiments": [
                with_texts(data, resources) if is_official(data) else data for data in found
            ],
        }

    def read(self, document: Mapping[str, Any], source: str) -> tuple[Experiment, ...]:
        found = entries(document, "experiments", dict)
        return tuple(self._experiment(data, source) for data in found)

    def _experiment(self, data: Mapping[str, Any], source: str) -> Experiment:
        name = entry(data, "name", str)
        try:
            if is_official(data):
                instances = official_instances(self.card.id, data, source)
            else:
                instances = self._own_instances(data, source)
            for instance in instances:
                _check(instance)
        except UnreadableInstances as error:
            raise UnreadableInstances(f"experiment {name!r}: {error}") from None
        return Experiment(self.card.id, name, instances[0].language, instances)

    def _own_instances(self, data: Mapping[str, Any], source: str) -> tuple[Instance, ...]:
        domain = entry(data, "domain", str)
        if domain not in DOMAINS:
            known = ", ".join(DOMAINS)
            raise UnreadableInstances(f"unknown domain {domain!r}; available: {known}")
        return tuple(
            Instance(
                game=self.card.id,
                experiment=entry(data, "name", str),
                game_id=entry(task, "game_id", int),
                data={
                    "slots": entry(task, "slots", list),
                    "request_order": list(entries(task, "request_order", str)),
                    "requests": entry(task, "requests", dict),
                    "probes": list(entries(task, "probes", list)),
                },
                parameters={"domain": domain},
                language=entry(data, "language", str),
                source=source,
                task=entry(task, "task", str),
            )
            for task in entries(data, "game_instances", dict)
        )

    def texts(self, instance: Instance) -> Texts | None:
        return official_texts(instance) if instance.origin == "official" else None

    def reference_files(self, instance: Instance, texts: Texts) -> ReferenceFiles:
        return reference_files(instance, texts)

    def start(self, instance: Instance, texts: Texts) -> GameMaster:
        return PrivateSharedMaster(instance, texts)

    def score(self, master: GameMaster) -> Scores:
        assert isinstance(master, PrivateSharedMaster)
        return score(master)

    def secrets(self, instance: Instance) -> tuple[Secret, ...]:
        """The values of the slots, known only to the answerer, who is the only player."""
        known_to = frozenset({ANSWERER})
        return tuple(Secret(value, known_to) for _, value in instance.data["slots"])


def _check(instance: Instance) -> None:
    """Check that an instance can be played to the end and scored.

    Raises:
        UnreadableInstances: if it cannot.
    """
    where = f"game id {instance.game_id}"
    data = instance.data
    slots: list[str] = []
    for pair in data["slots"]:
        if not (_is_pair(pair) and all(isinstance(part, str) and part for part in pair)):
            raise UnreadableInstances(
                f"{where}: 'slots' must be pairs of a name and a value, not {pair!r}"
            )
        slots.append(pair[0])
    if sorted(slots) != sorted(data["request_order"]) or len(set(slots)) < len(slots):
        raise UnreadableInstances(f"{where}: 'request_order' must contain every slot exactly once")
    rounds = len(slots) + 1
    if len(data["probes"]) != rounds:
        raise UnreadableInstances(f"{where}: 'probes' must have {rounds} rounds")
    for slot in slots:
        _check_number(instance, "requests", slot, data["requests"].get(slot))
    for probing in data["probes"]:
        if not isinstance(probing, list) or not probing:
            raise UnreadableInstances(f"{where}: a round of 'probes' is empty")
        for pair in probing:
            if not (_is_pair(pair) and pair[0] in slots):
                raise UnreadableInstances(f"{where}: {pair!r:.40} is not a probe of a slot")
            _check_number(instance, "probes", *pair)


def _is_pair(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str) and len(value) == 2


def _check_number(instance: Instance, table: str, slot: str, index: object) -> None:
    """Check that there is a text with this number; for our own instances it is in the packs.

    Raises:
        UnreadableInstances: if there is none.
    """
    count = len(instance.prompts[table][slot]) if instance.prompts else WORDINGS_PER_SLOT
    if not isinstance(index, int) or isinstance(index, bool) or not 0 <= index < count:
        raise UnreadableInstances(
            f"game id {instance.game_id}: {index!r} in {table!r} of {slot!r} must be a number "
            f"from 0 to {count - 1}"
        )
