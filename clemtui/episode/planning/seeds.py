"""Numbers that look random and follow from what they are for, the same in every process."""

from __future__ import annotations

import hashlib

SEED_BITS = 31
"""The size of the seeds of instances and scripted players."""


def hashed(*of: object) -> int:
    """Return a number of 64 bits for anything that prints the same everywhere."""
    return int.from_bytes(hashlib.sha256(repr(of).encode()).digest()[:8], "big")


def seed_of(*of: object) -> int:
    """Return a seed, such as that of a scripted player."""
    return hashed(*of) >> (64 - SEED_BITS)
