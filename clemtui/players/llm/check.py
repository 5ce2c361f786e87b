"""Check whether a model can be called: its key, and one short call."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from clemtui.players.attempts import NoAttemptLog
from clemtui.players.llm.errors import ModelError
from clemtui.players.llm.key import key_for, missing_variable
from clemtui.players.llm.parameters import ModelParameters
from clemtui.players.llm.player import complete, preload
from clemtui.records.attempts import AttemptOutcome

TEST_TOKENS = 256
"""Maximum tokens of the answer in a connection test; some models reason before they answer."""

_QUESTION = "Say the word: ready"


@dataclass(frozen=True, slots=True)
class ModelCheck:
    """The result of checking a model."""

    error: ModelError | None
    """What is wrong; None if no problem was found."""
    outcome: AttemptOutcome | None = None
    """The outcome of the call, if one was made."""


class _OutcomeLog(NoAttemptLog):
    """Keeps the outcome of the call in memory."""

    outcome: AttemptOutcome | None = None

    async def ended(self, attempt: object, outcome: AttemptOutcome) -> None:
        """Keep the outcome."""
        self.outcome = outcome


async def check_model(parameters: ModelParameters, *, ask: bool = False) -> ModelCheck:
    """Check that the key of a model is set; with `ask`, also that it answers a short question.

    Sends nothing without `ask`. With it, makes a single attempt, with the model's own parameters
    and timeout, and asks for at most `TEST_TOKENS` tokens. Records nothing.
    """
    kept = _OutcomeLog()
    try:
        if ask:
            tokens = min(parameters.max_tokens or TEST_TOKENS, TEST_TOKENS)
            once = parameters.model_copy(update={"retries": 0, "max_tokens": tokens})
            await complete(once, [{"role": "user", "content": _QUESTION}], log=kept)
        else:
            key_for(parameters, await asyncio.to_thread(preload))
    except ModelError as error:
        return ModelCheck(error, kept.outcome)
    return ModelCheck(None, kept.outcome)


async def missing_keys(models: Sequence[ModelParameters]) -> tuple[str | None, ...]:
    """Return, for each model, the variable of its key if that is not set. Sends nothing.

    litellm, which knows the variables of providers, takes seconds to load, so it is loaded in
    another thread.
    """

    def look() -> tuple[str | None, ...]:
        litellm = preload()
        return tuple(missing_variable(parameters, litellm) for parameters in models)

    return await asyncio.to_thread(look)
