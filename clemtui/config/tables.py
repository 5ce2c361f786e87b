"""Conversion of settings to tables, as in a settings file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from clemtui.config.settings import Settings

if TYPE_CHECKING:
    from clemtui.players.llm.parameters import ModelParameters


def settings_tables(settings: Settings) -> dict[str, Any]:
    """Return the tables that would produce these settings, without defaults."""
    content = {
        field.name: _plain(getattr(settings, field.name))
        for field in fields(Settings)
        if field.name != "models"
        and getattr(settings, field.name) != getattr(_DEFAULTS, field.name)
    }
    if settings.models:
        content["models"] = {name: _model(model) for name, model in settings.models.items()}
    return content


def _plain(value: object) -> Any:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, Mapping):
        return dict(value)
    return str(value)


def _model(parameters: ModelParameters) -> dict[str, Any]:
    table = parameters.model_dump(mode="json", exclude_defaults=True)
    return table | ({"temperature": "default"} if parameters.temperature is None else {})


_DEFAULTS = Settings()
