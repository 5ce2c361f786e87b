"""An episode played by hand: a test provides the answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from clemtui.catalogue import open_catalogue
from clemtui.engine import (
    Control,
    ControlKind,
    Event,
    Game,
    GameMaster,
    Instance,
    Request,
    Response,
    Scores,
    Texts,
    reference_log,
)


class Episode:
    """An episode of a game that asks its seats one at a time."""

    def __init__(self, game: Game, instance: Instance, texts: Texts) -> None:
        self.game = game
        self.instance = instance
        self.texts = texts
        self.master: GameMaster = game.start(instance, texts)

    @property
    def request(self) -> Request:
        """The only open request."""
        (request,) = self.master.pending()
        return request

    @property
    def said(self) -> str:
        """The new text of the open request."""
        return "\n".join(message.text for message in self.request.new_messages)

    def say(self, *texts: str) -> tuple[Event, ...]:
        """Answer the open requests one after the other; return the events of the last answer."""
        events: tuple[Event, ...] = ()
        for text in texts:
            events = self.master.submit(Response.of(self.request.id, text))
        return events

    def control(self, kind: ControlKind = "gave up", seat: str | None = None) -> tuple[Event, ...]:
        """End the episode with a control entry."""
        return self.master.submit(Control(kind, seat))

    def is_over(self) -> bool:
        """Return whether the episode has ended."""
        return self.master.finished

    @property
    def scores(self) -> Scores:
        """The scores of the finished episode."""
        assert self.is_over()
        return self.game.score(self.master)

    @property
    def log(self) -> list[tuple[int, str, Any]]:
        """Round, type and content of the master's own events in the reference's log."""
        return [
            (event["round"], event["type"], event["content"])
            for event in reference_log(self.master.events)
            if event["from"] == event["to"] == "GM"
        ]

    @property
    def verdicts(self) -> list[str]:
        """The kind of every verdict, oldest first."""
        return [event.verdict.kind for event in self.master.events if event.verdict]


def episode(
    game_id: str,
    language: str = "en",
    *,
    data: Mapping[str, Any] | None = None,
    parameters: Mapping[str, Any] | None = None,
) -> Episode:
    """Return an episode of a language's first bundled instance, optionally with other data."""
    catalogue = open_catalogue()
    instance = catalogue.experiments(game_id, language)[0].instances[0]
    instance = replace(
        instance,
        data={**instance.data, **(data or {})},
        parameters={**instance.parameters, **(parameters or {})},
    )
    return Episode(catalogue.game(game_id), instance, catalogue.texts(instance, language))


def notices(events: Iterable[Event], watcher: str) -> list[str]:
    """Return the label ids of the events that a watcher is shown."""
    return [e.said.id for e in events if e.said is not None and e.visible_to(watcher)]
