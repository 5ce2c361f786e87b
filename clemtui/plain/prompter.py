"""The interface through which form fields and free text are asked for."""

from __future__ import annotations

from collections.abc import Set
from enum import StrEnum
from typing import Protocol


class PromptWord(StrEnum):
    """A slash word that has a meaning only in certain prompts."""

    DONE = "/done"
    CLEAR = "/clear"
    RETRY = "/retry"
    OTHER = "/other"
    EDIT = "/edit"


class Prompter(Protocol):
    """Reads a person's answers, obeying the general slash commands meanwhile."""

    async def read(
        self, prompt: str, extra_words: Set[PromptWord] = frozenset()
    ) -> str | PromptWord:
        """Show a prompt and wait for a line or one of the extra words in ``extra_words``."""
        ...

    def say(self, *lines: str) -> None:
        """Print lines."""
        ...

    @property
    def can_edit(self) -> bool:
        """Whether an editor is available."""
        ...

    async def edit(self, text: str) -> str | None:
        """Return a text after editing it; None if that failed, which has been reported."""
        ...
