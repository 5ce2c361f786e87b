"""Episodes as documents to keep and to hand on, for ``clemtui episodes show --format``."""

from __future__ import annotations

from clemtui.archive.documents import Form, document, render
from clemtui.cli.options import Setup
from clemtui.episode.service import PlayService

FORMS: tuple[Form, ...] = ("markdown", "html", "svg", "json")


async def rendered(setup: Setup, id: str, form: Form, view: str | None) -> str:
    """An episode as a document, for a watcher (see `clemtui.archive.documents.document`).

    Raises:
        UsageError: if that watcher does not exist, or may not see this episode.
        StoreError: if there is no such episode, or it cannot be read.
    """
    service = PlayService(
        database=setup.database,
        settings=setup.settings,
        collections=setup.collections,
        front="plain",
    )
    try:
        return render(await document(service, id, view), form, setup.interface)
    finally:
        await service.close()
