"""The line below the answer: what would be sent."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

from clemtui.language import has_rtl, one_line, safe, shorten
from clemtui.language.width import cell_count
from clemtui.ui.terminal.bidi import apart, in_app
from clemtui.ui.widgets.columns import ending

_LEAD = "$foreground-muted"


class Preview(Static):
    """Shows what would be sent of a form; of a free text, how it is read where that is another
    order than the one in which it is written."""

    def __init__(self, *, id: str) -> None:
        super().__init__(markup=False, id=id)

    @property
    def shows_order(self) -> bool:
        """Whether there is anything to show of a free text."""
        return in_app(self.app)

    def show_composed(self, lead: str, composed: str | None, *, whole: bool) -> None:
        """Show what a form makes of its values, None while it cannot be sent; all of it, or as much
        as there is room for."""
        if composed is None:
            self.update(Content.styled(f"{lead} …", _LEAD))
        elif whole:
            self.update(Content.assemble((f"{lead}\n", _LEAD), safe(composed)))
        else:
            room = max(1, self.size.width - cell_count(lead) - 1)
            text = shorten(one_line(composed), room, cell_count)
            self.update(Content.assemble((lead + apart(text), _LEAD), text))

    def show_written(self, text: str) -> None:
        """Show the end of a free text as one reads it: in the box its letters stand in the order
        in which they were typed."""
        shown = ending(one_line(text), self.size.width) if self.shows_order else ""
        self.update(shown if has_rtl(shown) else "")
