"""Choosing from a list by number or word."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from clemtui.episode.planning.names import nearest
from clemtui.language import Interface, Localised


@dataclass(frozen=True)
class Menu:
    """A menu: words, marked as translatable, and what each of them does."""

    interface: Interface
    choices: Mapping[str, str]

    def lines(self) -> tuple[Localised, ...]:
        """Return one line per choice."""
        ui = self.interface
        return tuple(
            ui.text("{word}: {meaning}", word=ui.text(word), meaning=ui.text(meaning))
            for word, meaning in self.choices.items()
        )

    def numbered(self) -> tuple[Localised, ...]:
        """Return the choices as numbered lines."""
        return numbered(self.interface, self.lines())

    def match(self, reply: str) -> tuple[str, str]:
        """Return the choice a reply means, and the rest of the reply.

        A reply starts with a choice's number or word, in the interface language or English, with or
        without a slash. The choice is empty if none matches.
        """
        first, *rest = reply.removeprefix("/").split(maxsplit=1) or [""]
        after = rest[0].strip() if rest else ""
        for word in self.choices:
            if first.casefold() in (word, self.interface.text(word).casefold()):
                return word, after
        at = index_of(first, len(self.choices))
        return ("" if at is None else list(self.choices)[at]), after

    def unknown_choice(self, reply: str) -> Localised:
        """Return the error for an unknown choice, with the closest one if there is any."""
        ui = self.interface
        words = [ui.text(word) for word in self.choices]
        first, *_ = reply.split(maxsplit=1) or [""]
        near = nearest(first, words)
        if near is None:
            return ui.text(
                "“{reply}” is not an option. Options: {words}.",
                reply=reply,
                words=ui.list(words),
            )
        return ui.text("“{reply}” is not an option; did you mean {near}?", reply=first, near=near)


_LONGEST_NUMBER = 9  # digits


def numbered(ui: Interface, names: tuple[str, ...]) -> tuple[Localised, ...]:
    """Number names from 1."""
    return tuple(
        ui.text("{number}. {name}", number=number, name=name)
        for number, name in enumerate(names, 1)
    )


def index_of(text: str, count: int) -> int | None:
    """Return the index, from 0, of the numbered item a text means, or None."""
    number = whole_number(text.strip())
    return number - 1 if number is not None and 1 <= number <= count else None


def whole_number(text: str) -> int | None:
    """Return the whole number a text is, or None. Python refuses to read very long ones."""
    return int(text) if text.isdecimal() and len(text) <= _LONGEST_NUMBER else None
