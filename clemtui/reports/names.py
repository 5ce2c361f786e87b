"""Names of games, players, seats and abort causes in reports and comparisons of languages."""

from __future__ import annotations

from collections.abc import Iterable

from clemtui.analysis.effect.model import Caution, Comparison, Setting
from clemtui.engine import Label, placeholders
from clemtui.engine.labels import control_label
from clemtui.episode.planning.listing import GameListing
from clemtui.language import Interface, Labels, one_line
from clemtui.language.labels import COMMON
from clemtui.records.results import AbortCause
from clemtui.reports.tables import SEPARATOR
from clemtui.wording.phrases import ANSWER_CAUSES, VERDICTS, Voice, player_name

_SHOWN_BY_NAME = ("game", "players")


class Names:
    """Names in the interface language, as far as the installed games define them."""

    def __init__(self, listings: Iterable[GameListing], ui: Interface) -> None:
        self.ui = ui
        self._listings = {each.card.id: each for each in listings}

    def setting(self, setting: Setting) -> str:
        """Return the name of a setting: game, players, and what else distinguishes it."""
        rest = (value for name, value in setting.key.items() if name not in _SHOWN_BY_NAME)
        return SEPARATOR.join(
            [
                self.game(setting.key["game"]),
                " + ".join(player_name(self.ui, name) for name in setting.players),
                *(one_line(value) for value in rest if value),
            ]
        )

    def game(self, game: str) -> str:
        """Return the title of a game, or its id if it is not installed."""
        voice = self._voice(game)
        return one_line(game) if voice is None else voice.say(voice.listing.title)

    def seat(self, game: str, seat: str) -> str:
        """Return the role of a seat; a dash for none."""
        voice = self._voice(game)
        if not seat:
            return "–"
        return one_line(seat) if voice is None else voice.seat(seat)

    def reason(self, game: str, cause: AbortCause) -> str:
        """Return why episodes were aborted, with an ellipsis for values that differ by episode."""
        if cause.verdict == "control":
            known = COMMON.get(control_label(cause.reason).id)
            return self.ui.text(known) if known else self.ui.show(cause.reason)
        if cause.verdict in ANSWER_CAUSES:
            return self.ui.text(ANSWER_CAUSES[cause.verdict])
        listing = self._listings.get(game)
        words = {} if listing is None else listing.words
        templates = (table[cause.reason] for table in words.values() if cause.reason in table)
        template = next(templates, None)
        if template is not None:
            values = dict.fromkeys(placeholders(template), "…")
            return Labels(self.ui, words).say(Label(cause.reason, values))
        if cause.verdict in VERDICTS:
            return self.ui.text(VERDICTS[cause.verdict])
        return self.ui.text("unknown")

    def _voice(self, game: str) -> Voice | None:
        listing = self._listings.get(game)
        if listing is None:
            return None
        return Voice(self.ui, Labels(self.ui, listing.words), listing, {})


def language_and_tag(tag: str, ui: Interface) -> str:
    """Return a language with its tag, as names alone may be long or ambiguous."""
    name = ui.language_name(tag)
    return str(name) if name == tag else f"{name} ({tag})"


def language_and_group(compared: Comparison | Caution, ui: Interface) -> str:
    """Return a language and, if any, the group within which it was compared."""
    name = language_and_tag(compared.language, ui)
    return f"{name}{SEPARATOR}{one_line(compared.group)}" if compared.group else name
