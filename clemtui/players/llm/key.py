"""Choose the API key for a call."""

from __future__ import annotations

import os

from clemtui.players.llm.error_messages import ErrorKind, FailureContext
from clemtui.players.llm.errors import model_error
from clemtui.players.llm.library import LiteLLM
from clemtui.players.llm.parameters import ModelParameters
from clemtui.players.llm.server_variables import has_own_server

NO_KEY = "no-key"
"""Sent to a custom server with no configured key, because the client libraries require a key."""

# For azure, a key is one of several ways to sign in; only the call itself can show whether it
# works.
_OTHER_WAYS_IN = frozenset({"azure"})


def key_for(parameters: ModelParameters, litellm: LiteLLM) -> str | None:
    """Return the key to send; None to let litellm read it from the provider's own variable.

    A server set with `api_base` gets a key only if `api_key_env` names one, so that a provider's
    key is never sent to another server than the one that the environment names.

    Raises:
        ModelError: of kind `MISSING_KEY`, before anything is sent, if the key is not set or cannot
            be sent: the error of the library that encodes it would quote a part of it.
    """
    missing = missing_variable(parameters, litellm)
    if missing is not None:
        raise model_error(ErrorKind.MISSING_KEY, parameters, FailureContext(variable=missing))
    if parameters.api_key_env is None and has_own_server(parameters):
        return NO_KEY
    variable = parameters.api_key_env or _usual_variable(parameters)
    key = os.environ.get(variable, "").strip()
    if not (key.isascii() and key.isprintable()):
        known = FailureContext(variable=variable, unsendable=True)
        raise model_error(ErrorKind.MISSING_KEY, parameters, known)
    return None if parameters.api_key_env is None else key


def _usual_variable(parameters: ModelParameters) -> str:
    """Return the name that the variable of a provider's key usually has."""
    return f"{parameters.model.partition('/')[0].upper()}_API_KEY"


def missing_variable(parameters: ModelParameters, litellm: LiteLLM) -> str | None:
    """Return the required variable (or ``A or B``) that is not set; None if nothing is missing."""
    if has_own_key(parameters):
        return unset_variable(parameters)
    if parameters.model.partition("/")[0] in _OTHER_WAYS_IN:
        return None
    needed = litellm.validate_environment(parameters.model).get("missing_keys", ())
    return " or ".join(name for name in needed if name.endswith("_API_KEY")) or None


def has_own_key(parameters: ModelParameters) -> bool:
    """Whether the parameters alone determine the key; otherwise litellm knows the provider's."""
    return parameters.api_key_env is not None or has_own_server(parameters)


def unset_variable(parameters: ModelParameters) -> str | None:
    """Return the variable that the parameters name for the key, if it is not set; else None."""
    variable = parameters.api_key_env
    return None if variable is None or os.environ.get(variable, "").strip() else variable
