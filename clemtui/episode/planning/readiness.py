"""Why a model cannot be used, and what to do: sentences for every front."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from clemtui.language import Interface, Localised, Sentence, join_sentences, translatable
from clemtui.players.discovery import FoundServer, Problem


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an offer cannot be chosen and what to do, as sentences; ``message`` may contain both."""

    message: Sentence
    hint: Sentence | None = None

    @property
    def english(self) -> str:
        """The sentences in English, for reports."""
        return str(join_sentences(self.message, self.hint or ""))

    def sentences(self, interface: Interface) -> tuple[Localised, ...]:
        """Return what is wrong and what to do, translated."""
        return tuple(interface.say(each) for each in (self.message, self.hint) if each is not None)


_NO_KEY = (
    translatable("It needs an API key, but {variable} is not set."),
    translatable("Set {variable} in the environment and start clemtui again."),
)
NOT_NAMED = Reason(
    Sentence(translatable("It is no longer in the settings.")),
    Sentence(translatable("Add it again, or choose another model.")),
)
_PROBLEMS: Mapping[Problem, tuple[str, str]] = {
    "silent": (
        translatable("The server at {address} does not respond."),
        translatable("Start it, or check its address."),
    ),
    "no model server": (
        translatable("The server at {address} does not list its models."),
        translatable("Check the address, or enter the model yourself as openai/NAME@{address}/v1."),
    ),
    "key wanted": (
        translatable("The server at {address} requires an API key."),
        translatable("Add its model to the settings, with api_key_env."),
    ),
    "too long": (
        translatable("The model list of {address} is too long."),
        translatable("Enter a model yourself, as openai/NAME@{address}/v1."),
    ),
    "no address": (
        translatable("{address} is not an address that can be used."),
        translatable("Use the form http://localhost:8000."),
    ),
    "no models": (
        translatable("The server at {address} has no model that can play."),
        translatable("Load a model on it, then search again."),
    ),
}


def missing_key_reason(variable: str) -> Reason:
    """Return the reason for a missing API key; ``variable`` names the variable or variables."""
    return _reason(_NO_KEY, variable=variable)


def server_obstacle(server: FoundServer) -> Reason:
    """Return why a server offers no models.

    Raises:
        KeyError: if it does offer some.
    """
    if server.problem is None:
        raise KeyError(server.address)
    return _reason(_PROBLEMS[server.problem], address=server.address)


def _reason(templates: tuple[str, str], **values: str) -> Reason:
    message, hint = templates
    return Reason(Sentence(message, **values), Sentence(hint, **values))
