"""The engine: the contract between games, records and fronts. It imports nothing of ours.

A game imports its names from here. Forms and views are loaded when the first of them is asked for:
a list of games needs none, and making their many classes is a tenth of the time to first paint.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING

from clemtui.engine.entries import Control, ControlKind, Entry, Purpose, Request, Response, Tool
from clemtui.engine.events import (
    GAME_MASTER,
    OBSERVER,
    RECEIVE,
    REVEAL,
    SEND,
    Event,
    Verdict,
    reference_log,
)
from clemtui.engine.game import (
    CannotRestore,
    Game,
    GameCard,
    Scripted,
    Seat,
    Secret,
    Service,
    UnreadableInstances,
)
from clemtui.engine.instance_files import entries, entry, read_experiments
from clemtui.engine.instances import Experiment, Instance, WordList, canonical_json, sha256
from clemtui.engine.labels import COMMON_LABELS, Label, label
from clemtui.engine.master import DialogueMaster, GameMaster, NotPending
from clemtui.engine.messages import (
    Image,
    Message,
    Part,
    Text,
    ToolCall,
    ToolResult,
    assistant,
    message_from_json,
    message_to_json,
    part_from_json,
    part_to_json,
    text_of,
    user,
)
from clemtui.engine.policy import POLICIES, REFERENCE, UNICODE, TextPolicy
from clemtui.engine.replay import Exchange, Replay, feed, replay
from clemtui.engine.scores import MAIN_SCORE, Aggregate, Flag, Score, Scores, mean_of_played
from clemtui.engine.texts import Texts, TextsError, placeholders
from clemtui.engine.timing import Pause, Timing

if TYPE_CHECKING:
    from clemtui.engine.form_values import problems
    from clemtui.engine.forms import (
        Branch,
        Choice,
        ChoiceField,
        Dependent,
        Field,
        Form,
        GridField,
        Hint,
        LineField,
        MultiChoice,
        NumberField,
        OneOf,
        Optional,
        Repeat,
        TextField,
        Values,
        WordField,
    )
    from clemtui.engine.views import (
        Block,
        Card,
        Cell,
        Grid,
        Grids,
        Item,
        Keyboard,
        LetterBoard,
        LetterMark,
        MarkedList,
        Row,
        Table,
        TextBlock,
        View,
    )

__all__ = [
    "COMMON_LABELS",
    "GAME_MASTER",
    "MAIN_SCORE",
    "OBSERVER",
    "POLICIES",
    "RECEIVE",
    "REFERENCE",
    "REVEAL",
    "SEND",
    "UNICODE",
    "Aggregate",
    "Block",
    "Branch",
    "CannotRestore",
    "Card",
    "Cell",
    "Choice",
    "ChoiceField",
    "Control",
    "ControlKind",
    "Dependent",
    "DialogueMaster",
    "Entry",
    "Event",
    "Exchange",
    "Experiment",
    "Field",
    "Flag",
    "Form",
    "Game",
    "GameCard",
    "GameMaster",
    "Grid",
    "GridField",
    "Grids",
    "Hint",
    "Image",
    "Instance",
    "Item",
    "Keyboard",
    "Label",
    "LetterBoard",
    "LetterMark",
    "LineField",
    "MarkedList",
    "Message",
    "MultiChoice",
    "NotPending",
    "NumberField",
    "OneOf",
    "Optional",
    "Part",
    "Pause",
    "Purpose",
    "Repeat",
    "Replay",
    "Request",
    "Response",
    "Row",
    "Score",
    "Scores",
    "Scripted",
    "Seat",
    "Secret",
    "Service",
    "Table",
    "Text",
    "TextBlock",
    "TextField",
    "TextPolicy",
    "Texts",
    "TextsError",
    "Timing",
    "Tool",
    "ToolCall",
    "ToolResult",
    "UnreadableInstances",
    "Values",
    "Verdict",
    "View",
    "WordField",
    "WordList",
    "assistant",
    "canonical_json",
    "entries",
    "entry",
    "feed",
    "label",
    "mean_of_played",
    "message_from_json",
    "message_to_json",
    "part_from_json",
    "part_to_json",
    "placeholders",
    "problems",
    "read_experiments",
    "reference_log",
    "replay",
    "sha256",
    "text_of",
    "user",
]

_LATER: Mapping[str, tuple[str, ...]] = {
    "form_values": ("problems",),
    "forms": (
        "Branch",
        "Choice",
        "ChoiceField",
        "Dependent",
        "Field",
        "Form",
        "GridField",
        "Hint",
        "LineField",
        "MultiChoice",
        "NumberField",
        "OneOf",
        "Optional",
        "Repeat",
        "TextField",
        "Values",
        "WordField",
    ),
    "views": (
        "Block",
        "Card",
        "Cell",
        "Grid",
        "Grids",
        "Item",
        "Keyboard",
        "LetterBoard",
        "LetterMark",
        "MarkedList",
        "Row",
        "Table",
        "TextBlock",
        "View",
    ),
}
"""The names that are loaded later, by their modules."""

if not TYPE_CHECKING:  # which knows all names, and should not take this for any other

    def __getattr__(name: str) -> object:
        module = next((module for module, names in _LATER.items() if name in names), None)
        if module is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value: object = getattr(import_module(f"{__name__}.{module}"), name)
        globals()[name] = value  # asked for once
        return value
