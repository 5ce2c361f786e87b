"""A document as Markdown (CommonMark).

What people and models wrote is in fenced code blocks, whose fences are longer than any run of
backticks in them, so no content can end the block or be interpreted. In short inline texts, every
character with a meaning in CommonMark or its common extensions is escaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from clemtui.archive.documents.sheet import Block, Fact, Facts, Lines, Sheet, Utterance
from clemtui.language.sinks import markdown_text

_BACKTICKS = re.compile("`+")


def markdown(sheet: Sheet) -> str:
    """Return the document as Markdown."""
    return "\n\n".join(_parts(sheet)) + "\n"


def _parts(sheet: Sheet) -> Iterator[str]:
    yield f"# {markdown_text(sheet.title)}"
    yield from _block(sheet.facts)
    for notice in sheet.notices:
        yield f"> **{markdown_text(notice)}**"
    for section in sheet.sections:
        yield f"{'#' * section.level} {markdown_text(section.title)}"
        for block in section.blocks:
            yield from _block(block)


def _block(block: Block) -> Iterator[str]:
    match block:
        case Facts(facts):
            if facts:
                yield "\n".join(map(_fact, facts))
        case Lines(lines):
            if lines:
                yield fenced("\n".join(lines))
        case Utterance():
            yield from _utterance(block)


def _fact(fact: Fact) -> str:
    meaning = f" ({markdown_text(fact.meaning)})" if fact.meaning else ""
    return f"- **{markdown_text(fact.name)}:** {markdown_text(fact.value)}{meaning}"


def _utterance(utterance: Utterance) -> Iterator[str]:
    if utterance.language is None:
        yield f"*{markdown_text(utterance.text) or '∅'}*"
        return
    aside = f" ({markdown_text(utterance.detail)})" if utterance.detail else ""
    yield f"**{markdown_text(utterance.heading) or '∅'}**{aside}"
    yield fenced(utterance.text)


def fenced(text: str) -> str:
    """Return any text as a fenced code block."""
    longest = max((len(run) for run in _BACKTICKS.findall(text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{text}\n{fence}"
