"""The models defined in the settings."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import TYPE_CHECKING

from clemtui.config.errors import ConfigError
from clemtui.language import Sentence, translatable
from clemtui.players.addresses import invalid_address_reason, model_and_address
from clemtui.players.llm.redaction import is_secret_name
from clemtui.players.words import is_reserved
from clemtui.strict import MISSING_ENTRY, NOT_A_TABLE, Place, Problem, unknown_name

if TYPE_CHECKING:
    from clemtui.config.settings import Settings
    from clemtui.players.llm.parameters import ModelParameters

# Pydantic's terms, such as tuple or mapping, have other names in TOML.
_IN_TOML_WORDS = {
    "mapping_type": NOT_A_TABLE,
    "dict_type": NOT_A_TABLE,
    "model_type": NOT_A_TABLE,
    "string_type": "must be text in quotes",
    "float_type": "must be a number",
    "int_type": "must be a whole number",
    "missing": MISSING_ENTRY,
    "string_pattern_mismatch": "must be the name of an environment variable, such as LAB_KEY",
}
RESERVED = "is the word for a player that is no model; choose another name"
SECRET = "do not put keys here; set an environment variable and name it in api_key_env"


def read_models(tables: Mapping[str, object]) -> tuple[dict[str, ModelParameters], list[Problem]]:
    """Read the named models from their tables; return them and the problems found.

    Imports pydantic, which is slow to load, only if there are models.
    """
    if not tables:
        return {}, []
    from pydantic import ValidationError

    from clemtui.players.llm.parameters import ModelParameters

    models: dict[str, ModelParameters] = {}
    problems: list[Problem] = []
    for name, table in tables.items():
        if is_reserved(name):
            problems.append(Problem(("models", name), RESERVED))
            continue
        try:
            models[name] = ModelParameters.model_validate(table)
        except ValidationError as error:
            for wrong in error.errors(include_url=False, include_input=False):
                place = ("models", name, *wrong["loc"])
                problems.append(_problem(place, wrong["type"], wrong["msg"]))
    return models, problems


def _problem(place: Place, kind: str, message: str) -> Problem:
    if kind != "extra_forbidden":
        text = _IN_TOML_WORDS.get(kind) or message.removeprefix("Value error, ")
        return Problem(place, text)
    name = str(place[-1])
    if is_secret_name(name):
        return Problem(place, SECRET, unknown=True)
    known = parameter_names()
    what = unknown_name("setting", name, known)
    inside = "" if "did you mean" in what else "; sampling parameters go under extra"
    return Problem(place, what + inside, unknown=True)


def parameter_names() -> tuple[str, ...]:
    """Return the names of all model parameters."""
    from clemtui.players.llm.parameters import ModelParameters

    return tuple(ModelParameters.model_fields)


def resolve_model(name: str, settings: Settings) -> ModelParameters:
    """Return the parameters of a model given by a name from the settings or a litellm name.

    A litellm name may end with ``@`` and the address of the user's own server:
    ``openai/NAME@http://localhost:8000/v1``. Litellm names are recognised by their slash, so a
    misspelt name from the settings is never sent to a provider. A model without an address gets the
    one in its provider's environment variable, if that is set.

    Raises:
        ConfigError: if the name is unknown or the address is invalid.
    """
    from clemtui.players.llm.parameters import ModelParameters

    known = settings.models.get(name)
    if known is not None:
        return with_server(known)
    model, address = model_and_address(name)
    if address is not None:
        return _at(model, address)
    if "/" in name.strip("/"):
        return with_server(ModelParameters(model=name))
    raise ConfigError(_no_model(name, settings.models))


def with_server(parameters: ModelParameters) -> ModelParameters:
    """Return parameters with the address from the environment, unless they have one.

    Raises:
        ConfigError: if that is not a valid address, or contains a key.
    """
    from clemtui.players.llm.server_variables import server_in_environment

    found = server_in_environment(parameters.model)
    if parameters.api_base is not None or found is None:
        return parameters
    problem = invalid_address_reason(found.address)
    if problem is not None:
        raise ConfigError(f"the address in the environment variable {found.name} {problem}")
    return parameters.model_copy(update={"api_base": found.address})


def _no_model(name: str, known: Mapping[str, ModelParameters]) -> Sentence:
    near = difflib.get_close_matches(name, known, n=1)
    if near:
        advice = Sentence(translatable("did you mean {near}?"), near=near[0])
    elif known:
        advice = Sentence(
            translatable("the settings define {names}"), names=", ".join(sorted(known))
        )
    else:
        advice = Sentence(translatable("the settings define none"))
    return Sentence(
        translatable(
            "unknown model '{name}': {advice}; a litellm name starts with the provider "
            "and a slash, as in openai/gpt-4o-mini"
        ),
        name=name,
        advice=advice,
    )


def _at(model: str, address: str) -> ModelParameters:
    from clemtui.players.llm.parameters import ModelParameters

    problem = invalid_address_reason(address)
    if problem is not None:
        raise ConfigError(f"the address after the @ {problem}")
    if "/" not in model.strip("/"):
        raise ConfigError(
            Sentence(
                translatable(
                    "an address can only follow a litellm name, not '{model}': write "
                    "openai/{model}@{address}"
                ),
                model=model,
                address=address,
            )
        )
    return ModelParameters(model=model, api_base=address)
