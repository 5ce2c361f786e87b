"""Comparison of our rules' result for an episode with that of the reference.

Compared are every message to a player, the three flags, the main score, the episode's scores and
the scores of its turns; numbers to 1e-6. Scores that were renamed between versions are compared
under one name; before 3.x, names that only one side has are not compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from clemtui.engine import MAIN_SCORE, Game, Score, Scores
from clemtui.exchange.imports.answers import LoggedResponses
from clemtui.exchange.imports.logged import LoggedEpisode
from clemtui.exchange.imports.matching import Match, messages_of_replay
from clemtui.exchange.imports.version_differences import (
    Comparison,
    Difference,
    current_name,
    explain,
)

TOLERANCE = 1e-6


@dataclass(frozen=True, slots=True)
class Agreement:
    """The result of replaying an imported episode.

    Attributes:
        scores: by our rules; None if the logged responses do not end the episode under them, or end
            it too early.
        same_messages: whether every message to a player equals the logged one, byte for byte, and
            every response was used.
        differences: empty if both agree.
        scores_compared: whether the files had scores to compare with ours.
    """

    scores: Scores | None
    same_messages: bool
    differences: tuple[Difference, ...]
    scores_compared: bool

    @property
    def agrees(self) -> bool:
        """Whether there is no difference at all."""
        return not self.differences

    @property
    def is_explained(self) -> bool:
        """Whether known changes between versions explain every difference, if there are any."""
        return all(difference.reason for difference in self.differences)

    @property
    def is_ours(self) -> bool:
        """Whether our rules play the episode to its end with the same messages."""
        return self.scores is not None and self.same_messages

    @property
    def scores_agree(self) -> bool:
        """Whether the scores and flags are equal, whatever was said to the players."""
        return self.scores is not None and all(d.kind == "message" for d in self.differences)


def compare(logged: LoggedEpisode, game: Game, match: Match) -> Agreement:
    """Compare our rules' result for an episode with what its files say."""
    replay = match.replay
    master = replay.master
    given = LoggedResponses(logged, game).total
    left = given - len(replay.exchanges)
    complete = master.finished and not left
    scores = game.score(master) if complete else None
    context = Comparison(logged, match.candidate.instance, replay, scores)
    found = list(_messages(logged, match))
    if left:
        taken = f"ended after {len(replay.exchanges)} of {given} responses"
        found.append(Difference("end", "responses", str(given), taken))
    elif not master.finished:
        found.append(
            Difference("end", "responses", f"ended after {given}", "another response is expected")
        )
    if scores is not None and logged.scores is not None:
        found += _scores(logged.scores, scores, old=logged.line is not None and logged.line < 3)
    said_the_same = not left and not any(each.kind == "message" for each in found)
    return Agreement(
        scores,
        said_the_same,
        tuple(replace(each, reason=explain(each, context)) for each in found),
        scores is not None and logged.scores is not None,
    )


def _messages(logged: LoggedEpisode, match: Match) -> Iterator[Difference]:
    ours = messages_of_replay(match.replay)
    for seat in dict.fromkeys([*logged.messages_to, *ours]):
        mine, theirs = ours.get(seat, []), logged.messages_to.get(seat, ())
        for number, (one, other) in enumerate(zip(theirs, mine, strict=False), 1):
            if one != other:
                yield Difference("message", f"message {number} to {seat}", one, other)
        if len(mine) != len(theirs):
            yield Difference(
                "message", f"number of messages to {seat}", str(len(theirs)), str(len(mine))
            )


def _scores(theirs: Scores, ours: Scores, *, old: bool) -> Iterator[Difference]:
    for flag in ("aborted", "success", "lose"):
        one, other = getattr(theirs, flag), getattr(ours, flag)
        if one != other:
            yield Difference("flag", flag, one, other)
    flags = {"Aborted", "Success", "Lose"}
    for name, one, other in _differing_scores(theirs.episode, ours.episode, old=old):
        if name not in flags:
            yield Difference("main score" if name == MAIN_SCORE else "score", name, one, other)
    for turn in dict.fromkeys([*theirs.turns, *ours.turns]):
        pairs = _differing_scores(theirs.turns.get(turn, {}), ours.turns.get(turn, {}), old=old)
        for name, one, other in pairs:
            yield Difference("turn score", f"{name}, turn {turn}", one, other)


def _differing_scores(
    theirs: Mapping[str, Score], ours: Mapping[str, Score], *, old: bool
) -> Iterator[tuple[str, Score | str, Score | str]]:
    """Yield the scores of the same name that differ; ``missing`` stands for one a side lacks."""
    renamed = {current_name(name, ours) if old else name: score for name, score in theirs.items()}
    for name in dict.fromkeys([*renamed, *ours]):
        if name not in renamed or name not in ours:
            if not old:
                yield name, renamed.get(name, "missing"), ours.get(name, "missing")
        elif not _equal(renamed[name], ours[name]):
            yield name, renamed[name], ours[name]


def _equal(one: Score, other: Score) -> bool:
    if one is None or other is None:
        return one is other
    return abs(one - other) <= TOLERANCE
