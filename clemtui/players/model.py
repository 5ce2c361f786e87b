"""The model player: any language model that litellm can reach."""

from __future__ import annotations

from typing import Any

from clemtui.engine import Message, Request, Text
from clemtui.players.base import Ask, PlayerFailed, PlayerKind, PlayerResponse
from clemtui.players.llm.error_messages import ErrorKind
from clemtui.players.llm.errors import ModelError
from clemtui.players.llm.parameters import ModelParameters
from clemtui.players.llm.player import complete
from clemtui.players.llm.stream import Delta


class ModelPlayer:
    """Sends all messages of a request to a model and returns its answer, stripped."""

    kind: PlayerKind = "model"

    def __init__(self, parameters: ModelParameters) -> None:
        self.parameters = parameters

    async def respond(self, ask: Ask) -> PlayerResponse:
        def on_delta(delta: Delta) -> None:
            ask.stream(delta.text, delta.reasoning)

        try:
            completion = await complete(
                self.parameters,
                [_chat_message(message) for message in ask.request.messages],
                log=ask.attempts,
                on_delta=on_delta,
            )
        except ModelError as error:
            raise PlayerFailed(
                error.kind.value,
                error.message,
                error.hint,
                context_full=self._is_result(error, ask.request),
            ) from error
        return PlayerResponse((Text(completion.text.strip()),))

    def _is_result(self, error: ModelError, request: Request) -> bool:
        """Return whether the model could not go on, rather than being set up wrongly.

        If not even the first request fits, the parameters are wrong.
        """
        return (
            error.kind is ErrorKind.CONTEXT_LENGTH
            and self.parameters.full_context == "abort"
            and any(message.role == "assistant" for message in request.messages)
        )


def _chat_message(message: Message) -> dict[str, Any]:
    return {"role": message.role, "content": message.text}
