"""Checks that nothing a player says raises an error, and that every episode can be ended."""

from __future__ import annotations

import random
from typing import get_args

from clemtui.engine import (
    MAIN_SCORE,
    Control,
    ControlKind,
    Entry,
    GameMaster,
    NotPending,
    Request,
    Response,
    View,
    canonical_json,
)
from clemtui.kit.plain_data import difference, plain_data, snapshot, views
from clemtui.kit.plays import all_plays, play, random_answer, replay, sample_points, submit
from clemtui.kit.subject import Subject, never_raises, require

_POINTS = 25


def arbitrary_text(subject: Subject) -> None:
    """Check that every sample can answer every request, and that pure noise breaks nothing."""
    entries = all_plays(subject)[0]
    for length in sample_points(len(entries) - 1, _POINTS):
        entry = entries[length]
        assert isinstance(entry, Response)
        for sample in subject.samples:
            master = replay(subject, entries[:length])
            submit(master, Response.of(entry.request_id, sample))
            views(subject, master)
            if master.finished:
                _check_scores(subject, master)
    for seed in range(6):
        rng = random.Random(seed)

        def answer(request: Request, view: View, rng: random.Random = rng) -> Response:
            return random_answer(subject, request, rng)

        said = play(subject, answer, subject.limit, rng)
        master = replay(subject, said)
        if not master.finished:
            _check_control(subject, master, Control("response limit"))


def controls(subject: Subject) -> None:
    """Check that a control ends an episode at any point, aborted and without a main score."""
    for entries in (*all_plays(subject), ()):
        for length in sample_points(len(entries), 8):
            for kind in get_args(ControlKind):
                for seat in (None, subject.seats[0].name):
                    master = replay(subject, entries[:length])
                    if not master.finished:
                        _check_control(subject, master, Control(kind, seat, "because"))


def refusals(subject: Subject) -> None:
    """Check that an entry that answers no request raises `NotPending` and changes nothing."""
    for entries in all_plays(subject):
        for length in {0, len(entries) // 2, len(entries)}:
            master = replay(subject, entries[:length])
            strays: list[Entry] = [Response.of(10**6, "stray"), Response.of(0, "stray")]
            strays += [e for e in entries[:length] if isinstance(e, Response)][-1:]
            if master.finished:
                strays.append(Control("gave up"))
            before = snapshot(subject, master)
            for stray in strays:
                require(
                    _refuses(master, stray),
                    f"{stray!r:.80} is accepted although it answers no request",
                )
            found = difference(before, snapshot(subject, master))
            require(not found, f"a refused entry changes the state: {found}")


def _refuses(master: GameMaster, stray: Entry) -> bool:
    with never_raises("submit() of an entry that answers no request"):
        try:
            master.submit(stray)
        except NotPending:
            return True
        return False


def _check_control(subject: Subject, master: GameMaster, control: Control) -> None:
    submit(master, control)
    require(master.finished, f"the control {control.kind!r} does not end the episode")
    require(master.control == control, f"master.control is not set to {control.kind!r}")
    views(subject, master)
    with never_raises("score() after a control"):
        scores = subject.game.score(master)
    require(scores.aborted == 1, f"an episode that ended by {control.kind!r} is not aborted")
    require(
        scores.main_score is None, f"an episode that ended by {control.kind!r} has a main score"
    )
    _check_scores(subject, master)


def _check_scores(subject: Subject, master: GameMaster) -> None:
    with never_raises("score()"):
        scores = subject.game.score(master)
    require(MAIN_SCORE in scores.episode, f"the scores do not name {MAIN_SCORE!r}")
    flags = (scores.aborted, scores.success, scores.lose)
    require(all(flag in (0, 1, None) for flag in flags), f"flags are 0, 1 or None, not {flags}")
    with never_raises("recording the scores (NaN is None)"):
        canonical_json(plain_data(scores))
