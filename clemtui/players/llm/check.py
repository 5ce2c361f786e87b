"""Whether a model can be asked: its key, and one short call."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from clemtui.players.attempts import AttemptOutcome, NoAttemptLog
from clemtui.players.llm.errors import ModelError
from clemtui.players.llm.key import key_for, missing_variable
from clemtui.players.llm.parameters import ModelParameters
from clemtui.players.llm.player import complete, preload

SHORT = 256
"""Tokens of an answer to the short question: some models reason before they say a word."""

_QUESTION = "Say the word: ready"


@dataclass(frozen=True, slots=True)
class ModelCheck:
    """What was found out about a model."""

    parameters: ModelParameters
    error: ModelError | None
    """What is wrong; None if nothing was found."""
    outcome: AttemptOutcome | None = None
    """How the one call ended, where the model was asked."""


class _Kept(NoAttemptLog):
    """Keeps how the call ended, for as long as the check lives."""

    outcome: AttemptOutcome | None = None

    async def ended(self, attempt: object, outcome: AttemptOutcome) -> None:
        """Keep it."""
        self.outcome = outcome


async def check_model(parameters: ModelParameters, *, ask: bool = False) -> ModelCheck:
    """Check that the key a model needs is there; with `ask`, that it answers one short question.

    Only with `ask` is anything sent: a single attempt, with the model's own parameters and time,
    and not more than `SHORT` tokens in answer. Nothing is recorded, whatever comes of it.
    """
    kept = _Kept()
    try:
        if ask:
            tokens = min(parameters.max_tokens or SHORT, SHORT)
            once = parameters.model_copy(update={"retries": 0, "max_tokens": tokens})
            await complete(once, [{"role": "user", "content": _QUESTION}], log=kept)
        else:
            key_for(parameters, await asyncio.to_thread(preload))
    except ModelError as error:
        return ModelCheck(parameters, error, kept.outcome)
    return ModelCheck(parameters, None, kept.outcome)


async def missing_keys(models: Sequence[ModelParameters]) -> tuple[str | None, ...]:
    """For each model the variable with its key where it is not set. Nothing is sent.

    litellm, which knows the variables of providers, takes seconds to load, in another thread.
    """

    def look() -> tuple[str | None, ...]:
        litellm = preload()
        return tuple(missing_variable(parameters, litellm) for parameters in models)

    return await asyncio.to_thread(look)
