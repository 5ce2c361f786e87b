"""The place of each episode in a results tree of the reference.

The layout is that of the reference's own runner: ``<players>/<game>/<experiment>/instance_00007``.
The runner keeps only the latest play of an instance by the same players; here, further plays are
stored beside the first (``instance_00007_play_2``). `clem eval` uses the last parts of a path, so
no two episodes share those, whatever is above them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TypeVar

from clemtui.analysis.report.dimensions import compared_condition
from clemtui.analysis.report.rows import Row
from clemtui.engine import Game, canonical_json
from clemtui.exchange.exports.files import EpisodePlace, pseudonyms, reference_files
from clemtui.exchange.exports.names import digest, folder_name, safe_name, unique_names
from clemtui.records.results import EpisodeResults, Result
from clemtui.records.rows import StoredEpisode

Texts = tuple[str, ...]
Players = tuple[tuple[str, str], ...]
"""Kind and name of each seat's player."""

RowKey = tuple[Players, Texts]
"""The players of a row, and its values in a report."""

Named = TypeVar("Named", bound=Hashable)


@dataclass(frozen=True, slots=True)
class ToldApart:
    """What tells the row of an episode from others of the same players.

    The texts say the same in every selection of episodes, unlike those of a report, which name what
    differs in it. So a folder whose name is made of them has the same name in other exports.

    Attributes:
        row: its row in a report, which decides what is separate.
        interface: how people played; empty if none did.
        line_up, answered, condition: the line-up key, the models that answered, and the condition.
    """

    row: Row
    interface: str
    line_up: str
    answered: str
    condition: str

    @property
    def texts(self) -> Texts:
        """The texts of what is the same in all games."""
        return self.interface, self.line_up, self.answered, self.condition


@dataclass(frozen=True, slots=True)
class Candidate:
    """What the place of an episode depends on.

    Attributes:
        players: kind and name of each seat's player.
        apart: what tells its row from others.
        experiment_content: distinguishes experiments with the same name.
    """

    episode: str
    seats: tuple[str, ...]
    players: Players
    apart: ToldApart
    game: str
    language: str
    experiment: str
    experiment_content: str
    game_id: int

    @property
    def row(self) -> RowKey:
        """Its row: all that is the same in every game. People have one each."""
        players = self.players if len(set(self.players)) > 1 else self.players[:1]
        return players, self.apart.row.average


def told_apart(result: Result, row: Row, found: EpisodeResults) -> ToldApart:
    """Return what tells the row of a result from others."""
    people = any(each.kind == "human" for each in result.seats)
    condition = found.contents.get(result.condition, {})
    interface = result.interface if people else ""
    return ToldApart(
        row=row,
        interface=interface,
        line_up=found.line_ups[result.line_up].key,
        answered=result.answered,
        condition=canonical_json(compared_condition(condition, interface)),
    )


def candidate(game: Game, episode: StoredEpisode, apart: ToldApart) -> Candidate:
    """Return what the place of an episode depends on."""
    summary = episode.summary
    seats = apart.row.seats
    people = pseudonyms(episode)
    return Candidate(
        episode=summary.id,
        seats=tuple(each.seat for each in seats),
        players=tuple((each.kind, people.get(each.seat, each.name)) for each in seats),
        apart=apart,
        game=summary.game,
        language=summary.language,
        experiment=summary.experiment,
        experiment_content=digest(canonical_json(reference_files(game, episode).experiment)),
        game_id=summary.game_id,
    )


def assign_places(candidates: Sequence[Candidate]) -> dict[str, EpisodePlace]:
    """Return the place of every episode, by id. The candidates are in the order of play."""
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
    """Return each episode's players' folder: the same one for all episodes of a row.

    A game has further ones if its episodes are in several rows, for their aids or scorers. If only
    the languages differ in that, each language has its own, so that none is mixed when they are
    evaluated together.
    """
    of_row = _differing(_texts_of_rows(candidates))
    by_language = _rows_by_language(candidates)
    games = {each: (each.row, each.game, each.language) for each in candidates}
    rules = {each: each.apart.row.in_game for each in candidates}
    of_game = _differing({(games[each], rules[each]): (games[each], rules[each]) for each in games})
    wanted: dict[tuple[Players, Texts], str] = {}
    keys: dict[Candidate, tuple[Players, Texts]] = {}
    for each in candidates:
        language = (each.language,) if each.row in by_language else ()
        in_game = of_game[games[each], rules[each]]
        key = (each.row[0], (*of_row[each.row], *language, *in_game))
        plain = folder_name([(who[0], names[who]) for who in each.players])
        shown = {each.apart.interface, each.language}
        said = (safe_name(text) if text in shown else digest(text) for text in key[1])
        wanted[key] = "-".join((plain, *said))
        keys[each] = key
    apart = unique_names(wanted)
    return {each: apart[key] for each, key in keys.items()}


def _texts_of_rows(candidates: Sequence[Candidate]) -> dict[RowKey, tuple[Players, Texts]]:
    """Return of each row its players and its texts.

    Its key comes last: what the report tells apart stays apart, even if no text says why.
    """
    found: dict[RowKey, Texts] = {}
    for each in candidates:
        texts = each.apart.texts
        found[each.row] = min(found.get(each.row, texts), texts)
    return {row: (row[0], (*texts, *row[1])) for row, texts in found.items()}


def _rows_by_language(candidates: Sequence[Candidate]) -> set[RowKey]:
    """Return the rows with a game whose aids or scorers depend on the language."""
    found: defaultdict[tuple[RowKey, str], dict[str, set[Texts]]] = defaultdict(dict)
    for each in candidates:
        in_language = found[each.row, each.game].setdefault(each.language, set())
        in_language.add(each.apart.row.in_game)
    return {
        row
        for (row, _), languages in found.items()
        if len(set(map(frozenset, languages.values()))) > 1
    }


def _differing(texts: Mapping[Named, tuple[object, Texts]]) -> dict[Named, Texts]:
    """Return of each thing the texts that tell it from others of its group.

    A text counts where the ones before it are the same, so it is only said of things that it tells
    apart.
    """
    seen: defaultdict[object, set[str]] = defaultdict(set)
    for group, each in texts.values():
        for place, text in enumerate(each):
            seen[group, each[:place]].add(text)
    return {
        thing: tuple(text for place, text in enumerate(each) if len(seen[group, each[:place]]) > 1)
        for thing, (group, each) in texts.items()
    }


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
