"""Why a score or message of an older version differs from ours, as far as it can be determined.

Our rules are those of benchmark 3.0. Each rule below knows one change between the versions, and
explains a difference only if that change gives exactly the other side's value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from clemtui.engine import Instance, Replay, Score, Scores
from clemtui.exchange.imports.exchanges import common_prefix_length
from clemtui.exchange.imports.logged import LoggedEpisode

Kind = Literal["message", "end", "flag", "main score", "score", "turn score"]

_RENAMED = {"total guess repetitions": "Guess Repetitions"}
_LETTER = re.compile(r"(\w)<(green|yellow|red)>")
_RATIO = "Request Success Ratio"
_COUNTS = ("Request Count", "Parsed Request Count", "Violated Request Count")
_DONE = re.compile(r"\s*command\s*:\s*done\s*$", re.IGNORECASE)
_OLD_ROUNDS = 25


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference between the reference's files and our rules.

    Attributes:
        name: name of the score or flag, or which message.
        reason: why, if that can be determined.
    """

    kind: Kind
    name: str
    theirs: Score | str
    ours: Score | str
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a rule may examine; ``scores`` are ours, None if the replay did not end properly."""

    logged: LoggedEpisode
    instance: Instance
    replay: Replay
    scores: Scores | None

    @property
    def is_old(self) -> bool:
        """Whether it was written by a version before 3, or by an unknown one."""
        return self.logged.line is None or self.logged.line < 3

    def answers(self, seat: str | None = None) -> list[str]:
        """Return the logged responses of the dialogue, of one seat or of all."""
        return [
            event.text
            for event in self.logged.events
            if event.is_response and not event.is_inserted and seat in (None, event.sender)
        ]


def current_name(name: str, known: Iterable[str]) -> str:
    """Return the current name, among known ones, of a score of an older version."""
    name = _RENAMED.get(name, name)
    plain = _plain(name)
    return next((each for each in known if _plain(each) == plain), name)


def explain(difference: Difference, context: Comparison) -> str | None:
    """Explain a difference in one line; None if no known change gives exactly this difference."""
    rules = list(_ALL_GAMES)
    if context.is_old:
        rules += [rule for games, rule in _BEFORE_3 if context.logged.game in games]
    reasons = (rule(difference, context) for rule in rules)
    return next((reason for reason in reasons if reason is not None), None)


Rule = Callable[[Difference, Comparison], str | None]


def _white_space(difference: Difference, context: Comparison) -> str | None:
    theirs, ours = difference.theirs, difference.ours
    if difference.kind != "message" or not (isinstance(theirs, str) and isinstance(ours, str)):
        return None
    if theirs.split() != ours.split():
        return None
    if not context.is_old:
        return "only white space differs"
    return "only white space differs: versions before 3 joined messages differently"


def _one_character(difference: Difference, context: Comparison) -> str | None:
    theirs, ours = difference.theirs, difference.ours
    if difference.kind != "message" or not (isinstance(theirs, str) and isinstance(ours, str)):
        return None
    if difference.name.startswith("number of") or not _differs_by_one_edit(theirs, ours):
        return None
    return "one character differs: possibly a copying error in the log"


def _rounded_ratio(difference: Difference, context: Comparison) -> str | None:
    if difference.name != _RATIO or context.scores is None:
        return None
    if difference.theirs == _rounded(context.scores.episode.get(_RATIO), 2):
        return "rounded to two digits before version 3"
    return None


def _exhausted_retries(difference: Difference, context: Comparison) -> str | None:
    """The unknown word that ended the retries counted as violated; now it counts as parsed."""
    scores = context.scores
    if scores is None or not scores.aborted or scores.episode.get("Violated Request Count") != 0:
        return None
    requests = scores.episode.get("Request Count") or 0
    old = {"Parsed Request Count": requests - 1, "Violated Request Count": 1}
    if requests:
        old[_RATIO] = _rounded((requests - 1) / requests, 2) or 0
    if difference.name in old and difference.theirs == old[difference.name]:
        return (
            "before version 3 the unknown word that used up the retries counted as a "
            "violated request"
        )
    return None


def _one_line(difference: Difference, context: Comparison) -> str | None:
    """Tags on one line were allowed and more than two lines were not; our rules do the opposite."""
    last = context.replay.exchanges[-1].response.text if context.replay.exchanges else ""
    scores, theirs = context.scores, context.logged.scores
    aborts_here = difference.kind == "end" or (scores is not None and scores.aborted)
    if aborts_here and "\n" not in last.strip() and last.casefold().count(":") > 1:
        return "before version 3 both tags could be on one line; now this aborts the episode"
    if difference.kind == "message" or theirs is None or not theirs.aborted:
        return None
    answers = context.answers()
    lines = answers[-1].strip().split("\n") if answers else []
    if len(lines) > 2 or (answers and not answers[-1].startswith("explanation:")):
        return "before version 3 more than two lines, or capitals in a tag, aborted the episode"
    return None


def _old_colours(difference: Difference, context: Comparison) -> str | None:
    theirs, ours = difference.theirs, difference.ours
    target = context.instance.data.get("target_word")
    if not (isinstance(theirs, str) and isinstance(ours, str) and isinstance(target, str)):
        return None
    if _LETTER.sub(r"\1", theirs).split() != _LETTER.sub(r"\1", ours).split():
        return None
    marks = _LETTER.findall(theirs)
    guess = "".join(letter for letter, _ in marks)
    if len(guess) == len(target) and [c for _, c in marks] == old_colours(target, guess):
        return "before version 2 repeated letters were coloured differently"
    return None


def old_colours(target: str, guess: str) -> list[str]:
    """Return the colours of a guess as given before version 2.0 (games-core notes, 2.6).

    From left to right, an earlier yellow may use up the occurrence that a later green needs.
    """
    marked: set[int] = set()
    colours = []
    for place, letter in enumerate(guess):
        free = [i for i, each in enumerate(target) if each == letter and i not in marked]
        if not free:
            colours.append("red")
        elif free[0] == place:
            colours.append("green")
            marked.add(place)
        elif guess[free[0]] == letter:
            colours.append("red")
        else:
            colours.append("yellow")
            marked.add(free[0])
    return colours


def _drawing_requests(difference: Difference, context: Comparison) -> str | None:
    """Requests were counted by answers without the final DONE; now by logged events."""
    answers = [text for text in context.answers() if not _DONE.match(text)]
    logged = context.logged.scores
    count = None if logged is None else logged.episode.get("Request Count")
    if difference.name not in (*_COUNTS, _RATIO) or count != len(answers):
        return None
    return "before version 3 requests were counted by answers; now by logged events"


def _first_drawing(difference: Difference, context: Comparison) -> str | None:
    """Version 2.0.0 started no new round, so only the first exchange was scored."""
    if context.scores is None or difference.kind not in ("main score", "score", "flag"):
        return None
    logged = context.logged
    one_round = len({event.round for event in logged.events}) == 1
    first = context.scores.turns.get("0", {}).get("F1")
    if one_round and logged.scores is not None and logged.scores.main_score == first:
        return "version 2.0.0 scored the first drawing only"
    return None


def _old_limit(difference: Difference, context: Comparison) -> str | None:
    rounds = len({event.round for event in context.logged.events})
    if difference.kind == "end" and rounds == _OLD_ROUNDS and not context.replay.master.finished:
        return f"before version 3 the game ended after {_OLD_ROUNDS} rounds"
    return None


def _without_tag(difference: Difference, context: Comparison) -> str | None:
    """The expression was measured without its tag; now with it."""
    answers = context.answers("Player 1")
    if not answers:
        return None
    text = re.split("[:：]", answers[0], maxsplit=1)[-1].lstrip()
    tokens = text.split(" ")
    old = {
        "Generated Expression Length": (len(text), len(text.rstrip())),
        "Generated Expression Number of Tokens": (len(tokens), len(text.split())),
    }
    if difference.theirs in old.get(difference.name.split(", turn")[0], ()):
        return "before version 3 the expression was measured without its tag"
    return None


def _bad_answer(difference: Difference, context: Comparison) -> str | None:
    answers = context.answers("Player 1")
    if not answers or difference.kind == "message" or context.logged.scores is None:
        return None
    malformed = not answers[-1].startswith("ANSWER:") or "\n" in answers[-1].strip("\n")
    if malformed and context.logged.scores.aborted:
        return "before version 3 a malformed answer aborted the episode; now it is skipped"
    return None


def _trailing_sentence(difference: Difference, context: Comparison) -> str | None:
    theirs, ours = difference.theirs, difference.ours
    if difference.kind != "message" or not (isinstance(theirs, str) and isinstance(ours, str)):
        return None
    if ours and theirs.startswith(ours.rstrip()) and theirs != ours:
        return "before version 2.0.1 a sentence about short answers followed every request"
    return None


def _abort_in_opening_probes(difference: Difference, context: Comparison) -> str | None:
    """The abort now comes only after the questioner has been asked for its first request."""
    asked = difference.name == "number of messages to Player 2"
    opening = context.logged.keys.get("Played Probe Rounds") == 0
    if opening and asked and (difference.theirs, difference.ours) == ("0", "1"):
        return "before version 3 unclear replies before the first request aborted at once"
    return None


def _plain(name: str) -> str:
    return re.sub("[ _-]+", " ", name).casefold()


def _rounded(score: Score, digits: int) -> Score:
    return None if score is None else round(score, digits)


def _differs_by_one_edit(one: str, other: str) -> bool:
    """Return whether one character was changed, deleted or inserted."""
    if abs(len(one) - len(other)) > 1:
        return False
    start = common_prefix_length(one, other)
    end = common_prefix_length(one[start:][::-1], other[start:][::-1])
    return max(len(one), len(other)) - start - end == 1


_WORDLE = ("wordle", "wordle_withclue", "wordle_withcritic")
_ALL_GAMES: tuple[Rule, ...] = (_white_space, _one_character)
_BEFORE_3: tuple[tuple[tuple[str, ...], Rule], ...] = (
    (_WORDLE, _rounded_ratio),
    (_WORDLE, _exhausted_retries),
    (_WORDLE, _one_line),
    (_WORDLE, _old_colours),
    (("imagegame",), _drawing_requests),
    (("imagegame",), _first_drawing),
    (("imagegame",), _old_limit),
    (("referencegame",), _without_tag),
    (("privateshared",), _bad_answer),
    (("privateshared",), _trailing_sentence),
    (("privateshared",), _abort_in_opening_probes),
)
