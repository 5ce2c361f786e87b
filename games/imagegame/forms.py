"""Forms in which a person gives a command or draws a grid without typing the protocol."""

from __future__ import annotations

from clemtui.engine import (
    Branch,
    Form,
    GridField,
    Hint,
    Label,
    LineField,
    OneOf,
    Symbol,
    Values,
    View,
    label,
)

from .grids import BLANK, LETTERS, SIZE, GridRows, as_text
from .parsing import Protocol

END_CHECK = "end_check"

SYMBOLS = (Symbol(BLANK, "[]"),)
"""The symbol for an empty cell: the follower needs it in every answer, the giver may use it."""


def giver_form(protocol: Protocol, tag: str, done: str) -> Form:
    """Return the giver's form: a one-line command, or the end of the description.

    The word that ends the game may also be typed; a hint warns when it would not end it, because
    with a full stop it is sent to the follower.
    """

    def compose(values: Values) -> str:
        move = values["move"]
        return f"{tag} {done if move['branch'] == 'done' else str(move['command']).strip()}"

    def check(values: Values, view: View) -> tuple[Hint, ...]:
        if values["move"]["branch"] == "done":
            return ()
        line = compose(values).removeprefix(tag).strip()
        if protocol.ends(compose(values)):
            return (Hint(Label("imagegame.hint.ends"), level="note", aid=END_CHECK, field="move"),)
        if line.rstrip(".!… ").lower() == done.lower():
            return (Hint(Label("imagegame.hint.no_end"), aid=END_CHECK, field="move"),)
        return ()

    command = LineField("command", Label("imagegame.form.command"), tag=tag)
    return Form(
        (
            OneOf(
                "move",
                Label("imagegame.form.move"),
                (
                    Branch("command", Label("imagegame.form.go_on"), (command,)),
                    Branch("done", label("imagegame.form.done", done=done), ()),
                ),
            ),
        ),
        compose=compose,
        check=check,
        symbols=SYMBOLS,
    )


def follower_form(rows: GridRows) -> Form:
    """Return the follower's form: the grid drawn so far, edited cell by cell."""
    return Form(
        (
            GridField(
                "grid",
                Label("imagegame.form.grid"),
                rows=SIZE,
                columns=SIZE,
                alphabet=LETTERS,
                blank=BLANK,
                initial=rows,
            ),
        ),
        compose=lambda values: as_text(values["grid"]),
        symbols=SYMBOLS,
    )
