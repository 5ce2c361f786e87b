"""An unfinished episode, as far as the screens look at it; the records give it (see `play`)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol


class Assigned(Protocol):
    """Who fills a seat."""

    @property
    def seat(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def player(self) -> str: ...


class Summary(Protocol):
    """What is known of the episode."""

    @property
    def id(self) -> str: ...
    @property
    def game(self) -> str: ...
    @property
    def seats(self) -> Sequence[Assigned]: ...
    @property
    def people(self) -> Sequence[str]: ...
    @property
    def responses(self) -> int: ...


class Holder(Protocol):
    """The program that plays it."""

    @property
    def host(self) -> str: ...


class Unfinished(Protocol):
    """An episode that can be resumed."""

    @property
    def summary(self) -> Summary: ...
    @property
    def last_at(self) -> datetime: ...
    @property
    def lease(self) -> Holder | None: ...
    @property
    def lease_stale(self) -> bool: ...
