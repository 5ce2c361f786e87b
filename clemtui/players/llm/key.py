"""Which key a call is made with."""

from __future__ import annotations

import os
from collections.abc import Mapping

from clemtui.players.llm.errors import model_error
from clemtui.players.llm.library import LiteLLM
from clemtui.players.llm.parameters import ModelParameters
from clemtui.players.llm.sentences import Circumstances, ErrorKind

NO_KEY = "no-key"
"""Sent to a server of one's own for which no key is named: the client libraries demand one."""

# For azure the key is one of several ways to sign in: only the call itself can show it.
_OTHER_WAYS_IN = frozenset({"azure"})


def key_for(
    parameters: ModelParameters, litellm: LiteLLM, environment: Mapping[str, str] = os.environ
) -> str | None:
    """The key to send; None leaves it to litellm to find it in the provider's own variable.

    An `api_base` gets a key only if `api_key_env` names it: a provider's key is not sent to
    whichever server happens to be set. Raises ModelError (missing_key), before anything is sent.
    """
    missing = missing_variable(parameters, litellm, environment)
    if missing is not None:
        raise model_error(ErrorKind.MISSING_KEY, parameters, Circumstances(variable=missing))
    if parameters.api_key_env is not None:
        return environment[parameters.api_key_env].strip()
    return None if parameters.api_base is None else NO_KEY


def missing_variable(
    parameters: ModelParameters, litellm: LiteLLM, environment: Mapping[str, str] = os.environ
) -> str | None:
    """The variable (or ``A or B``) that a call needs and that is not set; None: nothing is."""
    if says_its_key(parameters):
        return unset_variable(parameters, environment)
    if parameters.model.partition("/")[0] in _OTHER_WAYS_IN:
        return None
    needed = litellm.validate_environment(parameters.model).get("missing_keys", ())
    return " or ".join(name for name in needed if name.endswith("_API_KEY")) or None


def says_its_key(parameters: ModelParameters) -> bool:
    """Whether the parameters alone tell which key is sent; else litellm knows the provider's."""
    return parameters.api_key_env is not None or parameters.api_base is not None


def unset_variable(
    parameters: ModelParameters, environment: Mapping[str, str] = os.environ
) -> str | None:
    """The variable that the parameters name for the key, where it is not set."""
    variable = parameters.api_key_env
    return None if variable is None or environment.get(variable, "").strip() else variable
