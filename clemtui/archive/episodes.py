"""Recorded episodes, for the front ends to list, show and export. Read-only."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

from clemtui.catalogue import Catalogue
from clemtui.engine import Control
from clemtui.episode.errors import UsageError
from clemtui.episode.planning.names import nearest, unknown
from clemtui.episode.planning.people import known_name
from clemtui.language import Sentence, translatable
from clemtui.records.errors import DamagedRecord, NotFound
from clemtui.records.findings import Facet
from clemtui.records.names import PLAYER_KINDS, named_kind
from clemtui.records.rows import (
    EpisodeFilter,
    EpisodeSummary,
    State,
    StoredEpisode,
    UnfinishedEpisode,
)
from clemtui.records.viewing import has_secrets, human_seats, public_seats
from clemtui.store.database import has_records
from clemtui.store.read.export import document, json_line
from clemtui.store.read.reader import Reader

PAGE = 500

ALL = "all"
"""What users call the view of everything."""


def short_id(episode: str) -> str:
    """Return the end of an id: ids begin with the time, so their ends distinguish them."""
    return episode[-8:]


def list_episodes(
    database: Path, where: EpisodeFilter, limit: int | None = None
) -> tuple[EpisodeSummary, ...]:
    """Return the newest episodes that match a filter, newest first; none without records.

    Raises:
        StoreError: if the database cannot be read.
    """
    if not has_records(database):
        return ()
    found: list[EpisodeSummary] = []
    with Reader(database) as reader:
        while limit is None or len(found) < limit:
            size = PAGE if limit is None else min(PAGE, limit - len(found))
            page = reader.episodes(where, limit=size, before=found[-1].id if found else None)
            found += page
            if len(page) < size:
                break
    return tuple(found)


def known_names(database: Path) -> tuple[str, ...]:
    """Return the names of all people; none without records.

    Raises:
        StoreError: if the database cannot be read.
    """
    if not has_records(database):
        return ()
    with Reader(database) as reader:
        return tuple(person.pseudonym for person in reader.people())


def spelled_filter(database: Path, where: EpisodeFilter) -> EpisodeFilter:
    """Return a filter with its person spelled as in the records.

    Raises:
        UsageError: if the name stands for several people.
        StoreError: if the database cannot be read.
    """
    if where.person is None:
        return where
    known = known_name(where.person, known_names(database))
    return replace(where, person=known or where.person)


def check_filter(database: Path, where: EpisodeFilter, catalogue: Catalogue) -> None:
    """Refuse a filter without matches if it names something that nothing has, such as a typing
    error, which would pass for an empty result.

    A game or language of the catalogue and a kind of player may be named before they are played.

    Raises:
        UsageError: a `Sentence` with the nearest name and all known ones.
        StoreError: if the database cannot be read.
    """
    if not has_records(database):
        return
    with Reader(database) as reader:
        facets, people = reader.facets(), reader.people()
        played = (
            where.player is None
            or named_kind(where.player) is not None
            or reader.count(EpisodeFilter(player=where.player)) > 0
        )
    families = [family.id for family in catalogue.families]
    named: tuple[tuple[str, str | None, Iterable[Facet], Iterable[str]], ...] = (
        ("game", where.game, facets.games, (card.id for card in catalogue.cards)),
        ("language", where.language, facets.languages, chain(*map(catalogue.tags, families))),
        ("experiment", where.experiment, facets.experiments, ()),
        ("tag", where.tag and where.tag[0], facets.tags, ()),
    )
    for kind, name, recorded, bundled in named:
        known = dict.fromkeys([*(each.value for each in recorded), *bundled])
        if name is not None and name not in known:
            raise UsageError(_unknown(kind, name, known))
    names = [each.pseudonym for each in people]
    if (
        where.person is not None
        and known_name(where.person, names) is None
        and where.person not in {each.id for each in people}
    ):
        raise UsageError(_unknown("person", where.person, names))
    if where.player is not None and not played:
        players = dict.fromkeys([*(each.value for each in facets.players), *PLAYER_KINDS])
        raise UsageError(_unknown("player", where.player, players))


_UNKNOWN = translatable("unknown {kind} '{name}'; available: {known}")
_UNKNOWN_WITH_SUGGESTION = translatable(
    "unknown {kind} '{name}'; did you mean '{near}'? (available: {known})"
)


def _unknown(kind: str, name: str, known: Iterable[str]) -> Sentence:
    """Return what is said about an unknown value of a filter. ``kind`` is the filter's key."""
    choices = list(known)
    near = nearest(name, choices)
    all_known = ", ".join(choices) or "none"
    if near is None:
        return Sentence(_UNKNOWN, kind=kind, name=name, known=all_known)
    return Sentence(_UNKNOWN_WITH_SUGGESTION, kind=kind, name=name, near=near, known=all_known)


def load_summaries(database: Path, ids: Sequence[str]) -> tuple[EpisodeSummary, ...]:
    """Return summaries of episodes by their whole ids, in that order.

    Raises:
        StoreError: if the database cannot be read.
    """
    with Reader(database) as reader:
        found = reader.summaries(ids)
    return tuple(found[id] for id in dict.fromkeys(ids))


def list_studies(database: Path) -> tuple[str, ...]:
    """Return the names of all studies from which episodes were excluded; none without records.

    Raises:
        StoreError: if the database cannot be read.
    """
    if not has_records(database):
        return ()
    with Reader(database) as reader:
        return reader.studies_of_exclusions()


def list_unfinished(database: Path) -> tuple[UnfinishedEpisode, ...]:
    """Return the episodes that can be resumed, newest first; none without records.

    Raises:
        StoreError: if the database cannot be read.
    """
    if not has_records(database):
        return ()
    with Reader(database) as reader:
        return reader.unfinished()


def own_first(
    unfinished: Iterable[UnfinishedEpisode], person: str, *, watched: bool = False
) -> tuple[UnfinishedEpisode, ...]:
    """Return the episodes of a person before those of others, and those without people last.

    ``watched``: whether an episode without people belongs to those who watch it.
    """

    def order(episode: UnfinishedEpisode) -> tuple[bool, bool]:
        people = episode.people if watched else episode.summary.people
        return person not in people, not people

    return tuple(sorted(unfinished, key=order))


def find_episode_id(database: Path, part: str) -> str:
    """Return the whole id of the only episode whose id begins or ends with ``part``.

    Raises:
        NotFound: if there is none, or more than one.
        StoreError: if the database cannot be read.
    """
    if not has_records(database):
        raise NotFound(f"unknown episode {part!r} in {database}; check --db")
    with Reader(database) as reader:
        return reader.find(part)


def unfinished_id(
    database: Path, part: str | None, game: str | None = None, person: str | None = None
) -> str:
    """Find the episode to resume: by part of its id, or the newest of a game and person.

    The part is the beginning or end of the id. If no person is given, those of the first person in
    the database come first, then those of others, then those without people, like an interrupted
    run's. An episode of a study must be named: it goes on in its study.

    Raises:
        UsageError: if no episode is unfinished, or the one named is of other people.
        NotFound: if no episode, or more than one, has that id.
        StoreError: if the database cannot be read.
    """
    if person is not None:
        person = known_name(person, known_names(database)) or person
    unfinished = list_unfinished(database)
    if part:
        id = find_episode_id(database, part)
        people = next(
            (e.summary.people for e in unfinished if e.summary.id == id and e.study is None), ()
        )
        if person is not None and people and person not in people:
            raise UsageError(
                f"episode {short_id(id)} belongs to {', '.join(people)}, not to {person}; to "
                f"resume it, run 'clemtui play --resume {short_id(id)} "
                f"--as {shlex.quote(people[0])}'"
            )
        return id
    for episode in own_first(unfinished, person or next(iter(known_names(database)), "")):
        summary = episode.summary
        ours = person is None or person in summary.people
        if episode.study is None and game in (None, summary.game) and ours:
            return summary.id
    raise UsageError("no unfinished episode; start one with 'clemtui play GAME'")


def load_episode(database: Path, part: str) -> StoredEpisode:
    """Load the complete record of one episode.

    Raises:
        NotFound: if there is none, or more than one.
        StoreError: if the database cannot be read.
    """
    id = find_episode_id(database, part)
    with Reader(database) as reader:
        return reader.load(id)


def evidence_seat(episode: StoredEpisode, wanted: str | None) -> str | None:
    """Return the seat whose evidence of an episode is shown, or None for all seats.

    ``wanted`` is a seat, or ``all``. The default is what anyone may see
    (`clemtui.records.viewing`).

    Raises:
        UsageError: if there is no such seat, or none is named and nothing may be seen by everyone.
    """
    seats = episode.summary.seats
    names = {each.seat.casefold(): each.seat for each in seats}
    if wanted is not None and wanted.casefold() == ALL:
        return None
    if wanted is not None:
        if wanted.casefold() not in names:
            raise UsageError(unknown("view", wanted, (*names.values(), ALL)))
        return names[wanted.casefold()]
    people = human_seats(episode.summary)
    if not has_secrets(episode.state, people):
        return None
    public = public_seats(episode.state, (), people)
    if not public:
        raise UsageError(must_choose(episode.state, (*names.values(), ALL)))
    return public[0]


def must_choose(state: State, views: Iterable[str]) -> str:
    """Return the message that one of these views has to be asked for."""
    why = "is void" if state == "void" else "was not played to its end"
    return f"this episode {why}; choose a view with --view: {', '.join(views)}"


def only_evidence_of(episode: StoredEpisode, seat: str) -> StoredEpisode:
    """Return the episode with the evidence of one seat only: its requests and answers, and how it
    was ended."""
    requests = tuple(each for each in episode.requests if each.request.seat == seat)
    numbers = {each.request.id for each in requests}
    return replace(
        episode,
        requests=requests,
        entries=tuple(
            each for each in episode.entries if each.seat == seat or isinstance(each.entry, Control)
        ),
        attempts=tuple(each for each in episode.attempts if each.request in numbers),
        drafts=tuple(each for each in episode.drafts if each.request in numbers),
        rows={},
    )


def as_document(episode: StoredEpisode, seat: str | None = None) -> dict[str, Any]:
    """Return an episode as exported, or as far as a seat has seen it.

    In the latter case the key ``view`` names the seat, and the instance and its task key are
    omitted, as they contain the solution, and so are the reasons of decisions.
    """
    if seat is None:
        return document(episode)
    whole = document(only_evidence_of(episode, seat))
    return {
        **whole,
        "view": seat,
        "task_key": None,
        "instance": None,
        "lists": {},
        "experiments": {},
        "decisions": [{**each, "reason": None} for each in whole["decisions"]],
    }


def exported_episodes(
    database: Path, episodes: Iterable[str], view: str | None = None, *, problems: list[str]
) -> Iterator[tuple[State, str | None]]:
    """Yield the states of episodes, by id, with one line of JSON each.

    ``problems`` collects a line for each episode that cannot be read; the others are exported.

    An episode that hides something from someone (`clemtui.records.viewing`) is exported only if a
    ``view`` is given (see `evidence_seat`); there is no line for it otherwise.

    Raises:
        UsageError: if an episode does not have that view.
        StoreError: if there is no such episode, or the database cannot be read.
    """
    with Reader(database) as reader:
        for id in episodes:
            try:
                episode = reader.load(id)
            except DamagedRecord as error:
                problems.append(str(error))
                continue
            if view is None and has_secrets(episode.state, human_seats(episode.summary)):
                yield episode.state, None
            else:
                yield episode.state, json_line(as_document(episode, evidence_seat(episode, view)))
