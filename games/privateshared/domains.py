"""The domains of our own instances, each with its slots in the order of the sheet."""

from __future__ import annotations

from collections.abc import Mapping

PLACES = (
    "left",
    "right",
    "above",
    "below",
    "middle",
    "north",
    "east",
    "south",
    "west",
    "here",
    "yonder",
    "front",
    "behind",
    "inside",
    "outside",
)
LETTERS = tuple("klmnopqrst")

# : The number of wordings in the packs for the request for each slot, and for its probe.
WORDINGS_PER_SLOT = 3

DOMAINS: Mapping[str, tuple[str, ...]] = {
    "travel-booking": ("origin", "destination", "transport", "class", "date"),
    "job-interview": ("subject", "experience", "degree", "language", "start"),
    "restaurant": ("starter", "drink", "main", "side", "dessert"),
    "things-places": PLACES,
    "letter-number": LETTERS,
}
