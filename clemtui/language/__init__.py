"""The interface language, the texts of labels, and the safe display of content."""

from __future__ import annotations

from clemtui.language.catalogues import UnknownLanguage, available_languages, choose_language
from clemtui.language.direction import (
    Direction,
    direction,
    grapheme_clusters,
    has_rtl,
    paragraph_direction,
    without_marks,
)
from clemtui.language.display import one_line, safe, shorten, truncate
from clemtui.language.interface import (
    Interface,
    Localised,
    MistakeHandler,
    native_name,
    writing_direction,
)
from clemtui.language.labels import Labels
from clemtui.language.rounding import half_up
from clemtui.language.sentences import LanguageTag, Sentence, join_sentences, translatable
