"""The choice of interface languages."""

from __future__ import annotations

import os
from collections.abc import Mapping

from clemtui.language import Interface, available_languages, choose_language
from clemtui.language.catalogues import match, parse_tag


def interface_languages(
    ui: Interface, *settings: str | None, environment: Mapping[str, str] = os.environ
) -> list[tuple[str, str]]:
    """Return the tags of the interface languages with their names.

    Each name is given in its own language and in the current one.

    If the current language, one of the ``settings`` or the system's language has a region, as
    ``de-AT`` has, the tag with the region is offered: the texts are the same, but number formats
    differ.
    """
    available = available_languages()
    known = [tag for tag in (ui.language, *settings, choose_language(None, environment)) if tag]
    found: list[tuple[str, str]] = []
    for tag in available:
        regional = (each for each in known if match(parse_tag(each), available) == tag)
        chosen = next(regional, tag)
        itself = Interface(tag).language_name(chosen)
        here = ui.language_name(chosen)
        name = itself if itself == here else ui.text("{itself} · {here}", itself=itself, here=here)
        found.append((chosen, name))
    return found
