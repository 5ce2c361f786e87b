"""The place of each episode in a results tree of the reference.

The layout is that of the reference's own runner: ``<players>/<game>/<experiment>/instance_00007``.
The runner keeps only the latest play of an instance by the same players; here, further plays are
stored beside the first (``instance_00007_play_2``). `clem eval` uses the last parts of a path, so
no two episodes share those, whatever is above them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from clemtui.engine import Game, canonical_json
from clemtui.exchange.exports.files import (
    EpisodePlace,
    player_name,
    player_seats,
    pseudonyms,
    reference_files,
)
from clemtui.exchange.exports.names import digest, folder_name, safe_name, unique_names
from clemtui.records.line_ups import LineUp, answered_by, completed_answers, identity
from clemtui.records.rows import StoredEpisode, StoredScores

_ELSEWHERE = frozenset({"prompt_language", "practice", "continued_from", "continued_after"})
"""Parts of a condition that are stored elsewhere, or omitted."""

_OF_PEOPLE = frozenset({"interface", "aids", "interface_language", "live_partner"})
"""Parts of a condition that only affect people."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """What the place of an episode depends on.

    Attributes:
        players: kind and name of each seat's player.
        interface: how people played; empty if none did.
        setup: everything else that must not be mixed in one row: the rest of the condition, the
            settings of models and the scorer.
        line_up: who played, by all that was configured.
        answered: the models that answered (`answered_by`), as JSON.
        experiment_content: distinguishes experiments with the same name.
    """

    episode: str
    seats: tuple[str, ...]
    players: tuple[tuple[str, str], ...]
    interface: str
    setup: str
    line_up: str
    answered: str
    game: str
    language: str
    experiment: str
    experiment_content: str
    game_id: int

    @property
    def players_once(self) -> tuple[tuple[str, str], ...]:
        """Who played; a single entry if one player has all seats, however many there are."""
        return self.players if len(set(self.players)) > 1 else self.players[:1]


def candidate(game: Game, episode: StoredEpisode, scored: StoredScores) -> Candidate:
    """Return what the place of an episode depends on."""
    summary = episode.summary
    seats = player_seats(episode)
    people = pseudonyms(episode)
    ignored = _ELSEWHERE if people else _ELSEWHERE | _OF_PEOPLE
    condition = {key: each for key, each in episode.condition.items() if key not in ignored}
    settings = {each.seat: identity(each) for each in seats}
    interface = str(condition.pop("interface", ""))
    setup = canonical_json([condition, settings, scored.scorer, scored.rules_hash])
    return Candidate(
        episode=summary.id,
        seats=tuple(each.seat for each in seats),
        players=tuple((each.kind, player_name(each, people)) for each in seats),
        interface=interface,
        setup=setup,
        line_up=LineUp.of(summary.seats).text,
        answered=canonical_json(_answered(episode)),
        game=summary.game,
        language=summary.language,
        experiment=summary.experiment,
        experiment_content=digest(canonical_json(reference_files(game, episode).experiment)),
        game_id=summary.game_id,
    )


def _answered(episode: StoredEpisode) -> dict[str, Sequence[str]]:
    """Return the models that answered in an episode, as their providers named them."""
    asked = {each.seat: each for each in episode.summary.seats if each.kind == "model"}
    seats = {each.request.id: each.request.seat for each in episode.requests}
    return answered_by(
        (str(player.parameters.get("model", player.player)), attempt.model or "")
        for attempt in episode.attempts
        if attempt.outcome in ("done", "cut") and (player := asked.get(seats[attempt.request]))
    )


def assign_places(candidates: Sequence[Candidate]) -> dict[str, EpisodePlace]:
    """Return the place of every episode, by id. The candidates are in the order of play."""
    numbers = {text: number for number, text in enumerate({each.line_up for each in candidates})}
    answered = completed_answers((numbers[each.line_up], each.answered) for each in candidates)
    candidates = [
        each if models == "{}" else replace(each, setup=f"{each.setup}{models}")
        for each in candidates
        if (models := answered[numbers[each.line_up], each.answered])
    ]
    names = unique_names({who: safe_name(who[1]) for each in candidates for who in each.players})
    folders = _folders(candidates, names)
    experiments = _experiments(candidates, folders)
    languages = {each.language for each in candidates}
    plays: defaultdict[PurePosixPath, int] = defaultdict(int)
    found: dict[str, EpisodePlace] = {}
    for each in candidates:
        folder = folders[each]
        path = PurePosixPath(folder, safe_name(each.game), experiments[each])
        path /= f"instance_{each.game_id:05d}"
        plays[path] += 1
        if plays[path] > 1:
            path = path.with_name(f"{path.name}_play_{plays[path]}")
        if len(languages) > 1:
            path = PurePosixPath(safe_name(each.language)) / path
        called = dict(zip(each.seats, (names[who] for who in each.players), strict=True))
        found[each.episode] = EpisodePlace(path, called)
    return found


def _folders(
    candidates: Sequence[Candidate], names: Mapping[tuple[str, str], str]
) -> dict[Candidate, str]:
    """Return each episode's players' folder: a separate one for each way in which they played."""
    interfaces: defaultdict[object, set[str]] = defaultdict(set)
    setups: defaultdict[object, set[str]] = defaultdict(set)
    for each in candidates:
        interfaces[each.players_once].add(each.interface)
        setups[each.players_once, each.interface, each.game].add(each.setup)
    wanted: dict[tuple[object, ...], str] = {}
    keys: dict[Candidate, tuple[object, ...]] = {}
    for each in candidates:
        name = folder_name([(who[0], names[who]) for who in each.players])
        key: tuple[object, ...] = (each.players_once,)
        if len(interfaces[each.players_once]) > 1:
            name, key = f"{name}-{each.interface}", (*key, each.interface)
        if len(setups[each.players_once, each.interface, each.game]) > 1:
            name, key = f"{name}-{digest(each.setup)}", (*key, each.setup)
        wanted[key] = name
        keys[each] = key
    apart = unique_names(wanted)
    return {each: apart[key] for each, key in keys.items()}


def _experiments(
    candidates: Sequence[Candidate], folders: Mapping[Candidate, str]
) -> dict[Candidate, str]:
    """Return each episode's experiment folder: a separate one for each language and content."""
    wanted: dict[tuple[str, ...], str] = {}
    keys: dict[Candidate, tuple[str, ...]] = {}
    languages: defaultdict[tuple[str, ...], set[str]] = defaultdict(set)
    for each in candidates:
        languages[folders[each], each.game, each.experiment].add(each.language)
    for each in candidates:
        within = folders[each], each.game, each.experiment
        name = safe_name(each.experiment)
        if len(languages[within]) > 1:
            name = f"{name}_{safe_name(each.language)}"
        keys[each] = (*within, each.language, each.experiment_content)
        wanted[keys[each]] = f"{folders[each]}/{each.game}/{name}"
    apart = unique_names(wanted)
    return {each: apart[key].rpartition("/")[2] for each, key in keys.items()}
