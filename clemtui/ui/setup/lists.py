"""All that can be chosen in a field of the set-up screen, as a list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widgets import Static

from clemtui.ui.setup.partner import PartnerScreen
from clemtui.ui.shell.dialogs.choice import ChoiceScreen

if TYPE_CHECKING:
    from clemtui.ui.setup.screen import SetUpScreen
    from clemtui.ui.widgets.stepper import Stepper


def show_list(screen: SetUpScreen, stepper: Stepper) -> None:
    """Show what can be chosen, and take what the person chooses."""
    state, id = screen.state, stepper.id or ""
    label = str(screen.query_one(f"#row-{id} .name", Static).visual)

    def chosen(value: str | None) -> None:
        if value is not None:
            stepper.choose(value)

    def partner(word: str | None) -> None:
        if word is not None:
            state.choose(seat, word)
            stepper.offer(screen.words.players(seat), state.partners[seat].player)
            stepper.choose(state.partners[seat].player)

    if id.startswith("partner-"):
        seat = state.seats[int(id.rpartition("-")[2])].name
        now = state.partners[seat]
        asked = PartnerScreen(
            screen.context,
            title=label,
            casting=state.casting(seat),
            current=now.model or now.player,
        )
        screen.app.push_screen(asked, partner)
    elif len(stepper.options) > 1:
        screen.app.push_screen(
            ChoiceScreen(screen.interface, label, stepper.options, stepper.value()), chosen
        )
