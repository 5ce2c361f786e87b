"""Checks that the rules are a pure function of the entries."""

from __future__ import annotations

import copy
import random
from functools import lru_cache
from typing import Any

from clemtui.engine import Entry, Response, canonical_json
from clemtui.kit.plain_data import difference, plain_data, snapshot, views
from clemtui.kit.plays import all_plays, play, replay, sample_points, scripted, start, submit
from clemtui.kit.plays import random_answer as random_answer
from clemtui.kit.subject import Subject, require

_PREFIXES = 12


def determinism(subject: Subject) -> None:
    """Check that two masters fed the same entries always agree.

    They report and show the same after every entry and score the same, and the instance is
    unchanged.
    """
    before = canonical_json(subject.instance.to_json())
    for entries in all_plays(subject):
        one, two = start(subject), start(subject)
        _same(snapshot(subject, one), snapshot(subject, two), "at the start")
        looked_at = sample_points(len(entries), _PREFIXES)
        for number, entry in enumerate(entries, start=1):
            submit(one, entry)
            submit(two, copy.deepcopy(entry))
            if number in looked_at:
                _same(snapshot(subject, one), snapshot(subject, two), f"after entry {number}")
        if one.finished:
            scores = (plain_data(subject.game.score(one)), plain_data(subject.game.score(two)))
            _same(*scores, "in the scores")
    require(canonical_json(subject.instance.to_json()) == before, "playing changes the instance")


def replay_equals_play(subject: Subject) -> None:
    """Check that replaying any prefix, without looking in between, restores the state of play."""
    for entries in all_plays(subject):
        for length, was in _history(subject, entries).items():
            replayed = snapshot(subject, replay(subject, entries[:length]))
            _same(was, replayed, f"when {length} entries are replayed")


def the_past_stays(subject: Subject) -> None:
    """Check that what was shown never changes afterwards.

    It must be affected neither by the rest of the episode nor by another episode of the same game.
    """
    for seed, entries in enumerate(all_plays(subject)):
        kept: dict[int, tuple[Any, list[Any]]] = {}
        master = start(subject)
        for entry in (*entries, None):
            shown = [*master.pending(), *map(master.view, subject.watchers), *master.events]
            for thing in shown:
                _remember(kept, thing)
            if entry is not None:
                submit(master, entry)
        for thing, looks in kept.values():
            now, kind = plain_data(thing), type(thing).__name__
            for was in looks:
                _same(was, now, f"in a {kind} returned earlier")
        for length in sample_points(len(entries), 3):
            waiting = replay(subject, entries[:length])
            before = snapshot(subject, waiting)
            _play_another_episode(subject, seed)
            _same(before, snapshot(subject, waiting), "when another episode is played meanwhile")
            _same(before, snapshot(subject, replay(subject, entries[:length])), "when played again")


def _remember(kept: dict[int, tuple[Any, list[Any]]], thing: Any) -> None:
    """Keep an object, by identity, with each distinct state it was given out in.

    Most objects are given out repeatedly and never change.
    """
    _, looks = kept.setdefault(id(thing), (thing, []))
    now = plain_data(thing)
    if now not in looks:
        looks.append(now)


def _play_another_episode(subject: Subject, seed: int) -> None:
    rng = random.Random(f"elsewhere {seed}")
    play(subject, lambda request, view: random_answer(subject, request, rng), subject.limit, rng)
    answers = iter(_another_play(subject, seed))
    play(subject, lambda request, view: next(answers), len(_another_play(subject, seed)))


@lru_cache(maxsize=64)
def _another_play(subject: Subject, seed: int) -> tuple[Response, ...]:
    """Return a play by scripted players, cached because they are slow."""
    entries = scripted(subject, seed + 7)
    return tuple(entry for entry in entries if isinstance(entry, Response))


def _history(subject: Subject, entries: tuple[Entry, ...]) -> dict[int, dict[str, Any]]:
    """Return snapshots at some points of one continuous play, taking views at every point."""
    master = start(subject)
    history = {0: snapshot(subject, master)}
    looked_at = sample_points(len(entries), _PREFIXES)
    for number, entry in enumerate(entries, start=1):
        submit(master, entry)
        views(subject, master)
        if number in looked_at:
            history[number] = snapshot(subject, master)
    return history


def _same(one: Any, two: Any, where: str) -> None:
    found = difference(one, two)
    require(not found, f"the same entries give different results {where}: {found}")
