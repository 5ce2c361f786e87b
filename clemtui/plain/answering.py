"""Getting one answer from a person, through a form with hints or as free text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from clemtui.engine import Form, Hint, Label, Request, Symbol, Values, symbol_hint, without_tags
from clemtui.episode.answer_timing import AnswerTiming
from clemtui.episode.condition import END_WARNING
from clemtui.episode.seat_port import SeatPort
from clemtui.language import Interface, safe
from clemtui.plain.fields import FormAsker
from clemtui.plain.prompter import Prompter
from clemtui.plain.texts import read_lines
from clemtui.records.rows import AS_SENT
from clemtui.wording.phrases import Voice


class Answering:
    """Asks for the answer to one request and saves what is written so far as a draft."""

    def __init__(
        self,
        live: SeatPort,
        voice: Voice,
        prompter: Prompter,
        request: Request,
        timer: AnswerTiming,
    ) -> None:
        self._live = live
        self._voice = voice
        self._ui = voice.interface
        self._prompter = prompter
        self._request = request
        self._timer = timer

    async def answer(self) -> tuple[str, Mapping[str, Any] | None]:
        """Return the answer as it will be sent, and the form's values if there is a form.

        Raises:
            StoreError: if the draft cannot be recorded.
        """
        form = self._request.form
        if form is None or self._live.condition.interface in AS_SENT:
            return await self._free_text(), None
        values = await self._filled(form)
        read, _ = without_tags(form, values)
        return form.compose(read), values

    async def _save(self, body: str | Mapping[str, Any]) -> None:
        await self._live.draft(self._request.id, body, self._timer.timing(None))

    async def _filled(self, form: Form) -> dict[str, Any]:
        side = self._request.purpose == "side question"
        asker = FormAsker(self._prompter, self._voice, self._live.texts.policy, brief=side)
        draft = self._live.drafts.get(self._request.id)
        kept: Mapping[str, Any] = draft if isinstance(draft, Mapping) else {}
        if kept:
            self._prompter.say(self._ui.text("Your draft is kept."))
        while True:
            values = await asker.fill(form, kept, self._save)
            hints = self._hints(form, values)
            errors = [hint for hint in hints if hint.level == "error"]
            if errors:
                wrong = {hint.field for hint in errors}
                kept = {id: value for id, value in values.items() if id not in wrong}
                continue
            warned = any(hint.level == "warning" for hint in hints)
            question = self._ui.text("Send it anyway? yes or no:")
            if not warned or await ask_yes_no(self._prompter, self._ui, question):
                self._timer.sent_with(hints)
                return values
            kept = values

    def _hints(self, form: Form, values: Values) -> list[Hint]:
        """Show the hints of the aids that are on, and return them."""
        aids = {None, *self._live.condition.aids}
        view = self._live.view(self._request.seat)
        read, notes = without_tags(form, values)
        hints = [*(hint for hint in form.check(read, view) if hint.aid in aids), *notes]
        for hint in hints:
            self._show(hint)
        return hints

    def _show(self, hint: Hint) -> None:
        self._timer.hint_shown(hint)
        text = self._voice.say(hint.text)
        if hint.level == "warning":
            text = self._ui.text("Warning: {text}", text=text)
        self._prompter.say(text)

    async def _free_text(self) -> str:
        draft = self._live.drafts.get(self._request.id)
        kept = draft if isinstance(draft, str) else ""
        if kept:
            self._prompter.say(
                self._ui.text("Your draft:\n{text}\nAnything you type is added to it.",
                              text=safe(kept))
            )  # fmt: skip
        while True:
            text = await self._lines(kept)
            hints = tuple(self._end_warning(text))
            if text.strip() and not hints:
                self._timer.sent_with(self._symbol_hints())
                return text
            question = self._ui.text("The answer is empty. Send it anyway? yes or no:")
            if hints:
                self._show(hints[0])
                question = self._ui.text("Send it anyway? yes or no:")
            if await ask_yes_no(self._prompter, self._ui, question):
                self._timer.sent_with((*self._symbol_hints(), *hints))
                return text
            kept = ""

    def _end_warning(self, text: str) -> Iterator[Hint]:
        """Yield a warning if an answer would end the episode, and the aid is on."""
        live = self._live
        checked = text.strip() and END_WARNING in live.condition.aids
        if checked and live.would_break_form(self._request.id, text):
            yield Hint(Label("form.ends"), aid=END_WARNING)

    @property
    def _symbols(self) -> Sequence[Symbol]:
        form = self._request.form
        return form.symbols if form is not None else ()

    def _symbol_hints(self) -> tuple[Hint, ...]:
        return tuple(symbol_hint(symbol.typed, symbol) for symbol in self._symbols)

    async def _lines(self, kept: str) -> str:
        async def save(lines: list[str]) -> None:
            await self._save("\n".join(lines))

        for hint in self._symbol_hints():
            self._timer.hint_shown(hint)
            self._prompter.say(self._voice.say(hint.text))
        existing = kept.split("\n") if kept else []
        prompt = self._ui.text("Your answer.")
        lines = await read_lines(
            self._prompter, self._voice, prompt, save, existing, symbols=self._symbols
        )
        return "\n".join(lines)


async def ask_yes_no(prompter: Prompter, ui: Interface, question: str) -> bool:
    """Ask a yes/no question, answered in the interface language or English; empty means no."""
    while True:
        reply = str(await prompter.read(question)).strip()
        meant = yes_or_no(ui, reply)
        if meant is not None or not reply:
            return bool(meant)


def yes_or_no(ui: Interface, reply: str) -> bool | None:
    """Return what an answer in the interface language or English means; None if neither.

    The first letter is enough.
    """
    word = reply.strip().casefold()
    for said, meant in (("yes", True), ("no", False)):
        local = ui.text(said).casefold()
        if word in (said, said[0], local, local[:1]):
            return meant
    return None
