"""The person's settings: one TOML file, read once, wrong settings named in one line.

```toml
database = "~/studies/pilot.db"
collections = ["~/my-games"]
language = "de"

[models.small]
model = "openai/smollm2"
api_base = "http://localhost:8000/v1"
max_tokens = 200
```

Keys of providers are never in it: they come from the environment.
"""

from __future__ import annotations

import difflib
import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, ValidationInfo, field_validator

from clemtui.paths import CONFIG_VARIABLE, Paths, paths
from clemtui.players.llm_parameters import ModelParameters
from clemtui.players.llm_secrets import names_a_secret

_MODEL_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}([_-][A-Za-z0-9]{2,8})*")


# What pydantic calls a tuple or a mapping has other names in a TOML file.
_IN_TOML_WORDS = {
    "tuple_type": 'must be a list, as in ["a", "b"]',
    "mapping_type": "must be a table",
    "dict_type": "must be a table",
    "model_type": "must be a table",
    "string_type": "must be a text in quotes",
    "path_type": "must be a path in quotes",
    "float_type": "must be a number",
    "int_type": "must be a whole number",
    "missing": "is missing",
    "string_pattern_mismatch": "must be the name of an environment variable, such as LAB_KEY",
}


class ConfigError(Exception):
    """A setting that cannot be used. Its text is one line that says where it is and what to do."""


class Settings(BaseModel):
    """What can be set. Whatever the command line says has precedence."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", hide_input_in_errors=True, use_attribute_docstrings=True
    )

    database: Path | None = None
    """The database in which sessions are recorded; without it, `clemtui.db` in the data folder. A
    relative path starts at the folder of the configuration file, `~` is the home folder."""

    collections: tuple[Path, ...] = ()
    """Further collections of games: folders laid out like clemtui's own, with `games/` and
    `locales/`. They are searched in this order, after the bundled one."""

    language: str | None = None
    """The language of the interface, such as `de` or `pt-BR`; without it, the system's. The
    language that a game is played in is chosen with the game."""

    models: Mapping[str, ModelParameters] = Field(default_factory=dict)
    """Models under names of your own, each a table `[models.NAME]`. Wherever a model is asked for,
    the name stands for all of its parameters."""

    @field_validator("database", "collections", mode="after")
    @classmethod
    def _absolute(cls, value: Any, info: ValidationInfo) -> Any:
        base = (info.context or {}).get("folder", Path())
        if isinstance(value, Path):
            return _from(base, value)
        return value and tuple(_from(base, path) for path in value)

    @field_validator("language")
    @classmethod
    def _language(cls, value: str | None) -> str | None:
        if value is not None and not _LANGUAGE.fullmatch(value):
            raise ValueError("must be a language tag such as de or pt-BR")
        return value

    @field_validator("models")
    @classmethod
    def _models(cls, value: Mapping[str, ModelParameters]) -> Mapping[str, ModelParameters]:
        for name in value:
            if not _MODEL_NAME.fullmatch(name):
                raise ValueError(
                    f"cannot have the name {name!r}: use letters, digits, dots, - and _"
                )
        return value


def load_settings(
    path: Path | None = None, *, environment: Mapping[str, str] = os.environ
) -> Settings:
    """Read the settings: from `path`, else `CLEMTUI_CONFIG`, else the platform's config folder.

    A file that nobody named need not exist. Raises ConfigError.
    """
    named = path is not None or bool(environment.get(CONFIG_VARIABLE))
    file = path or paths(environment).config_file
    try:
        content = tomllib.loads(file.read_bytes().decode("utf-8-sig"))
    except FileNotFoundError:
        if named:
            raise ConfigError(f"{file}: there is no such file; create it or name another") from None
        return Settings()
    except OSError as error:
        raise ConfigError(f"{file}: cannot be read ({error.strerror or error})") from None
    except UnicodeDecodeError as error:
        raise ConfigError(f"{file}: is not UTF-8 text (byte {error.start}); save it so") from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{file}: is not TOML: {_one_line(str(error))}") from None
    try:
        return Settings.model_validate(content, context={"folder": file.parent})
    except ValidationError as error:
        raise ConfigError(f"{file}: {_explained(error)}") from None


def resolve_model(name: str, settings: Settings) -> ModelParameters:
    """The parameters for a model that a person has named: one of theirs, or a litellm name.

    A litellm name is recognised by its slash, so no typing error in a name of one's own is ever
    sent to a provider. Raises ConfigError.
    """
    known = settings.models.get(name)
    if known is not None:
        return known
    if "/" in name.strip("/"):
        return ModelParameters(model=name)
    near = difflib.get_close_matches(name, settings.models, n=1)
    if near:
        advice = f"did you mean {near[0]}?"
    elif settings.models:
        advice = f"there are {', '.join(sorted(settings.models))}"
    else:
        advice = "the settings name none"
    raise ConfigError(
        f"no model is called {name!r}: {advice}; a litellm name has its provider before a slash, "
        "as in openai/gpt-4o-mini"
    )


def database_path(settings: Settings, places: Paths) -> Path:
    """The database to use: the one set, else the default one."""
    return settings.database or places.database


def _from(folder: Path, path: Path) -> Path:
    return Path(os.path.abspath(folder / path.expanduser()))  # noqa: PTH100 - links stay


def _explained(error: ValidationError) -> str:
    """The first thing that is wrong, in one line: its place in the file, and what to do."""
    problems = error.errors(include_url=False, include_input=False)
    first = problems[0]
    place = ".".join(str(part) for part in first["loc"])
    if first["type"] == "extra_forbidden":
        text = _unknown(first["loc"])
    else:
        text = _IN_TOML_WORDS.get(first["type"]) or first["msg"].removeprefix("Value error, ")
    more = len(problems) - 1
    return f"{place}: {_one_line(text)}" + (f" (and {more} more)" if more else "")


def _unknown(location: tuple[int | str, ...]) -> str:
    name = str(location[-1])
    if names_a_secret(name):
        return "keys do not belong here; set an environment variable and name it in api_key_env"
    fields = ModelParameters.model_fields if location[0] == "models" else Settings.model_fields
    near = difflib.get_close_matches(name, fields, n=1)
    if near:
        return f"there is no such setting; did you mean {near[0]}?"
    inside = "; sampling parameters go under extra" if location[0] == "models" else ""
    return f"there is no such setting; there are {', '.join(fields)}{inside}"


def _one_line(text: str) -> str:
    return " ".join(text.split())
