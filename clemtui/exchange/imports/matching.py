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
from clemtui.exchange.imports.answers import LoggedReplay, ResponsesNotLogged, replay_logged
from clemtui.exchange.imports.instance_index import (
    Candidate,
    InstanceIndex,
    collapse_white_space,
    own_entries,
)
from clemtui.exchange.imports.logged import LoggedEpisode


@dataclass(frozen=True, slots=True)
class Match:
    """The instance of an episode, with a replay of the logged responses on it."""

    candidate: Candidate
    replay: LoggedReplay


class NoMatch(LookupError):
    """The instance of an episode is not known; the message says why, in one line."""


def find_instance(logged: LoggedEpisode, game: Game, index: InstanceIndex) -> Match:
    """Find the instance of an episode, in its own folder or else in the files.

    Raises:
        NoMatch: if there is none, it does not match, or the log leaves several candidates.
    """
    own = _in_tree(logged, game, index)
    if own:
        fitting = _matching_candidates(logged, game, own, needs_proof=False)
        if fitting:
            return fitting[0]
    elif logged.instance is not None and logged.experiment_data is not None:
        raise NoMatch(f"the game rejects its instance: {index.refusals[game.card.id][-1]}")
    known = [each for each in index.candidates(game) if each.opening == _opening(logged)]
    fitting = _matching_candidates(logged, game, known, needs_proof=True)
    if not fitting:
        raise NoMatch(_no_match_reason(logged, game, index, own=bool(own), alike=bool(known)))
    if len(fitting) == 1 and (len(known) == 1 or _reveals_secrets(logged, game, fitting[0])):
        return fitting[0]
    named = [each for each in fitting if _has_logged_name(logged, each.candidate)]
    if len(named) == 1 and len(fitting) < len(known):
        return named[0]
    if len(fitting) == 1:
        raise NoMatch("the only matching instance in the files has a different name and number")
    raise NoMatch(f"the log does not show on which of {len(fitting)} instances it was played")


def _in_tree(logged: LoggedEpisode, game: Game, index: InstanceIndex) -> list[Candidate]:
    recorded = index.recorded(game, logged)
    if recorded is not None:
        return [recorded]
    if logged.instance is None:
        return []
    experiments = index.experiments(game, logged.experiment)
    if logged.experiment_data is not None:
        experiments = [own_entries(logged.experiment_data)]
    found: list[Candidate] = []
    for experiment in experiments:
        document = {"experiments": [{**experiment, "game_instances": [dict(logged.instance)]}]}
        found += index.read(game, document, "instance.json")
    return found


def _matching_candidates(
    logged: LoggedEpisode, game: Game, candidates: Iterable[Candidate], *, needs_proof: bool
) -> list[Match]:
    """Return the candidates that match; if the log reveals the secrets of some, only those."""
    found, proven = [], []
    for candidate in candidates:
        if candidate.opening != _opening(logged):
            continue
        try:
            replay = replay_logged(logged, game, candidate.instance, candidate.texts)
        except ResponsesNotLogged as error:
            raise NoMatch(str(error)) from None
        except Exception as error:  # a game's code meets untested input
            raise NoMatch(f"the rules have an error: {type(error).__name__}: {error}") from error
        match = Match(candidate, replay)
        if _reveals_secrets(logged, game, match):
            proven.append(match)
        elif not needs_proof or not _contradicts(logged, replay):
            found.append(match)
    return proven or found


def _contradicts(logged: LoggedEpisode, replay: Replay) -> bool:
    return any(
        collapse_white_space(mine) != collapse_white_space(theirs)
        for seat, texts in messages_of_replay(replay).items()
        for mine, theirs in zip(texts, logged.messages_to.get(seat, ()), strict=False)
    )


def _reveals_secrets(logged: LoggedEpisode, game: Game, match: Match) -> bool:
    """Return whether the game master's part of the log contains every secret of the instance."""
    secrets = {secret.text for secret in game.secrets(match.candidate.instance)}
    shown = logged.shown_by_master
    return bool(secrets) and all(
        re.search(rf"(?<!\w){re.escape(secret)}(?!\w)", shown) for secret in secrets
    )


def messages_of_replay(replay: Replay) -> dict[str, list[str]]:
    """Return what our game master says to each seat, as the reference would log it."""
    found: dict[str, list[str]] = {}
    for event in replay.master.events:
        if event.kind == SEND and event.logged:
            found.setdefault(event.recipient, []).append(str(event.content))
    return found


def _opening(logged: LoggedEpisode) -> str:
    return collapse_white_space(
        next((event.text for event in logged.events if event.is_message), "")
    )


def _has_logged_name(logged: LoggedEpisode, candidate: Candidate) -> bool:
    if candidate.instance.experiment != logged.experiment:
        return False
    if logged.game_id is not None:
        return candidate.instance.game_id == logged.game_id
    return candidate.position == logged.position


def _no_match_reason(
    logged: LoggedEpisode, game: Game, index: InstanceIndex, *, own: bool, alike: bool
) -> str:
    if own:
        return "instance.json does not match the log: its first message differs"
    if alike:
        return "no instance in the files matches the log's messages to the players"
    if any(_has_logged_name(logged, each) for each in index.candidates(game)):
        return "the instance of this name in the files does not match: its first message differs"
    if index.candidates(game):
        return "its instance is neither in the tree nor in the files"
    refused: Sequence[str] = index.refusals.get(game.card.id, ())
    return f"its instance is not in the tree{'; ' + refused[0] if refused else ''}"
