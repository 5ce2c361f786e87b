"""The dialog for choosing who takes a seat: an available player, or a model by name."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from clemtui.config import ConfigError, resolve_model
from clemtui.episode.errors import PlayError, UsageError, message_of
from clemtui.episode.offers.partners import Offer, offers
from clemtui.episode.planning.people import readable_name
from clemtui.language import Interface, Localised, one_line, translatable
from clemtui.records.errors import StoreError
from clemtui.ui.shell.context import Context
from clemtui.ui.shell.dialogs.choice import TextDialog
from clemtui.ui.shell.dialogs.overlay import Dialog
from clemtui.ui.shell.navigation import OpenPartners
from clemtui.ui.shell.removal import RemovableScreen
from clemtui.ui.widgets.lists import MenuList
from clemtui.wording.phrases import player_name

_ANOTHER = "\0another"


class PartnerList(MenuList):
    """A list of possible partners; Enter chooses one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", translatable("Choose"), id="partner.take")
    ]


class PartnerDialog(RemovableScreen[str | None], Dialog[str]):
    """A dialog that asks who takes a seat.

    It dismisses with the partner word, as in `Choices.partner`, or None. The list is updated as
    more becomes known (see `clemtui.episode.offers.partners.offers`), and the highlighted player
    stays highlighted. Players that are not available are listed with the reason and cannot be
    chosen. For a person, the dialog asks for a name.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", translatable("Back"), id="partner.close")
    ]

    def __init__(
        self,
        context: Context,
        to: OpenPartners,
        offers: AsyncIterator[tuple[Offer, ...]] | None = None,
    ) -> None:
        """Create the dialog.

        Each list of ``offers`` replaces the previous one. If None, they are requested from the
        service of the sitting.
        """
        super().__init__()
        self.context = context
        self.offered: tuple[Offer, ...] = ()
        self._offers = offers
        self._title = to.title
        self._casting = to.casting
        self._current = to.current

    @property
    def interface(self) -> Interface:
        """The texts in the interface language."""
        return self.context.interface

    def compose(self) -> ComposeResult:
        ui = self.interface
        with Vertical(classes="dialogue"):
            yield Static(
                self._title or ui.text("Which partner?"),
                markup=False,
                classes="heading",
            )
            yield PartnerList(*self._model_by_name(), markup=False)
            yield Static(ui.text("Looking…"), markup=False, classes="explanation")
            yield Static(markup=False, classes="error")
            yield Static(ui.text("Enter: choose    Escape: back"), markup=False, classes="choices")

    def on_mount(self) -> None:
        self.run_latest(self._load_offers, group="offers")

    async def _load_offers(self) -> None:
        try:
            found = self._offers or offers(await self.context.service(), casting=self._casting)
            async for each in found:
                self._show(tuple(filter(self._is_allowed, each)))
        except (PlayError, StoreError) as error:
            self._show_error(message_of(error))
        self.query_one(".explanation").display = False

    def _is_allowed(self, offer: Offer) -> bool:
        """Whether a visitor may choose this player."""
        if offer.source == "person":
            return self.context.may("people")
        return offer.source in ("scripted", "settings") or self.context.may("models")

    def _show(self, offered: tuple[Offer, ...]) -> None:
        choices = self.query_one(OptionList)
        at = choices.highlighted
        wanted = self.offered[at].word if at is not None and at < len(self.offered) else None
        last = at is not None and at == len(self.offered) > 0
        self.offered = offered
        choices.clear_options()
        choices.add_options(Option(self._offer_content(offer)) for offer in offered)
        choices.add_options(self._model_by_name())
        words = [offer.word for offer in offered]
        if at in (None, 0) and self._current in words:  # the user has not moved yet
            wanted = self._current
        found = words.index(wanted) if wanted and wanted in words else 0
        choices.highlighted = len(offered) if last else found

    def _model_by_name(self) -> list[Option]:
        """Return the option to name any model, unless a visitor may not."""
        if not self.context.may("models"):
            return []
        return [Option("  " + self.interface.text("a model by name…"), id=_ANOTHER)]

    def _offer_content(self, offer: Offer) -> Content:
        ui = self.interface
        name = player_name(ui, offer.title)
        if offer.ready is False:
            why = offer.why.sentences(ui)[0] if offer.why is not None else Localised("")
            return Content.styled(f"✗ {name}\n  {why}", "$text-muted")
        detail = one_line(offer.detail)
        mark = "✓ " if offer.word == self._current else "  "
        return Content.assemble(mark, name, *([("  " + detail, "$text-muted")] if detail else []))

    def on_option_list_option_highlighted(self) -> None:
        self._show_error("")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if event.option.id == _ANOTHER:
            self._ask_model()
            return
        offer = self.offered[event.option_index]
        if offer.ready is False:
            reasons = offer.why.sentences(self.interface) if offer.why is not None else ()
            self._show_error(" ".join(reasons))
        elif offer.source == "person":
            self._ask_name(offer.word)
        else:
            self.dismiss(offer.word)

    def _ask_name(self, kind: str) -> None:
        ui = self.interface
        self._ask(
            ui.text("Who is it?"),
            ui.text("The pseudonym under which their games are recorded."),
            lambda name: f"{kind}:{readable_name(name, [self.context.person])}",
        )

    def _ask_model(self) -> None:
        ui = self.interface

        def model(name: str) -> str:
            if not name:
                raise UsageError(ui.text("Which model?"))
            resolve_model(name, self.context.settings)
            return name

        explanation = ui.text(
            "A name from the settings, or a provider's model name, such as openai/gpt-4o-mini."
        )
        self._ask(ui.text("Which model?"), explanation, model)

    def _ask(self, title: str, explanation: str, word_for: Callable[[str], str]) -> None:
        """Ask for a name and dismiss with the partner word for it; show why it is rejected."""
        words: list[str] = []

        async def take(name: str) -> str | None:
            try:
                words.append(word_for(name))
            except (PlayError, ConfigError) as error:
                return message_of(error)
            return None

        def answered(_: None) -> None:
            if words:
                self.dismiss(words[-1])

        self.app.push_screen(TextDialog(self.interface, title, explanation, "", take), answered)

    def _show_error(self, message: str) -> None:
        self.query_one(".error", Static).update(self.interface.show(message))
