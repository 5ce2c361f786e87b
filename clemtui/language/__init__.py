"""The interface language, the texts of labels, and the safe display of content."""

from __future__ import annotations

from clemtui.language.catalogues import UnknownLanguage, available_languages, choose_language
from clemtui.language.direction import (
    Direction,
    clusters,
    direction,
    has_rtl,
    paragraph_direction,
    without_marks,
)
from clemtui.language.display import beginning, one_line, safe, shorten
from clemtui.language.interface import (
    Interface,
    InterfaceMistake,
    Localised,
    Report,
    own_name,
    raise_mistake,
    written,
)
from clemtui.language.labels import Labels
from clemtui.language.sentences import LanguageTag, Sentence, together, translatable
