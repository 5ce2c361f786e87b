"""``clemtui history``: browse past episodes in the app or as lines of text."""

from __future__ import annotations

import click

from clemtui.archive.episodes import find_episode_id
from clemtui.archive.people import typed_person
from clemtui.cli.opening import open_app, plain_options
from clemtui.cli.options import at_terminal, common_options, current_setup


@click.command()
@click.argument("words", metavar="[FILTER]", nargs=-1)
@click.option(
    "--as",
    "person",
    metavar="NAME",
    help="The pseudonym of the person reading; without it, no one's record changes.",
)
@click.option("--read", metavar="ID", help="Open this episode step by step.")
@click.option("--plain", is_flag=True, help="Use lines of text instead of the app.")
@common_options
def history(words: tuple[str, ...], person: str | None, read: str | None, plain: bool) -> None:
    """Browse recorded episodes in the app. FILTER selects some of them.

    Plain words search all transcripts. Words with a colon filter: game:taboo, with:scripted,
    with:gpt, by:Ann, outcome:success, state:running, language:de, repeats:no, since:yesterday;
    counts:no finds what reports exclude. Quote the whole filter if it contains quotes. Without a
    terminal, this prints lines of text, as with --plain.

    \b
    Examples:
      clemtui history
      clemtui history game:taboo with:scripted river
      clemtui history 'experiment:"high en" "river bank"'
      clemtui history --read 1a2b3c4d
    """
    if read is not None and words:
        raise click.UsageError("--read opens one episode; it cannot be combined with a filter")
    if person is not None and not person.strip():
        raise click.BadParameter("the name is empty", param_hint="--as")
    plain = plain or not at_terminal()
    if plain and read is not None:
        raise click.UsageError("--read opens the app; 'clemtui episodes show ID' prints an episode")
    setup = current_setup()
    context = click.get_current_context()
    if person is not None:
        person = typed_person(setup.database, person)
    if plain:
        from clemtui.plain import print_history

        print_history(plain_options(setup, person=person), " ".join(words))
        return
    if read is None:
        context.exit(open_app(setup, person=person, first="history", history=" ".join(words)))
    context.exit(open_app(setup, person=person, review=find_episode_id(setup.database, read)))
