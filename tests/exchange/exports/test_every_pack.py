"""Export and import agree on every episode: of every game, in every language, however it ended."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clemtui.catalogue import open_catalogue
from clemtui.engine import Game, Instance, Response, Scripted, Texts
from clemtui.exchange.exports.exporting import export_clembench
from clemtui.exchange.imports.importing import Imported, import_results
from clemtui.kit.plays import FormFiller
from clemtui.records.rows import EpisodeFilter, StoredEpisode
from clemtui.store.read.reader import Reader
from tests.exchange.records import Records, Who, open_records
from tests.support.examples import examples

CATALOGUE = open_catalogue()
PACKS = [
    (card.id, language) for card in CATALOGUE.cards for language in CATALOGUE.languages(card.id)
]
MANY_PROBES = "things-places"
"""An experiment of privateshared with 240 side questions an episode."""

PLAYERS: tuple[Who, ...] = (("model", "openai/lab_2"), ("scripted", "scripted"), ("human", "anna"))

Ending = Literal["whole", "spoilt", "given up"]
ENDINGS: tuple[Ending, ...] = get_args(Ending)


def chosen(game: str, language: str, rng: random.Random) -> Instance:
    """Return a bundled instance."""
    found = CATALOGUE.experiments(game, language)
    return rng.choice(rng.choice([e for e in found if e.name != MANY_PROBES]).instances)


def player(game: Game, seat: str, language: str) -> Scripted:
    """Return the scripted player of a seat, or one that fills forms at random."""
    try:
        return game.scripted(seat, language, 7)
    except LookupError:
        return FormFiller(7)


def responses(
    game: Game, instance: Instance, texts: Texts
) -> Generator[tuple[str, str], str, None]:
    """Yield the seat and the text of each response of a play; receive what is said instead."""
    master = game.start(instance, texts)
    players: dict[str, Scripted] = {}
    while asked := master.pending():
        request = asked[0]
        if request.seat not in players:
            players[request.seat] = player(game, request.seat, texts.base_language)
        said = players[request.seat].respond(request, master.view(request.seat)).strip()
        text = yield request.seat, said
        master.submit(Response.of(request.id, text))


def play(made: Records, game: str, language: str, ending: Ending, seed: int, odd: str) -> str:
    """Record an episode; return its id.

    Args:
        made: the records.
        game, language: the pack.
        ending: what happens at one of the first answers, unless the episode is played normally.
        seed: determines the instance, the players and that answer.
        odd: what is put before a spoilt answer.
    """
    rng = random.Random(f"{game} {language} {ending} {seed}")
    instance = chosen(game, language, rng)
    texts = CATALOGUE.texts(instance, language)
    said: defaultdict[str, list[str]] = defaultdict(list)
    source = responses(CATALOGUE.game(game), instance, texts)
    step: tuple[str, str] | None = next(source)
    number, at = 0, rng.randrange(6)
    while step is not None and (ending != "given up" or number < at):
        seat, text = step
        if ending == "spoilt" and number == at:
            text = odd + text
        said[seat].append(text)
        try:
            step = source.send(text)
        except StopIteration:
            step = None
        number += 1
    seats = [seat.name for seat in CATALOGUE.card(game).seats]
    who = {seat: rng.choice(PLAYERS) for seat in seats}
    episode = made.play(
        instance,
        said,
        language=language,
        who=who,
        gives_up=rng.choice(seats),
        tags={"wave": "1"},
        settings={"temperature": 0.5, "top_p": 0.9},
        aids=("x",),
    )
    for name in sorted({name for kind, name in who.values() if kind == "human"}):
        person = made.writer.person(name).id
        made.writer.exposure(person, instance.task_key, instance.hash, "played", episode)
    return episode


def exported(database: Path, target: Path) -> dict[str, Any]:
    """Return every file of the exported tree with all episodes, by its path.

    Repetitions are included: a person may have two of the episodes of one instance.
    """
    done = export_clembench(database, CATALOGUE, target, EpisodeFilter(), repeats=True)
    assert not done.left_out
    return {
        path.relative_to(target).as_posix(): json.loads(path.read_text("utf-8"))
        for path in sorted(target.rglob("*.json"))
    }


def facts(episode: StoredEpisode) -> dict[str, Any]:
    """Return what an import must keep of an episode."""
    summary = episode.summary
    own = {s.scorer: s.scores for s in episode.scores}[f"{summary.game}:{summary.game_version}"]
    return {
        "id": summary.id,
        "instance": episode.instance,
        "hash": episode.instance.hash,
        "task": summary.task_key,
        "origin": summary.origin,
        "language": summary.language,
        "texts": episode.texts_hash,
        "seats": [
            (seat.seat, seat.role, seat.kind, seat.player, seat.person, seat.parameters, seat.seed)
            for seat in summary.seats
        ],
        "people": summary.people,
        "condition": episode.condition,
        "wave": summary.tags["wave"],
        "requests": [each.request for each in episode.requests],
        "entries": [each.entry for each in episode.entries],
        "flags": (own.aborted, own.success, own.lose, own.main_score),
        "started": (summary.created_at, summary.time_known),
    }


def all_facts(database: Path) -> dict[str, Any]:
    with Reader(database) as reader:
        return {each.id: facts(reader.load(each.id)) for each in reader.episodes()}


def unequal(told: Imported) -> list[object]:
    """Return the episodes that do not agree, with the reason."""
    return [
        each.problem or (each.agreement and each.agreement.differences)
        for each in told.episodes
        if each.agreement is None or not each.agreement.agrees
    ]


@pytest.mark.parametrize(("game", "language"), PACKS, ids=str)
@examples(1)
@given(seed=st.integers(0, 2**32), odd=st.text(min_size=1, max_size=8))
def test_export_and_import_agree_on_every_episode(
    game: str, language: str, seed: int, odd: str
) -> None:
    with TemporaryDirectory() as folder:
        here, there, root = Path(folder, "here.db"), Path(folder, "there.db"), Path(folder)
        with open_records(here) as made:
            for ending in ENDINGS:
                play(made, game, language, ending, seed, odd)
        first = exported(here, root / "one")
        told = import_results(there, CATALOGUE, root / "one")
        assert not unequal(told)
        assert all_facts(there) == all_facts(here)
        assert exported(there, root / "two") == first
