"""Labels: text for people, referenced by id, so that rules contain no sentence of any language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Label:
    """A text of the interface: an id in the ``[interface]`` table of the family's language packs,
    with the values of its placeholders. The front end looks it up in the interface language."""

    id: str
    values: Mapping[str, str | int] = field(default_factory=dict)


def label(id: str, **values: str | int) -> Label:
    """Return a label with its values."""
    return Label(id, values)


def control_label(kind: str) -> Label:
    """Return the label for what a kind of control did to the episode."""
    return Label(f"control.{kind.replace(' ', '_').replace('-', '_')}")


COMMON_LABELS: Mapping[str, frozenset[str]] = {
    "control.gave_up": frozenset(),
    "control.time_out": frozenset(),
    "control.context_full": frozenset(),
    "control.partner_gone": frozenset(),
    "control.response_limit": frozenset(),
    "form.missing": frozenset(),
    "form.wrong_kind": frozenset(),
    "form.several_lines": frozenset(),
    "form.too_long": frozenset({"maximum"}),
    "form.no_word": frozenset(),
    "form.wrong_length": frozenset({"length"}),
    "form.wrong_letter": frozenset({"letter"}),
    "form.no_option": frozenset(),
    "form.twice": frozenset(),
    "form.outside": frozenset({"minimum", "maximum"}),
    "form.too_few": frozenset({"minimum"}),
    "form.too_many": frozenset({"maximum"}),
    "form.wrong_shape": frozenset({"rows", "columns"}),
    "form.symbol": frozenset({"means", "symbol"}),
    "form.tag": frozenset({"tag"}),
    "form.ends": frozenset(),
    "form.clock": frozenset(),
}
"""Labels used by the engine itself, with their placeholders. Their texts belong to the front ends,
not to a family's language packs."""
