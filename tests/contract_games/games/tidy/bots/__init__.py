"""A scripted caretaker: moves letters one by one, or draws the whole room."""

from __future__ import annotations

from clemtui.engine import Game, Grids, Request, Scripted, View

BLANK = "."


class Orderly:
    """Moves letters into free places if the seed is even, draws if it is odd.

    Letters in each other's places cannot be moved in one step each; then it draws as well.
    """

    def __init__(self, seed: int) -> None:
        self.draws = bool(seed % 2)

    def respond(self, request: Request, view: View) -> str:
        assert request.form is not None
        block = view.block("grids")
        assert isinstance(block, Grids)
        now, wanted = (grid.cells for grid in block.grids)
        if now == wanted:
            return request.form.compose({"command": {"branch": "done"}})
        if not self.draws:
            for row, cells in enumerate(wanted):
                for column, letter in enumerate(cells):
                    if letter != BLANK and now[row][column] == BLANK:
                        command = {"branch": "move", "letter": letter}
                        place = {"column": column + 1, "row": row + 1}
                        return request.form.compose({"command": {**command, **place}})
        drawing = ["".join(cells) for cells in wanted]
        return request.form.compose({"command": {"branch": "draw", "grid": drawing}})


def scripted_player(game: Game, seat: str, language: str, seed: int) -> Scripted:
    """Return the scripted player of a seat."""
    return Orderly(seed)
