"""Which key a call is made with."""

from __future__ import annotations

import os
from collections.abc import Mapping

from clemtui.players.llm_errors import ErrorKind, model_error
from clemtui.players.llm_library import LiteLLM
from clemtui.players.llm_parameters import ModelParameters

NO_KEY = "no-key"
"""Sent to a server of one's own for which no key is named: the client libraries demand one."""

# Of azure the key is one of several ways to sign in: only the call itself can tell.
_OTHER_WAYS_IN = frozenset({"azure"})


def key_for(
    parameters: ModelParameters, litellm: LiteLLM, environment: Mapping[str, str] = os.environ
) -> str | None:
    """The key to send; None leaves it to litellm to find it in the provider's own variable.

    An `api_base` gets a key only if `api_key_env` names it: a provider's key is not sent to
    whichever server happens to be set. Raises ModelError (missing_key), before anything is sent.
    """
    variable = parameters.api_key_env
    if variable is not None:
        key = environment.get(variable, "").strip()
        if not key:
            raise model_error(ErrorKind.MISSING_KEY, parameters, variable=variable)
        return key
    if parameters.api_base is not None:
        return NO_KEY
    if parameters.model.partition("/")[0] in _OTHER_WAYS_IN:
        return None
    needed = litellm.validate_environment(parameters.model).get("missing_keys", ())
    missing = [name for name in needed if name.endswith("_API_KEY")]
    if missing:
        raise model_error(ErrorKind.MISSING_KEY, parameters, variable=" or ".join(missing))
    return None
