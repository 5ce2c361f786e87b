"""Mask secrets in error messages: a provider may quote the prompt of a hidden seat.

Servers often repeat the input that they reject. People need the message to know what to do, but
must not read secrets that their seats do not know.
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
class SecretMask:
    """Masks the secrets of an episode that not all people at this keyboard may know."""

    pattern: re.Pattern[str] | None

    @classmethod
    def of(cls, game: Game, instance: Instance, people: Iterable[str]) -> SecretMask:
        """Return the masking for the people in these seats; nothing is masked if no one plays."""
        seats = frozenset(people)
        hidden = {s.text for s in game.secrets(instance) if s.text and not seats <= s.known_to}
        if not seats or not hidden:
            return cls(None)
        words = sorted(map(re.escape, hidden), key=len, reverse=True)
        return cls(re.compile("|".join(words), re.IGNORECASE))

    def of_update(self, update: Update) -> Update:
        """Return the update as it may be shown."""
        if self.pattern is None or not isinstance(update, AttemptFailed | Halted):
            return update
        return replace(update, message=self._masked(update.message))

    def _masked(self, message: str) -> str:
        """Mask the secrets in a message; the fixed text of our own sentences reveals nothing."""
        assert self.pattern is not None
        hide = partial(self.pattern.sub, HIDDEN)
        return message.map_content(hide) if isinstance(message, Sentence) else hide(message)
