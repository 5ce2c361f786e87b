"""The engine: the contract between games, records and front ends.

It imports nothing else of clemtui. Games import its names from here, so no module of this package
shares a name with them.
"""

from __future__ import annotations

from clemtui.engine.by_language import ByLanguage
from clemtui.engine.events import (
    GAME_MASTER,
    OBSERVER,
    RECEIVE,
    REVEAL,
    RULES,
    SEND,
    Event,
    Speech,
    Verdict,
    reference_log,
)
from clemtui.engine.form_values import problems, without_tag, without_tags
from clemtui.engine.forms import (
    CLOCK,
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
    Symbol,
    TextField,
    Values,
    WordField,
    symbol_hint,
)
from clemtui.engine.game import (
    COMPREHENSION_OPTIONS,
    FIRST_LISTED_SEED,
    Accent,
    CannotRestore,
    ComprehensionQuestion,
    Game,
    GameCard,
    PicturePart,
    Resources,
    Scripted,
    Seat,
    Secret,
    Service,
    UnreadableInstances,
)
from clemtui.engine.hashing import canonical_json, sha256
from clemtui.engine.instance_files import (
    NO_EQUIVALENT,
    entries,
    entry,
    no_equivalents,
    read_experiments,
)
from clemtui.engine.instances import Experiment, Instance, NoEquivalent, Original, WordList
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
from clemtui.engine.originals import ReferenceFiles, attach_originals, original_files
from clemtui.engine.policy import POLICIES, REFERENCE, UNICODE, TextPolicy
from clemtui.engine.replaying import Exchange, Replay, feed, replay
from clemtui.engine.requests import (
    Control,
    ControlKind,
    Entry,
    Purpose,
    Request,
    Response,
    Tool,
)
from clemtui.engine.scores import MAIN_SCORE, Aggregate, Flag, Score, Scores, mean_of_played
from clemtui.engine.texts import (
    RecordingTexts,
    Texts,
    TextsError,
    base_language,
    nearest,
    placeholders,
    playable_with,
)
from clemtui.engine.timing import NOTHING_ASKED, Pause, SavedTiming, Timing, answering_seconds
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
    Matrix,
    MatrixCell,
    MatrixRow,
    Row,
    Table,
    TextBlock,
    View,
)
