"""Where the fields of a form, and free text, are asked for."""

from __future__ import annotations

from collections.abc import Set
from enum import StrEnum
from typing import Protocol


class Word(StrEnum):
    """A word with a slash that means something only where it is asked for."""

    DONE = "/done"
    CLEAR = "/clear"
    RETRY = "/retry"
    OTHER = "/other"
    EDIT = "/edit"


class Prompter(Protocol):
    """Reads what a person answers; the commands that are always there are obeyed meanwhile."""

    async def read(self, prompt: str, also: Set[Word] = frozenset()) -> str | Word:
        """Say a prompt and wait for a line, or for one of the words that hold here as well."""
        ...

    def say(self, *lines: str) -> None:
        """Say something."""
        ...

    @property
    def can_edit(self) -> bool:
        """Whether a text can be written in an editor."""
        ...

    async def edit(self, text: str) -> str | None:
        """A text after the person has edited it; None where that went wrong, which was said."""
        ...
