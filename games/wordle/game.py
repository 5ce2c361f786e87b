"""The wordle family as games of the catalogue: reading instances, scoring, players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
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
    WordList,
)

from . import generator
from .master import WordleMaster
from .official import official_instances, official_texts
from .players import scripted_guesser
from .scoring import SPEED, score
from .words import accepted_words, words_file


class Wordle(Game):
    """Find a word of five letters in six rounds."""

    def read(self, document: Mapping[str, Any], source: str) -> tuple[Experiment, ...]:
        found = document.get("experiments")
        if not isinstance(found, list):
            raise UnreadableInstances("it has no list 'experiments'")
        return tuple(self._experiment(data, source) for data in found)

    def _experiment(self, data: Any, source: str) -> Experiment:
        if not isinstance(data, dict):
            raise UnreadableInstances("an experiment should be an object")
        try:
            if "guesser_prompt" in data:
                instances = official_instances(self.card.id, data, source)
            else:
                instances = self._own_instances(data, source)
            for instance in instances:
                _check(instance)
        except (KeyError, TypeError, ValueError, FileNotFoundError) as error:
            where = data.get("name", "without a name")
            raise UnreadableInstances(
                f"experiment {where}: {type(error).__name__} {error}"
            ) from None
        language = instances[0].language if instances else None
        return Experiment(self.card.id, data["name"], language, instances)

    def _own_instances(self, data: Mapping[str, Any], source: str) -> tuple[Instance, ...]:
        language = data["language"]
        if data["words"] != words_file(language):
            raise ValueError(f"there is no word list {data['words']!r} for {language!r}")
        parameters = {
            name: int(data[name]) for name in ("n_turns", "max_retry_per_error", "max_word_length")
        }
        return tuple(
            Instance(
                game=self.card.id,
                experiment=data["name"],
                game_id=int(task["game_id"]),
                data={"target_word": task["target_word"]},
                parameters=parameters,
                language=language,
                source=source,
                lists={"words": _word_list(language)},
            )
            for task in data["game_instances"]
        )

    def generate(self, language: str, seed: int) -> Instance:
        try:
            task = generator.one(language, seed)
            words = _word_list(language)
        except FileNotFoundError:
            raise LookupError(f"there are no words for the language {language!r}") from None
        return Instance(
            game=self.card.id,
            experiment="generated",
            game_id=seed,
            data={"target_word": task["target_word"]},
            parameters={
                "n_turns": generator.N_TURNS,
                "max_retry_per_error": generator.MAX_RETRY_PER_ERROR,
                "max_word_length": generator.MAX_WORD_LENGTH,
            },
            language=language,
            origin="generated",
            source=f"seed {seed}",
            lists={"words": words},
        )

    def texts(self, instance: Instance) -> Texts | None:
        return official_texts(instance) if instance.origin == "official" else None

    def start(self, instance: Instance, texts: Texts) -> GameMaster:
        return WordleMaster(instance, texts)

    def score(self, master: GameMaster) -> Scores:
        assert isinstance(master, WordleMaster)
        return score(master)

    def scripted(self, seat: str, language: str, seed: int) -> Scripted:
        return scripted_guesser(seat, language, seed)

    def secrets(self, instance: Instance) -> tuple[Secret, ...]:
        return (Secret(instance.data["target_word"]),)

    def swapped(self, instance: Instance, seat: str) -> Instance:
        """A target that shares no letter with the first, so that few guesses tell them apart."""
        target = set(instance.data["target_word"])
        other = next(word for word in instance.lists["words"].words if not target & set(word))
        return replace(instance, data={"target_word": other})


@lru_cache(maxsize=8)
def _word_list(language: str) -> WordList:
    return WordList(accepted_words(language).words)


def _check(instance: Instance) -> None:
    target, length = instance.data["target_word"], instance.parameters["max_word_length"]
    if not isinstance(target, str) or len(target) != length:
        raise ValueError(f"game id {instance.game_id}: {target!r} has not {length} letters")
    if target not in instance.lists["words"]:
        raise ValueError(f"game id {instance.game_id}: the target is no accepted word")
    if not 1 <= instance.parameters["n_turns"] <= max(SPEED):
        raise ValueError(f"n_turns should be between 1 and {max(SPEED)}")
