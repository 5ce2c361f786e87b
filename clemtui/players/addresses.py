"""Addresses of model servers."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

_KEYS_BEGIN = ("sk-", "gsk_", "hf_", "xai-", "AIza")
"""With which the keys of known providers begin."""


def invalid_address_reason(address: str) -> str | None:
    """Return what is wrong with a server address, as the end of a sentence; None if it is valid.

    An address must not contain a key, because addresses are recorded and keys are not.
    """
    try:
        parts = urlsplit(address)
        complete = parts.scheme in ("http", "https") and bool(parts.hostname)
        secret = (
            "@" in parts.netloc
            or bool(parts.query or parts.fragment)
            or any(each.startswith(_KEYS_BEGIN) for each in parts.path.split("/"))
        )
    except ValueError:
        complete = secret = False
    if not complete:
        return "must be an address such as http://localhost:8000/v1"
    if secret:
        return "must not contain a key: name its environment variable in api_key_env"
    return None


def is_local(address: str | None) -> bool:
    """Whether a server's address is on this computer; None: it is its provider's own."""
    host = urlsplit(address or "").hostname or ""
    return host in ("localhost", "::1") or host.startswith("127.")


_WITH_ADDRESS = re.compile(r"(.+?)@(https?://.*)", re.IGNORECASE)


def with_address(model: str, address: str) -> str:
    """Return a model on a custom server as one word: ``openai/NAME@http://localhost:8000/v1``."""
    return f"{model}@{address}"


def model_and_address(word: str) -> tuple[str, str | None]:
    """Split such a word into model and address. The address is None if there is none.

    Model names may contain an ``@`` of their own.
    """
    found = _WITH_ADDRESS.fullmatch(word)
    return (found[1], found[2]) if found else (word, None)
