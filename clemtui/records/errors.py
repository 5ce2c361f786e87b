"""What can go wrong with the records, each in one line that says what to do."""

from __future__ import annotations


class StoreError(Exception):
    """The records cannot be opened, read or written; the message is one line for the user."""


class NotFound(StoreError):
    """No episode (or more than one) has that id or prefix."""


class DamagedRecord(StoreError):
    """A record does not match its own hash: it was changed from outside."""


class ErasedEpisode(StoreError):
    """The episode was erased: nothing can be added to it and it cannot be replayed."""


class LeaseHeld(StoreError):
    """Another program plays the episode."""


class ClaimHeld(StoreError):
    """Another program works on the item of a run."""


class LeaseLost(StoreError):
    """This program does not hold the episode any more: another one took it over."""


class RefusedWrite(StoreError):
    """The record contradicts what is recorded already (a second answer, a changed request)."""
