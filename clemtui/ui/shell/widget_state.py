"""What a person did to the widgets of a screen, kept while the screen is rebuilt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from textual.dom import DOMNode
from textual.screen import Screen
from textual.widget import Widget

from clemtui.ui.widgets.games.cards import GameCards

Place = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _State:
    kind: type[Widget]
    scrolled: tuple[float, float]
    value: Any = None


class WidgetState:
    """Focus, highlight, scroll positions and typed text of a screen.

    A widget is identified by its place: the ids, or the classes and numbers, on the path to it.
    """

    def __init__(self, screen: Screen[Any]) -> None:
        self._screen = screen
        self._focused: Place | None = None
        self._states: dict[Place, _State] = {}
        for place, widget in _places(screen):
            if widget is screen.focused:
                self._focused = place
            scrolled = (widget.scroll_x, widget.scroll_y)
            state = _State(type(widget), scrolled, _capture(widget))
            if state.value is not None or any(scrolled):
                self._states[place] = state

    def restore(self) -> None:
        """Apply the saved state to the widgets that are now at the same places."""
        for place, widget in _places(self._screen):
            state = self._states.get(place)
            if state is not None and type(widget) is state.kind:
                _apply(widget, state.value)
                if any(state.scrolled):
                    x, y = state.scrolled
                    widget.call_after_refresh(widget.scroll_to, x, y, animate=False)
            if place == self._focused:
                self._screen.set_focus(widget, scroll_visible=False)


def _places(node: DOMNode, before: Place = ()) -> Iterator[tuple[Place, Widget]]:
    numbers: Counter[str] = Counter()
    for child in node.children:
        if child.has_class("-textual-system"):
            continue
        name = type(child).__name__
        numbers[name] += 1
        place = (*before, f"#{child.id}" if child.id else f"{name} {numbers[name]}")
        yield place, child
        yield from _places(child, place)


def _capture(widget: Widget) -> Any:
    from textual.widgets import Input, OptionList, TextArea  # slow: not for the first paint

    match widget:
        case GameCards():
            return widget.current
        case OptionList(highlighted=int(index)):
            return widget.get_option_at_index(index).id or index
        case Input():
            return widget.value, widget.selection
        case TextArea():
            return widget.text, widget.selection
    return None


def _apply(widget: Widget, value: Any) -> None:
    from textual.widgets import Input, OptionList, TextArea

    match widget, value:
        case GameCards(), str(id) if id in widget.ids:
            widget.highlight(widget.ids.index(id))
        case OptionList(), str(id) if id in {option.id for option in widget.options}:
            widget.highlighted = widget.get_option_index(id)
        case OptionList(), int(index) if index < widget.option_count:
            widget.highlighted = index
        case Input(), (str(text), selection):
            if widget.value != text:
                widget.value = text
            widget.selection = selection
        case TextArea(), (str(text), selection):
            if widget.text != text:
                widget.load_text(text)
            widget.selection = selection
