"""Taboo as a game of the catalogue: reading instances, scoring, players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from clemtui.engine import (
    Experiment,
    Game,
    GameMaster,
    Instance,
    Scores,
    Scripted,
    Secret,
    Texts,
    UnreadableInstances,
)

from . import generator
from .master import DESCRIBER, TabooMaster
from .players import scripted_player
from .scoring import score

OFFICIAL_MARKERS = {"target": "$TARGET_WORD$", "related": "$REL_WORD$", "tries": "$N$"}
OFFICIAL_TAGS = {"clue": "CLUE:", "guess": "GUESS:"}
OFFICIAL_PROMPTS = ("describer_initial_prompt", "guesser_initial_prompt")


class Taboo(Game):
    """A describer makes a guesser find a word without saying it or its relatives."""

    def read(self, document: Mapping[str, Any], source: str) -> tuple[Experiment, ...]:
        found = document.get("experiments")
        if not isinstance(found, list):
            raise UnreadableInstances("it has no list 'experiments'")
        return tuple(self._experiment(data, source) for data in found)

    def _experiment(self, data: Any, source: str) -> Experiment:
        if not isinstance(data, dict):
            raise UnreadableInstances("an experiment should be an object")
        try:
            name, tries, tasks = data["name"], int(data["max_turns"]), data["game_instances"]
            official = OFFICIAL_PROMPTS[0] in data
            prompts = {id: str(data[id]) for id in OFFICIAL_PROMPTS} if official else {}
            language = "en" if official else data["language"]
            instances = tuple(
                Instance(
                    game=self.card.id,
                    experiment=name,
                    game_id=int(task["game_id"]),
                    data={
                        "target_word": _text(task["target_word"]),
                        "related_word": [_text(word) for word in task["related_word"]],
                    },
                    parameters={"max_turns": tries},
                    language=language,
                    origin="official" if official else "bundled",
                    source=source,
                    prompts=prompts,
                )
                for task in tasks
            )
        except (KeyError, TypeError, ValueError) as error:
            where = data.get("name", "without a name")
            raise UnreadableInstances(
                f"experiment {where}: {type(error).__name__} {error}"
            ) from None
        return Experiment(self.card.id, name, language, instances)

    def generate(self, language: str, seed: int) -> Instance:
        try:
            data = generator.one(language, seed)
        except (ValueError, FileNotFoundError) as error:
            raise LookupError(str(error)) from None
        return Instance(
            game=self.card.id,
            experiment="generated",
            game_id=seed,
            data={"target_word": data["target_word"], "related_word": data["related_word"]},
            parameters={"max_turns": generator.MAX_TURNS},
            language=language,
            origin="generated",
            source=f"seed {seed}",
        )

    def texts(self, instance: Instance) -> Texts | None:
        if instance.origin != "official":
            return None
        return Texts(
            language="en",
            prompts={
                "describer": instance.prompts["describer_initial_prompt"],
                "guesser": instance.prompts["guesser_initial_prompt"],
            },
            tags=OFFICIAL_TAGS,
            card={"version": "official", "source": instance.source},
            markers=OFFICIAL_MARKERS,
        )

    def start(self, instance: Instance, texts: Texts) -> GameMaster:
        return TabooMaster(instance, texts)

    def score(self, master: GameMaster) -> Scores:
        return score(master)

    def scripted(self, seat: str, language: str, seed: int) -> Scripted:
        return scripted_player(seat, language, seed)

    def secrets(self, instance: Instance) -> tuple[Secret, ...]:
        describer = frozenset({DESCRIBER})
        words = [instance.data["target_word"], *instance.data["related_word"]]
        return tuple(Secret(word, describer) for word in words)

    def swapped(self, instance: Instance, seat: str) -> Instance:
        if seat == DESCRIBER:
            return instance
        data = {"target_word": "xylophone", "related_word": ["mallet", "marimba", "percussion"]}
        return replace(instance, data=data)


def _text(value: object) -> str:
    if not isinstance(value, str) or not value:
        raise ValueError(f"{value!r} is no word")
    return value
