"""The preview below the answer: what would be sent."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

from clemtui.language import has_rtl, one_line, safe, shorten
from clemtui.language.width import cell_count
from clemtui.ui.terminal.bidi import reorders_in_app, separator
from clemtui.ui.widgets.columns import tail

_LEAD = "$foreground-muted"


class Preview(Static):
    """A preview of what a form would send, or of a right-to-left free text in reading order."""

    def __init__(self, *, id: str) -> None:
        super().__init__(markup=False, id=id)

    @property
    def shows_order(self) -> bool:
        """Whether free texts need a preview: only if clemtui reorders right-to-left text itself."""
        return reorders_in_app(self.app)

    def show_composed(self, lead: str, composed: str | None, *, whole: bool) -> None:
        """Show the text composed by a form, or an ellipsis for None, while it cannot be sent.

        ``whole`` shows all of it instead of what fits into one line.
        """
        if composed is None:
            self.update(Content.styled(f"{lead} …", _LEAD))
        elif whole:
            self.update(Content.assemble((f"{lead}\n", _LEAD), safe(composed)))
        else:
            room = max(1, self.size.width - cell_count(lead) - 1)
            text = shorten(one_line(composed), room, cell_count)
            self.update(Content.assemble((lead + separator(text), _LEAD), text))

    def show_written(self, text: str) -> None:
        """Show the end of a right-to-left free text in reading order.

        In the box itself, letters are in the order in which they were typed.
        """
        shown = tail(one_line(text), self.size.width) if self.shows_order else ""
        self.update(shown if has_rtl(shown) else "")
