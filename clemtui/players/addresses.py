"""Addresses of model servers."""

from __future__ import annotations

import re
from urllib.parse import urlsplit


def address_problem(address: str) -> str | None:
    """What is wrong with an address of a server, as the end of a sentence; None if nothing is.

    A key has no place in an address: addresses are recorded, keys are not.
    """
    try:
        parts = urlsplit(address)
        complete = parts.scheme in ("http", "https") and bool(parts.hostname)
        secret = "@" in parts.netloc or bool(parts.query)
    except ValueError:
        complete = secret = False
    if not complete:
        return "must be an address such as http://localhost:8000/v1"
    if secret:
        return "must not contain a key: name its environment variable in api_key_env"
    return None


_WITH_ADDRESS = re.compile(r"(.+?)@(https?://.*)", re.IGNORECASE)


def addressed(model: str, address: str) -> str:
    """A model at a server of one's own, in one word: ``openai/NAME@http://localhost:8000/v1``."""
    return f"{model}@{address}"


def model_and_address(word: str) -> tuple[str, str | None]:
    """The two parts of such a word; None where it names no address. (Names may have an ``@``.)"""
    found = _WITH_ADDRESS.fullmatch(word)
    return (found[1], found[2]) if found else (word, None)
