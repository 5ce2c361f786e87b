"""What servers may do wrong, and what must come of it: more than 150 kinds.

`KINDS` names each kind and says whether the game is played on with an answer, or which sentence a
person is shown. `FAULTS` in `test_errors.py` has those that are ordinary.
"""

from __future__ import annotations

from tests.players.llm.kinds.answers import SHAPES, odd_metadata
from tests.players.llm.kinds.basis import Kinds
from tests.players.llm.kinds.errors import ERROR_BODIES, redirects, statuses, waits
from tests.players.llm.kinds.transport import HTTP, STREAMS


def named(prefix: str, kinds: Kinds) -> Kinds:
    return {f"{prefix}: {name}": kind for name, kind in kinds.items()}


KINDS: Kinds = {
    **statuses(),
    **named("error body", ERROR_BODIES),
    **waits(),
    **redirects(),
    **named("HTTP", HTTP),
    **named("stream", STREAMS),
    **odd_metadata(),
    **named("shape", SHAPES),
}
