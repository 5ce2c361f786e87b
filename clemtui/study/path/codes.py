"""Codes of participants: random pseudonyms, which are shown once and name nobody."""

from __future__ import annotations

import secrets

_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: without letters that are mistaken for digits, or for each other."""

_LENGTH = 8


def new_code() -> str:
    """Return a new code, one of a million millions: ``P-`` and eight letters or digits."""
    return "P-" + "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))
