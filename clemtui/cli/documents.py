"""Episodes as documents to keep or share, for ``clemtui episodes show --format``."""

from __future__ import annotations

from clemtui.archive.documents import Form, document, render
from clemtui.cli.options import Setup
from clemtui.episode.service import PlayService

FORMS: tuple[Form, ...] = ("markdown", "html", "svg", "json")


async def render_episode(setup: Setup, id: str, form: Form, view: str | None) -> str:
    """Return an episode as a document in one view (see `clemtui.archive.documents.document`).

    Raises:
        UsageError: if that view does not exist, or is not allowed for this episode.
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
