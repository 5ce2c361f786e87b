"""The game master of imagegame: command and grid in turn until the giver ends the game.

Verdicts and event log match clembench v3.0 (imagegame game master).
"""

from __future__ import annotations

from clemtui.engine import (
    OBSERVER,
    REVEAL,
    RULES,
    Block,
    Card,
    DialogueMaster,
    Grid,
    Grids,
    Instance,
    Item,
    Label,
    MarkedList,
    Request,
    Response,
    Row,
    Speech,
    Texts,
    Verdict,
    View,
    label,
)

from .comparison import NO_MATCH, match_history
from .forms import follower_form, giver_form
from .grids import EMPTY, SIZE, GridRows, as_rows
from .parsing import Protocol

GIVER = "Player 1"
FOLLOWER = "Player 2"
ROLES = {GIVER: "Instruction Giver", FOLLOWER: "Instruction Follower"}

INSTRUCTION = "found instruction"
GRID = "found grid"
DONE = "found terminate pattern"
INVALID_FORMAT = "invalid format"
LIMIT = "game end"

HEADINGS = tuple(str(number + 1) for number in range(SIZE))


class ImagegameMaster(DialogueMaster):
    """One episode. Each round is a command and a grid; the end of the game starts another round."""

    def __init__(self, instance: Instance, texts: Texts) -> None:
        super().__init__(instance, texts)
        self.target: str = instance.data["target_grid"]
        self.max_rounds: int = 2 * instance.parameters["grid_dimension"] ** 2
        self.protocol = Protocol.of(texts)
        self.tag = texts.tag("command")
        self.done = texts.tag("done")
        self.question = texts.prompt("question")
        self.instructions: list[str] = []
        self.grids: list[str] = []
        self.rows: GridRows = EMPTY
        self._ask_giver(
            texts.prompt(
                "giver",
                target=self.target,
                question=self.question,
                command_tag=self.tag,
                done=self.done,
            ),
            (RULES,),
        )

    @property
    def everybody(self) -> frozenset[str]:
        """Both seats, even if the follower has not been asked yet, and the observer."""
        return frozenset({*ROLES, OBSERVER})

    def on_response(self, request: Request, response: Response) -> None:
        if request.seat == GIVER:
            self._on_command(request, self.texts.tidy(response.text))
        else:
            self._on_grid(request, self.texts.policy.fold(response.text))

    def _on_command(self, request: Request, text: str) -> None:
        if self.protocol.ends(text):
            self.log(DONE, text)
            self.judge(request, Verdict("accepted"))
            self.notice(Label("imagegame.said.done"), audience=self.everybody)
            return
        instruction = self.protocol.instruction(text)
        if instruction is None:
            self.log(INVALID_FORMAT, "Invalid instruction format")
            self._refuse(request, label("imagegame.said.no_command", tag=self.tag))
            return
        self.log(INSTRUCTION, instruction)
        self.judge(request, Verdict("accepted"))
        self.instructions.append(instruction)
        content, speech = instruction, self._speech(instruction)
        if len(self.instructions) == 1:
            content = f"{self.texts.prompt('follower', command_tag=self.tag)}\n\n{instruction}"
            speech = (RULES, *speech)
        form = follower_form(self.rows)
        self.ask(FOLLOWER, ROLES[FOLLOWER], content, form=form, speech=speech)

    def _on_grid(self, request: Request, text: str) -> None:
        accepted = self.protocol.is_grid(text)
        last = self.round + 1 == self.max_rounds
        self.log(*((GRID, text) if accepted else (INVALID_FORMAT, "Invalid grid format")))
        if last:  # logged whenever the follower answers in the last round, whatever the answer
            self.log(LIMIT, "turn limit reached")
        if not accepted:
            self._refuse(request, Label("imagegame.said.no_grid"))
            return
        self.judge(request, Verdict("accepted"))
        self.grids.append(text)
        self.rows = as_rows(text) or self.rows
        if last:
            said = label("imagegame.said.limit", rounds=self.max_rounds)
            self.notice(said, audience=self.everybody)
            return
        self.round += 1
        self._ask_giver(self.question, ())

    def _refuse(self, request: Request, reason: Label) -> None:
        self.judge(request, Verdict("malformed", reason), audience=self.everybody)

    def _ask_giver(self, content: str, speech: tuple[Speech, ...]) -> None:
        form = giver_form(self.protocol, self.tag, self.done)
        self.ask(GIVER, ROLES[GIVER], content, form=form, speech=speech)

    def spoken(self, request: Request, response: Response) -> tuple[Speech, ...] | None:
        if request.seat != GIVER:
            return None
        text = self.texts.tidy(response.text)
        instruction = self.protocol.instruction(text)
        return None if instruction is None else self._speech(instruction)

    def _speech(self, instruction: str) -> tuple[Speech, ...]:
        return (Speech(GIVER, self.strip_tag(instruction)),)

    def view(self, watcher: str) -> View:
        target = _grid("target", as_rows(self.target) or EMPTY)
        drawn = _grid("drawn", self.rows)
        number = len(self.instructions) if self.finished else self.round + 1
        progress = Card(
            "progress",
            (
                Row(
                    "round",
                    Label("imagegame.board.round"),
                    label("imagegame.board.of", number=number, all=self.max_rounds),
                ),
            ),
        )
        said = MarkedList("commands", self._commands(), title=Label("imagegame.board.commands"))
        boards: tuple[Block, ...]
        if watcher == REVEAL:
            boards = (Grids("grids", (target, drawn)), self._result())
        elif watcher == OBSERVER:
            boards = (Grids("grids", (target, drawn)),)
        else:
            boards = (target if watcher == GIVER else drawn,)
        return View((*boards, progress, said))

    def _commands(self) -> tuple[Item, ...]:
        """Return the numbered commands, newest first: the newest is the one to follow."""
        numbered = [
            Item(f"command{number}", f"{number}. {self.strip_tag(instruction)}")
            for number, instruction in enumerate(self.instructions, 1)
        ]
        return tuple(reversed(numbered))

    def strip_tag(self, instruction: str) -> str:
        """Return an instruction without its tag, for display.

        The reference's pattern decides what counts as a tag, so only the tag from the texts is
        removed.
        """
        if instruction.lower().startswith(self.tag.lower()):
            return instruction[len(self.tag) :].strip()
        return instruction

    def _result(self) -> Card:
        match = (match_history(self.target, self.grids) or [NO_MATCH])[-1]
        return Card(
            "result",
            tuple(
                Row(id, Label(f"imagegame.board.{id}"), f"{value:.0f} %")
                for id, value in match._asdict().items()
            ),
        )


def _grid(id: str, rows: GridRows) -> Grid:
    cells = tuple(tuple(row) for row in rows)
    return Grid(id, cells, HEADINGS, HEADINGS, title=Label(f"imagegame.board.{id}"))
