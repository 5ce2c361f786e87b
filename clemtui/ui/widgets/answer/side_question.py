"""A side question, shown where it is answered: it is not part of the dialogue."""

from __future__ import annotations

from clemtui.engine import Request
from clemtui.language import Localised, safe, translatable
from clemtui.ui.terminal.bidi import Paragraph
from clemtui.ui.widgets.answer.form_shape import quick_choice
from clemtui.ui.widgets.key_guard import KeyGuard
from clemtui.wording.phrases import Voice, truncated

ONE_KEY = translatable("A key chooses; that key again sends.")


class SideQuestion(Paragraph):
    """The text of a side question. Empty during the dialogue."""

    def __init__(self, *, id: str) -> None:
        super().__init__(markup=False, id=id)
        self._follows = False

    def guard(self, request: Request) -> KeyGuard | None:
        """Return the key guard for a question with a key for each answer, or None for any other.

        The first question of a series needs time to be noticed. For the following ones, the guard
        only keeps auto-repeat from answering several questions.
        """
        if quick_choice(request) is None:
            return None
        return KeyGuard(known=self._follows)

    def ask(self, request: Request, voice: Voice, *, assisted: bool) -> Localised:
        """Show the question and return its title."""
        self._follows = True
        asks = request.form.asks if assisted and request.form is not None else None
        asked = request.messages[-1].text if asks is None else asks
        shown = safe(truncated(asked, voice.interface))
        self.align(shown)
        self.update(shown)
        choice = quick_choice(request) if assisted else None
        if choice is not None:
            return voice.say(choice.name)
        return voice.interface.text("Side question · {role}", role=voice.seat(request.seat))

    def clear(self) -> None:
        """Clear the question when the dialogue resumes."""
        self._follows = False
        self.update("")
