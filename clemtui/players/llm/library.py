"""Keeping litellm quiet: what is set before it is imported and on it afterwards."""

from __future__ import annotations

import importlib
import logging
import os
import sys
from collections.abc import Iterable, Mapping, MutableMapping
from types import ModuleType
from typing import Any, Protocol, cast

from clemtui.players.llm.stream import ChatStream

_ENVIRONMENT: Mapping[str, str] = {
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",  # else it asks the network for prices at import
    "LITELLM_MODE": "PRODUCTION",  # else it loads any .env it finds
    "LITELLM_LOG": "ERROR",
}

_LOGGERS = ("LiteLLM", "LiteLLM Proxy", "LiteLLM Router", "openai", "httpx", "httpcore", "aiohttp")


class LiteLLM(Protocol):
    """The part of litellm that is used, with the types that it has in fact."""

    async def acompletion(self, **options: Any) -> ChatStream:
        """Send a request; with `stream=True` the answer is a stream."""

    def completion(self, **options: Any) -> Iterable[object]:
        """Send a request and wait; here only with `mock_response`, which sends nothing."""

    def validate_environment(
        self, model: str, api_key: str | None = None, api_base: str | None = None
    ) -> Mapping[str, Any]:
        """Say which variables a provider needs: `missing_keys`."""

    def cost_per_token(self, **options: Any) -> tuple[float, float]:
        """Return the price of prompt and answer in US dollars, or raise."""


def set_environment(environment: MutableMapping[str, str] = os.environ) -> None:
    """Set what litellm reads when it is imported; to be called before."""
    environment.update(_ENVIRONMENT)


def silenced(litellm: ModuleType) -> LiteLLM:
    """`litellm`, kept from printing, and from judging answers that repeat themselves.

    The HTTP libraries beneath are silenced too: they log addresses, which for some providers
    contain the key, and Python prints what they log if logging is not set up.
    """
    for name in _LOGGERS:
        logger = logging.getLogger(name)
        logger.handlers = [logging.NullHandler()]
        logger.propagate = False
        logger.setLevel(logging.CRITICAL)
    module: Any = litellm
    module.suppress_debug_info = True  # it prints where to get help whenever a call fails
    module.REPEATED_STREAMING_CHUNK_LIMIT = sys.maxsize  # a hundred equal chunks are an answer
    return cast(LiteLLM, litellm)


def warm_up(litellm: LiteLLM) -> None:
    """Have everything loaded that litellm would load during its first call, in the event loop.

    That takes almost a second, in which a screen would freeze. Nothing is sent.
    """
    importlib.import_module("openai.resources")
    rehearsal = litellm.completion(
        model="gpt-4o",
        messages=[{"role": "user", "content": "rehearsal"}],
        mock_response="rehearsal",
        stream=True,
    )
    for _chunk in rehearsal:
        pass
