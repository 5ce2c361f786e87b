"""Find and load the catalogues of the interface, and choose its language."""

from __future__ import annotations

import os
from collections.abc import Mapping
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

from babel import Locale, UnknownLocaleError

from clemtui.language.po import translations
from clemtui.resources import bundled_collection

DOMAIN = "ui"
# Language of the source: messages are shown in English unless a catalogue translates them.
SOURCE_LANGUAGE = "en"
# Sets the interface language for this program only.
VARIABLE = "CLEMTUI_LANG"
_POSIX_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


class UnknownLanguage(ValueError):
    """Raised if a language is invalid, or the interface is not available in it."""


def bundled_locales() -> Path:
    """Return the folder ``locales`` bundled with the program."""
    return bundled_collection() / "locales"


def parse_tag(tag: str) -> Locale:
    """Parse a language tag (``de``, ``pt-BR``) or a POSIX locale name (``de_AT.UTF-8``).

    Raises:
        UnknownLanguage: if it is neither, or the language is unknown.
    """
    name = tag.partition(".")[0].partition("@")[0].replace("-", "_")
    try:
        return Locale.parse(name)
    except (ValueError, UnknownLocaleError):
        raise UnknownLanguage(f"{tag!r} is not a language tag (such as 'de' or 'pt-BR')") from None


def tag_of(locale: Locale) -> str:
    """Return the BCP 47 tag of a locale."""
    return str(locale).replace("_", "-")


def available_languages(locales: Path | None = None) -> tuple[str, ...]:
    """Return the tags of the available interface languages, in alphabetical order."""
    folder = bundled_locales() if locales is None else locales
    files = (
        *folder.glob(f"*/LC_MESSAGES/{DOMAIN}.po"),
        *folder.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"),
    )
    return tuple(sorted({path.parts[-3].replace("_", "-") for path in files}))


def fallback_tags(locale: Locale) -> tuple[str, ...]:
    """Return the tags under which texts for this locale may be found, closest first."""
    language = locale.language
    parts: list[list[str | None]] = [
        [language, locale.script, locale.territory],
        [language, locale.script],
        [language, locale.territory],
        [language],
    ]
    return tuple(dict.fromkeys("-".join(part for part in tag if part) for tag in parts))


def match(locale: Locale, available: tuple[str, ...]) -> str | None:
    """Return the available language that suits this locale best, or None.

    Another region's variant of the language, in the same script, is better than English: ``pt-BR``
    is used for ``pt-PT``.
    """
    near = next((tag for tag in fallback_tags(locale) if tag in available), None)
    return near or next((tag for tag in available if _is_another_region(tag, locale)), None)


def _is_another_region(tag: str, locale: Locale) -> bool:
    if tag.partition("-")[0] != locale.language:
        return False
    return parse_tag(tag).script in (None, locale.script)


def choose_language(
    setting: str | None = None,
    environment: Mapping[str, str] | None = None,
    available: tuple[str, ...] | None = None,
) -> str:
    """Choose the interface language: the setting, else `CLEMTUI_LANG`, else the system's.

    The system's language is the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is not empty, as
    in POSIX. ``C``, ``POSIX`` and languages that are not available give English. The region is
    kept: with ``de_AT``, texts are German and numbers Austrian.

    Raises:
        UnknownLanguage: if the setting or `CLEMTUI_LANG` names a language that is not available.
    """
    environment = os.environ if environment is None else environment
    available = available_languages() if available is None else available
    named = setting or environment.get(VARIABLE)
    if named:
        locale = parse_tag(named)
        if match(locale, available) is None:
            raise UnknownLanguage(
                f"The interface is not available in {named!r}. Choose one of: "
                f"{', '.join(available)}."
            )
        return tag_of(locale)
    system = next(filter(None, map(environment.get, _POSIX_VARIABLES)), SOURCE_LANGUAGE)
    try:
        locale = parse_tag(system)
    except UnknownLanguage:  # C, POSIX, C.UTF-8, or a name that only this system knows
        return SOURCE_LANGUAGE
    return SOURCE_LANGUAGE if match(locale, available) is None else tag_of(locale)


def load(tag: str, locales: Path | None = None) -> NullTranslations:
    """Load the catalogue of an available language.

    An installed program has the compiled ``ui.mo``. A checkout has ``ui.po``, which is compiled in
    memory unless there is a newer ``ui.mo``, so that edits take effect at once.

    Raises:
        UnknownLanguage: if the catalogue does not exist.
    """
    folder = bundled_locales() if locales is None else locales
    for name in (tag, tag.replace("-", "_")):
        source = folder / name / "LC_MESSAGES" / f"{DOMAIN}.po"
        compiled = source.with_suffix(".mo")
        if _is_newer(compiled, source):
            with compiled.open("rb") as file:
                return GNUTranslations(file)
        if source.is_file():
            return translations(source.read_text("utf-8"))
    raise UnknownLanguage(f"No interface catalogue for {tag!r} in {folder}.")


def _is_newer(compiled: Path, source: Path) -> bool:
    if not compiled.is_file():
        return False
    return not source.is_file() or compiled.stat().st_mtime_ns > source.stat().st_mtime_ns
