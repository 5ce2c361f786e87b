"""Published results of models on official instances, and of people.

They are dated reference lines and are never counted with what was recorded here: a published figure
is a mean over all instances of a game.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Annotated

from clemtui.engine import Instance
from clemtui.strict import matching, not_empty

HASH_CHARACTERS = 12
"""How much of an instance's hash identifies it in the file."""

_Hash = Annotated[
    str,
    matching(f"[0-9a-f]{{{HASH_CHARACTERS}}}", f"must be {HASH_CHARACTERS} hexadecimal digits"),
]


def _percentage(value: float) -> str | None:
    return None if 0 <= value <= 100 else "must be between 0 and 100"


def _day(value: str) -> str | None:
    try:
        date.fromisoformat(value)
    except ValueError:
        return "must be a day, as in 2025-03-01"
    return None


@dataclass(frozen=True, slots=True)
class PublishedModel:
    """A model's published figures, 0 to 100.

    Attributes:
        played: the share of episodes that were not aborted.
        quality: the mean main score of those; None if there are none.
    """

    model: str
    played: Annotated[float, _percentage]
    quality: Annotated[float, _percentage] | None = None

    @property
    def joint(self) -> float:
        """The mean main score with every aborted episode as 0."""
        return 0.0 if self.quality is None else self.played * self.quality / 100


@dataclass(frozen=True, slots=True)
class PublishedResults:
    """What a published table says about a game.

    Attributes:
        benchmark: version of the benchmark.
        language: of the prompts.
        since: ISO day on which the table was first published.
        source: where the table is, with its licence.
        instances: the first characters of the hashes of all instances of the game in it.
        models: each played every instance once, in every role.
    """

    game: str
    benchmark: str
    language: str
    since: Annotated[str, _day]
    source: str
    instances: Annotated[tuple[_Hash, ...], not_empty]
    models: Annotated[tuple[PublishedModel, ...], not_empty]

    def covers(self, instance: Instance, language: str) -> bool:
        """Whether the figures are means over episodes that include this instance's."""
        return (
            instance.game == self.game
            and instance.origin == "official"
            and language == self.language
            and instance.hash[:HASH_CHARACTERS] in self.instances
        )


@dataclass(frozen=True, slots=True)
class PublishedPeople:
    """A published figure of people in a game.

    Attributes:
        benchmark: version of the benchmark.
        language: of the prompts.
        since: ISO day on which it was first published.
        source: where it is.
        played, quality: as of a model, 0 to 100.
        episodes: how many it is based on, in words, such as ``10 to 15``.
        caution: why it cannot be compared with the scores of a study, as short sentences.
    """

    game: str
    benchmark: str
    language: str
    since: Annotated[str, _day]
    source: str
    played: Annotated[float, _percentage]
    quality: Annotated[float, _percentage]
    episodes: str
    caution: Annotated[tuple[str, ...], not_empty]
