"""Taboo in the catalogue: reading instances and scoring."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from clemtui.engine import (
    NO_EQUIVALENT,
    Experiment,
    Game,
    GameMaster,
    Instance,
    Scores,
    Secret,
    Texts,
    UnreadableInstances,
    entries,
    entry,
    no_equivalents,
)

from . import word_forms
from .master import DESCRIBER, TabooMaster
from .scoring import score
from .words import CODED_RULES

OFFICIAL_MARKERS = {"target": "$TARGET_WORD$", "related": "$REL_WORD$", "tries": "$N$"}
OFFICIAL_TAGS = {"clue": "CLUE:", "guess": "GUESS:"}
LANGUAGES = (*CODED_RULES, *word_forms.TABLES)
"""The languages for which word rules exist."""

OFFICIAL_PROMPTS = ("describer_initial_prompt", "guesser_initial_prompt")


class Taboo(Game):
    """Taboo: a describer gets a guesser to name a word without using it or related words."""

    counts_tries = True

    def read(self, document: Mapping[str, Any], source: str) -> tuple[Experiment, ...]:
        found = entries(document, "experiments", dict)
        return tuple(self._experiment(data, source) for data in found)

    def _experiment(self, data: Mapping[str, Any], source: str) -> Experiment:
        name = entry(data, "name", str)
        try:
            return self._read(name, data, source)
        except UnreadableInstances as error:
            raise UnreadableInstances(f"experiment {name!r}: {error}") from None

    def _read(self, name: str, data: Mapping[str, Any], source: str) -> Experiment:
        official = OFFICIAL_PROMPTS[0] in data
        language = "en" if official else entry(data, "language", str)
        if language not in LANGUAGES:
            known = ", ".join(LANGUAGES)
            raise UnreadableInstances(f"no word rules for {language!r}; available: {known}")
        tries = entry(data, "max_turns", int)
        if tries < 1:
            raise UnreadableInstances("'max_turns' must be at least 1")
        tasks = entries(data, "game_instances", dict)
        instances = tuple(
            Instance(
                game=self.card.id,
                experiment=name,
                game_id=entry(task, "game_id", int),
                data={
                    "target_word": entry(task, "target_word", str),
                    "related_word": list(entries(task, "related_word", str)),
                },
                parameters={"max_turns": tries},
                language=language,
                origin="official" if official else "bundled",
                source=source,
                prompts={id: entry(data, id, str) for id in OFFICIAL_PROMPTS} if official else {},
                task=entry(task, "task", str) if "task" in task else "",
            )
            for task in tasks
            if NO_EQUIVALENT not in task
        )
        for instance in instances:
            if not all([instance.data["target_word"], *instance.data["related_word"]]):
                raise UnreadableInstances(f"game id {instance.game_id}: a word is empty")
        return Experiment(self.card.id, name, language, instances, no_equivalents(tasks))

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

    def tries(self, scores: Scores) -> int | None:
        """The number of clues until the word was guessed."""
        return len(scores.turns) if scores.success else None

    def exposure_key(self, instance: Instance) -> str:
        """The concept; the word itself if it is none of the bundled concepts."""
        word = instance.data.get("target_word")
        if instance.task or word is None:
            return instance.task_key
        word = str(word).casefold()
        return self._concepts.get((instance.language, word), f"taboo:{instance.language}:{word}")

    @cached_property
    def _concepts(self) -> dict[tuple[str | None, str], str]:
        """The concepts of the bundled instances, by language and word."""
        found = {}
        for file in self.bundled():
            document = json.loads(file.read_text(encoding="utf-8"))
            for experiment in self.read(document, file.name):
                for each in experiment.instances:
                    found[each.language, str(each.data["target_word"]).casefold()] = each.task
        return found

    def secrets(self, instance: Instance) -> tuple[Secret, ...]:
        describer = frozenset({DESCRIBER})
        words = [instance.data["target_word"], *instance.data["related_word"]]
        return tuple(Secret(word, describer) for word in words)

    def swapped(self, instance: Instance, seat: str) -> Instance:
        if seat == DESCRIBER:
            return instance
        data = {"target_word": "xylophone", "related_word": ["mallet", "marimba", "percussion"]}
        return replace(instance, data=data)
