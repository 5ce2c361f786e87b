"""What players may write: a command, the word that ends the game, a grid.

An official instance brings the reference's own patterns; ours are built of the pack's words, with
the same shape.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from clemtui.engine import Texts

from .grids import BLANK, LETTERS, SIZE

_WIDE_COLON = "\uff1a"
_WIDE_BLANK = "\u3000"

PATTERNS = ("command", "done", "grid")
"""The reference's three patterns, in the order of the option ``patterns`` of official texts."""


class BadPattern(ValueError):
    """A pattern cannot be used; the message says which and why."""


@dataclass(frozen=True)
class Protocol:
    """The three patterns. All match from the beginning of an answer (`re.match`).

    Case does not matter for commands and for the end; it does for grids.
    """

    command: re.Pattern[str]
    done: re.Pattern[str]
    grid: re.Pattern[str]

    @classmethod
    def of(cls, texts: Texts) -> Protocol:
        """The protocol of an official instance's texts, or of a language pack's."""
        own = texts.options.get("patterns")
        if own is not None:
            return cls.compiled(*own)
        return cls.compiled(*patterns_of(texts.tag("command"), texts.tag("done")))

    @classmethod
    def compiled(cls, command: str, done: str, grid: str) -> Protocol:
        """The protocol of three patterns.

        Raises:
            BadPattern: one of them is no regular expression.
        """
        flags = (re.IGNORECASE, re.IGNORECASE, re.NOFLAG)
        compiled = []
        for name, pattern, flag in zip(PATTERNS, (command, done, grid), flags, strict=True):
            try:
                compiled.append(re.compile(pattern, flag))
            except re.error as error:
                raise BadPattern(f"the pattern of the {name} is invalid: {error}") from None
        return cls(*compiled)

    def ends(self, text: str) -> bool:
        """Whether the giver ends the game. This is looked at first."""
        return self.done.match(text) is not None

    def instruction(self, text: str) -> str | None:
        """The command that the follower is sent: the first line, tag included; None if it is none.

        The pattern asks for exactly one line, but lets one line break stand at its end.
        """
        return text.split("\n")[0] if self.command.match(text) else None

    def is_grid(self, text: str) -> bool:
        """Whether the follower answers with a grid and nothing else."""
        return self.grid.match(text) is not None


def patterns_of(command_tag: str, done: str) -> tuple[str, str, str]:
    """The three patterns for a tag such as ``Command:`` and a word such as ``DONE``.

    A command has the tag, exactly one blank after it and something in the same line; after a colon
    of full width, which brings its own, no blank is needed. The end may have white space anywhere
    around its words and the colon.
    """
    wide = command_tag.endswith(_WIDE_COLON)
    colon, blank = (_WIDE_COLON, f"[ {_WIDE_BLANK}]?") if wide else (":", " ")
    word = re.escape(command_tag.removesuffix(colon).rstrip())
    row = rf"([{LETTERS}{BLANK}]\s){{{SIZE - 1}}}[{LETTERS}{BLANK}]"
    return (
        rf"^{re.escape(command_tag)}{blank}[^\n]+$",
        rf"^\s*{word}\s*{colon}\s*{re.escape(done)}\s*$",
        r"^\n*" + r"\n".join([row] * SIZE) + r"\n*$",
    )
