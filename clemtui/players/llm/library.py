"""Keep litellm quiet: settings made before and after importing it."""

from __future__ import annotations

import importlib
import logging
import os
import sys
import warnings
from collections.abc import Iterable, Mapping
from types import ModuleType
from typing import Any, Protocol, cast

from clemtui.players.llm.stream import ChatStream

_ENVIRONMENT: Mapping[str, str] = {
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",  # else it downloads prices at import
    "LITELLM_MODE": "PRODUCTION",  # else it loads any .env file it finds
    "LITELLM_LOG": "ERROR",
    "USE_LITELLM_PROXY": "False",  # else it may send all calls to a server that is not recorded
}

_LOGGERS = ("LiteLLM", "LiteLLM Proxy", "LiteLLM Router", "openai", "httpx", "httpcore", "aiohttp")


class LiteLLM(Protocol):
    """The part of litellm that is used, with its actual types."""

    async def acompletion(self, **options: Any) -> ChatStream:
        """Send a request; with `stream=True`, return a stream."""

    def completion(self, **options: Any) -> Iterable[object]:
        """Send a request and wait; here only with `mock_response`, which sends nothing."""

    def validate_environment(self, model: str) -> Mapping[str, Any]:
        """Return the variables that a provider needs, as `missing_keys`."""

    def Usage(self, **counts: Any) -> object:  # noqa: N802 - its name in litellm
        """Return the token counts of a call."""

    def cost_per_token(self, **options: Any) -> tuple[float, float]:
        """Return the price of prompt and answer in US dollars, or raise."""


def set_environment() -> None:
    """Set the environment variables that litellm reads on import. Call this before importing it."""
    os.environ.update(_ENVIRONMENT)


def silence(litellm: ModuleType) -> LiteLLM:
    """Stop `litellm` from printing and from rejecting repetitive answers, and return it.

    This also silences the underlying HTTP libraries. They log addresses, which contain the key for
    some providers, and Python prints log messages if logging is not configured.
    """
    for name in _LOGGERS:
        logger = logging.getLogger(name)
        logger.handlers = [logging.NullHandler()]
        logger.propagate = False
        logger.setLevel(logging.CRITICAL)
    # litellm's pydantic says so whenever a server sends a value of another type
    warnings.filterwarnings("ignore", "Pydantic serializer warnings", UserWarning)
    module: Any = litellm
    module.suppress_debug_info = True  # else it prints where to get help whenever a call fails
    # aiohttp rejects a whole response for a mistake in its last bytes; httpx reads up to it
    module.disable_aiohttp_transport = True
    module.REPEATED_STREAMING_CHUNK_LIMIT = sys.maxsize  # else it stops at 100 equal chunks
    return cast(LiteLLM, litellm)


def warm_up(litellm: LiteLLM) -> None:
    """Load everything that litellm would otherwise load during its first call, in the event loop.

    That takes almost a second, during which a screen would freeze. Sends nothing.
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
