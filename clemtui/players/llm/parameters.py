"""The parameters of a call to a model, as configured, sent and recorded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, field_validator

from clemtui.players.addresses import invalid_address_reason
from clemtui.players.llm.redaction import is_secret_name

# fmt: off
_RESERVED = frozenset({
    "model", "messages", "stream", "api_base", "base_url", "api_key", "api_key_env", "temperature",
    "max_tokens", "max_completion_tokens", "timeout", "request_timeout", "stream_timeout",
    "retries", "max_retries", "num_retries", "n", "tools", "functions", "headers",
    "extra_headers", "default_headers", "fallbacks", "mock_response", "custom_llm_provider",
    "context_window_fallback_dict",
})
# fmt: on

POLICIES = (
    "refusals", "cut_answers", "several_choices", "answer_parts", "thinking_tags", "full_context",
)  # fmt: skip
"""The parameters that say what counts as an answer, or as a result without one; see
`llm.policies`."""


class ModelParameters(BaseModel):
    """Which model to call, and how. Contains the name of the key's variable, never the key."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        strict=True,
        hide_input_in_errors=True,
        use_attribute_docstrings=True,
        allow_inf_nan=False,
    )

    model: Annotated[str, Field(min_length=1)]
    """The model's litellm name: the provider, a slash, the provider's name for the model."""

    api_base: str | None = None
    """The address of your own server, such as `http://localhost:8000/v1`. A key is sent to it only
    if `api_key_env` names one. By default, the address in the provider's environment variable, such
    as `OPENAI_BASE_URL`, or else the provider's own."""

    api_key_env: Annotated[str | None, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$")] = None
    """The environment variable that holds the key. By default, the one that the provider's own
    tools use, such as `OPENAI_API_KEY`."""

    temperature: Annotated[float | None, Field(ge=0)] = 0.0
    """The sampling temperature; `"default"` leaves it to the provider, which some models
    require."""

    max_tokens: Annotated[int | None, Field(ge=1)] = None
    """The maximum length of an answer, in tokens; by default the provider decides."""

    timeout: Annotated[float, Field(gt=0)] = 120.0
    """The time limit for one attempt in seconds, from sending to the last token."""

    retries: Annotated[int, Field(ge=0, le=20)] = 2
    """How often to repeat an attempt that returned nothing: too many requests, server errors, no
    connection, no first token in time. Never after a token has arrived."""

    refusals: Literal["answer", "stop"] = "answer"
    """What to do with a text that the provider marks as a refusal: `"answer"` plays it as the
    model's answer, `"stop"` reports a failed call and keeps the text."""

    cut_answers: Literal["answer", "stop"] = "answer"
    """What to do with an answer that was cut off at the token limit: `"answer"` plays what there
    is, `"stop"` reports a failed call and keeps the text."""

    several_choices: Literal["first", "stop"] = "first"
    """What to do with several choices in one response: `"first"` plays the first one, `"stop"`
    reports a failed call. They are never joined."""

    answer_parts: Literal["join", "stop"] = "join"
    """What to do with an answer in several parts: `"join"` plays the parts that are text as one
    text, `"stop"` reports a failed call."""

    thinking_tags: Literal["keep", "strip"] = "keep"
    """What to do with thinking between tags such as `<think>` at the beginning of an answer:
    `"keep"` plays it as part of the answer, `"strip"` records it as reasoning instead."""

    full_context: Literal["abort", "stop"] = "abort"
    """What to do in an unattended run if the dialogue no longer fits into the context of a model
    that has answered in it before: `"abort"` ends the episode as aborted by the model, `"stop"`
    reports a failed call."""

    extra: Mapping[str, JsonValue] = Field(default_factory=dict)
    """Additional sampling parameters by their litellm names, such as `top_p`, `seed` or
    `reasoning_effort`."""

    @field_validator("temperature", mode="before")
    @classmethod
    def _temperature(cls, value: object) -> object:
        return None if value == "default" else value

    @field_validator("api_base")
    @classmethod
    def _api_base(cls, value: str | None) -> str | None:
        problem = None if value is None else invalid_address_reason(value)
        if problem is not None:
            raise ValueError(problem)
        return value and value.rstrip("/")

    @field_validator("extra")
    @classmethod
    def _extra(cls, value: Mapping[str, JsonValue]) -> Mapping[str, JsonValue]:
        body = value.get("extra_body")  # sent as it is, over everything else
        for name in (*value, *(body if isinstance(body, Mapping) else ())):
            if name in _RESERVED:
                raise ValueError(f"cannot contain {name}: it is not a sampling parameter")
        _refuse_secrets(dict(value))
        return value

    def record(self) -> dict[str, JsonValue]:
        """Return the parameters as JSON without secrets, as recorded with an attempt.

        A policy is only included if it is not the default, so that the parameters of a model are
        the same as before there were policies.
        """
        content: dict[str, JsonValue] = self.model_dump(mode="json")
        defaults = {name: field.default for name, field in type(self).model_fields.items()}
        return {
            name: value
            for name, value in content.items()
            if name not in POLICIES or value != defaults[name]
        }


def _refuse_secrets(value: JsonValue) -> None:
    if isinstance(value, dict):
        for name, inner in value.items():
            if is_secret_name(name):
                raise ValueError(
                    f"must not contain a key ({name}): name its variable in api_key_env"
                )
            _refuse_secrets(inner)
    elif isinstance(value, list):
        for inner in value:
            _refuse_secrets(inner)
