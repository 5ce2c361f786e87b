"""Transcripts of episodes as documents: Markdown, HTML, SVG and JSON."""

from __future__ import annotations

from clemtui.archive.documents.as_html import html
from clemtui.archive.documents.as_markdown import markdown
from clemtui.archive.documents.as_svg import svg
from clemtui.archive.documents.data import data
from clemtui.archive.documents.files import file_name, save
from clemtui.archive.documents.making import document
from clemtui.archive.documents.model import FORMS, Document, Form
from clemtui.archive.documents.words import Cast, sheet
from clemtui.language import Interface

__all__ = ["FORMS", "Document", "Form", "document", "file_name", "render", "save"]


def render(document: Document, form: Form, interface: Interface) -> str:
    """Render a document in one of its formats, in the interface language.

    Everything people and models wrote is escaped for the format and, except in JSON, made safe to
    display; JSON contains it raw.
    """
    cast = Cast(document, interface)
    match form:
        case "json":
            return data(document, cast)
        case "markdown":
            return markdown(sheet(document, cast))
        case "html":
            return html(sheet(document, cast))
        case "svg":
            return svg(sheet(document, cast))
