"""Errors of the records. Each message is one line that says what to do."""

from __future__ import annotations


class StoreError(Exception):
    """The records cannot be opened, read or written. The message is one line for the user."""


class NotFound(StoreError):
    """A record does not exist, or several episodes match an id prefix."""


class DamagedRecord(StoreError):
    """A record does not match its hash: it was changed outside the program."""


class ErasedEpisode(StoreError):
    """The episode was erased: it can be neither extended nor replayed."""


class Unrestored(StoreError):
    """Records of the episode or study are in an emergency file: they have to be restored first."""


class DatabaseGone(StoreError):
    """The file of the database was moved, replaced or deleted while this program used it."""


class LeaseHeld(StoreError):
    """Another program is playing the episode."""


class ClaimHeld(StoreError):
    """Another program is working on the item of a run."""


class LeaseLost(StoreError):
    """This program no longer has the lease: another program took the episode over."""


class RefusedWrite(StoreError):
    """The record contradicts an existing one (a second answer, a changed request)."""


class FrozenDifferently(RefusedWrite):
    """A study of that name was already frozen, with another manifest."""


class ClockBehind(StoreError):
    """The clock shows an earlier time than what was recorded before."""


class StudyClosed(StoreError):
    """The study was closed: no one is enrolled any more."""


class NumberTaken(StoreError):
    """Someone else was given the participant number meanwhile; plan the enrolment again."""


class AlreadyEnrolled(StoreError):
    """The person already takes part in the study."""
