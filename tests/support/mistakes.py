"""Mistakes in the interface strings make a test fail."""

from __future__ import annotations


class InterfaceError(AssertionError):
    """Raised if a string is not in the catalogues or does not fit its values."""


def raise_mistake(mistake: str) -> None:
    """Raise a mistake; pass this to `clemtui.language.Interface` as ``report``.

    Raises:
        InterfaceError: always.
    """
    raise InterfaceError(mistake)
