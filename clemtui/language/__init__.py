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
)
from clemtui.language.labels import Labels
from clemtui.language.sentences import Sentence, together, translatable

__all__ = [
    "Interface",
    "InterfaceMistake",
    "Labels",
    "Localised",
    "Report",
    "Sentence",
    "UnknownLanguage",
    "available_languages",
    "choose_language",
    "one_line",
    "raise_mistake",
    "safe",
    "shorten",
    "together",
    "translatable",
]
