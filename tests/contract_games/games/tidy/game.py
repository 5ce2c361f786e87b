"""Tidy: endless penalties. Every error costs a penalty and the seat is asked again, forever.

A caretaker moves letters on a grid until it looks as required, and says so. No rule of the game
ends an episode in which that is never said: only the limit of the loop does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from clemtui.engine import (
    MAIN_SCORE,
    Block,
    Branch,
    Card,
    Choice,
    ChoiceField,
    DialogueMaster,
    Experiment,
    Form,
    Game,
    GameMaster,
    Grid,
    GridField,
    Grids,
    Hint,
    Instance,
    NumberField,
    OneOf,
    Request,
    Response,
    Row,
    Scores,
    Secret,
    Texts,
    Values,
    Verdict,
    View,
    label,
    read_experiments,
)

SEAT = "Player 1"
BLANK = "."


class TidyMaster(DialogueMaster):
    """One room."""

    def __init__(self, instance: Instance, texts: Texts) -> None:
        super().__init__(instance, texts)
        self.grid: list[str] = list(instance.data["start"])
        self.wanted: list[str] = list(instance.data["wanted"])
        self.penalties = 0
        self.done = False
        tags = {id: texts.tag(id) for id in ("move", "draw", "done")}
        self.ask_next(texts.prompt("rules", wanted="\n".join(self.wanted), grid=self.drawn, **tags))

    @property
    def drawn(self) -> str:
        """The grid as text."""
        return "\n".join(self.grid)

    @property
    def letters(self) -> str:
        """The letters on the grid, in alphabetical order."""
        return "".join(sorted("".join(self.grid).replace(BLANK, "")))

    def ask_next(self, content: str) -> None:
        """Ask for a command."""
        rows, columns = len(self.grid), len(self.grid[0])
        move = (
            ChoiceField("letter", label("tidy.letter"), tuple(Choice(c, c) for c in self.letters)),
            NumberField("column", label("tidy.column"), 1, columns),
            NumberField("row", label("tidy.row"), 1, rows),
        )
        drawing = GridField("grid", label("tidy.grid"), rows, columns, self.letters, BLANK)
        branches = (
            Branch("move", label("tidy.move"), move),
            Branch("draw", label("tidy.draw"), (drawing,)),
            Branch("done", label("tidy.done"), ()),
        )
        form = Form((OneOf("command", label("tidy.command"), branches),), self.compose, self.costly)
        self.ask(SEAT, "Caretaker", content, form=form)

    def compose(self, values: Values) -> str:
        """Return the command as it has to be written."""
        command = values["command"]
        tag = self.texts.tag(command["branch"])
        match command["branch"]:
            case "move":
                return f"{tag} {command['letter']} {command['column']} {command['row']}"
            case "draw":
                return "\n".join((tag, *command["grid"]))
            case _:
                return tag

    def costly(self, values: Values, view: View) -> tuple[Hint, ...]:
        """Warn of a drawing with other letters: it is well formed, but costs a penalty."""
        drawn = values["command"].get("grid")
        if drawn is None or self.same_letters(drawn):
            return ()
        return (Hint(label("tidy.letters"), field="grid"),)

    def same_letters(self, grid: list[str]) -> bool:
        """Return whether a grid has each letter as often as the room."""
        return "".join(sorted("".join(grid).replace(BLANK, ""))) == self.letters

    def on_response(self, request: Request, response: Response) -> None:
        text = response.text
        if text == self.texts.tag("done"):
            self.judge(request, Verdict("accepted"))
            self.done = True
            self.end()
            return
        verdict = self.move(text) or self.draw(text)
        if verdict is None:
            verdict = Verdict("asked again", label("tidy.no_command"))
        self.judge(request, verdict)
        if verdict.kind == "accepted":
            self.log("grid", list(self.grid))
            self.round += 1
            self.ask_next(self.texts.prompt("next", grid=self.drawn))
        else:
            self.penalties += 1
            self.ask_next(self.texts.prompt("penalty", penalties=str(self.penalties)))

    def move(self, text: str) -> Verdict | None:
        """Carry out a move; return None if the text is not one."""
        match = re.fullmatch(rf"{re.escape(self.texts.tag('move'))} (\S) ([1-9]) ([1-9])", text)
        if match is None:
            return None
        letter, column, row = match[1], int(match[2]) - 1, int(match[3]) - 1
        if letter not in self.letters or row >= len(self.grid) or column >= len(self.grid[0]):
            return Verdict("violation", label("tidy.not_there"))
        if self.grid[row][column] != BLANK:
            return Verdict("violation", label("tidy.taken"))
        cleared = [line.replace(letter, BLANK) for line in self.grid]
        cleared[row] = cleared[row][:column] + letter + cleared[row][column + 1 :]
        self.grid = cleared
        return Verdict("accepted")

    def draw(self, text: str) -> Verdict | None:
        """Replace the grid by a drawing; return None if the text is not one."""
        head, *lines = text.split("\n")
        shape = [len(line) for line in self.grid]
        if head != self.texts.tag("draw") or [len(line) for line in lines] != shape:
            return None
        if not self.same_letters(lines):
            return Verdict("violation", label("tidy.letters"))
        self.grid = lines
        return Verdict("accepted")

    def view(self, watcher: str) -> View:
        columns = tuple(str(number + 1) for number in range(len(self.grid[0])))
        rows = tuple(str(number + 1) for number in range(len(self.grid)))

        def grid(id: str, lines: list[str]) -> Grid:
            cells = tuple(tuple(line) for line in lines)
            return Grid(id, cells, columns, rows, title=label(f"tidy.grid_{id}"))

        pair = (grid("now", self.grid), grid("wanted", self.wanted))
        costs = Row("penalties", label("tidy.penalties"), str(self.penalties))
        blocks: tuple[Block, ...] = (
            Grids("grids", pair),
            Card("costs", (costs,)),
            grid("start", self.instance.data["start"]),
        )
        return View(blocks)


class Tidy(Game):
    """The game."""

    def read(self, document: Mapping[str, Any], source: str) -> tuple[Experiment, ...]:
        return read_experiments(self.card.id, document, source, {"start": list, "wanted": list})

    def start(self, instance: Instance, texts: Texts) -> GameMaster:
        return TidyMaster(instance, texts)

    def score(self, master: GameMaster) -> Scores:
        """Score an episode: the main score is the percentage of letters in place, minus 10 per
        penalty."""
        assert isinstance(master, TidyMaster)
        episode = {"Penalties": master.penalties}
        if not master.done:
            return Scores(1, 0, 0, {**episode, MAIN_SCORE: None})
        cells = zip("".join(master.grid), "".join(master.wanted), strict=True)
        placed = sum(1 for now, wanted in cells if now == wanted != BLANK)
        share = 100 * placed / len(master.letters)
        main = max(0.0, share - 10 * master.penalties)
        tidy = share == 100
        return Scores(0, 1 if tidy else 0, 0 if tidy else 1, {**episode, MAIN_SCORE: main})

    def secrets(self, instance: Instance) -> tuple[Secret, ...]:
        return ()
