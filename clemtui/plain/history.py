"""The list of past episodes, with a filter; each can be read from here."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress

from clemtui.archive.episodes import short_id
from clemtui.archive.history import History
from clemtui.archive.search_line import HistoryFilter
from clemtui.episode.errors import PlayError, message_of
from clemtui.language import Interface, Localised, half_up, one_line, safe, translatable
from clemtui.plain.inbox import Leave
from clemtui.plain.menus import Menu, index_of
from clemtui.plain.options import PlainOptions
from clemtui.plain.people import identify_person
from clemtui.plain.review import read_episode
from clemtui.plain.sitting import Sitting, sitting
from clemtui.records.errors import StoreError
from clemtui.records.findings import Snippet
from clemtui.records.rows import EpisodeSummary, UnfinishedEpisode
from clemtui.wording.phrases import player_name
from clemtui.wording.sample import marks_in_words, outcome_in_words

PAGE = 20

CHOICES = {
    translatable("more"): translatable("show earlier episodes"),
    translatable("help"): translatable("show this help"),
    translatable("leave"): translatable("stop reading"),
}


def print_history(options: PlainOptions, line: str = "") -> None:
    """List the episodes that match a filter, newest first, and let the person read them.

    Raises:
        UsageError: if the filter is invalid, or without matches names something unknown.
        StoreError: if the database cannot be read.
    """
    asyncio.run(_history(options, line))


async def _history(options: PlainOptions, line: str) -> None:
    async with sitting(options) as at:
        with suppress(Leave):
            await identify_person(at)
            await browse_history(at, line)


async def browse_history(sitting: Sitting, line: str) -> None:
    """List the episodes that match a filter page by page, and read those the person chooses.

    Raises:
        Leave: if the person leaves.
        UsageError: if the filter is invalid.
        StoreError: if the database cannot be read.
    """
    ui = sitting.ui
    wanted = HistoryFilter.parse(line)
    history = History(sitting.service)
    count = await history.count(wanted.where)
    if not count:
        await history.check(wanted.where)
        sitting.say(_nothing(ui, line))
        return
    sitting.say(ui.plural("{n} episode:", "{n} episodes, newest first:", count))
    shown = await _show_page(sitting, history, wanted, ())
    menu = Menu(ui, CHOICES)
    while True:
        reply = str(await sitting.read(_prompt(ui, more=len(shown) < count))).strip()
        if not reply:
            return
        at = index_of(reply, len(shown))
        if at is not None:
            await _read(sitting, shown[at])
            continue
        word = "" if reply.isdecimal() else menu.match(reply)[0]
        if word == "leave":
            return
        if word == "help":
            sitting.say(*menu.lines())
        elif not word:
            sitting.say(ui.text("No episode {reply} in this list.", reply=reply))
        elif len(shown) < count:
            shown += await _show_page(sitting, history, wanted, shown)
        else:
            sitting.say(ui.text("No more episodes."))


async def _show_page(
    sitting: Sitting, history: History, wanted: HistoryFilter, shown: tuple[EpisodeSummary, ...]
) -> tuple[EpisodeSummary, ...]:
    """Show the page of episodes after those already shown, and return it."""
    page = await history.page(wanted.where, shown[-1].id if shown else None, limit=PAGE)
    found: Mapping[str, Snippet] = {}
    if wanted.text:
        found = await history.snippets([each.id for each in page], wanted.text)
    for number, episode in enumerate(page, len(shown) + 1):
        sitting.say(*_row(sitting.ui, number, episode, found.get(episode.id)))
    return page


async def _read(sitting: Sitting, episode: EpisodeSummary) -> None:
    try:
        await read_episode(sitting, episode.id)
    except (PlayError, StoreError) as error:
        sitting.say(sitting.ui.show(message_of(error)))


def _prompt(ui: Interface, *, more: bool) -> Localised:
    if more:
        return ui.text(
            "Type a number to read that episode, “{more}” for earlier ones, or press "
            "Enter to finish:",
            more=ui.text("more"),
        )
    return ui.text("Type a number to read that episode, or press Enter to finish:")


def _nothing(ui: Interface, line: str) -> Localised:
    if line.strip():
        return ui.text("No episode matches the filter {line}.", line=one_line(line))
    return ui.text(
        "Nothing has been played yet; type “{command}” to start an episode.",
        command="clemtui play GAME",
    )


def _row(
    ui: Interface, number: int, episode: EpisodeSummary, found: Snippet | None
) -> tuple[Localised, ...]:
    said = (ui.text("{number}. {name}", number=number, name=episode_line(ui, episode)),)
    if found is None:
        return said
    place = ui.text(
        "   {seat}: …{text}…",
        seat=ui.text("to {seat}", seat=found.seat) if found.received else found.seat,
        text=one_line(f"{found.before}{found.found}{found.after}"),
    )
    return (*said, place)


def episode_line(ui: Interface, episode: EpisodeSummary) -> Localised:
    """Return an episode as one line."""
    people = list(episode.people)
    others = [seat for seat in episode.seats if seat.kind not in ("human", "service")]
    partners = [player_name(ui, seat.player) for seat in others]
    values = {
        "game": Localised(f"{safe(episode.game)} ({ui.language_name(episode.language)})"),
        "experiment": episode.experiment,
        "number": str(episode.game_id),
        "who": ui.list([*people, *(Localised(name) for name in partners)]),
        "when": ui.date_time(episode.created_at.astimezone())
        if episode.time_known
        else ui.text("at an unknown time"),
        "end": _end(ui, episode),
        "id": short_id(episode.id),
    }
    return ui.text("{game}, {experiment} {number}, {who}, {when}: {end}. Id {id}", **values)


def _end(ui: Interface, episode: EpisodeSummary) -> Localised:
    notes = [*marks_in_words(episode, ui)]
    return Localised("; ".join([_outcome(ui, episode), *notes]))


def _outcome(ui: Interface, episode: EpisodeSummary) -> Localised:
    outcome, scores = outcome_in_words(episode, ui), episode.scores
    if episode.state != "finished" or scores is None or scores.main_score is None:
        return outcome
    return ui.text(
        "{outcome}, main score {score}", outcome=outcome, score=half_up(scores.main_score, 2)
    )


def unfinished_line(ui: Interface, episode: UnfinishedEpisode) -> Localised:
    """Return an unfinished episode as one line."""
    summary = episode.summary
    values = {
        "game": Localised(f"{safe(summary.game)} ({ui.language_name(summary.language)})"),
        "experiment": summary.experiment,
        "number": str(summary.game_id),
        "people": ui.list(summary.people) if summary.people else ui.text("no one"),
        "when": ui.date_time(episode.last_at.astimezone()),
        "answers": ui.plural("{n} answer", "{n} answers", summary.responses),
    }
    if episode.lease is not None and not episode.lease_stale:
        return ui.text(
            "{game}, {experiment} {number}, played by {people}, {answers}, last {when}; another "
            "program is playing it now",
            **values,
        )
    return ui.text(
        "{game}, {experiment} {number}, played by {people}, {answers}, last {when}", **values
    )
