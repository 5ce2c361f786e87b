"""Leaks of style: marks in the texts of a blinded partner that give a language model away.

Counted are Markdown that people do not type in a dialogue (emphasis, headings, lists, code), and
sentences in which a writer says that it is a program, in the language of the prompts or in English,
to which models relapse. Dashes, quotation marks and length are not counted: they are good
typography in some of the languages, and people use them too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields

from clemtui.records.studies import PartnerText
from clemtui.study.results.disclosures import DISCLOSURES

_EMPHASIS = re.compile(
    r"\*\*(?=\S)[^*\n]+(?<=\S)\*\*"
    r"|(?<!\w)__(?=[^\s_])[^_\n]+(?<=\S)__(?!\w)"
    r"|(?<![\w*])\*(?=[^\s*])[^*\n]+(?<=\S)\*(?![\w*])"
)
_HEADING = re.compile(r"^ {0,3}#{1,6} +\S", re.MULTILINE)
_LIST = re.compile(r"^ {0,6}(?:[-*+•]|\d{1,2}[.)]) +\S", re.MULTILINE)
_FENCE = re.compile(r"^ {0,3}(?:```|~~~)", re.MULTILINE)
_CODE = re.compile(r"(?<!`)`[^`\n]+`(?!`)")

_SPACES = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Leaks:
    """How many signs of a language model there are in texts.

    Attributes:
        emphasis: pieces of bold or italic text.
        headings: lines that are headings.
        lists: lines that are items of a list, with a sign or a number.
        code: blocks and pieces of code.
        disclosures: sentences such as "As an AI language model".
    """

    emphasis: int = 0
    headings: int = 0
    lists: int = 0
    code: int = 0
    disclosures: int = 0

    def __add__(self, other: Leaks) -> Leaks:
        names = (each.name for each in fields(Leaks))
        return Leaks(*(getattr(self, name) + getattr(other, name) for name in names))

    @property
    def total(self) -> int:
        """All of them."""
        return sum(getattr(self, each.name) for each in fields(Leaks))


@dataclass(frozen=True, slots=True)
class PartnerLeaks:
    """The leaks of one partner in a game.

    Attributes:
        player: a model's litellm name, or `scripted`.
        episodes: the leaks in each of its episodes that count, by id.
    """

    game: str
    player: str
    episodes: Mapping[str, Leaks]

    @property
    def leaking(self) -> int:
        """In how many episodes there is any."""
        return sum(each.total > 0 for each in self.episodes.values())

    @property
    def all(self) -> Leaks:
        """All leaks."""
        return sum(self.episodes.values(), Leaks())


def style_leaks(texts: Iterable[str], language: str) -> Leaks:
    """Count the leaks in the texts of a partner.

    Args:
        language: the prompt language, as a BCP 47 tag; in one that is unknown here, only sentences
            in English are counted.
    """
    return sum((_leaks(text, language) for text in texts), Leaks())


def _leaks(text: str, language: str) -> Leaks:
    fences = len(_FENCE.findall(text))
    outside = _without_blocks(text)
    # The items of a list may begin with an asterisk, which is no emphasis.
    prose = _LIST.sub(lambda found: found[0][-1], outside)
    return Leaks(
        emphasis=len(_EMPHASIS.findall(prose)),
        headings=len(_HEADING.findall(outside)),
        lists=len(_LIST.findall(outside)),
        code=(fences + 1) // 2 + len(_CODE.findall(outside)),
        disclosures=len(_disclosures(text, language)),
    )


def _without_blocks(text: str) -> str:
    """Return a text without its blocks of code."""
    kept, inside = [], False
    for line in text.split("\n"):
        if _FENCE.match(line):
            inside = not inside
        elif not inside:
            kept.append(line)
    return "\n".join(kept)


def _disclosures(text: str, language: str) -> Sequence[str]:
    known = dict.fromkeys(("en", language.partition("-")[0]))
    pattern = "|".join(f"(?:{DISCLOSURES[each]})" for each in known if each in DISCLOSURES)
    return re.findall(pattern, _SPACES.sub(" ", text.casefold()))


def partner_leaks(texts: Iterable[PartnerText]) -> Iterator[PartnerLeaks]:
    """Yield the leaks of every partner, by game and player."""
    found: dict[tuple[str, str], dict[str, Leaks]] = {}
    for each in texts:
        episodes = found.setdefault((each.game, each.player), {})
        before = episodes.get(each.episode, Leaks())
        episodes[each.episode] = before + style_leaks((each.text,), each.language)
    for game, player in sorted(found):
        yield PartnerLeaks(game, player, found[game, player])
