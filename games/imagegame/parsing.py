"""What players may write: a command, the word that ends the game, a grid.

An official instance includes the reference's own patterns; ours are built from the pack's words in
the same form.
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
    """A pattern is invalid; the message says which and why."""


@dataclass(frozen=True)
class Protocol:
    """The three patterns, all matched from the start of an answer (`re.match`).

    Commands and the end of the game are matched regardless of case, grids are not.
    """

    command: re.Pattern[str]
    done: re.Pattern[str]
    grid: re.Pattern[str]

    @classmethod
    def of(cls, texts: Texts) -> Protocol:
        """Return the protocol for the texts of an official instance or a language pack."""
        own = texts.options.get("patterns")
        if own is not None:
            return cls.compiled(*own)
        return cls.compiled(*patterns_of(texts.tag("command"), texts.tag("done")))

    @classmethod
    def compiled(cls, command: str, done: str, grid: str) -> Protocol:
        """Compile the three patterns.

        Raises:
            BadPattern: if one of them is not a valid regular expression.
        """
        flags = (re.IGNORECASE, re.IGNORECASE, re.NOFLAG)
        compiled = []
        for name, pattern, flag in zip(PATTERNS, (command, done, grid), flags, strict=True):
            try:
                compiled.append(re.compile(pattern, flag))
            except re.error as error:
                raise BadPattern(f"the {name} pattern is invalid: {error}") from None
        return cls(*compiled)

    def ends(self, text: str) -> bool:
        """Return whether the giver ends the game. This is checked before anything else."""
        return self.done.match(text) is not None

    def instruction(self, text: str) -> str | None:
        """Return the command to send to the follower: the first line with its tag, or None.

        The pattern requires exactly one line but tolerates one line break at the end.
        """
        return text.split("\n")[0] if self.command.match(text) else None

    def is_grid(self, text: str) -> bool:
        """Return whether the follower's answer is a grid and nothing else."""
        return self.grid.match(text) is not None


def patterns_of(command_tag: str, done: str) -> tuple[str, str, str]:
    """Return the three patterns for a tag such as ``Command:`` and a word such as ``DONE``.

    A command is the tag, exactly one space and some text on the same line. After a full-width
    colon, which is wide enough to need no space, the space is optional. The end of the game may
    have white space anywhere around its words and the colon.
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
