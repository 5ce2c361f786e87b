"""The screen on which to choose who plays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from clemtui.episode.errors import PlayError, message_of
from clemtui.language import one_line, translatable
from clemtui.records.errors import StoreError
from clemtui.ui.shell.base import BaseScreen
from clemtui.ui.shell.context import Context
from clemtui.ui.shell.dialogs.choice import TextDialog
from clemtui.ui.shell.navigation import OpenPeople
from clemtui.ui.widgets.lists import MenuList

if TYPE_CHECKING:
    from clemtui.records.rows import Person


class PeopleList(MenuList):
    """A list of people; Enter selects one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", translatable("Play under this name"), id="people.take")
    ]


class PeopleScreen(BaseScreen[None]):
    """The screen that lists the people known here; Enter makes one the current person."""

    KEYS = ("people.take", "people.new", "people.close")

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "new", translatable("New name"), id="people.new"),
        Binding("escape,q", "close", translatable("Back"), id="people.close", key_display="Esc"),
    ]

    def __init__(self, context: Context, to: OpenPeople) -> None:
        super().__init__(context, to)
        self.people: tuple[Person, ...] = ()
        self.error = ""

    def title_text(self) -> str:
        return self.interface.text("Who plays?")

    def contents(self) -> Iterator[Widget]:
        ui = self.interface
        yield Static(
            ui.text(
                "Your episodes are recorded under this name. It is a pseudonym, not an "
                "account: anyone at this computer can use it."
            ),
            markup=False,
            classes="paragraph",
        )
        yield Static(markup=False, classes="error")
        yield PeopleList(id="people", markup=False)

    async def fill(self) -> None:
        ui = self.interface
        error = self.query_one(".error", Static)
        error.update(f"✗ {ui.show(self.error)}")
        error.display = bool(self.error)
        choices = self.query_one(PeopleList)
        before = choices.highlighted
        names = [person.pseudonym for person in self.people]
        choices.clear_options()
        for person in self.people:
            here = person.pseudonym == self.context.person
            when = ui.date_time(person.created_at.astimezone(), length="short")
            since = ui.text("since {date}", date=when)
            choices.add_option(
                Option(
                    Content.assemble(
                        "✓ " if here else "  ",
                        (one_line(person.pseudonym), "bold"),
                        "  ",
                        (ui.text("current") if here else since, "$text-muted"),
                    ),
                    id=person.id,
                )
            )
        choices.add_option(Option(f"+ {ui.text('new name…')}"))
        mine = names.index(self.context.person) if self.context.person in names else 0
        choices.highlighted = mine if before is None else min(before, len(names))

    def on_mount(self) -> None:
        self.query_one(PeopleList).focus()
        self.run_latest(self._load, group="people")

    async def _load(self) -> None:
        try:
            self.people = await (await self.context.service()).people()
        except (PlayError, StoreError) as error:
            self.error = message_of(error)
        await self.wait_composed()
        self.query_one(PeopleList).highlighted = None
        await self.fill()

    def help_texts(self) -> Iterator[tuple[str, str]]:
        yield (
            "",
            self.interface.text(
                "Choose who plays and press Enter. The name is shown in the first line of "
                "every screen and saved in the settings. With “clemtui play --as NAME”, the "
                "name applies to this run only."
            ),
        )

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if event.option_id is None:
            self.action_new()
        else:
            name = next(each.pseudonym for each in self.people if each.id == event.option_id)
            self.run_worker(self._select_person(name), group="take", exclusive=True)

    async def _select_person(self, name: str) -> None:
        await self.play_as(name)
        self.dismiss(None)

    def action_new(self) -> None:
        ui = self.interface

        async def take(name: str) -> str | None:
            try:
                person = await (await self.context.service()).add_person(name)
            except (PlayError, StoreError) as error:
                return message_of(error)
            self.run_worker(self._select_person(person.pseudonym), group="take", exclusive=True)
            return None

        self.app.push_screen(
            TextDialog(
                ui,
                ui.text("New name"),
                ui.text("A pseudonym; choose one that does not identify you."),
                "",
                take,
            )
        )

    def action_close(self) -> None:
        self.dismiss(None)
