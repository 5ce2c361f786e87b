"""The interface language: words, plurals, numbers, dates and lists, with an explicit locale.

An `Interface` speaks one language. It is made once, handed on, and replaced by another when the
person chooses another language; nothing here is global and no locale of the process is set.

How strings are marked (`clemtui.language.extraction` finds them, so keep to these forms)::

    ui.text("Resume the episode")
    ui.text("Response {number} of {limit}", number=3, limit=20)
    ui.plural("{n} episode", "{n} episodes", count)
    COLUMNS = (translatable("Game"), translatable("Main score"))   # said later: ui.text(column)

- The message is a plain string literal: no f-string, no ``+``, no ``.format``. Neighbouring
  literals are joined; ``"..." if condition else "..."`` is fine.
- Placeholders are ``{name}`` without further syntax. A literal brace is doubled.
- Whole sentences, never pieces that are put together; no percent sign (give ``ui.percent(...)``
  as a value). A comment ``# Translators: ...`` directly above is passed on to them.
- Numbers are formatted for the language (``str(...)`` them where they are names, e.g. ports);
  strings are content, and made safe to display; results of an `Interface` stay as they are.

After adding strings: ``python -m clemtui.language.update``, then translate ``locales/*/…/ui.po``.
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
from clemtui.language.sentences import LanguageTag, Sentence

Report = Callable[[str], None]
"""Reports a mistake in a catalogue or a call; people must not be bothered by it."""

_LOG = logging.getLogger(__name__)
_LOG.addHandler(logging.NullHandler())  # never on the screen by itself


class Localised(str):
    """What an `Interface` said: ours, so not made safe again when it is a value elsewhere.

    It holds no invisible marks of direction, although the data of some languages have them in
    numbers and dates: terminals disagree about them, and they would be copied into files. Where the
    app puts a line in order itself, `clemtui.language.visual` does what they are for.
    """

    __slots__ = ()


class InterfaceMistake(AssertionError):
    """A string is unknown to the catalogues, or does not fit its values; raised in tests only."""


def log_mistake(mistake: str) -> None:
    """Note a mistake in the log; the person sees the English text."""
    _LOG.error("%s", mistake)


def raise_mistake(mistake: str) -> None:
    """Raise a mistake: the `Report` of tests.

    Raises:
        InterfaceMistake: always.
    """
    raise InterfaceMistake(mistake)


class _Untranslated(NullTranslations):
    """What is asked where a catalogue lacks a message: the English it is, reported once."""

    def __init__(self, tag: str, report: Report) -> None:
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
    """The words and forms of one interface language.

    Attributes:
        language: BCP 47 tag, with the region asked for (``de-AT``).
        direction: ``ltr`` or ``rtl``, how the language is written.
    """

    def __init__(
        self,
        language: str = SOURCE_LANGUAGE,
        *,
        locales: Path | None = None,
        report: Report | None = None,
    ) -> None:
        """Make the interface of a language.

        ``locales`` is the folder of the catalogues (default: the bundled one); ``report`` is told
        of mistakes (default: `log_mistake`).

        Raises:
            UnknownLanguage: the interface does not speak it.
        """
        self._locale = parse_tag(language)
        self.language = tag_of(self._locale)
        self.direction: Literal["ltr", "rtl"] = (
            "rtl" if self._locale.text_direction == "rtl" else "ltr"
        )
        # English without a country: unambiguous dates (2026-03-04, 17:05)
        self._dates = parse_tag("en-SE") if str(self._locale) == "en" else self._locale
        tag = match(self._locale, available_languages(locales))
        if tag is None:
            raise UnknownLanguage(f"There is no interface in {language!r}.")
        self.report: Report = report or log_mistake
        self._translations = load(tag, locales)
        self._translations.add_fallback(_Untranslated(tag, self.report))

    def text(self, message: str, /, **values: object) -> Localised:
        """The message in this language, with its values. Never raises: see `Report`."""
        translated = self._translations.gettext(message)
        return self._fill(translated, message, values)

    def plural(self, singular: str, plural: str, n: int, /, **values: object) -> Localised:
        """The form of a message that fits a count; ``{n}`` in it is the count."""
        translated = self._translations.ngettext(singular, plural, n)
        return self._fill(translated, singular if n == 1 else plural, {"n": n, **values})

    def _fill(self, translated: str, source: str, values: Mapping[str, object]) -> Localised:
        shown = {name: self.show(value) for name, value in values.items()}
        for template in (translated, source):
            try:
                return Localised(_one_stop(template.format_map(shown), shown.values()))
            except (LookupError, ValueError, AttributeError) as error:
                self.report(f"{template!r} ({self.language}) does not fit {values!r}: {error!r}")
        return Localised(source)

    def say(self, sentence: Sentence) -> Localised:
        """A sentence that was made where no interface was known."""
        return self.text(sentence.template, **sentence.values)

    def show(self, value: object) -> str:
        """A value as it appears in a sentence: numbers and time spans formatted, our own sentences
        in this language, content safe."""
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
        """A number, with exactly so many digits after the point (default: at most three)."""
        pattern = _with_digits(self._locale.decimal_formats[None], digits)
        return _said(
            format_decimal(value, pattern, locale=self._locale, numbering_system="default")
        )

    def percent(self, share: float | Decimal, *, digits: int = 0) -> Localised:
        """A share as a percentage, with exactly so many digits: 0.5 is 50 per cent."""
        pattern = _with_digits(self._locale.percent_formats[None], digits)
        return _said(
            format_percent(share, pattern, locale=self._locale, numbering_system="default")
        )

    def date_time(
        self, moment: datetime, *, length: Literal["short", "medium", "long"] = "medium"
    ) -> Localised:
        """A moment on the clock of its own time zone.

        Raises:
            ValueError: it has no time zone, so the moment is ambiguous.
        """
        if moment.tzinfo is None:
            raise ValueError("a moment needs a time zone")
        from babel.dates import format_datetime  # slow to load, and not needed on every screen

        return _said(format_datetime(moment, length, locale=self._dates))

    def date(
        self, moment: datetime, *, length: Literal["short", "medium", "long"] = "medium"
    ) -> Localised:
        """The day of a moment in its own time zone.

        Raises:
            ValueError: it has no time zone, so the day is ambiguous.
        """
        if moment.tzinfo is None:
            raise ValueError("a moment needs a time zone")
        from babel.dates import format_date

        return _said(format_date(moment, length, locale=self._dates))

    def duration(self, seconds: float) -> Localised:
        """A time span: tenths below ten seconds, seconds below an hour, minutes above."""
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

        # "short": for "narrow" the data of several languages have gaps
        words = [
            format_unit(
                amount, f"duration-{unit}", "short", locale=self._locale, numbering_system="default"
            )
            for unit, amount in [part for part in parts if part[1]] or parts[-1:]
        ]
        return _said(format_list(words, "unit-short", locale=self._locale))

    def list(self, items: Iterable[object], *, last: Literal["and", "or"] = "and") -> Localised:
        """Items as a sentence lists them: "a, b, and c"."""
        from babel.lists import format_list

        style: Any = {"and": "standard", "or": "or"}[last]
        shown = [self.show(item) for item in items]
        return Localised(format_list(shown, style, locale=self._locale))

    def language_name(self, tag: str) -> Localised:
        """What a language is called in this one; the tag itself where no name is known.

        ``und`` is a language that is not known (of an imported episode), and no English one. A
        private part of a tag (``en-x-para1``) is another wording of the language.
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


def own_name(tag: str) -> str:
    """What a language is called in itself; the tag where no name is known."""
    try:
        return parse_tag(base_language(tag)).get_display_name() or safe(tag)
    except UnknownLanguage:
        return safe(tag)


def written(tag: str) -> Literal["ltr", "rtl"]:
    """How a language is written; from left to right where it is not known."""
    try:
        return "rtl" if parse_tag(base_language(tag)).text_direction == "rtl" else "ltr"
    except UnknownLanguage:
        return "ltr"


def _said(formatted: str) -> Localised:
    """What the data of a language make of a value."""
    return Localised(without_marks(formatted))


def _one_stop(filled: str, values: Iterable[str]) -> str:
    """A sentence that ends with an abbreviation of ours, such as "3 min.", has one full stop."""
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
