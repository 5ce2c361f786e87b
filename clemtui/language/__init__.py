"""The interface language, the words of labels, and the safe display of content."""

from __future__ import annotations

from clemtui.language.catalogues import UnknownLanguage, available_languages, choose_language
from clemtui.language.display import one_line, safe, shorten
from clemtui.language.interface import (
    Interface,
    InterfaceMistake,
    Localised,
    Report,
    raise_mistake,
    translatable,
)
from clemtui.language.labels import Labels

__all__ = [
    "Interface",
    "InterfaceMistake",
    "Labels",
    "Localised",
    "Report",
    "UnknownLanguage",
    "available_languages",
    "choose_language",
    "one_line",
    "raise_mistake",
    "safe",
    "shorten",
    "translatable",
]
