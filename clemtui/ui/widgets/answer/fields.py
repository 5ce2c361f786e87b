"""Builds widgets for the fields of a form, including its combinators."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Static

from clemtui.engine import (
    Branch,
    Choice,
    ChoiceField,
    Dependent,
    Field,
    GridField,
    LineField,
    MultiChoice,
    NumberField,
    OneOf,
    Optional,
    Repeat,
    TextField,
    WordField,
    label,
)
from clemtui.language.width import cell_count
from clemtui.ui.widgets.answer.box import AnswerBox
from clemtui.ui.widgets.answer.editing import ABSENT, Edited
from clemtui.ui.widgets.answer.grid_input import GridInput
from clemtui.ui.widgets.answer.letter_cells import LetterCells
from clemtui.ui.widgets.answer.options import ChoiceRow, MultiChoiceRow, Options
from clemtui.ui.widgets.key_guard import KeyGuard
from clemtui.wording.phrases import Voice

WIDEST_NAME = 22
"""Cells; longer field names wrap."""

History = Mapping[str, Sequence[str]]
"""Earlier inputs by field id."""


@dataclass(frozen=True)
class EditorFactory:
    """A factory for the widgets of fields, with the labels of one game.

    With a ``guard``, a single key chooses and sends; the guard rejects keys not meant for it.
    """

    voice: Voice
    history: History = dataclasses.field(default_factory=dict)
    private: frozenset[str] = frozenset()
    guard: KeyGuard | None = None

    def editor(self, field: Field, *, optional: bool = False) -> Any:
        """Return the widget that edits a field. It implements `Editor`."""
        past = self.history.get(field.id, ())
        match field:
            case Optional():
                return self.editor(field.field, optional=True)
            case LineField():
                return AnswerBox(
                    optional=optional, placeholder=self.placeholder(optional), history=past
                )
            case TextField():
                return AnswerBox(
                    several_lines=True,
                    optional=optional,
                    placeholder=self.placeholder(optional),
                    history=past,
                )
            case WordField() if field.length is not None:
                note = self.voice.say(label("form.tag", tag=field.tag))
                ui = self.voice.interface
                return LetterCells(field, ui, optional=optional, history=past, tag_note=note)
            case WordField():
                return AnswerBox(optional=optional, history=past)
            case NumberField():
                return NumberBox(field, optional=optional)
            case ChoiceField():
                options = self.options(field.options)
                return ChoiceRow(options, self.voice.interface, optional=optional, guard=self.guard)
            case MultiChoice():
                return MultiChoiceRow(self.options(field.options), optional=optional)
            case GridField():
                return GridInput(field, self.voice.interface, optional=optional)
            case Repeat():
                return RepeatEditor(field, self, optional=optional)
            case OneOf():
                return BranchEditor(field, self, optional=optional)
            case Dependent():
                return DependentEditor(field.branches, self)

    def placeholder(self, optional: bool) -> str:
        """Return the placeholder of an empty box."""
        return self.voice.interface.text("optional") if optional else ""

    def options(self, options: Iterable[Choice]) -> Options:
        """Return the options of a choice with their labels."""
        return [(option.value, self.voice.say(option.name)) for option in options]

    def name(self, field: Field) -> str:
        """Return the label of a field, with a note if it is private or has a range of numbers."""
        name = self.voice.say(field.name)
        if field.id in self.private:
            return self.voice.interface.text("{name} (private)", name=name)
        if isinstance(field, NumberField):
            return self.voice.interface.text(
                "{name} ({minimum} to {maximum})",
                name=name,
                minimum=field.minimum,
                maximum=field.maximum,
            )
        return name


class NumberBox(AnswerBox):
    """A box for a whole number."""

    def __init__(self, field: NumberField, *, optional: bool = False) -> None:
        super().__init__(optional=optional)
        self.field = field

    def value(self) -> Any:
        """Return the number, or the text if it is not a number."""
        text = super().value()
        try:
            return int(text) if isinstance(text, str) and text.strip() else text
        except ValueError:
            return text


class FieldGroup(Vertical):
    """Fields with their labels, stacked vertically."""

    def __init__(
        self, fields: Sequence[Field], factory: EditorFactory, *, bare: bool = False
    ) -> None:
        super().__init__(classes="group")
        self.fields = tuple(fields)
        self.factory = factory
        self.bare = bare
        self.editors: list[tuple[Field, Any]] = [(f, factory.editor(f)) for f in self.fields]

    def compose(self) -> ComposeResult:
        names = {field.id: self.factory.name(field) for field in self.fields}
        widest = max((cell_count(name) for name in names.values()), default=0)
        for field, editor in self.editors:
            if self.bare or isinstance(field, Dependent):
                yield editor
            else:
                with Horizontal(classes="field"):
                    name = Static(names[field.id], markup=False, classes="name")
                    name.styles.width = min(widest, WIDEST_NAME) + 2
                    yield name
                    yield editor

    def values(self) -> dict[str, Any]:
        """Return the values by field id, without omitted fields."""
        values: dict[str, Any] = {}
        for field, editor in self.editors:
            value = editor.value()
            if isinstance(field, Dependent):
                values.update(value)
            elif value is not ABSENT:
                values[field.id] = value
        return values

    def fill_all(self, values: Mapping[str, Any]) -> None:
        """Show values, for example from a draft."""
        for field, editor in self.editors:
            if isinstance(field, Dependent):
                editor.follow(values.get(field.on))
                editor.fill(values)
            elif field.id in values:
                editor.fill(values[field.id])

    def clear_for_next(self, history: History) -> bool:
        """Clear the fields for the next turn, which allows type-ahead.

        Return False, changing nothing, if a field is not just a text and must be rebuilt.
        """
        editors = [editor for _, editor in self.editors]
        if not all(isinstance(editor, AnswerBox | LetterCells) for editor in editors):
            return False
        for field, editor in self.editors:
            editor.clear_for_next(history.get(field.id, ()))
        return True

    def ask_again(self, choice: ChoiceField, guard: KeyGuard | None) -> bool:
        """Clear the choice and ask it again, which is much faster than building a new field.

        Return False, changing nothing, if these fields are not the same choice.
        """
        field, editor = self.editors[0]
        if not isinstance(field, ChoiceField) or len(self.editors) > 1:
            return False
        if (field.id, field.options) != (choice.id, choice.options):
            return False
        editor.ask_again(guard)
        return True

    def place_of(self, id: str | None) -> Widget | None:
        """Return what takes the keys of a field, or of the first one; None if nothing does."""
        for field, editor in self.editors:
            if id is None or field.id == id:
                line = editor.only_box if isinstance(editor, BranchEditor) else None
                widgets = (*([line] if line is not None else []), editor, *editor.query("*"))
                return next((widget for widget in widgets if widget.focusable), None)
        return None

    def on_mount(self) -> None:
        self._follow()

    def on_edited(self, event: Edited) -> None:
        self._follow()

    def _follow(self) -> None:
        for field, editor in self.editors:
            if isinstance(field, Dependent):
                editor.follow(next((e.value() for f, e in self.editors if f.id == field.on), None))


class _BranchFields(Vertical):
    """The fields of one of several branches."""

    def __init__(
        self, branches: Sequence[Branch], factory: EditorFactory, chosen: Any = None
    ) -> None:
        super().__init__(classes="nested")
        self.factory = factory
        self.branches = {branch.id: branch for branch in branches}
        self.group = FieldGroup(self._fields(chosen), factory)
        self._written: dict[str, Any] = {}

    def compose(self) -> ComposeResult:
        yield self.group

    def _fields(self, chosen: Any) -> tuple[Field, ...]:
        branch = self.branches.get(chosen) if isinstance(chosen, str) else None
        return branch.fields if branch else ()

    def follow(self, chosen: Any) -> None:
        """Show the fields of this branch."""
        fields = self._fields(chosen)
        if self.group.fields != fields:
            self._written.update(self.group.values())
            old, self.group = self.group, FieldGroup(fields, self.factory)
            old.remove()
            self.mount(self.group)
            self.call_after_refresh(self._bring_back, self.group)

    def _bring_back(self, group: FieldGroup) -> None:
        """Show what was written in these fields before another branch was chosen."""
        if self._written.keys() & {field.id for field in group.fields}:
            group.fill_all(self._written)
            self.post_message(Edited())

    def fill(self, value: Any) -> None:
        """Show the values of these fields."""
        if isinstance(value, Mapping):
            self.call_after_refresh(self.group.fill_all, value)


class BranchEditor(_BranchFields):
    """An editor for one of several ways to answer: a choice, and the fields of each way."""

    def __init__(self, field: OneOf, factory: EditorFactory, *, optional: bool = False) -> None:
        names = [(branch.id, factory.voice.say(branch.name)) for branch in field.branches]
        self.row = ChoiceRow(names, factory.voice.interface, optional=optional)
        if not optional and names:
            self.row.index = 0
        super().__init__(field.branches, factory, self.row.value())

    def compose(self) -> ComposeResult:
        yield self.row
        yield self.group

    @property
    def only_box(self) -> Widget | None:
        """The box of the chosen branch if that is its only field; else None."""
        editors: list[Widget] = [editor for _, editor in self.group.editors]
        return editors[0] if len(editors) == 1 and isinstance(editors[0], AnswerBox) else None

    def value(self) -> Any:
        """Return the branch and the values of its fields."""
        chosen = self.row.value()
        return chosen if chosen is ABSENT else {"branch": chosen, **self.group.values()}

    def fill(self, value: Any) -> None:
        """Choose a branch and show the values of its fields."""
        if isinstance(value, Mapping):
            self.row.fill(value.get("branch"))
            self.follow(self.row.value())
            super().fill(value)

    def on_edited(self, event: Edited) -> None:
        self.follow(self.row.value())


class DependentEditor(_BranchFields):
    """The fields that depend on the choice made in another field of the form."""

    def value(self) -> Any:
        """Return the values of the fields, which are merged into those of the form."""
        return self.group.values()


class RepeatEditor(Vertical):
    """A repeated field. There is always an empty one to fill in, up to the maximum."""

    def __init__(self, field: Repeat, factory: EditorFactory, *, optional: bool = False) -> None:
        super().__init__(classes="nested")
        self.field = field
        self.factory = factory
        self.optional = optional
        self.items: list[Any] = []
        for _ in range(max(1, field.minimum)):
            self._add_item()

    def compose(self) -> ComposeResult:
        yield from self.items

    def value(self) -> Any:
        """Return the values of the items that are not empty."""
        values = [item.value() for item in self.items]
        kept = [value for value in values if not _empty(value)]
        return ABSENT if self.optional and not kept else kept

    def fill(self, value: Any) -> None:
        """Show these items."""
        if isinstance(value, Sequence) and not isinstance(value, str):
            while len(self.items) < min(len(value), self._maximum):
                self.mount(self._add_item())
            for item, one in zip(self.items, value, strict=False):
                item.call_after_refresh(item.fill, one)

    @property
    def _maximum(self) -> int:
        return self.field.maximum if self.field.maximum is not None else 1_000

    def on_edited(self, event: Edited) -> None:
        if len(self.items) < self._maximum and not _empty(self.items[-1].value()):
            self.mount(self._add_item())

    def _add_item(self) -> Widget:
        item: Widget = self.factory.editor(self.field.field, optional=True)
        self.items.append(item)
        return item


def _empty(value: Any) -> bool:
    return value is ABSENT or value == "" or value == []
