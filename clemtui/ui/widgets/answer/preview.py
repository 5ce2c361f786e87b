"""The preview below the answer: what would be sent."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

from clemtui.language import has_rtl, one_line, shorten
from clemtui.language.width import cell_count
from clemtui.language.wrapping import wrap
from clemtui.ui.terminal.bidi import reorders_in_app, separator
from clemtui.ui.widgets.columns import tail

_LEAD = "$foreground-muted"


class Preview(Static):
    """A preview of what a form would send, or of a right-to-left free text in reading order."""

    def __init__(self, *, id: str) -> None:
        super().__init__(markup=False, id=id)
        self._composed: tuple[str, str | None] | None = None

    @property
    def shows_order(self) -> bool:
        """Whether free texts need a preview: only if clemtui reorders right-to-left text itself."""
        return reorders_in_app(self.app)

    def show_composed(self, lead: str, composed: str | None) -> None:
        """Show the text composed by a form, or an ellipsis for None, while it cannot be sent."""
        self._composed = lead, composed
        self._draw()

    def on_resize(self) -> None:
        """Use the lines that there are now."""
        self._draw()

    def _draw(self) -> None:
        if self._composed is None:
            return
        lead, composed = self._composed
        if composed is None:
            self.update(Content.styled(f"{lead} …", _LEAD))
            return
        text = one_line(composed)
        between = separator(text)
        width, height = max(1, self.size.width), max(1, self.size.height)
        lines = list(wrap(f"{lead}{between}{text}", width))
        if len(lines) > height:
            rest = " ".join(line.strip() for line in lines[height - 1 :])
            lines[height - 1 :] = [shorten(rest, width, cell_count)]
        shown = Content("\n".join(lines))
        self.update(shown.stylize(_LEAD, 0, len(lead)))

    def show_written(self, text: str) -> None:
        """Show the end of a right-to-left free text in reading order.

        In the box itself, letters are in the order in which they were typed.
        """
        self._composed = None
        shown = tail(one_line(text), self.size.width) if self.shows_order else ""
        self.update(shown if has_rtl(shown) else "")
