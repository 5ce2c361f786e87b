"""What was played: a list with a filter, from which an episode can be read."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING

from clemtui.archive.episodes import short_id
from clemtui.episode.errors import PlayError, message_of
from clemtui.language import Interface, Localised, one_line, safe, translatable
from clemtui.plain.inbox import Leave
from clemtui.plain.menus import Menu, number_of
from clemtui.plain.options import PlainOptions
from clemtui.plain.review import read_episode
from clemtui.records.errors import StoreError
from clemtui.wording.phrases import OUTCOMES, STATES, player_name

if TYPE_CHECKING:
    from clemtui.archive.history import History
    from clemtui.archive.search_line import HistoryFilter
    from clemtui.plain.sitting import Sitting
    from clemtui.records.findings import Snippet
    from clemtui.records.rows import EpisodeSummary

PAGE = 20

MORE = {translatable("more"): translatable("show earlier episodes")}


def print_history(options: PlainOptions, line: str = "") -> None:
    """List the episodes that pass a filter, the latest first; then they can be read by number.

    Raises:
        UsageError: if the filter makes no sense.
        StoreError: if the database cannot be read.
    """
    asyncio.run(_history(options, line))


async def _history(options: PlainOptions, line: str) -> None:
    from clemtui.plain.people import sit_down
    from clemtui.plain.sitting import sitting

    async with sitting(options) as at:
        try:
            await sit_down(at)
            await tell_history(at, line)
        except Leave:
            return


async def tell_history(sitting: Sitting, line: str) -> None:
    """List the episodes that pass a filter, page by page, and read those that are chosen.

    Raises:
        Leave: if the person leaves.
        UsageError: if the filter makes no sense.
        StoreError: if the database cannot be read.
    """
    from clemtui.archive.history import History
    from clemtui.archive.search_line import HistoryFilter

    ui = sitting.ui
    wanted = HistoryFilter.parse(line)
    history = History(sitting.service)
    count = await history.count(wanted.where)
    if not count:
        sitting.say(_nothing(ui, line))
        return
    sitting.say(ui.plural("{n} episode:", "{n} episodes, newest first:", count))
    told = await _tell_page(sitting, history, wanted, ())
    menu = Menu(ui, MORE)
    while True:
        reply = str(await sitting.read(_prompt(ui, more=len(told) < count))).strip()
        if not reply:
            return
        at = number_of(reply, len(told))
        if at is not None:
            await _read(sitting, told[at])
        elif reply.isdecimal() or not menu.chosen(reply)[0]:
            sitting.say(ui.text("No episode {reply} in this list.", reply=reply))
        elif len(told) < count:
            told += await _tell_page(sitting, history, wanted, told)
        else:
            sitting.say(ui.text("No more episodes."))


async def _tell_page(
    sitting: Sitting, history: History, wanted: HistoryFilter, told: tuple[EpisodeSummary, ...]
) -> tuple[EpisodeSummary, ...]:
    """Say the episodes that come after those that were told, and return them."""
    page = await history.page(wanted.where, told[-1].id if told else None, limit=PAGE)
    found: Mapping[str, Snippet] = {}
    if wanted.text:
        found = await history.snippets([each.id for each in page], wanted.text)
    for number, episode in enumerate(page, len(told) + 1):
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
    said = (ui.text("{number}. {name}", number=number, name=episode_words(ui, episode)),)
    if found is None:
        return said
    place = ui.text(
        "   {seat}: …{text}…",
        seat=found.seat,
        text=one_line(f"{found.before}{found.found}{found.after}"),
    )
    return (*said, place)


def episode_words(ui: Interface, episode: EpisodeSummary) -> Localised:
    """An episode on one line."""
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
    end = _outcome(ui, episode)
    return ui.text("{end}, a repetition", end=end) if episode.repeated else end


def _outcome(ui: Interface, episode: EpisodeSummary) -> Localised:
    scores = episode.scores
    if scores is None:
        return ui.text(STATES[episode.state])
    outcome = ui.text(OUTCOMES[scores.outcome])
    if scores.main_score is None:
        return outcome
    return ui.text(
        "{outcome}, main score {score}", outcome=outcome, score=round(scores.main_score, 2)
    )
