"""Instances: single tasks of a game, identified independently of the file they came from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from clemtui.engine.hashing import sha256

Origin = Literal["bundled", "generated", "file", "official"]


@dataclass(frozen=True)
class WordList:
    """A large list of an instance (such as accepted words), identified and stored by its own
    hash."""

    words: tuple[str, ...]

    @cached_property
    def hash(self) -> str:
        """The identity of the list; order matters."""
        return sha256(self.words)

    @cached_property
    def members(self) -> frozenset[str]:
        """The list as a set, for lookups."""
        return frozenset(self.words)

    def __contains__(self, word: object) -> bool:
        return word in self.members

    def __len__(self) -> int:
        return len(self.words)


@dataclass(frozen=True)
class Original:
    """What the reference's file says about an official instance, unchanged.

    It is not part of the instance's identity: it is kept so that results can be exported in the
    reference's own form.

    Attributes:
        experiment: the fields of the experiment without its instances, as JSON. They may contain
            large lists and are shared by all instances, so they are stored separately, by hash.
        instance: the fields of the instance.
    """

    experiment: str
    instance: Mapping[str, Any]

    @cached_property
    def experiment_hash(self) -> str:
        """The identity of the experiment's text."""
        return sha256(self.experiment)


@dataclass(frozen=True)
class Instance:
    """One task.

    Attributes:
        game: id of the game.
        experiment: name of the group it belongs to.
        game_id: its number in the experiment.
        data: the instance's own data.
        parameters: what it shares with its experiment and matters for play.
        language: the only language it can be played in, or None for any.
        origin: where it came from; ``official`` instances bring the reference's own prompts.
        source: name of the file or seed, for people.
        prompts: prompts and tags of an official instance, by the reference's field names.
        task: name of the task independent of language, so that packs can be compared on it.
        lists: large lists that the instance needs, by name; stored separately, by hash.
        original: what the reference's file says about it, if it was read from one.
    """

    game: str
    experiment: str
    game_id: int
    data: Mapping[str, Any]
    parameters: Mapping[str, Any] = field(default_factory=dict)
    language: str | None = None
    origin: Origin = "bundled"
    source: str = ""
    prompts: Mapping[str, Any] = field(default_factory=dict)
    task: str = ""
    lists: Mapping[str, WordList] = field(default_factory=dict)
    original: Original | None = None

    @cached_property
    def hash(self) -> str:
        """The identity of the task: game, play-relevant parameters, data and lists."""
        return sha256(
            {
                "game": self.game,
                "parameters": self.parameters,
                "data": self.data,
                "language": self.language,
                "prompts": self.prompts,
                "lists": self.list_hashes,
            }
        )

    @property
    def list_hashes(self) -> dict[str, str]:
        """The hash of every large list, by name."""
        return {name: words.hash for name, words in self.lists.items()}

    @property
    def task_key(self) -> str:
        """The language-neutral name of the task, or else an id made from the instance's hash."""
        return self.task or f"{self.game}:{self.hash[:16]}"

    def to_json(self) -> dict[str, Any]:
        """Return the complete content; what is stored separately (large lists, the original
        experiment) is referenced by hash."""
        content = {
            "game": self.game,
            "experiment": self.experiment,
            "game_id": self.game_id,
            "data": self.data,
            "parameters": self.parameters,
            "language": self.language,
            "origin": self.origin,
            "source": self.source,
            "prompts": self.prompts,
            "task": self.task,
            "lists": self.list_hashes,
        }
        if self.original is not None:
            content["original"] = {
                "experiment": self.original.experiment_hash,
                "instance": self.original.instance,
            }
        return content

    @classmethod
    def from_json(
        cls,
        data: Mapping[str, Any],
        lists: Mapping[str, WordList],
        experiments: Mapping[str, str] | None = None,
    ) -> Instance:
        """Read a recorded instance; ``lists`` and original ``experiments`` are given by hash.

        Raises:
            KeyError: if a list or the experiment is missing.
            TypeError: if what names the instance is of another type.
        """
        words = (data.get(name, "") for name in ("game", "experiment", "origin", "source", "task"))
        if type(data["game_id"]) is not int or not all(isinstance(word, str) for word in words):
            raise TypeError("not the name of an instance")
        named = {name: lists[digest] for name, digest in data["lists"].items()}
        original = None
        if kept := data.get("original"):
            original = Original((experiments or {})[kept["experiment"]], kept["instance"])
        return cls(**{**data, "lists": named, "original": original})


@dataclass(frozen=True)
class NoEquivalent:
    """A task that a language cannot set, because it has no word for its subject.

    Attributes:
        game_id: the number that its instance would have.
        task: its language-neutral name.
        reason: why there is no word, in English.
    """

    game_id: int
    task: str
    reason: str


@dataclass(frozen=True)
class Experiment:
    """A named group of instances of one game.

    Attributes:
        without: the tasks of the group that its language cannot set.
    """

    game: str
    name: str
    language: str | None
    instances: tuple[Instance, ...]
    without: tuple[NoEquivalent, ...] = ()

    def instance(self, game_id: int) -> Instance:
        """Return the instance with that number.

        Raises:
            KeyError: if there is none.
        """
        for instance in self.instances:
            if instance.game_id == game_id:
                return instance
        raise KeyError(game_id)
