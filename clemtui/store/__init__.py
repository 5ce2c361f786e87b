"""The store: the only place that speaks SQL. See sessions/DATA_DICTIONARY.md for what it keeps."""

from __future__ import annotations

from clemtui.store.clock import Clock, SystemClock
from clemtui.store.emergency import recover_emergency
from clemtui.store.errors import (
    DamagedRecord,
    ErasedEpisode,
    LeaseHeld,
    LeaseLost,
    NotFound,
    RefusedWrite,
    StoreError,
)
from clemtui.store.export import export_json, export_jsonl
from clemtui.store.reader import Reader
from clemtui.store.recorder import Attempts, Recorder
from clemtui.store.records import (
    Consent,
    Draft,
    EpisodeFilter,
    EpisodeStart,
    EpisodeSummary,
    Erased,
    Exposure,
    Lease,
    Person,
    Recovery,
    SeatAssignment,
    SessionStart,
    StoredAttempt,
    StoredEntry,
    StoredEpisode,
    StoredRequest,
    StoredScores,
    UnfinishedEpisode,
)
from clemtui.store.writer import Writer

__all__ = [
    "Attempts",
    "Clock",
    "Consent",
    "DamagedRecord",
    "Draft",
    "EpisodeFilter",
    "EpisodeStart",
    "EpisodeSummary",
    "Erased",
    "ErasedEpisode",
    "Exposure",
    "Lease",
    "LeaseHeld",
    "LeaseLost",
    "NotFound",
    "Person",
    "Reader",
    "Recorder",
    "Recovery",
    "RefusedWrite",
    "SeatAssignment",
    "SessionStart",
    "StoreError",
    "StoredAttempt",
    "StoredEntry",
    "StoredEpisode",
    "StoredRequest",
    "StoredScores",
    "SystemClock",
    "UnfinishedEpisode",
    "Writer",
    "export_json",
    "export_jsonl",
    "recover_emergency",
]
