"""The settings file: what can be set, and one clear line for anything invalid."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from clemtui.config import (
    ConfigError,
    Settings,
    database_path,
    documentation,
    load_settings,
    resolve_model,
)
from clemtui.paths import paths
from clemtui.players.llm.parameters import ModelParameters
from tests.support.paths import ROOT

WHOLE = """
database = "pilot.db"
collections = ["~/my-games", "/opt/games"]
language = "pt-BR"
person = "anna"
theme = "nord"
keys = "vim"
motion = "reduced"
bidi = "app"
editor = "code --wait"
servers = ["http://gpu-box:8000", "https://models.example/v1"]

[keymap]
"play.leave" = "f10, ctrl+l"
home.quit = "x"

[models.small]
model = "openai/smollm2"
api_base = "http://localhost:8000/v1"
max_tokens = 200
timeout = 30

[models."gpt-5"]
model = "openai/gpt-5"
api_key_env = "LAB_KEY"
temperature = "default"
extra = { reasoning_effort = "low" }
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "clemtui.toml"


def problem(file: Path, content: str | bytes) -> str:
    """Return the one-line error for `content`, without the name of the file."""
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(ConfigError) as caught:
        load_settings(file)
    text = str(caught.value)
    assert text.startswith(f"{file}: ")
    assert len(text.splitlines()) == 1
    return text.removeprefix(f"{file}: ")


def test_everything_that_can_be_set(file: Path) -> None:
    file.write_text(WHOLE, encoding="utf-8")
    settings = load_settings(file)
    assert settings.database == file.parent / "pilot.db"  # relative to the file
    assert settings.collections == (Path.home() / "my-games", Path("/opt/games"))
    assert settings.language == "pt-BR"
    assert (settings.person, settings.theme) == ("anna", "nord")
    assert (settings.keys, settings.motion, settings.bidi) == ("vim", "reduced", "app")
    assert settings.editor == "code --wait"
    assert settings.servers == ("http://gpu-box:8000", "https://models.example/v1")
    assert settings.keymap == {"play.leave": "f10,ctrl+l", "home.quit": "x"}  # quoted or not
    assert settings.models["small"] == ModelParameters(
        model="openai/smollm2", api_base="http://localhost:8000/v1", max_tokens=200, timeout=30
    )
    assert settings.models["gpt-5"].temperature is None
    assert settings.models["gpt-5"].extra == {"reasoning_effort": "low"}


def test_without_a_file_there_are_the_defaults_and_nothing_is_created(home: Path) -> None:
    assert load_settings() == Settings()
    assert not list(home.rglob("*"))


def test_a_file_that_was_named_must_exist(tmp_path: Path) -> None:
    missing = tmp_path / "nowhere.toml"
    with pytest.raises(ConfigError, match=r"nowhere\.toml: no such file"):
        load_settings(missing)
    with pytest.raises(ConfigError, match=r"nowhere\.toml: no such file"):
        load_settings(environment={"CLEMTUI_CONFIG": str(missing)})


def test_the_file_is_found_by_its_variable_or_in_the_config_folder(tmp_path: Path) -> None:
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "clemtui.toml").write_text('language = "de"', encoding="utf-8")
    (tmp_path / "other.toml").write_text('language = "fr"', encoding="utf-8")
    home = {"CLEMTUI_HOME": str(tmp_path)}
    other = {**home, "CLEMTUI_CONFIG": str(tmp_path / "other.toml")}
    assert load_settings(environment=home).language == "de"
    assert load_settings(environment=other).language == "fr"
    named = load_settings(tmp_path / "config" / "clemtui.toml", environment=other)
    assert named.language == "de"


def test_a_byte_order_mark_is_not_an_error(file: Path) -> None:
    file.write_bytes(b'\xef\xbb\xbflanguage = "de"')
    assert load_settings(file).language == "de"


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("databse = 'x'", "databse: unknown setting; did you mean database?"),
        (
            "zzz = 1",
            "zzz: unknown setting; available: database, collections, clembench, language, "
            "person, theme, keys, keymap, motion, alert, clock, challenges, bidi, editor, servers, "
            "models",
        ),
        *(
            (
                f"[models.{name}]\nmodel = 'x/y'",
                f"models.{name}: is the word for a player that is no model; choose another name",
            )
            for name in ("human", "scripted", "Human", "model")
        ),
        (
            "[models.a]\nmodel = 'x/y'\ntemprature = 1",
            "models.a.temprature: unknown setting; did you mean temperature?",
        ),
        (
            "[models.a]\nmodel = 'x/y'\nseed = 1",
            "models.a.seed: unknown setting; available: model, api_base, api_key_env, "
            "temperature, max_tokens, timeout, retries, refusals, cut_answers, several_choices, "
            "answer_parts, thinking_tags, full_context, extra; sampling parameters go under extra",
        ),
        (
            "[models.a]\nmodel = 'x/y'\napi_key = 'hunter2'",
            "models.a.api_key: do not put keys here; set an environment variable and name it "
            "in api_key_env",
        ),
        (
            "[models.a]\nmodel = 'x/y'\napi_key_env = 'sk-hunter2'",
            "models.a.api_key_env: must be the name of an environment variable, such as LAB_KEY",
        ),
        ("[models.a]\ntimeout = 3", "models.a.model: is missing"),
        (
            "[models.a]\nmodel = 'x/y'\napi_base = 'localhost'",
            "models.a.api_base: must be an address such as http://localhost:8000/v1",
        ),
        (
            "[models.a]\nmodel = 'x/y'\ntimeout = '30'",
            "models.a.timeout: must be a number",
        ),
        (
            "[models.a]\nmodel = 'x/y'\ntimeout = -1\nretries = -1",
            "models.a.timeout: Input should be greater than 0 (and 1 more)",
        ),
        (
            "[models.'a/b']\nmodel = 'x/y'",
            "models: cannot have the name 'a/b': use letters, digits, dots, - and _",
        ),
        ("language = 'Deutsch!'", "language: must be a language tag such as de or pt-BR"),
        (
            "api_key = 'hunter2'",
            "api_key: do not put keys here; set an environment variable and name it in api_key_env",
        ),
        ("person = ''", "person: must not be empty"),
        ("theme = 3", "theme: must be text in quotes"),
        ("keys = 'vi'", 'keys: must be "default", "vim" or "emacs"'),
        ("motion = false", 'motion: must be "full" or "reduced"'),
        ("editor = ' '", "editor: must be a command, such as vim or code --wait"),
        (
            "editor = 'vim \"'",
            "editor: must be a valid shell command (No closing quotation)",
        ),
        ("servers = ['gpu:8000']", "servers: must be an address such as http://localhost:8000/v1"),
        (
            "servers = ['http://me:hunter2@gpu']",
            "servers: must not contain a key: name its environment variable in api_key_env",
        ),
        ("servers = ['http://a', 1]", "servers.1: must be text in quotes"),
        ("keymap.play.leave = 1", "keymap.play.leave: must be text in quotes"),
        (
            "keymap.leave = 'f10'",
            "keymap: has no shortcut 'leave': ids look like play.leave",
        ),
        (
            "keymap.play.leave = 'f10,,x'",
            "keymap: must list the keys of play.leave, separated by commas, such as f10,ctrl+l",
        ),
        ("person = 1\ntheme = 1\nzzz = 1", "person: must be text in quotes (and 2 more)"),
        ("collections = 'x'", 'collections: must be a list, as in ["a", "b"]'),
        ("database = 1", "database: must be a path in quotes"),
        ("language = 1", "language: must be text in quotes"),
        ("models = 1", "models: must be a table"),
        ("models.a = 1", "models.a: must be a table"),
        ("[models.a]\nmodel = 'x/y'\nextra = 1", "models.a.extra: must be a table"),
        (
            "[models.a]\nmodel = 'x/y'\nmax_tokens = 1.5",
            "models.a.max_tokens: must be a whole number",
        ),
    ],
)
def test_an_invalid_setting_is_reported_with_place_and_advice(
    file: Path, content: str, text: str
) -> None:
    assert problem(file, content) == text


def test_a_key_in_the_file_is_not_repeated(file: Path) -> None:
    assert "hunter2" not in problem(file, "[models.a]\nmodel='x/y'\napi_key_env='hunter2!'")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("database = ", "is not TOML: Invalid value (at end of document)"),
        ("a = 1\na = 2", "is not TOML: Cannot overwrite a value (at end of document)"),
        (b"language = '\xff'", "is not UTF-8 text (byte 12); save it as UTF-8"),
    ],
)
def test_a_file_that_cannot_be_parsed(file: Path, content: str | bytes, words: str) -> None:
    assert problem(file, content) == words


def test_a_folder_in_the_files_place(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        load_settings(tmp_path)


def test_a_model_is_one_of_ones_own_or_a_litellm_name() -> None:
    small = ModelParameters(model="openai/smollm2", max_tokens=20)
    settings = Settings(models={"small": small})
    assert resolve_model("small", settings) == small
    assert resolve_model("ollama/qwen3:4b", settings) == ModelParameters(model="ollama/qwen3:4b")


@pytest.mark.parametrize(
    ("models", "name", "words"),
    [
        (["small", "large"], "smal", "unknown model 'smal': did you mean small?"),
        (["small", "large"], "xyz", "unknown model 'xyz': the settings define large, small"),
        ([], "gpt-4o", "unknown model 'gpt-4o': the settings define none"),
        ([], "openai/", "unknown model 'openai/': the settings define none"),
        ([], "", "unknown model '': the settings define none"),
    ],
)
def test_an_unknown_model(models: list[str], name: str, words: str) -> None:
    settings = Settings(models={known: ModelParameters(model="x/y") for known in models})
    with pytest.raises(ConfigError) as caught:
        resolve_model(name, settings)
    assert str(caught.value) == (
        f"{words}; a litellm name starts with the provider and a slash, as in openai/gpt-4o-mini"
    )


def test_the_database_is_the_one_set_or_the_default_one(tmp_path: Path) -> None:
    places = paths({"CLEMTUI_HOME": str(tmp_path)})
    assert database_path(Settings(), places) == tmp_path / "data" / "clemtui.db"
    assert database_path(Settings(database=Path("/x/y.db")), places) == Path("/x/y.db")


def test_every_setting_is_documented_where_it_is_defined() -> None:
    assert list(documentation(Settings)) == [field.name for field in fields(Settings)]
    assert list(documentation(ModelParameters)) == list(ModelParameters.model_fields)


def test_settings_without_models_load_nothing_that_models_need() -> None:
    """The first screen waits for the settings, so slow imports happen only when needed."""
    program = (
        "import sys; from clemtui.config import Settings, load_settings; load_settings();"
        "print(sorted({'pydantic', 'tomlkit', 'litellm'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"
