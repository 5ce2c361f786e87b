"""Whether a model can be asked: for `clemtui doctor`."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from clemtui.players.attempts import NoAttemptLog
from clemtui.players.llm import Completion, complete, preload
from clemtui.players.llm_errors import ModelError
from clemtui.players.llm_key import key_for
from clemtui.players.llm_parameters import ModelParameters

_QUESTION = "Say the word: ready"


@dataclass(frozen=True, slots=True)
class ModelCheck:
    """What was found out about a model."""

    parameters: ModelParameters
    error: ModelError | None
    """What is wrong; None if nothing was found."""
    completion: Completion | None
    """The answer, where the model was asked and gave one."""


async def check_model(parameters: ModelParameters, *, ask: bool = False) -> ModelCheck:
    """Check that the key a model needs is there; with `ask`, that it answers one short question.

    Only with `ask` is anything sent: a single attempt, with the model's own parameters.
    """
    try:
        if not ask:
            key_for(parameters, await asyncio.to_thread(preload))
            return ModelCheck(parameters, None, None)
        once = parameters.model_copy(update={"retries": 0})
        question = [{"role": "user", "content": _QUESTION}]
        return ModelCheck(parameters, None, await complete(once, question, log=NoAttemptLog()))
    except ModelError as error:
        return ModelCheck(parameters, error, None)
