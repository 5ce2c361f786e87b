"""The interface language: texts, plurals, numbers, dates and lists, with an explicit locale.

An `Interface` covers one language. It is created once, passed on, and replaced when the person
chooses another language. Nothing here is global, and the process locale is never set.

How to mark strings (`clemtui.language.extraction` only finds these forms)::

    ui.text("Resume the episode")
    ui.text("Response {number} of {limit}", number=3, limit=20)
    ui.plural("{n} episode", "{n} episodes", count)
    COLUMNS = (translatable("Game"), translatable("Main score"))   # later: ui.text(column)

- The message is a plain string literal: no f-string, no ``+``, no ``.format``. Adjacent literals
  are joined; ``"..." if condition else "..."`` is fine.
- Placeholders are ``{name}`` without format specifications. A literal brace is doubled.
- Write whole sentences, never fragments to be joined, and no percent signs (pass
  ``ui.percent(...)`` as a value). A comment ``# Translators: ...`` directly above is passed on.
- Numbers are formatted for the language (use ``str(...)`` for numbers that are names, e.g. ports);
  strings are content, and made safe to display; results of an `Interface` are used unchanged.

After adding strings, run ``python -m clemtui.language.update``, then translate
``locales/*/…/ui.po``.
"""

from __future__ import annotations

import copy
import logging
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from decimal import Decimal
from gettext import NullTranslations
from pathlib import Path
from typing import Any, Literal

from babel.numbers import NumberPattern, format_decimal, format_percent

from clemtui.engine import base_language
from clemtui.language.catalogues import (
    SOURCE_LANGUAGE,
    UnknownLanguage,
    available_languages,
    load,
    match,
    parse_tag,
    tag_of,
)
from clemtui.language.direction import without_marks
from clemtui.language.display import safe
from clemtui.language.rounding import half_up
from clemtui.language.sentences import LanguageTag, Sentence

MistakeHandler = Callable[[str], None]
"""Reports a mistake in a catalogue or a call, without disturbing the person."""

_LARGEST = 10**15

_LOG = logging.getLogger(__name__)
_LOG.addHandler(logging.NullHandler())  # never prints to the screen


class Localised(str):
    """A text produced by an `Interface`: our own, so not made safe again when used as a value.

    It contains no invisible direction marks, although some languages' locale data have them in
    numbers and dates: terminals disagree about them, and they would be copied into files. Where the
    app orders a line itself, `clemtui.language.visual` does their job.
    """

    __slots__ = ()


def log_mistake(mistake: str) -> None:
    """Log a mistake; the person sees the English text."""
    _LOG.error("%s", mistake)


class _Untranslated(NullTranslations):
    """Fallback for messages missing from a catalogue: returns the English, reporting each once."""

    def __init__(self, tag: str, report: MistakeHandler) -> None:
        super().__init__()
        self._tag = tag
        self._report = report
        self._reported: set[str] = set()

    def gettext(self, message: str) -> str:
        if message not in self._reported:
            self._reported.add(message)
            self._report(
                f"{message!r} is not in the catalogue for {self._tag!r}: mark it, and run "
                "python -m clemtui.language.update"
            )
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self.gettext(msgid1)
        return msgid1 if n == 1 else msgid2


class Interface:
    """The texts and formats of one interface language.

    Attributes:
        language: BCP 47 tag, with the requested region (``de-AT``).
        direction: the writing direction, ``ltr`` or ``rtl``.
    """

    def __init__(
        self,
        language: str = SOURCE_LANGUAGE,
        *,
        locales: Path | None = None,
        report: MistakeHandler | None = None,
    ) -> None:
        """Create the interface of a language.

        Args:
            language: BCP 47 tag.
            locales: the folder of the catalogues; defaults to the bundled one.
            report: called with mistakes; defaults to `log_mistake`.

        Raises:
            UnknownLanguage: if the interface is not available in this language.
        """
        self._locale = parse_tag(language)
        self.language = tag_of(self._locale)
        self.direction: Literal["ltr", "rtl"] = (
            "rtl" if self._locale.text_direction == "rtl" else "ltr"
        )
        # English without a country: unambiguous dates (2026-03-04, 17:05).
        self._dates = parse_tag("en-SE") if str(self._locale) == "en" else self._locale
        tag = match(self._locale, available_languages(locales))
        if tag is None:
            raise UnknownLanguage(f"The interface is not available in {language!r}.")
        self.report: MistakeHandler = report or log_mistake
        self._translations = load(tag, locales)
        self._translations.add_fallback(_Untranslated(tag, self.report))

    def text(self, message: str, /, **values: object) -> Localised:
        """Translate a message and fill in its values. Never raises: see `MistakeHandler`."""
        translated = self._translations.gettext(message)
        return self._fill(translated, message, values)

    def plural(self, singular: str, plural: str, n: int, /, **values: object) -> Localised:
        """Return the plural form of a message for a count, which fills ``{n}``."""
        translated = self._translations.ngettext(singular, plural, n)
        return self._fill(translated, singular if n == 1 else plural, {"n": n, **values})

    def _fill(self, translated: str, source: str, values: Mapping[str, object]) -> Localised:
        shown = {name: self.show(value) for name, value in values.items()}
        for template in (translated, source):
            try:
                return Localised(_single_full_stop(template.format_map(shown), shown.values()))
            except (LookupError, ValueError, AttributeError) as error:
                self.report(f"{template!r} ({self.language}) does not fit {values!r}: {error!r}")
        return Localised(source)

    def say(self, sentence: Sentence) -> Localised:
        """Translate a sentence that was created without an interface."""
        return self.text(sentence.template, **sentence.values)

    def show(self, value: object) -> str:
        """Format a value for use in a sentence.

        Numbers and time spans are formatted, our own sentences translated, and content made safe.
        """
        if isinstance(value, Localised):
            return value
        if isinstance(value, Sentence):
            return self.say(value)
        if isinstance(value, LanguageTag):
            return self.language_name(value)
        if isinstance(value, timedelta):
            return self.duration(value.total_seconds())
        if isinstance(value, int | float | Decimal) and not isinstance(value, bool):
            return self.number(value)
        return safe(str(value))

    def number(self, value: float | Decimal, *, digits: int | None = None) -> Localised:
        """Format a number with a fixed number of decimal places (default: at most three), rounded
        by `half_up`.

        A number with too many digits for that is written with a power of ten.
        """
        exact = Decimal(value)
        if exact.is_finite() and abs(exact) > _LARGEST:
            return _localised(f"{exact:.3g}")
        pattern = _with_digits(self._locale.decimal_formats[None], digits)
        return _localised(
            format_decimal(
                half_up(value, pattern.frac_prec[1]),
                pattern,
                locale=self._locale,
                numbering_system="default",
            )
        )

    def percent(self, share: float | Decimal, *, digits: int = 0) -> Localised:
        """Format a share as a percentage with a fixed number of decimal places, rounded by
        `half_up`: 0.5 is 50%."""
        pattern = _with_digits(self._locale.percent_formats[None], digits)
        return _localised(
            format_percent(
                half_up(share, digits + 2),
                pattern,
                locale=self._locale,
                numbering_system="default",
            )
        )

    def date_time(
        self, moment: datetime, *, length: Literal["short", "medium", "long"] = "medium"
    ) -> Localised:
        """Format a date and time in its own time zone.

        Raises:
            ValueError: if it has no time zone, so that the moment is ambiguous.
        """
        if moment.tzinfo is None:
            raise ValueError("a datetime must have a time zone")
        from babel.dates import format_datetime  # slow to import, and not needed on every screen

        return _localised(format_datetime(moment, length, locale=self._dates))

    def date(
        self, moment: datetime, *, length: Literal["short", "medium", "long"] = "medium"
    ) -> Localised:
        """Format the date of a moment in its own time zone.

        Raises:
            ValueError: if it has no time zone, so that the date is ambiguous.
        """
        if moment.tzinfo is None:
            raise ValueError("a datetime must have a time zone")
        from babel.dates import format_date

        return _localised(format_date(moment, length, locale=self._dates))

    def duration(self, seconds: float) -> Localised:
        """Format a time span: to tenths below 10 s, to seconds below 1 h, else to minutes."""
        if seconds < 9.95:
            return self._units(("second", round(seconds, 1)))
        minutes, second = divmod(round(seconds), 60)
        hours, minute = divmod(minutes, 60)
        if hours:
            return self._units(("hour", hours), ("minute", minute))
        return self._units(("minute", minute), ("second", second))

    def _units(self, *parts: tuple[str, float]) -> Localised:
        from babel.lists import format_list
        from babel.units import format_unit

        # "short", because several languages lack data for "narrow".
        words = [
            format_unit(
                amount, f"duration-{unit}", "short", locale=self._locale, numbering_system="default"
            )
            for unit, amount in [part for part in parts if part[1]] or parts[-1:]
        ]
        return _localised(format_list(words, "unit-short", locale=self._locale))

    def list(self, items: Iterable[object], *, last: Literal["and", "or"] = "and") -> Localised:
        """Join items as in a sentence: "a, b, and c"."""
        from babel.lists import format_list

        style: Any = {"and": "standard", "or": "or"}[last]
        shown = [self.show(item) for item in items]
        return Localised(format_list(shown, style, locale=self._locale))

    def language_name(self, tag: str) -> Localised:
        """Return the name of a language in this one; the tag itself if the name is unknown.

        ``und`` is the unknown language of an imported episode. A private-use part of a tag
        (``en-x-para1``) denotes a paraphrase of the language.
        """
        if tag == "und":
            return Localised(self._locale.languages[tag])
        base, _, part = tag.partition("-x-")
        if part:
            number = part.removeprefix("para")
            if part != number and number.isdecimal():
                return self.text(
                    "{language}, paraphrase {number}",
                    language=self.language_name(base),
                    number=number,
                )
            return Localised(f"{self.language_name(base)} (x-{safe(part)})")
        try:
            name = parse_tag(tag).get_display_name(self._locale)
        except UnknownLanguage:
            name = None
        return Localised(name or safe(tag))


def native_name(tag: str) -> str:
    """Return the name of a language in itself; the tag if the name is unknown."""
    try:
        return parse_tag(base_language(tag)).get_display_name() or safe(tag)
    except UnknownLanguage:
        return safe(tag)


def writing_direction(tag: str) -> Literal["ltr", "rtl"]:
    """Return the writing direction of a language; ``ltr`` if unknown."""
    try:
        return "rtl" if parse_tag(base_language(tag)).text_direction == "rtl" else "ltr"
    except UnknownLanguage:
        return "ltr"


def _localised(formatted: str) -> Localised:
    """Return a formatted value without direction marks."""
    return Localised(without_marks(formatted))


def _single_full_stop(filled: str, values: Iterable[str]) -> str:
    """Keep one full stop if a sentence ends with an abbreviation of ours, such as "3 min."."""
    for value in values:
        if isinstance(value, Localised) and value.endswith(".") and not value.endswith(".."):
            filled = filled.replace(f"{value}.", value)
    return filled


def _with_digits(pattern: NumberPattern, digits: int | None) -> NumberPattern:
    if digits is None:
        return pattern
    exact = copy.copy(pattern)
    exact.frac_prec = (digits, digits)
    return exact
