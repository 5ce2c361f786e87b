"""The first line of a screen: its title, and who plays."""

from __future__ import annotations

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from clemtui.language import one_line, shorten
from clemtui.language.width import cell_count

_GAP = 2
_MOST_OF_A_NAME = 20
"""Maximum width of the name, in cells."""


class Headline(Static):
    """A line with a title at the start and a name at the end.

    The title is shortened if necessary; the name is always shown.
    """

    class PersonClicked(Message):
        """Posted when the name is clicked."""

    def __init__(self, title: str = "", person: str = "") -> None:
        super().__init__(markup=False, classes="headline")
        self._title = title
        self._person = person

    @property
    def person(self) -> str:
        """The name shown."""
        return self._person

    def show(self, title: str | None = None, person: str | None = None) -> None:
        """Change the title or the name. None leaves it as it is."""
        self._title = self._title if title is None else title
        self._person = self._person if person is None else person
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    def on_click(self, event: events.Click) -> None:
        at = event.get_content_offset(self)
        if at is None:
            return
        behind = at.x if self._mirrored else self.content_size.width - 1 - at.x
        if behind < cell_count(self._shown_person()):
            self.post_message(self.PersonClicked())

    @property
    def _mirrored(self) -> bool:
        return self.app.has_class("-rtl")

    def _shown_person(self) -> str:
        most = min(_MOST_OF_A_NAME, max(1, self.content_size.width // 2))
        return shorten(one_line(self._person), most, cell_count)

    def _draw(self) -> None:
        width = self.content_size.width
        person = self._shown_person()
        room = width - cell_count(person) - (_GAP if person else 0)
        title = shorten(one_line(self._title), max(1, room), cell_count)
        space = " " * max(0, width - cell_count(title) - cell_count(person))
        parts = [(title, "bold"), (space, ""), (person, "$text-muted")]
        self.update(Content.assemble(*(reversed(parts) if self._mirrored else parts)))
