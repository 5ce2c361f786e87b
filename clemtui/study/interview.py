"""What the answers to the questions about a new study mean, in a catalogue of games."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, get_args

from clemtui.catalogue import Catalogue, CatalogueError
from clemtui.config import ConfigError, Settings, resolve_model
from clemtui.episode.errors import UsageError
from clemtui.episode.planning.names import unknown
from clemtui.players.llm.parameters import ModelParameters
from clemtui.records.rows import Interface
from clemtui.study.protocol.model import Comparison

_KINDS = {
    "model": "people and model",
    "value": "people and value",
    "languages": "languages",
    "games": "games",
    "seats": "seats",
}
"""Kinds of comparisons by the words for them in an answer."""


@dataclass(frozen=True, slots=True)
class Interview:
    """Reads answers. ``languages`` are those of the interface."""

    catalogue: Catalogue
    settings: Settings
    languages: tuple[str, ...]

    def read(self, question: str, answer: str) -> Any:
        """Return the value of an attribute of `clemtui.study.protocol.creation.Answers`.

        Raises:
            UsageError: if the answer is not valid; the message says what is.
        """
        answer = answer.strip()
        if not answer:
            raise UsageError(f"{question.replace('_', ' ')}: must not be empty")
        match question:
            case "games":
                return [self._game(each) for each in _listed(answer)]
            case "languages":
                return self._known("prompt language", _listed(answer), self._prompt_languages())
            case "interface_languages":
                return self._known("interface language", _listed(answer), self.languages)
            case "interface":
                return self._known("interface", [answer], get_args(Interface))[0]
            case "partner":
                return answer if answer in ("scripted", "person") else self._model(answer)
            case "participants":
                return _whole_number(answer)
            case "primary":
                return self._comparison(answer)
        return answer

    def _game(self, answer: str) -> tuple[str, list[str]]:
        name, _, role = answer.partition(":")
        try:
            card = self.catalogue.card(name)
            seats = [self.catalogue.seat(name, role)] if role else card.seats
        except CatalogueError:
            known = (card.id for card in self.catalogue.cards)
            raise UsageError(unknown("game", name, known)) from None
        except KeyError as error:
            raise UsageError(f"unknown role {role!r}; available: {error.args[0]}") from None
        return name, [seat.role for seat in seats if not seat.service]

    def _prompt_languages(self) -> tuple[str, ...]:
        families = {card.family for card in self.catalogue.cards}
        return tuple(sorted({tag for each in families for tag in self.catalogue.prompt_tags(each)}))

    def _known(self, kind: str, names: list[str], known: Iterable[str]) -> list[str]:
        choices = tuple(known)
        for name in names:
            if name not in choices:
                raise UsageError(unknown(kind, name, choices))
        return names

    def _model(self, name: str) -> ModelParameters:
        try:
            return resolve_model(name, self.settings)
        except ConfigError as error:
            raise UsageError(*error.args) from None

    def _comparison(self, answer: str) -> Comparison:
        kind, _, what = (part.strip() for part in answer.partition("="))
        if kind not in _KINDS or not what:
            known = ", ".join(f"{each}=..." for each in _KINDS)
            raise UsageError(f"unknown comparison {answer!r}; available: {known}")
        found: dict[str, Any] = {"between": _KINDS[kind]}
        if kind == "model":
            found["model"] = self._model(what).model
        elif kind == "value":
            found["value"] = _score(what)
        else:
            found["baseline"] = what
        return Comparison.model_validate(found)


def _listed(answer: str) -> list[str]:
    return [name.strip() for name in answer.split(",") if name.strip()]


def _whole_number(answer: str) -> int:
    if not answer.isascii() or not answer.isdigit() or not 1 <= int(answer) <= 100_000:
        raise UsageError(f"{answer!r} is not a whole number between 1 and 100000")
    return int(answer)


def _score(answer: str) -> float:
    try:
        value = float(answer)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 100:
        raise UsageError(f"{answer!r} is not a score between 0 and 100")
    return value
