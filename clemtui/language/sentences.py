"""Sentences that are made where no interface is known, and said where one is.

What goes wrong with a model is found far below any screen. It is recorded in English, whatever the
person speaks, and told in their language.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta


def translatable(message: str) -> str:
    """Mark a string that is said later, by ``ui.text(variable)``. Returns it as it is."""
    return message


class LanguageTag(str):
    """A language in a sentence, by its BCP 47 tag: an `Interface` says its name."""

    __slots__ = ()


class Sentence(str):
    """A sentence of ours with its values. As a string it is the English of it, for records.

    An `Interface` says it in its own language wherever it is given as a value: see
    `Interface.show`. The template is marked with `translatable` where it is written.

    Attributes:
        template: plain ``{name}`` placeholders, as in `Interface.text`.
        values: content (strings, made safe where they are said), numbers, time spans (a
            `timedelta`), languages (a `LanguageTag`), or other sentences.
    """

    __slots__ = ("template", "values")

    template: str
    values: Mapping[str, object]

    def __new__(cls, template: str, /, **values: object) -> Sentence:
        shown = {name: _english(value) for name, value in values.items()}
        sentence = super().__new__(cls, template.format_map(shown))
        sentence.template = template
        sentence.values = values
        return sentence

    def changed(self, change: Callable[[str], str]) -> Sentence:
        """The same sentence with its content changed, e.g. what must not be shown left out."""
        return Sentence(
            self.template,
            **{
                name: value.changed(change)
                if isinstance(value, Sentence)
                else change(value)
                if isinstance(value, str) and not isinstance(value, LanguageTag)
                else value
                for name, value in self.values.items()
            },
        )


def together(first: str, second: str) -> str:
    """Two sentences, ours or content, one after the other; the first alone if there is no other."""
    if not second:
        return first
    return Sentence(translatable("{first} {second}"), first=first, second=second)


def _english(value: object) -> str:
    if isinstance(value, timedelta):
        seconds = value.total_seconds()
        return "1 second" if seconds == 1 else f"{seconds:g} seconds"
    if isinstance(value, int):
        return f"{value:,}"
    return str(value)
