"""Asking for the fields of a form one after another."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from clemtui.engine import (
    Branch,
    Choice,
    ChoiceField,
    Dependent,
    Field,
    Form,
    GridField,
    LineField,
    MultiChoice,
    NumberField,
    OneOf,
    Optional,
    Repeat,
    TextField,
    TextPolicy,
    WordField,
    label,
    problems,
    without_tags,
)
from clemtui.plain.grids import edit_grid
from clemtui.plain.menus import index_of
from clemtui.plain.prompter import Prompter, PromptWord
from clemtui.plain.texts import read_lines
from clemtui.wording.phrases import Voice

_ASKING = ("?", "？", "؟")
"""Endings of a field name that is already a question."""
_CLEARABLE = frozenset({PromptWord.CLEAR})
_ENDED_BY_DONE = frozenset({PromptWord.DONE})
_ENDED_OR_CLEARED = frozenset({PromptWord.DONE, PromptWord.CLEAR})


class _Nothing:
    """The type of `NOTHING`: no value was given, now or before."""


NOTHING: Final = _Nothing()


def _form_of(field: Field) -> Form:
    return Form((field,), compose=lambda values: "")


Simple = LineField | WordField | NumberField | ChoiceField | MultiChoice
Save = Callable[[Mapping[str, Any]], Awaitable[None]]


@dataclass(frozen=True)
class _LineOrEmptyBranch:
    """A choice between writing a line and a branch that has no fields."""

    usual: Branch
    field: LineField | WordField
    other: Branch


def _as_line_or_empty_branch(ways: OneOf) -> _LineOrEmptyBranch | None:
    match sorted(ways.branches, key=lambda branch: -len(branch.fields)):
        case [
            Branch(fields=[LineField() | WordField() as field]) as usual,
            Branch(fields=[]) as other,
        ]:
            return _LineOrEmptyBranch(usual, field, other)
        case _:
            return None


class FormAsker:
    """Asks a person to fill in a form, checking each value before asking for the next.

    An empty line keeps an earlier value (from a draft, or an answer that had a warning). If
    ``brief``, options are named in the prompt instead of one per line.
    """

    def __init__(
        self, prompter: Prompter, voice: Voice, policy: TextPolicy, *, brief: bool = False
    ) -> None:
        self._prompter = prompter
        self._voice = voice
        self._ui = voice.interface
        self._policy = policy
        self._brief = brief
        self._private: frozenset[str] = frozenset()

    async def fill(self, form: Form, kept: Mapping[str, Any], save: Save) -> dict[str, Any]:
        """Ask for every field; ``save`` is called with the values so far after each one."""
        self._private = form.private
        values: dict[str, Any] = {}
        for field in form.fields:
            await self._fill_field(field, values, kept)
            await save({**kept, **values})
        return values

    async def _fill_field(
        self, field: Field, values: dict[str, Any], kept: Mapping[str, Any]
    ) -> None:
        if isinstance(field, Dependent):
            for branch in field.branches:
                if branch.id == values.get(field.on):
                    for inner in branch.fields:
                        await self._fill_field(inner, values, kept)
            return
        value = await self._value(field, kept.get(field.id, NOTHING))
        if value is not NOTHING:
            values[field.id] = value

    async def _value(self, field: Field, kept: Any, *, optional: bool = False) -> Any:
        match field:
            case Optional():
                return await self._value(field.field, kept, optional=True)
            case TextField():
                return await self._text(field, kept, optional)
            case GridField():
                return await self._grid(field, kept, optional)
            case Repeat():
                return await self._repeat(field, kept)
            case OneOf():
                return await self._one_of(field, kept)
            case Dependent():
                raise TypeError("a dependent field cannot be inside another field")
            case _:
                return await self._simple(field, kept, optional)

    async def _simple(self, field: Simple, kept: Any, optional: bool) -> Any:
        if isinstance(field, ChoiceField | MultiChoice) and not self._brief:
            self._say_options([option.name for option in field.options])
        while True:
            reply = await self._prompter.read(
                self._prompt(field, kept, optional),
                frozenset() if kept is NOTHING else _CLEARABLE,
            )
            if reply is PromptWord.CLEAR:
                kept = NOTHING
                continue
            if not reply.strip():
                if kept is not NOTHING:
                    return kept
                if optional:
                    return NOTHING
            value = self._parse(field, reply)
            if self._is_valid(field, value):
                return value

    def _prompt(self, field: Field, kept: Any, optional: bool) -> str:
        name = self._voice.say(field.name)
        if field.id in self._private:
            name = self._ui.text("{name} (private)", name=name)
        match field:
            case NumberField():
                name = self._ui.text(
                    "{name}, from {first} to {last}",
                    name=name,
                    first=field.minimum,
                    last=field.maximum,
                )
            case ChoiceField() if self._brief:
                options = [self._voice.say(option.name) for option in field.options]
                name = self._ui.text(
                    "{name} ({options})", name=name, options=self._ui.list(options, last="or")
                )
            case MultiChoice():
                name = self._ui.text("{name} (several, separated by commas)", name=name)
            case _:
                pass
        if kept is not NOTHING and isinstance(field, Simple):
            return self._ui.text(
                "{name} (Enter to keep {value}, /clear to clear it):",
                name=name,
                value=_shown(kept),
            )
        if kept is not NOTHING:
            return self._ui.text(
                "{name} (leave empty to keep {value}):", name=name, value=_shown(kept)
            )
        if optional:
            return self._ui.text("{name} (Enter to skip):", name=name)
        return name if name.endswith(_ASKING) else self._ui.text("{name}:", name=name)

    def _say_options(self, names: Sequence[Any]) -> None:
        for number, name in enumerate(names, 1):
            self._prompter.say(
                self._ui.text("{number}. {name}", number=number, name=self._voice.say(name))
            )

    def _parse(self, field: Simple, reply: str) -> Any:
        text = reply.strip()
        match field:
            case LineField():
                return self._without_tag(field, text)
            case WordField():
                return self._in_alphabet(field, self._without_tag(field, text))
            case NumberField():
                try:
                    return int(text)
                except ValueError:
                    return text  # `problems` will reject it
            case ChoiceField():
                return self._match_option(field.options, text)
            case MultiChoice():
                parts = text.split(",") if "," in text else text.split()
                return [self._match_option(field.options, part.strip()) for part in parts]

    def _without_tag(self, field: LineField | WordField, text: str) -> str:
        """Return a text without the tag of its field, and say that it is sent once."""
        read, notes = without_tags(_form_of(field), {field.id: text})
        self._prompter.say(*(self._voice.say(hint.text) for hint in notes))
        return str(read[field.id])

    def _in_alphabet(self, field: WordField, text: str) -> str:
        """Return the word in the case that the field's alphabet uses, or unchanged if none fits."""
        for cased in (text, field.read(text), field.read(self._policy.lower(text)), text.upper()):
            if all(letter in field.alphabet for letter in cased):
                return cased
        return text

    def _match_option(self, options: Sequence[Choice], text: str) -> str:
        """Return the value of the option meant by a value, name, number or unique start of a name.

        A text that means no option is returned unchanged, for `problems` to reject.
        """
        for option in options:
            if text in (option.value, self._voice.say(option.name)):
                return option.value
        for option in options:
            if text.casefold() == self._voice.say(option.name).casefold():
                return option.value
        place = index_of(text, len(options))
        if place is not None:
            return options[place].value
        begin = [
            o for o in options if self._voice.say(o.name).casefold().startswith(text.casefold())
        ]
        return begin[0].value if text and len(begin) == 1 else text

    def _is_valid(self, field: Field, value: Any) -> bool:
        """Return whether a value is valid for its field, and show what is wrong with it."""
        found = problems(_form_of(field), {field.id: value})
        self._prompter.say(*(self._voice.say(hint.text) for hint in found))
        return not found

    async def _text(self, field: TextField, kept: Any, optional: bool) -> Any:
        while True:
            lines = await read_lines(
                self._prompter, self._voice, self._prompt(field, kept, optional)
            )
            text = "\n".join(lines)
            if not text.strip():
                if kept is not NOTHING:
                    return kept
                if optional:
                    return NOTHING
            if self._is_valid(field, text):
                return text

    async def _grid(self, field: GridField, kept: Any, optional: bool) -> Any:
        if field.initial:
            before = field.initial if kept is NOTHING else kept
            return await edit_grid(
                self._prompter, self._voice, field, before, lambda rows: self._is_valid(field, rows)
            )
        self._prompter.say(
            self._ui.text(
                "Row by row: {rows} rows of {columns} characters; “{blank}” is an empty cell.",
                rows=field.rows,
                columns=field.columns,
                blank=field.blank,
            )
        )
        while True:
            first = await self._prompter.read(self._prompt(field, kept, optional))
            if not first.strip() and kept is not NOTHING:
                return kept
            if not first.strip() and optional:
                return NOTHING
            rows = [str(first)]
            while len(rows) < field.rows:
                prompt = self._ui.text("Row {number}:", number=len(rows) + 1)
                rows.append(str(await self._prompter.read(prompt)))
            value = [row.ljust(field.columns, field.blank) for row in rows]
            if self._is_valid(field, value):
                return value

    async def _repeat(self, field: Repeat, kept: Any) -> Any:
        before = list(kept) if isinstance(kept, Sequence) and not isinstance(kept, str) else []
        while True:
            values: list[Any] = []
            while field.maximum is None or len(values) < field.maximum:
                value = await self._item(field, values, before)
                if value is NOTHING:
                    break
                values.append(value)
            if self._is_valid(field, values):
                return values

    async def _item(self, field: Repeat, values: Sequence[Any], before: Sequence[Any]) -> Any:
        """Ask for one more value of a repeated field; `NOTHING` ends the list."""
        number = len(values) + 1
        kept = before[number - 1] if number <= len(before) else NOTHING
        heading = self._ui.text(
            "{name}, number {number}. Type /done when there are no more.",
            name=self._voice.say(field.name),
            number=number,
        )
        if not isinstance(field.field, LineField | WordField | NumberField):
            if number <= field.minimum:
                return await self._value(field.field, kept)
            more = await self._prompter.read(
                self._ui.text("{heading} Press Enter to continue.", heading=heading), _ENDED_BY_DONE
            )
            return NOTHING if more is PromptWord.DONE else await self._value(field.field, kept)
        self._prompter.say(heading)
        while True:
            prompt = self._prompt(field.field, kept, optional=False)
            reply = await self._prompter.read(prompt, _ENDED_BY_DONE)
            if reply is PromptWord.DONE:
                return NOTHING
            if not reply.strip() and kept is not NOTHING:
                return kept
            value = self._parse(field.field, reply)
            if self._is_valid(field.field, value):
                return value

    async def _one_of(self, field: OneOf, kept: Any) -> Any:
        before: Mapping[str, Any] = kept if isinstance(kept, Mapping) else {}
        line = _as_line_or_empty_branch(field)
        if line is not None:
            return await self._ask_line_or_empty_branch(line, before)
        branch = await self._branch(field, before.get("branch"))
        values: dict[str, Any] = {"branch": branch.id}
        for inner in branch.fields:
            await self._fill_field(inner, values, before)
        return values

    async def _ask_line_or_empty_branch(
        self, ways: _LineOrEmptyBranch, before: Mapping[str, Any]
    ) -> Any:
        """Ask for a line directly; /done chooses the branch without fields."""
        other = self._voice.say(ways.other.name)
        self._prompter.say(self._ui.text("{word}: {name}", word=PromptWord.DONE, name=other))
        kept = before.get(ways.field.id, NOTHING)
        extra_words = _ENDED_BY_DONE if kept is NOTHING else _ENDED_OR_CLEARED
        while True:
            reply = await self._prompter.read(
                self._prompt(ways.field, kept, optional=False), extra_words
            )
            if reply is PromptWord.DONE:
                return {"branch": ways.other.id}
            if reply is PromptWord.CLEAR:
                kept, extra_words = NOTHING, _ENDED_BY_DONE
                continue
            value = self._parse(ways.field, reply)
            if not reply.strip() and kept is not NOTHING:
                value = kept
            if self._is_valid(ways.field, value):
                return {"branch": ways.usual.id, ways.field.id: value}

    async def _branch(self, field: OneOf, kept: object) -> Branch:
        by_id = {branch.id: branch for branch in field.branches}
        options = tuple(Choice(branch.id, branch.name) for branch in field.branches)
        self._say_options([option.name for option in options])
        name = self._voice.say(field.name)
        known = by_id.get(str(kept))
        while True:
            if known is None:
                prompt = self._ui.text("{name}, choose one:", name=name)
            else:
                prompt = self._ui.text(
                    "{name}, choose one (Enter to keep {value}):",
                    name=name,
                    value=self._voice.say(known.name),
                )
            reply = (await self._prompter.read(prompt)).strip()
            if not reply and known is not None:
                return known
            chosen = by_id.get(self._match_option(options, reply))
            if chosen is not None:
                return chosen
            self._prompter.say(self._voice.say(label("form.no_option")))


def _shown(kept: Any) -> str:
    if isinstance(kept, str):
        return kept
    if isinstance(kept, Sequence):
        return ", ".join(map(str, kept))
    return str(kept)
