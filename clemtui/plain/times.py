"""Response times, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from clemtui.language import Localised
from clemtui.wording.phrases import Voice


def seat_times(voice: Voice, answers: Mapping[str, Sequence[float | None]]) -> Iterator[Localised]:
    """Yield one line per seat that has answered: how often, and how long it took.

    ``answers`` maps each seat to the seconds of its answers, None where the time is unknown.
    """
    ui = voice.interface
    for seat, seconds in answers.items():
        known = [each for each in seconds if each is not None]
        values = {
            "who": voice.with_player(seat),
            "answers": ui.plural("{n} answer", "{n} answers", len(seconds)),
        }
        if not known:
            yield ui.text("{who}: {answers}; response times unknown.", **values)
            continue
        yield ui.text(
            "{who}: {answers}, {total} in total, the last one after {last}.",
            **values,
            last=ui.duration(known[-1]),
            total=ui.duration(sum(known)),
        )
