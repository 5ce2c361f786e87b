"""The wordle family in the catalogue: reading instances and scoring."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

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
    WordList,
    entries,
    entry,
)

from .clue_master import WithClueMaster
from .critic.master import WithCriticMaster
from .legacy import in_current_format, is_legacy
from .master import WordleMaster
from .official import Variant, cached_word_list, official_instances, official_texts
from .reference import reference_files
from .scoring import SPEED, score, score_with_critic, speed_by_rounds, speed_by_table
from .words import LANGUAGES, accepted_words, task_name, words_file

#: The number of rounds and of letters per word, as stated in the prompts.
N_TURNS = 6
MAX_WORD_LENGTH = 5
#: Path of a language's clues, relative to the family's folder.
CLUES = "generate/data/{language}_clues.tsv"


class Wordle(Game):
    """Wordle: find a word of five letters in six rounds."""

    variant = Variant()
    counts_tries = True

    def complete(self, document: Mapping[str, Any], resources: Resources) -> Mapping[str, Any]:
        """Convert instances of benchmarks 0.9 and 1.0 to the current format."""
        found = entries(document, "experiments", dict)
        if not any(map(is_legacy, found)):
            return document
        current = [in_current_format(e, resources) if is_legacy(e) else e for e in found]
        return {**document, "experiments": current}

    def read(self, document: Mapping[str, Any], source: str) -> tuple[Experiment, ...]:
        found = entries(document, "experiments", dict)
        return tuple(self._experiment(data, source) for data in found)

    def _experiment(self, data: Mapping[str, Any], source: str) -> Experiment:
        name = entry(data, "name", str)
        try:
            if "guesser_prompt" in data:
                instances = official_instances(self.variant, data, source)
            else:
                instances = self._own_instances(data, source)
            for instance in instances:
                _require_playable(instance)
        except UnreadableInstances as error:
            raise UnreadableInstances(f"experiment {name!r}: {error}") from None
        return Experiment(self.card.id, name, instances[0].language, instances)

    def _own_instances(self, data: Mapping[str, Any], source: str) -> tuple[Instance, ...]:
        language, words = entry(data, "language", str), entry(data, "words", str)
        if language not in LANGUAGES:
            known = ", ".join(LANGUAGES)
            raise UnreadableInstances(f"no words for {language!r}; available: {known}")
        if words != words_file(language):
            raise UnreadableInstances(f"no word list {words!r} for {language!r}")
        parameters = {
            name: entry(data, name, int)
            for name in ("n_turns", "max_retry_per_error", "max_word_length")
        }
        if parameters["n_turns"] != N_TURNS:
            raise UnreadableInstances(
                f"'n_turns' must be {N_TURNS}, the number stated in the prompts"
            )
        accepted = word_list(language)
        if "lang_keywords" in data:  # our own results: words accepted at the time
            listed = entries(entry(data, "lang_keywords", dict), "official_words_list", str)
            accepted = cached_word_list(listed)
        return tuple(
            Instance(
                game=self.card.id,
                experiment=entry(data, "name", str),
                game_id=entry(task, "game_id", int),
                data=self.task(task),
                parameters=parameters,
                language=language,
                source=source,
                task=task_name(language, entry(task, "target_word", str)),
                lists={"words": accepted},
            )
            for task in entries(data, "game_instances", dict)
        )

    def task(self, task: Mapping[str, Any]) -> dict[str, str]:
        """Return the data of an instance.

        All variants share one file, so each takes only the fields it needs.
        """
        names = ("target_word", "target_word_clue") if self.variant.clue else ("target_word",)
        return {name: entry(task, name, str) for name in names}

    def bundled(self) -> tuple[Path, ...]:
        """Return the instance files; games with a clue skip languages without clues."""
        files = super().bundled()
        return tuple(f for f in files if not self.variant.clue or self._has_clues(f.stem))

    def _has_clues(self, language: str) -> bool:
        return (self.folder / CLUES.format(language=language)).is_file()

    def texts(self, instance: Instance) -> Texts | None:
        return official_texts(instance) if instance.origin == "official" else None

    def reference_files(self, instance: Instance, texts: Texts) -> ReferenceFiles:
        return reference_files(instance, texts, self.variant)

    def start(self, instance: Instance, texts: Texts) -> GameMaster:
        return WordleMaster(instance, texts)

    def score(self, master: GameMaster) -> Scores:
        assert isinstance(master, WordleMaster)
        return score(master, speed_by_table)

    def tries(self, scores: Scores) -> int | None:
        """The number of guesses until the word was found."""
        return len(scores.turns) if scores.success else None

    def secrets(self, instance: Instance) -> tuple[Secret, ...]:
        return (Secret(instance.data["target_word"]),)

    def swapped(self, instance: Instance, seat: str) -> Instance:
        """Replace the target with a word that shares no letter with it.

        Few guesses are then needed to tell the two apart.
        """
        target = set(instance.data["target_word"])
        other = next(word for word in instance.lists["words"].words if not target & set(word))
        return replace(instance, data={**instance.data, "target_word": other})


class WordleWithClue(Wordle):
    """Wordle with a clue to the target."""

    variant = Variant(clue=True)

    def start(self, instance: Instance, texts: Texts) -> GameMaster:
        return WithClueMaster(instance, texts)

    def score(self, master: GameMaster) -> Scores:
        assert isinstance(master, WithClueMaster)
        return score(master, speed_by_rounds)


class WordleWithCritic(WordleWithClue):
    """Wordle with a clue and a critic, who judges each guess before it counts."""

    variant = Variant(clue=True, critic=True)

    def start(self, instance: Instance, texts: Texts) -> GameMaster:
        return WithCriticMaster(instance, texts)

    def score(self, master: GameMaster) -> Scores:
        assert isinstance(master, WithCriticMaster)
        return score_with_critic(master)


@lru_cache(maxsize=8)
def word_list(language: str) -> WordList:
    """Return the accepted words of a language in the form used by instances.

    Raises:
        FileNotFoundError: if there is no list for the language.
    """
    return WordList(accepted_words(language))


def _require_playable(instance: Instance) -> None:
    """Check that an instance can be played to its end and scored.

    Raises:
        UnreadableInstances: if it cannot.
    """
    parameters, target = instance.parameters, instance.data["target_word"]
    if parameters["max_word_length"] != MAX_WORD_LENGTH:
        raise UnreadableInstances(f"'max_word_length' must be {MAX_WORD_LENGTH}")
    if not 1 <= parameters["n_turns"] <= max(SPEED):
        raise UnreadableInstances(f"'n_turns' must be between 1 and {max(SPEED)}")
    if parameters["max_retry_per_error"] < 0:
        raise UnreadableInstances("'max_retry_per_error' must not be negative")
    if target not in instance.lists["words"]:
        raise UnreadableInstances(
            f"game id {instance.game_id}: the target {target!r} is not an accepted word"
        )
