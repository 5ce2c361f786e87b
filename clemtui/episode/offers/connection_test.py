"""Test the connection to a model with one short call before play.

The call is not part of any episode and is not recorded.
"""

from __future__ import annotations

from dataclasses import dataclass

from clemtui.episode.errors import UsageError, message_of
from clemtui.episode.planning.plan import find_model
from clemtui.episode.service import PlayService
from clemtui.players.llm.check import check_model
from clemtui.players.llm.error_messages import ErrorKind
from clemtui.players.llm.parameters import ModelParameters


@dataclass(frozen=True, slots=True)
class ConnectionResult:
    """The result of a connection test.

    Attributes:
        ok: whether the model seems usable, as far as one short call can show.
        text: the model's answer, unescaped; make it safe before showing it. Empty with ``ok`` if
            the whole token limit of the short call went into reasoning.
        seconds: duration of the call, failed or not; 0 if nothing was sent.
        first_seconds: time to the first token, reasoning included; None if there was none.
        model_as_answered: the server's name for the model, which may include a date.
        problem, hint: what is wrong and what to do, as sentences that the interface translates
            (`Interface.show`). Play uses the same sentences.
    """

    ok: bool
    text: str = ""
    seconds: float = 0.0
    first_seconds: float | None = None
    model_as_answered: str | None = None
    problem: str = ""
    hint: str = ""


async def check_named_connection(service: PlayService, word: str) -> ConnectionResult:
    """Test the connection to the model named by a word as in `Choices.partner`.

    Takes at most as long as one attempt of that model, and can be cancelled at any time.
    """
    try:
        parameters = find_model(word, service.settings)
    except UsageError as error:
        return ConnectionResult(ok=False, problem=message_of(error))
    return await check_connection(parameters)


async def check_connection(parameters: ModelParameters) -> ConnectionResult:
    """Test the connection to the model with these parameters; see `check_named_connection`."""
    check = await check_model(parameters, ask=True)
    error, answer = check.error, check.outcome
    if answer is None:  # nothing was sent
        assert error is not None
        return ConnectionResult(ok=False, problem=error.message, hint=error.hint)
    # A short answer may be all reasoning, which says nothing about a longer one.
    reasoned = answer.error_kind == ErrorKind.EMPTY and answer.finish_reason == "length"
    failed = None if reasoned else error
    return ConnectionResult(
        ok=failed is None,
        text=answer.text,
        seconds=answer.duration,
        first_seconds=answer.time_to_first_token,
        model_as_answered=answer.model,
        problem="" if failed is None else failed.message,
        hint="" if failed is None else failed.hint,
    )
