"""The page about the configuration lists every setting, in the words of the code."""

from __future__ import annotations

import re
import tomllib

import pytest

from clemtui.config import Settings, documentation
from clemtui.config.reading import settings_from_tables
from clemtui.players.llm.parameters import ModelParameters
from tests.support.calling import call
from tests.support.paths import ROOT

PAGE = (ROOT / "docs" / "configuration.md").read_text("utf-8")


def section(heading: str) -> str:
    """Return the text under a second-level heading."""
    (found,) = re.findall(rf"^## {heading}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    return str(found)


@pytest.mark.parametrize(
    ("heading", "kind"), [("Settings", Settings), ("Settings of a model", ModelParameters)]
)
def test_every_setting_is_on_the_page_in_the_words_of_the_code(heading: str, kind: type) -> None:
    entries = re.findall(
        r"^### `(\w+)`\n(.*?)(?=^### |\Z)", section(heading), re.MULTILINE | re.DOTALL
    )
    assert {name: " ".join(text.split()) for name, text in entries} == documentation(kind)
    assert [name for name, _ in entries] == list(documentation(kind))


def test_the_example_can_be_used() -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    settings = settings_from_tables(tomllib.loads(example))
    assert settings.theme == "nord"
    assert settings.models["small"].max_tokens == 200


def test_commands_work_in_order() -> None:
    commands = re.findall(r"^\$ clemtui (.*)$", PAGE, re.MULTILINE)
    assert len(commands) > 5
    for command in commands:
        assert call(*command.split()).code == 0, command
