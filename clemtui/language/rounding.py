"""Rounding numbers for people."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal, localcontext

_NOISE = 9
"""A float's digits beyond so many after the last one shown are errors of computing: 23 of 40 is
57.49999999999999 %."""


def half_up(value: float | Decimal, digits: int = 0) -> Decimal:
    """Round a number as people do, halves away from zero: 62.5 is 63, and 0 has no sign.

    A number that is not finite is returned as it is.

    Args:
        value: the number; a float stands for the decimal number that it is written as.
        digits: the number of decimal places.
    """
    exact = value if isinstance(value, Decimal) else Decimal(str(round(value, digits + _NOISE)))
    if not exact.is_finite():
        return exact
    with localcontext() as context:
        context.prec = max(context.prec, exact.adjusted() + digits + 2)
        return exact.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP) + 0
