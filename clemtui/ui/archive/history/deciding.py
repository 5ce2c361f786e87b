"""Decisions about the highlighted episode of the history: exclude it, tag it, close it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from functools import partial

from clemtui.archive.marking import (
    CloseAs,
    check_author,
    close_episode,
    decide,
    exclusion,
    inclusion,
    is_excluded,
    new_tag,
)
from clemtui.episode.errors import PlayError, UsageError, message_of
from clemtui.language import Interface, Localised, one_line
from clemtui.records.errors import StoreError
from clemtui.records.names import split_tag
from clemtui.records.rows import EpisodeSummary, TagDecision
from clemtui.ui.shell.base import BaseScreen
from clemtui.ui.shell.dialogs.choice import ChoiceDialog, TextDialog
from clemtui.wording.sample import CLOSING

Apply = Callable[[str, str], Awaitable[str]]
"""Records a decision, given its author and what was typed; returns what was recorded."""


def ask_for_decision(
    screen: BaseScreen[None], episode: EpisodeSummary, done: Callable[[], None]
) -> None:
    """Ask what to decide about an episode, by whom and why; call ``done`` once it is recorded."""
    ui = screen.interface

    async def chosen(way: str | None) -> None:
        if way is None:
            return
        apply = partial(_apply, screen, episode, way)
        counted = not episode.left_out
        author = screen.context.person or screen.context.settings.person or ""
        if author:
            _ask_for_text(screen, apply, way, author, done, counted=counted)
        else:
            _ask_for_author(
                screen,
                lambda name: _ask_for_text(screen, apply, way, name, done, counted=counted),
            )

    title = ui.text("Decide about this episode")
    screen.app.push_screen(ChoiceDialog(ui, title, list(_ways(screen, episode)), ""), chosen)


def _ask_for_author(screen: BaseScreen[None], named: Callable[[str], None]) -> None:
    ui = screen.interface
    names: list[str] = []

    async def take(text: str) -> str | None:
        if not text.strip():
            return ui.text("What name would you like to use?")
        names.append(check_author(text))
        return None

    def answered(_: None) -> None:
        if names:
            named(names[0])

    explanation = ui.text("Your name is recorded with the decision.")
    screen.app.push_screen(TextDialog(ui, ui.text("Who decides?"), explanation, "", take), answered)


def _ways(screen: BaseScreen[None], episode: EpisodeSummary) -> Iterator[tuple[str, str]]:
    ui = screen.interface
    if is_excluded(episode):
        yield "include", ui.text("Include it in analyses again")
    else:
        yield "exclude", ui.text("Exclude it from analyses")
    yield "tag", ui.text("Add a tag")
    if episode.state == "running" and not episode.erased:
        yield "aborted", ui.text("Close it as aborted: it counts as not played")
        yield "void", ui.text("Close it as void: it counts nowhere")


def _ask_for_text(
    screen: BaseScreen[None],
    apply: Apply,
    way: str,
    author: str,
    done: Callable[[], None],
    *,
    counted: bool,
) -> None:
    """Ask for the reason or the tag; ``counted``: whether reports count the episode until then."""
    ui = screen.interface

    async def take(text: str) -> str | None:
        try:
            recorded = await apply(author, text)
        except (PlayError, StoreError) as error:
            return message_of(error)
        done()
        said = _recorded(ui, way, author, recorded, counted=counted)
        screen.app.notify(said, markup=False, timeout=6)
        return None

    explanation = ui.text("It is recorded with the time and your name, {name}.", name=author)
    if final := CLOSING.get(way):
        explanation = Localised(f"{ui.text(final)} {explanation}")
    title = ui.text("Tag: key=value") if way == "tag" else ui.text("Reason")
    screen.app.push_screen(TextDialog(ui, title, explanation, "", take))


def _recorded(ui: Interface, way: str, author: str, text: str, *, counted: bool) -> str:
    """Return the notice that a decision was recorded on an episode that reports had counted."""
    values = {"name": author, "text": one_line(text)}
    match way:
        case "exclude" if not counted:
            return ui.text("Excluded by {name}: {text}.", **values)
        case "exclude":
            return ui.text("Excluded by {name}: {text}. Reports no longer count it.", **values)
        case "include":
            return ui.text("Included again by {name}: {text}.", **values)
        case "tag":
            return ui.text("Tag added by {name}: {text}.", **values)
        case "aborted":
            return ui.text(
                "Closed as aborted by {name}: {text}. It counts as not played.", **values
            )
        case _:
            return ui.text("Closed as void by {name}: {text}. It counts nowhere.", **values)


async def _apply(
    screen: BaseScreen[None], episode: EpisodeSummary, way: str, author: str, text: str
) -> str:
    """Record a decision; return its reason or tag as recorded.

    Raises:
        UsageError: if something is missing.
        PlayError, StoreError: if it cannot be recorded.
    """
    service = await screen.context.service()
    if way == "tag":
        key, value = new_tag(*split_tag(text))
        await decide(service, [episode.id], [TagDecision(key, value, author)])
        return f"{key}={value}"
    if not text:
        raise UsageError(screen.interface.text("Say why."))
    if way == "exclude":
        await decide(service, [episode.id], [exclusion("", author, text)])
    elif way == "include":
        await decide(service, [episode.id], inclusion(episode, "", author, text))
    else:
        outcome: CloseAs = "aborted" if way == "aborted" else "void"
        await close_episode(service, episode.id, outcome, author, text)
    return text
