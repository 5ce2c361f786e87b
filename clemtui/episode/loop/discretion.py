"""Discretion: what a provider says of a failed call may quote the prompt of a hidden seat.

Servers like to repeat the input that they refuse. The people here need the message, to know what
to do, but not the words that their seats may not know.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial

from clemtui.engine import Game, Instance
from clemtui.episode.updates import AttemptFailed, Halted, Update
from clemtui.language import Sentence

HIDDEN = "[…]"


@dataclass(frozen=True, slots=True)
class Discretion:
    """Masks the secrets of an episode that a person at this keyboard may not know."""

    pattern: re.Pattern[str] | None

    @classmethod
    def of(cls, game: Game, instance: Instance, people: Iterable[str]) -> Discretion:
        """The discretion towards the people in these seats; where nobody plays, none is needed."""
        seats = frozenset(people)
        hidden = {s.text for s in game.secrets(instance) if s.text and not seats <= s.known_to}
        if not seats or not hidden:
            return cls(None)
        words = sorted(map(re.escape, hidden), key=len, reverse=True)
        return cls(re.compile("|".join(words), re.IGNORECASE))

    def of_update(self, update: Update) -> Update:
        """The update as it may be shown."""
        if self.pattern is None or not isinstance(update, AttemptFailed | Halted):
            return update
        return replace(update, message=self._masked(update.message))

    def _masked(self, message: str) -> str:
        """The message without the secrets; the words of our own sentences give nothing away."""
        assert self.pattern is not None
        hide = partial(self.pattern.sub, HIDDEN)
        return message.changed(hide) if isinstance(message, Sentence) else hide(message)
