"""A document as HTML: one self-contained file for reading, printing and keeping."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from clemtui.archive.documents.sheet import Block, Fact, Facts, Lines, Section, Sheet, Utterance
from clemtui.language.sinks import markup_text

_STYLE = """
:root { color-scheme: light dark; --ink: #1c1b1a; --paper: #fdfcf9; --soft: #66625c;
  --line: #dcd8d0; --master: #2f5d8a; --seat: #2f6d4a; --good: #2f6d4a; --bad: #a8323a; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e9e6e0; --paper: #1b1a19; --soft: #a39e96; --line: #3b3835;
    --master: #8fb8e0; --seat: #8fcfa8; --good: #8fcfa8; --bad: #f0949a; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.7rem; line-height: 1.25; margin: 0 0 1rem; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 0.75rem; padding-block-end: 0.25rem;
  border-block-end: 1px solid var(--line); }
h3 { font-size: 1rem; color: var(--soft); margin: 1.75rem 0 0.5rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.2rem 1.25rem; margin: 0; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
.notice { border-inline-start: 4px solid var(--bad); padding: 0.5rem 1rem; }
.meaning, .aside { color: var(--soft); font-weight: normal; }
article { margin: 0.9rem 0; padding-inline-start: 0.9rem; border-inline-start: 3px solid; }
article.master { border-color: var(--master); }
article.seat { border-color: var(--seat); }
.who { margin: 0 0 0.2rem; font-weight: 600; }
.master .who { color: var(--master); }
.seat .who { color: var(--seat); }
.text, .lines { white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: plaintext; }
.lines { font-family: ui-monospace, monospace; }
.note { color: var(--soft); margin: 0.6rem 0; }
.good { color: var(--good); }
.bad { color: var(--bad); }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr; } dt { margin-top: 0.4rem; } }
@media print {
  :root { color-scheme: light; --ink: #000; --paper: #fff; --soft: #444; --line: #999;
    --master: #234a70; --seat: #20563a; --good: #20563a; --bad: #8a1f27; }
  main { max-width: none; padding: 0; }
  h2, h3, .who { break-after: avoid; }
  @page { margin: 18mm; } }
"""


def html_page(
    title: str, style: str, body: Iterable[str], *, language: str = "en", direction: str = "ltr"
) -> str:
    """Return a page without scripts or external resources.

    Args:
        title: a text; its heading too.
        style: a style sheet; ``body``: the lines of HTML below the heading.
        language: as a BCP 47 tag.
    """
    title = markup_text(title)
    return "\n".join(
        (
            "<!DOCTYPE html>",
            f'<html lang="{markup_text(language)}" dir="{direction}">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta http-equiv="Content-Security-Policy" '
            "content=\"default-src 'none'; style-src 'unsafe-inline'\">",
            f"<title>{title}</title>",
            f"<style>{style}</style>",
            "</head>",
            "<body>",
            "<main>",
            f'<h1 dir="auto">{title}</h1>',
            *body,
            "</main>",
            "</body>",
            "</html>",
            "",
        )
    )


def html(sheet: Sheet) -> str:
    """Return the document as HTML, without scripts or external resources."""
    body = (
        *_block(sheet.facts),
        *(f'<p class="notice" role="note">{markup_text(notice)}</p>' for notice in sheet.notices),
        *(line for section in sheet.sections for line in _section(section)),
    )
    return html_page(sheet.title, _STYLE, body, language=sheet.language, direction=sheet.direction)


def _section(section: Section) -> Iterator[str]:
    yield f"<h{section.level}>{markup_text(section.title)}</h{section.level}>"
    for block in section.blocks:
        yield from _block(block)


def _block(block: Block) -> Iterator[str]:
    match block:
        case Facts(facts):
            if facts:
                yield "<dl>"
                yield from map(_fact, facts)
                yield "</dl>"
        case Lines(lines):
            if lines:
                yield f'<div class="lines">{markup_text(chr(10).join(lines))}</div>'
        case Utterance():
            yield from _utterance(block)


def _fact(fact: Fact) -> str:
    meaning = f' <span class="meaning">({markup_text(fact.meaning)})</span>' if fact.meaning else ""
    value = f'<bdi dir="auto">{markup_text(fact.value)}</bdi>'
    return f"<dt>{markup_text(fact.name)}</dt><dd>{value}{meaning}</dd>"


def _utterance(utterance: Utterance) -> Iterator[str]:
    if utterance.language is None:
        yield f'<p class="note {utterance.tone}">{markup_text(utterance.text)}</p>'
        return
    aside = (
        f' <span class="aside">{markup_text(utterance.detail)}</span>' if utterance.detail else ""
    )
    yield f'<article class="{utterance.tone}">'
    yield f'<p class="who"><bdi>{markup_text(utterance.heading)}</bdi>{aside}</p>'
    language = markup_text(utterance.language)
    yield f'<div class="text" lang="{language}" dir="auto">{markup_text(utterance.text)}</div>'
    yield "</article>"
