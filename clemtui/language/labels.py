"""Turn the labels of games into text: rules contain no sentences, the family's packs do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from clemtui.engine.labels import Label
from clemtui.engine.texts import TextsError, base_language, substitute
from clemtui.language.catalogues import (
    SOURCE_LANGUAGE,
    UnknownLanguage,
    fallback_tags,
    parse_tag,
)
from clemtui.language.display import safe
from clemtui.language.interface import Interface, Localised
from clemtui.language.sentences import translatable

# Labels used by the engine itself, in any game.
COMMON = {
    "control.gave_up": translatable("A player ended the episode."),
    "control.time_out": translatable("Time is up, so the episode has ended."),
    "control.partner_gone": translatable("The other player has left, so the episode has ended."),
    "control.response_limit": translatable(
        "The response limit was reached, so the episode has ended."
    ),
    "control.context_full": translatable(
        "The dialogue no longer fits into the model's context, so the episode has ended."
    ),
    "control.closed": translatable("The episode was closed before its end."),
    "form.missing": translatable("This field is empty."),
    "form.wrong_kind": translatable("This is not a valid answer here."),
    "form.several_lines": translatable("This must be a single line."),
    "form.too_long": translatable("At most {maximum} characters are allowed."),
    "form.no_word": translatable("This must be a single word."),
    "form.wrong_length": translatable("The word must have {length} letters."),
    "form.wrong_letter": translatable("Not allowed here: {letter}"),
    "form.no_option": translatable("Choose one of the options."),
    "form.twice": translatable("Each option can be chosen only once."),
    "form.outside": translatable("The number must be between {minimum} and {maximum}."),
    "form.too_few": translatable("At least {minimum} are required."),
    "form.too_many": translatable("At most {maximum} are allowed."),
    "form.wrong_shape": translatable("The grid must have {rows} rows and {columns} columns."),
    "form.symbol": translatable("{means} types {symbol}"),
    "form.tag": translatable("{tag} is added for you and sent once."),
    "form.clock": translatable("A clock is shown."),
    "form.ends": translatable("This answer is malformed and would end the episode."),
}


class Labels:
    """The label texts of one family of games in the interface language."""

    def __init__(
        self,
        interface: Interface,
        words: Mapping[str, Mapping[str, str]],
    ) -> None:
        """Use the ``[interface]`` tables of a family: language tag -> label id -> template.

        Labels without text are reported to the interface.
        """
        self._interface = interface
        self._words = words
        self._tables = self._in(interface.language)

    def _in(self, language: str) -> Sequence[Mapping[str, str]]:
        """Return the tables to look a label up in, the best first.

        A wording such as ``en-x-para1`` has those of its language, and a language that is unknown
        to Babel only its own.
        """
        bare = base_language(language)
        try:
            known = fallback_tags(parse_tag(bare))
        except UnknownLanguage:
            known = (bare,)
        tags = dict.fromkeys((*known, SOURCE_LANGUAGE))
        return [self._words[tag] for tag in tags if tag in self._words]

    def has(self, label: Label) -> bool:
        """Return whether there is text for a label in the interface language or in English."""
        return any(label.id in table for table in self._tables)

    def say(self, said: Label | str, *, language: str | None = None) -> Localised:
        """Return the text of a label, a translated `Sentence`, or content made safe. Never raises.

        ``language`` looks a label up in the tables of another language than the interface's.

        Text is looked up in the tables of the interface language, then in English, then among the
        program's own. A label without text is shown as its id: ``‹taboo.clue›``.
        """
        if isinstance(said, str):
            return Localised(self._interface.show(said))
        values = {name: self._interface.show(value) for name, value in said.values.items()}
        for table in self._tables if language is None else self._in(language):
            if said.id in table:
                try:
                    return Localised(substitute(safe(table[said.id]), values))
                except TextsError as error:
                    self._interface.report(f"the words of the label {said.id!r}: {error}")
        if said.id in COMMON:
            return self._interface.text(COMMON[said.id], **said.values)
        self._interface.report(f"no words for the label {said.id!r}")
        return Localised(f"‹{safe(said.id, newlines=False)}›")
