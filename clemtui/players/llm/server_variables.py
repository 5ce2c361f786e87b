"""Server addresses in environment variables.

litellm uses them without saying so. A player is made with the address (see
`clemtui.config.resolve_model`), so that it is recorded and distinguishes players like any other.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlsplit
from urllib.request import proxy_bypass

from clemtui.players.llm.parameters import ModelParameters

_OPENAI = ("OPENAI_BASE_URL", "OPENAI_API_BASE")
_VERTEX = ("VERTEXAI_API_BASE", "VERTEX_API_BASE")
_WATSONX = ("WATSONX_API_BASE", "WATSONX_URL", "WX_URL", "WML_URL")

_OTHER_NAMES: Mapping[str, tuple[str, ...]] = {
    "ai21_chat": ("AI21_API_BASE",),
    "aiohttp_openai": _OPENAI,
    "anthropic_text": ("ANTHROPIC_API_BASE", "ANTHROPIC_BASE_URL"),
    "azure_text": ("AZURE_API_BASE",),
    "bedrock": ("AWS_BEDROCK_RUNTIME_ENDPOINT",),
    "bedrock/claude_platform": ("ANTHROPIC_AWS_BASE_URL", "ANTHROPIC_AWS_API_BASE"),
    "bedrock/mantle": ("BEDROCK_MANTLE_API_BASE",),
    "chatgpt": ("CHATGPT_API_BASE", "OPENAI_CHATGPT_API_BASE"),
    "cohere_chat": ("COHERE_API_BASE",),
    "custom_openai": _OPENAI,
    "datarobot": ("DATAROBOT_ENDPOINT",),
    "featherless_ai": ("FEATHERLESS_AI_API_BASE", "FEATHERLESS_API_BASE"),
    "fireworks_ai": ("FIREWORKS_API_BASE",),
    "friendliai": ("FRIENDLI_API_BASE",),
    "gradient_ai": ("GRADIENT_AI_AGENT_ENDPOINT",),
    "huggingface": ("HF_API_BASE",),
    "lambda_ai": ("LAMBDA_API_BASE",),
    "meta_llama": ("LLAMA_API_BASE",),
    "mistral": ("MISTRAL_AZURE_API_BASE",),
    "ollama_chat": ("OLLAMA_API_BASE",),
    "openai": _OPENAI,
    "scx-ai": ("SCX_API_BASE",),
    "tensormesh": ("TENSORMESH_SERVERLESS_BASE_URL",),
    "text-completion-openai": _OPENAI,
    "vertex_ai": _VERTEX,
    "vertex_ai_beta": _VERTEX,
    "volcengine": ("VOLCENGINE_API_BASE", "ARK_API_BASE"),
    "watsonx": _WATSONX,
    "watsonx_text": _WATSONX,
}
"""What litellm calls the variables of some providers, in its order; they come before the usual
names. A key may include the first part of the model's name."""


class ServerVariable(NamedTuple):
    """An environment variable with the address of a server."""

    name: str
    address: str


def server_variables(model: str) -> tuple[str, ...]:
    """Return the variables that can hold the server of a model, given by its litellm name.

    These are ``PROVIDER_API_BASE`` and ``PROVIDER_BASE_URL``, and litellm's exceptions. The first
    one that is set counts.
    """
    provider, _, rest = model.partition("/")
    route = f"{provider}/{rest.partition('/')[0]}"
    usual = provider.upper().replace("-", "_")
    other = _OTHER_NAMES.get(route, _OTHER_NAMES.get(provider, ()))
    return tuple(dict.fromkeys((*other, f"{usual}_API_BASE", f"{usual}_BASE_URL")))


def server_in_environment(
    model: str, environment: Mapping[str, str] = os.environ
) -> ServerVariable | None:
    """Return the variable that sets the server of a model; None if none does."""
    for name in server_variables(model):
        address = environment.get(name, "").strip()
        if address:
            return ServerVariable(name, address)
    return None


def has_own_server(parameters: ModelParameters) -> bool:
    """Whether the parameters name a server other than the one that the environment names.

    Who sets both in the environment wants the provider's key to be sent there.
    """
    if parameters.api_base is None:
        return False
    variable = server_in_environment(parameters.model)
    return variable is None or variable.address != parameters.api_base


def proxy_variable(address: str) -> str:
    """Return the environment variable with the proxy that HTTP clients use for an address.

    Empty if no proxy is used.
    """
    try:
        parts = urlsplit(address)
        bypassed = bool(proxy_bypass(parts.netloc.rpartition("@")[2]))
    except ValueError:
        return ""
    names = (f"{parts.scheme}_proxy", "all_proxy")
    variables = [form for name in names for form in (name, name.upper()) if os.environ.get(form)]
    return variables[0] if variables and not bypassed else ""
