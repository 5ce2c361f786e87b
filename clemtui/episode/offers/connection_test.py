"""Saying hello to a model: one short real call, before anybody sits down with it.

It is no play: nothing of it is recorded.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from clemtui.episode.errors import UsageError, message_of
from clemtui.episode.planning.plan import find_model
from clemtui.players.llm.check import check_model
from clemtui.players.llm.parameters import ModelParameters
from clemtui.players.llm.sentences import ErrorKind

if TYPE_CHECKING:
    from clemtui.episode.service import PlayService


@dataclass(frozen=True, slots=True)
class Hello:
    """What came of it.

    Attributes:
        ok: the model can be played with, as far as one short call tells.
        text: what it said, as it said it: content, to be made safe where it is shown. Empty with
            ``ok`` where all that the short call allows went into reasoning.
        seconds: how long it took, also in vain; 0 where nothing was sent.
        first_seconds: until the first token, reasoning included; None if there was none.
        model_as_answered: the name that the server gives the model, which may be a dated one.
        problem, hint: what is wrong and what to do, in the words that are used in play: sentences
            that the interface says in its language (`Interface.show`).
    """

    ok: bool
    text: str = ""
    seconds: float = 0.0
    first_seconds: float | None = None
    model_as_answered: str | None = None
    problem: str = ""
    hint: str = ""


async def hello(service: PlayService, word: str) -> Hello:
    """Say hello to a model, by the word that stands in `Choices.partner`.

    It takes as long as one attempt of that model may take, and can be cancelled at any time.
    """
    try:
        parameters = find_model(word, service.settings)
    except UsageError as error:
        return Hello(ok=False, problem=message_of(error))
    return await greet(parameters)


async def greet(parameters: ModelParameters) -> Hello:
    """Say hello to the model of these parameters; see `hello`."""
    check = await check_model(parameters, ask=True)
    error, answer = check.error, check.outcome
    if answer is None:  # nothing was sent
        assert error is not None
        return Hello(ok=False, problem=error.message, hint=error.hint)
    # All of so short an answer may go into reasoning, which says nothing of a longer one.
    reasoned = answer.error_kind == ErrorKind.EMPTY and answer.finish_reason == "length"
    failed = None if reasoned else error
    return Hello(
        ok=failed is None,
        text=answer.text,
        seconds=answer.duration,
        first_seconds=answer.time_to_first_token,
        model_as_answered=answer.model,
        problem="" if failed is None else failed.message,
        hint="" if failed is None else failed.hint,
    )
