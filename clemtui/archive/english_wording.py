"""The English wording of the prompts of an episode that was played in another language.

The episode is replayed with texts that record which prompt was given with which values, and the
English pack's prompt with the same id is filled with the same values. Only what the game master
says is put into English: words of the task and of players stay unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from clemtui.archive.review import Review
from clemtui.catalogue import Catalogue
from clemtui.catalogue.packs import SOURCE_LANGUAGE
from clemtui.engine import Game, RecordingTexts, Response, Texts, TextsError
from clemtui.language import Sentence, translatable
from clemtui.records.rows import StoredEpisode

_IS_ENGLISH = translatable("This episode already has the English prompts.")
_OWN_PROMPTS = translatable(
    "This episode uses the prompts of its official instance, so there is no English wording to "
    "compare."
)
_NOT_AGAIN = translatable(
    "The rules installed here do not reproduce this episode, so there is no English "
    "wording to compare."
)
_NO_ENGLISH = translatable("There is no English language pack to compare with.")
_SAME_VERSION = translatable(
    "Game master in English; the words of the task and of the players are unchanged."
)
_OTHER_VERSION = translatable(
    "Current English wording, version {today}; these prompts were made from version {then}."
)

_FIRST_PRIVATE = 0xE000
_MOST_PRIVATE = 6400
"""Private-use characters, which stand in for prompts while the rest is examined."""


class EnglishWording:
    """The English wording of an episode's prompts.

    Attributes:
        note: a sentence on which English prompts these are.
    """

    def __init__(self, game: Game, stored: StoredEpisode, english: Texts, note: Sentence) -> None:
        """Replay the episode, which the rules must reproduce, and record its prompts."""
        self.note = note
        self._english = english
        self._task_words = frozenset(_strings(stored.instance.data))
        self._words = dict(_translations(stored.texts, english))
        self._tags = dict(_tag_translations(stored.texts, english))
        self._token = _word_pattern(self._words)
        self._responses: list[str] = []
        self._answers: set[str] = set()
        """All answers so far, both with and without the tag before them."""
        self._translated_placeholders: set[str] = set()
        """The placeholders that the game master has filled with a tag or an option."""
        self._prompts: dict[str, str] = {}
        self._bare: dict[str, str] = {}
        texts = RecordingTexts.of(stored.texts)
        master = game.start(stored.instance, texts)
        self._collect_prompts(texts)
        for entry in stored.entries_for_replay:
            if isinstance(entry, Response):
                self._responses.append(entry.text)
                self._answers |= {entry.text.strip(), self._untagged(entry.text)}
            master.submit(entry)
            self._collect_prompts(texts)

    def translate(self, message: str) -> str | None:
        """Return a game master's message in English; None if none of it is its own wording."""
        found = self._bare.get(_without_blanks(message)) or self._repeated_question(message)
        if found is None:
            found = self._translate_parts(message)
        return None if found is None or found == message else found

    def _collect_prompts(self, texts: RecordingTexts) -> None:
        """Process the prompts recorded since the last call."""
        for id, values, text in texts.rendered:
            if text not in self._prompts:
                filled = {name: self._value(name, value) for name, value in values.items()}
                try:
                    found = self._english.prompt(id, **filled)
                except TextsError:  # the English pack has no such prompt, or other placeholders
                    continue
                self._prompts[text] = found
                self._bare.setdefault(_without_blanks(text), found)
        texts.rendered.clear()

    def _value(self, name: str, value: str) -> str:
        """Return the value for an English prompt: tags, options and prompts in English, others
        unchanged."""
        if value in self._prompts:
            return self._prompts[value]
        theirs = value in self._task_words or value.strip() in self._answers
        if value in self._words and (name in self._translated_placeholders or not theirs):
            self._translated_placeholders.add(name)
            return self._words[value]
        return value if theirs else self._translate_words(value)

    def _translate_words(self, text: str) -> str:
        """Return a game master's text with every tag and option in it in English."""
        if self._token is None:
            return text
        return self._token.sub(lambda match: self._words[match[0]], text)

    def _untagged(self, said: str) -> str:
        said = said.strip()
        return next((said[len(tag) :].strip() for tag in self._tags if said.startswith(tag)), said)

    def _repeated_question(self, message: str) -> str | None:
        """Translate a prompt with an option inserted after a tag, as in a repeated question."""
        for option, meant in self._words.items():
            if option in message and option not in self._tags:
                whole = self._bare.get(_without_blanks(message.replace(option, "")))
                before = message[: message.index(option)].rstrip()
                tag = next((tag for tag in self._tags if before.endswith(tag.rstrip())), None)
                if whole is not None and tag is not None:
                    english = self._tags[tag]
                    return whole.replace(english, f"{english}{meant} ", 1)
        return None

    def _translate_parts(self, message: str) -> str | None:
        """Translate a message that mixes prompts, or tags and options alone, with words of
        players."""
        found: list[str] = []
        rest = message
        for text in sorted(self._prompts, key=len, reverse=True):
            if len(found) < _MOST_PRIVATE and text.strip():
                whole_lines = rf"(?:(?<=\n)|\A){re.escape(text)}(?=\n|\Z)"
                mark = chr(_FIRST_PRIVATE + len(found))
                if text in rest and (changed := re.sub(whole_lines, mark, rest)) != rest:
                    rest = changed
                    found.append(self._prompts[text])
        marks = "".join(chr(_FIRST_PRIVATE + at) for at in range(len(found)))
        parts = re.split(f"([{marks}])", rest) if marks else [rest]
        said = (
            found[ord(part) - _FIRST_PRIVATE]
            if part and part in marks
            else self._translate_between(part)
            for part in parts
        )
        whole = "".join(said)
        return whole if found or whole != message else None

    def _translate_between(self, part: str) -> str:
        """Translate text between prompts if it is only tags and options; keep players' words."""
        wanted = part.strip()
        if not wanted or self._token is None or any(wanted in said for said in self._responses):
            return part
        return part if re.search(r"\w", self._token.sub("", part)) else self._translate_words(part)


def english_wording(catalogue: Catalogue, review: Review) -> EnglishWording | Sentence:
    """Return the English wording of a recorded episode, or a sentence that says why there is none.

    It replays the episode, which may take a moment.
    """
    stored, game = review.stored, review.game
    if stored.texts.language == SOURCE_LANGUAGE and not stored.texts.markers:
        return Sentence(_IS_ENGLISH)
    if stored.texts.markers or (game is not None and game.texts(stored.instance) is not None):
        return Sentence(_OWN_PROMPTS)
    if game is None or not review.faithful:
        return Sentence(_NOT_AGAIN)
    english = catalogue.packs(game.card.family).get(SOURCE_LANGUAGE)
    if english is None:
        return Sentence(_NO_ENGLISH)
    return EnglishWording(game, stored, english.texts, _note(catalogue, stored, english.texts))


def _note(catalogue: Catalogue, stored: StoredEpisode, english: Texts) -> Sentence:
    """Return a note on whether the prompts were made from today's English ones.

    They were if they are those of an available pack, which is never stale, or name the same
    version.
    """
    pack = catalogue.packs(stored.summary.family).get(stored.texts.language)
    then, today = stored.texts.card.get("source_version"), english.card.get("version")
    if then == today or (pack is not None and pack.texts.hash == stored.texts.hash):
        return Sentence(_SAME_VERSION)
    return Sentence(_OTHER_VERSION, today=str(today), then=str(then or "?"))


def _translations(texts: Texts, english: Texts) -> Iterator[tuple[str, str]]:
    """Yield tags and options with their English equivalents. Of equal ones, the first counts."""
    found: dict[str, str] = {}
    options = (
        pair
        for id, mine in texts.options.items()
        if len(mine) == len(english.options.get(id, ()))
        for pair in zip(mine, english.options[id], strict=True)
    )
    for mine, theirs in chain(_tag_translations(texts, english), options):
        if mine.strip():
            found.setdefault(mine, theirs)
            found.setdefault(mine.strip(), theirs.strip())
    yield from found.items()


def _tag_translations(texts: Texts, english: Texts) -> Iterator[tuple[str, str]]:
    for id, tag in texts.tags.items():
        if tag.strip() and id in english.tags:
            yield tag, english.tags[id]


def _word_pattern(words: Iterable[str]) -> re.Pattern[str] | None:
    """Return a pattern for any of some words on its own, longest first; None without words."""
    ordered = sorted(words, key=len, reverse=True)
    if not ordered:
        return None
    return re.compile("|".join(map(_whole_word, ordered)))


def _whole_word(word: str) -> str:
    before = r"(?<!\w)" if re.match(r"\w", word) else ""
    after = r"(?!\w)" if re.match(r"\w", word[-1]) else ""
    return f"{before}{re.escape(word)}{after}"


def _strings(data: Any) -> Iterator[str]:
    """Yield every text in JSON-like data."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping):
        for value in data.values():
            yield from _strings(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from _strings(value)


def _without_blanks(text: str) -> str:
    return "".join(text.split())
