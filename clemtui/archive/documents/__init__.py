"""Transcripts of episodes as documents: Markdown, HTML, SVG and JSON."""

from __future__ import annotations

from clemtui.archive.documents.building import document, document_of
from clemtui.archive.documents.data import data
from clemtui.archive.documents.files import check_suffix, file_name, named, save
from clemtui.archive.documents.html import html
from clemtui.archive.documents.markdown import markdown
from clemtui.archive.documents.model import FORMS, Document, Form
from clemtui.archive.documents.svg import svg
from clemtui.archive.documents.text import Names, sheet
from clemtui.language import Interface

__all__ = [
    "FORMS",
    "Document",
    "Form",
    "check_suffix",
    "document",
    "document_of",
    "file_name",
    "named",
    "render",
    "save",
]


def render(document: Document, form: Form, interface: Interface) -> str:
    """Render a document in one of its formats, in the interface language.

    Everything people and models wrote is escaped for the format and, except in JSON, made safe to
    display; JSON contains it raw.
    """
    names = Names(document, interface)
    match form:
        case "json":
            return data(document, names)
        case "markdown":
            return markdown(sheet(document, names))
        case "html":
            return html(sheet(document, names))
        case "svg":
            return svg(sheet(document, names))
