"""Finding the instance an episode was played on: by its names or content, verified by the log.

An instance matches if its game master, given the logged responses, says what the log says, ignoring
white space (which differs between versions of the benchmark). Once the game master has revealed
what the instance keeps secret, as the log's own notes do, the instance is certain and later
messages may differ: then it is the rules that differ.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from clemtui.engine import SEND, Game, Replay
from clemtui.exchange.imports.answers import NotLogged, answer
from clemtui.exchange.imports.instance_index import Candidate, Shelf, own_entries, squashed
from clemtui.exchange.imports.logged import LoggedEpisode


@dataclass(frozen=True, slots=True)
class Match:
    """The instance of an episode, with a replay of the logged responses on it.

    Attributes:
        in_tree: whether it was found beside the log.
    """

    candidate: Candidate
    replay: Replay
    in_tree: bool


class NoMatch(LookupError):
    """The instance of an episode is not known; the message says why, in one line."""


def find_instance(logged: LoggedEpisode, game: Game, shelf: Shelf) -> Match:
    """Find the instance of an episode, in its own folder or else in the files.

    Raises:
        NoMatch: if there is none, it does not match, or the log leaves several candidates.
    """
    own = _in_tree(logged, game, shelf)
    if own:
        fitting = _fitting(logged, game, own, needs_proof=False)
        if fitting:
            return fitting[0]
    elif logged.instance is not None and logged.experiment_data is not None:
        raise NoMatch(f"the game rejects its instance: {_last_refusal(shelf, game)}")
    known = [each for each in shelf.candidates(game) if each.opening == _opening(logged)]
    fitting = _fitting(logged, game, known, needs_proof=True)
    if not fitting:
        raise NoMatch(_why_none(logged, game, shelf, own=bool(own), alike=bool(known)))
    if len(fitting) == 1 and (len(known) == 1 or _proves(logged, game, fitting[0])):
        return fitting[0]
    named = [each for each in fitting if _is_named(logged, each.candidate)]
    if len(named) == 1 and len(fitting) < len(known):
        return named[0]
    if len(fitting) == 1:
        raise NoMatch("the only matching instance in the files has another name and number")
    raise NoMatch(f"the log does not show which of {len(fitting)} instances it was played on")


def _in_tree(logged: LoggedEpisode, game: Game, shelf: Shelf) -> list[Candidate]:
    if logged.instance is None:
        return []
    experiments = shelf.experiments(game, logged.experiment)
    if logged.experiment_data is not None:
        experiments = [own_entries(logged.experiment_data)]
    found: list[Candidate] = []
    for experiment in experiments:
        document = {"experiments": [{**experiment, "game_instances": [dict(logged.instance)]}]}
        found += shelf.read(game, document, "instance.json")
    return found


def _fitting(
    logged: LoggedEpisode, game: Game, candidates: Iterable[Candidate], *, needs_proof: bool
) -> list[Match]:
    """Return the candidates that match; if the log reveals the secrets of some, only those."""
    found, proven = [], []
    for candidate in candidates:
        if candidate.opening != _opening(logged):
            continue
        try:
            replay = answer(logged, game, candidate.instance, candidate.texts)
        except NotLogged as error:
            raise NoMatch(str(error)) from None
        except Exception as error:  # a game's code meets untested input
            raise NoMatch(f"the rules fail on it: {type(error).__name__}: {error}") from error
        match = Match(candidate, replay, in_tree=not needs_proof)
        if _proves(logged, game, match):
            proven.append(match)
        elif not needs_proof or not _contradicts(logged, replay):
            found.append(match)
    return proven or found


def _contradicts(logged: LoggedEpisode, replay: Replay) -> bool:
    return any(
        squashed(mine) != squashed(theirs)
        for seat, texts in said_by(replay).items()
        for mine, theirs in zip(texts, logged.said_to.get(seat, ()), strict=False)
    )


def _proves(logged: LoggedEpisode, game: Game, match: Match) -> bool:
    """Return whether the game master's part of the log contains every secret of the instance."""
    secrets = {secret.text for secret in game.secrets(match.candidate.instance)}
    shown = logged.shown_by_master
    return bool(secrets) and all(
        re.search(rf"(?<!\w){re.escape(secret)}(?!\w)", shown) for secret in secrets
    )


def said_by(replay: Replay) -> dict[str, list[str]]:
    """Return what our game master says to each seat, as the reference would log it."""
    found: dict[str, list[str]] = {}
    for event in replay.master.events:
        if event.kind == SEND and event.logged:
            found.setdefault(event.recipient, []).append(str(event.content))
    return found


def _opening(logged: LoggedEpisode) -> str:
    return squashed(next((event.text for event in logged.events if event.is_message), ""))


def _is_named(logged: LoggedEpisode, candidate: Candidate) -> bool:
    if candidate.instance.experiment != logged.experiment:
        return False
    if logged.game_id is not None:
        return candidate.instance.game_id == logged.game_id
    return candidate.position == logged.position


def _why_none(logged: LoggedEpisode, game: Game, shelf: Shelf, *, own: bool, alike: bool) -> str:
    if own:
        return "instance.json does not match the log: its first message differs"
    if alike:
        return "no instance in the files matches the log's messages to the players"
    if any(_is_named(logged, each) for each in shelf.candidates(game)):
        return "the instance of this name in the files does not match: its first message differs"
    if shelf.candidates(game):
        return "its instance is neither in the tree nor in the files"
    refused: Sequence[str] = shelf.refusals.get(game.card.id, ())
    return f"its instance is not in the tree{'; ' + refused[0] if refused else ''}"


def _last_refusal(shelf: Shelf, game: Game) -> str:
    return shelf.refusals[game.card.id][-1]
