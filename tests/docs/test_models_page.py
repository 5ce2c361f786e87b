"""The page about models is true: its words, commands, settings and messages."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from clemtui.config import load_settings
from clemtui.players import discovery
from clemtui.players.llm.error_messages import ErrorKind, FailureContext
from clemtui.players.llm.errors import model_error
from clemtui.players.llm.parameters import ModelParameters
from tests.support import fake_servers
from tests.support.calling import call
from tests.support.fake_openai import FakeOpenAI
from tests.support.paths import ROOT

PAGE = (ROOT / "docs" / "models.md").read_text("utf-8")
SETTINGS = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
COMMANDS = [
    line.split("#")[0].strip()
    for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
    for line in block.splitlines()
    if line.startswith("clemtui")
]
GPU_BOX = "http://gpu-box:8000"
OLLAMA = "http://127.0.0.1:11434"


@pytest.fixture
def config(home: Path) -> Path:
    """The configuration file with the page's settings."""
    path = home / "config" / "clemtui.toml"
    path.parent.mkdir(parents=True)
    path.write_text("\n".join(SETTINGS), encoding="utf-8")
    return path


def test_settings_are_valid(config: Path) -> None:
    settings = load_settings(config)
    assert settings.servers == (GPU_BOX,)
    assert settings.models["small"].extra == {"top_p": 0.9}
    named = tomllib.loads("\n".join(SETTINGS))["models"]["small"].keys()
    assert named == ModelParameters.model_fields.keys(), "the page leaves a setting out"


@pytest.mark.parametrize("command", COMMANDS)
def test_its_commands_reach_the_model(
    command: str, config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discovery, "WELL_KNOWN", ())
    monkeypatch.delenv("OLLAMA_HOST", raising=False)
    for variable in ("OPENAI_API_KEY", "LAB_KEY"):
        monkeypatch.setenv(variable, "sk-very-secret")
    with fake_servers.ollama(["llama3.2:1b"], ["GUESS: tea"] * 10) as server:
        here = fake_servers.address(server)
        settings = config.read_text("utf-8").replace(GPU_BOX, here)
        config.write_text(settings, encoding="utf-8")
        arguments = command.replace(OLLAMA, here).split()[1:]
        if "openai/gpt-4o-mini" in arguments:
            arguments += ["--api-base", server.base_url]
        called = call(*arguments, typed="CLUE: nothing to say\n" * 5)
    assert called.code == 0, called.err
    assert ("Ollama: llama3.2:1b" in called.out) == ("doctor" in command)
    if command != "clemtui doctor":
        assert _asked(server)
    assert "very-secret" not in called.out + called.err


def _asked(server: FakeOpenAI) -> bool:
    """Return whether a model of the server was asked anything."""
    return any(request.path.endswith("/chat/completions") for request in server.requests)


def test_default_ports_are_listed() -> None:
    ports = [address.rpartition(":")[2] for address in discovery.WELL_KNOWN]
    assert f"({', '.join(ports)})" in PAGE
    assert f"{discovery.DEADLINE} seconds" in PAGE


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (ErrorKind.MISSING_KEY, "needs an API key, but"),
        (ErrorKind.OTHER_SERVER, "played without the address in"),
        (ErrorKind.UNAUTHORISED, "rejected the API key"),
        (ErrorKind.REFUSED_CONNECTION, "Cannot connect to"),
        (ErrorKind.NOT_FOUND, "has nothing at this address"),
        (ErrorKind.UNKNOWN_MODEL, "There is no model"),
        (ErrorKind.BAD_REQUEST, "rejected the request"),
        (ErrorKind.CONTEXT_LENGTH, "The dialogue is too long"),
        (ErrorKind.EMPTY, "returned an empty answer"),
        (ErrorKind.TIMEOUT, "did not finish within"),
    ],
)
def test_messages_match_the_program(kind: ErrorKind, words: str) -> None:
    assert words in model_error(kind, ModelParameters(model="openai/x")).message
    assert f"| {words}" in PAGE


def test_message_of_a_lost_connection_matches() -> None:
    lost = FailureContext(started=True, lost=True)
    error = model_error(ErrorKind.CUT, ModelParameters(model="openai/x"), lost)
    assert f"| {error.message.rstrip('.')} |" in PAGE
