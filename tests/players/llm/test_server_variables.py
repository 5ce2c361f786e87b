"""Server addresses in environment variables: every one that litellm uses is known."""

from __future__ import annotations

import ast
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import pytest

from clemtui.players.llm.error_messages import ErrorKind
from clemtui.players.llm.errors import ModelError
from clemtui.players.llm.player import preload
from clemtui.players.llm.server_variables import server_in_environment, server_variables
from tests.players.llm.model_calls import ask
from tests.support.fake_openai import FakeOpenAI

LITELLM = Path(str(find_spec("litellm").origin)).parent  # type: ignore[union-attr]

ROUTES = ("bedrock/claude_platform", "bedrock/mantle")
"""Models of one provider that have variables of their own."""

_ENDINGS = ("_API_BASE", "_BASE_URL")
_READERS = frozenset({"get_secret", "get_secret_str", "getenv", "get"})

ELSEWHERE = {
    "proxy": "litellm's own server",
    "harness": "runs command-line agents",
    "integrations": "logging",
    "caching": "caches",
    "secret_managers": "stores of keys",
    "rust_bridge": "stores of keys",
    "router_strategy": "litellm's own router",
    "rerank_api": "ranking documents",
    "assistants": "assistants",
    "batches": "batches",
    "fine_tuning": "fine-tuning",
    "images": "pictures",
    "realtime_api": "speech",
    "search": "web search",
    "vector_stores": "vector stores",
    "image_generation": "pictures",
    "image_edit": "pictures",
    "audio_transcription": "speech",
    "text_to_speech": "speech",
    "constants.py": "defaults of litellm's own tools",
}
"""Folders and files without calls for an answer, and what they are for."""

NOT_FOR_ANSWERS = {
    "ALEPH_ALPHA_API_BASE": "no longer a provider",
    "ANYSCALE_API_BASE": "no longer a provider",
    "BFL_API_BASE": "pictures",
    "DEEPSEEK_ANTHROPIC_API_BASE": "Anthropic's protocol, which is not used with this provider",
    "FAL_AI_QUEUE_API_BASE": "prices",
    "LANGTRACE_API_BASE": "logging",
    "LOGFIRE_BASE_URL": "logging",
    "TENCENT_ANTHROPIC_API_BASE": "Anthropic's protocol, which is not used with this provider",
    "TOPAZ_API_BASE": "pictures",
    "XAI_OAUTH_API_BASE": "signing in with a browser, which is not used",
}


def addresses_read() -> Iterator[tuple[str, str]]:
    """Yield the variables of addresses that litellm's source reads, each with its file."""
    for file in LITELLM.rglob("*.py"):
        inside = file.relative_to(LITELLM)
        if not ELSEWHERE.keys().isdisjoint(inside.parts):
            continue
        text = file.read_text("utf-8")
        if not any(ending in text for ending in _ENDINGS):
            continue
        for node in ast.walk(ast.parse(text)):
            for name in _names_read(node):
                if name.endswith(_ENDINGS):
                    yield name, str(inside)
    providers = json.loads((LITELLM / "llms/openai_like/providers.json").read_text("utf-8"))
    for provider in providers.values():
        if "api_base_env" in provider:
            yield provider["api_base_env"], "providers.json"


def _names_read(node: ast.AST) -> list[str]:
    """Return the names of the environment variables that an expression reads."""
    if isinstance(node, ast.Call):
        function = node.func
        called = function.attr if isinstance(function, ast.Attribute) else ""
        called = function.id if isinstance(function, ast.Name) else called
        found = node.args[:1] if called in _READERS else []
    else:
        found = [node.slice] if isinstance(node, ast.Subscript) else []
    return [
        each.value
        for each in found
        if isinstance(each, ast.Constant) and isinstance(each.value, str) and each.value.isupper()
    ]


def providers() -> tuple[str, ...]:
    preload()  # before litellm is imported
    import litellm

    known = [str(getattr(each, "value", each)) for each in litellm.provider_list]
    listed = json.loads((LITELLM / "llms/openai_like/providers.json").read_text("utf-8"))
    return (*known, *listed)


def test_every_variable_with_which_litellm_finds_a_server_for_answers_is_known() -> None:
    models = [*(f"{each}/model" for each in providers()), *(f"{each}/model" for each in ROUTES)]
    known = {name for model in models for name in server_variables(model)}
    read = dict(addresses_read())
    assert len(read) > 80, "the search finds the variables"
    unknown = {
        name: file for name, file in read.items() if name not in known | set(NOT_FOR_ANSWERS)
    }
    assert unknown == {}


def test_nothing_but_the_environment_sets_a_server_in_litellm() -> None:
    preload()  # before litellm is imported
    import litellm

    assert litellm.api_base is None
    assert litellm.use_litellm_proxy is False
    assert os.environ["USE_LITELLM_PROXY"] == "False"


def test_of_several_variables_the_one_counts_that_litellm_would_use(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Asks litellm for the server of a model of each provider, as far as it can tell in advance."""
    known = providers()
    from litellm.constants import PROVIDERS_THAT_AUTHENTICATE_ON_PROVIDER_INFO
    from litellm.litellm_core_utils.get_llm_provider_logic import get_llm_provider

    environment: dict[str, str] = {}
    for number, (name, _) in enumerate(addresses_read()):
        environment.setdefault(name, f"http://server-{number}.test/v1")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    told: Mapping[str, str] = {}
    for provider in set(known) - set(PROVIDERS_THAT_AUTHENTICATE_ON_PROVIDER_INFO):
        address: str | None = None
        with suppress(Exception):  # a provider that cannot be asked
            address = get_llm_provider(f"{provider}/model")[3]
        if address and ".test" in address:
            told = {**told, provider: address}
    assert len(told) > 50
    expected = {each: server_in_environment(f"{each}/model", environment) for each in told}
    assert told == {each: found and found.address for each, found in expected.items()}


@pytest.mark.parametrize(
    ("model", "names"),
    [
        ("hosted_vllm/a", ("HOSTED_VLLM_API_BASE", "HOSTED_VLLM_BASE_URL")),
        ("openai/org/a", ("OPENAI_BASE_URL", "OPENAI_API_BASE")),
        ("nano-gpt/a", ("NANO_GPT_API_BASE", "NANO_GPT_BASE_URL")),
    ],
)
def test_the_names_follow_from_the_provider(model: str, names: tuple[str, ...]) -> None:
    assert server_variables(model) == names


def test_an_empty_variable_sets_nothing() -> None:
    environment = {"OPENAI_BASE_URL": " ", "OPENAI_API_BASE": "http://a/v1 "}
    found = server_in_environment("openai/a", environment)
    assert found == ("OPENAI_API_BASE", "http://a/v1")
    assert server_in_environment("groq/a", environment) is None


async def test_nothing_is_sent_to_a_server_that_the_player_does_not_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "test-key-of-nobody")
    with FakeOpenAI(["a"]) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        with pytest.raises(ModelError) as caught:
            await ask(server, api_base=None)
        assert server.requests == []
    assert caught.value.kind is ErrorKind.OTHER_SERVER
    assert "OPENAI_BASE_URL" in caught.value.message


async def test_a_providers_key_is_sent_only_to_the_server_that_the_environment_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "test-key-of-nobody")
    with FakeOpenAI(["a", "b"]) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        await ask(server)
        monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
        await ask(server)
    sent = [each.headers["authorization"] for each in server.requests]
    assert sent == ["Bearer test-key-of-nobody", "Bearer no-key"]
