"""The interface languages to choose from."""

from __future__ import annotations

import os
from collections.abc import Mapping

from clemtui.language import Interface, available_languages, choose_language
from clemtui.language.catalogues import match, parse_tag


def tongues(
    ui: Interface, *settings: str | None, environment: Mapping[str, str] = os.environ
) -> list[tuple[str, str]]:
    """The languages of the interface: the tag of each, and its name in itself and in this one.

    Where the language that is spoken now, one of the ``settings``, or the system's is a language
    with a region, as in ``de-AT``, its tag is that: the words are the same, the numbers are not.
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
