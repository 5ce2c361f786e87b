"""Sentences that are created without an interface and translated later.

Problems with a model are found far below any screen. They are recorded in English, whatever the
interface language, and shown translated.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta


def translatable(message: str) -> str:
    """Mark a string to be translated later by ``ui.text(variable)``. Returns it unchanged."""
    return message


class LanguageTag(str):
    """A language in a sentence, as a BCP 47 tag: an `Interface` shows its name."""

    __slots__ = ()


class Sentence(str):
    """A sentence of ours with its values. As a string it is in English, for the records.

    An `Interface` translates it wherever it is passed as a value: see `Interface.show`. The
    template is marked with `translatable` where it is written.

    Attributes:
        template: a message with plain ``{name}`` placeholders, as in `Interface.text`.
        values: content (strings, made safe when shown), numbers, time spans (`timedelta`),
            languages (`LanguageTag`), or other sentences.
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

    def map_content(self, change: Callable[[str], str]) -> Sentence:
        """Return the sentence with its content changed, e.g. to mask what must not be shown."""
        return Sentence(
            self.template,
            **{
                name: value.map_content(change)
                if isinstance(value, Sentence)
                else change(value)
                if isinstance(value, str) and not isinstance(value, LanguageTag)
                else value
                for name, value in self.values.items()
            },
        )


def join_sentences(first: str, second: str) -> str:
    """Join two sentences, ours or content; return the first alone if the second is empty."""
    if not second:
        return first
    return Sentence(translatable("{first} {second}"), first=first, second=second)


def _english(value: object) -> str:
    if isinstance(value, timedelta):
        seconds = value.total_seconds()
        return "1 second" if seconds == 1 else f"{f'{seconds:,.1f}'.removesuffix('.0')} seconds"
    if isinstance(value, int):
        return f"{value:,}"
    return str(value)
