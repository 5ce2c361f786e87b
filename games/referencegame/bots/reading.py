"""Turn groups of words into statements about a grid.

Within a sentence, what comes first decides: cells are followed by what is said of them ("row 1 is
filled"), a state by the cells that have it ("filled cells in row 1"). What cannot be understood is
ignored.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..grids import SIZE
from .elements import elements
from .facts import AllOf, AnyOf, Count, Every, Fact, LineArrangement, LineCount, NotEvery, Symmetric
from .groups import Element, LineNumber, Mark, Number, Places, Region, Special, State
from .lexicon import Lexicon
from .regions import GRID, MIDDLE, Cells, line, lines
from .shapes import likenesses
from .tokens import tokens


def statements(text: str, lexicon: Lexicon) -> list[Fact]:
    """Return what a text says about a grid, as far as it is understood."""
    reader = _Reader()
    for element in elements(tokens(text, lexicon)):
        reader.take(element)
    return reader.end()


class _Reader:
    def __init__(self) -> None:
        self.facts: list[Fact] = []
        self.named: Cells = frozenset()
        self.rows_of_signs: list[tuple[bool, ...]] = []
        self.last_filled = True
        self.signs: tuple[bool, ...] | None = None  # of a line that may still be named
        self.lines: Region | None = None  # the lines named last
        self.along_lines = False  # whether only some places of them were mentioned
        self._new_sentence()

    def _new_sentence(self) -> None:
        self.leading: bool | None = None  # whether states precede their cells
        self.region: Region | None = None
        self.places: Places | None = None  # of lines still to be named
        self.before: Region | None = None  # cells named for the previous statement
        self.number: Number | None = None
        self.line_number: LineNumber | None = None
        self.joints: set[str] = set()
        self.phrases = 0  # the number of groups of lines that make up the cells
        self.counting = False
        self.excepting = False
        self.exception: Region | None = None
        self._new_statement()

    def _new_statement(self) -> None:
        self.filled: bool | None = None
        self.attributive = False
        self.negated = False
        self.none = False
        self.not_all = False
        self.only = False
        self.within: Cells = GRID  # what "only" excludes from, if less than the grid

    def end(self) -> list[Fact]:
        """Finish and return everything that was said."""
        self._finish()
        self._keep_signs()
        if len(self.rows_of_signs) == SIZE:
            pairs = zip(lines("row"), self.rows_of_signs, strict=True)
            self.facts += [_signs(row, signs) for row, signs in pairs]
        else:
            self.facts += map(_somewhere, self.rows_of_signs)
        return self.facts

    def take(self, element: Element) -> None:
        """Process the next group of words."""
        match element:
            case Mark():
                self._take_mark(element)
                return
            case Region() | Places():
                self._take_cells(element)
            case State():
                self._take_state(element.filled)
            case Number():
                self._take_number(element)
            case LineNumber():
                self._finish()
                self.line_number = element
                self.filled = element.filled
            case Special():
                self._take_special(element)
        self.joints = set()

    def _take_mark(self, mark: Mark) -> None:
        match mark.kind:
            case "stop" | "full stop":
                self._finish()
                self._new_sentence()
                if mark.kind == "full stop":
                    self.lines = None
            case "not" | "none":
                self._settle()
                self.negated = True
                self.none = mark.kind == "none"
            case "all":
                self.not_all = self.negated
            case "only":
                if self.joints or self.leading:  # else it belongs to the state before it
                    self._settle()
                self.only = True
                self.within = self.region.cells if self.region else GRID
            case "except":
                self.excepting = True
            case "rest":
                base = self.lines.cells if self.lines and self.along_lines else GRID
                self._finish()
                self._take_cells(Region((base - self.named,)))
            case "nothing else":
                self._finish()
                if self.named:
                    self.facts.append(Every(GRID - self.named, filled=False))
            case "how many":
                self._finish()
                self.counting = True
            case "cell":
                self.attributive = self.filled is not None
            case "comma" if self.excepting and self.leading is None and self.exception:
                self.excepting = False
            case _:
                self.joints.add(mark.kind)

    # Cells

    def _take_cells(self, found: Region | Places) -> None:
        if self.excepting:
            self._take_exception(found)
            return
        if self.leading is None:
            self.leading = self.filled is not None or self.number is not None
        if not self.leading and self.filled is not None and not self._goes_on(found):
            self._finish()
        if isinstance(found, Places):
            self._take_places(found)
            return
        if self.signs is not None and found.axis is not None and "in" in self.joints:
            self.facts += [_signs(part, self.signs) for part in found.parts]
            self.signs = None
            return
        if self.places is not None and found.axis is not None:
            self.along_lines = True
            self.region = _union(self.region, self.places.along(found))
            self.places = None
        else:
            self.region = found if self.region is None else self._merged(self.region, found)
        if found.axis is not None:
            self.lines = found
            self.phrases += 1

    def _goes_on(self, found: Region | Places) -> bool:
        """Return whether cells continue a statement: ``row 1 is filled in columns 2 and 3``."""
        if "and" in self.joints:
            return False
        return "in" in self.joints or (isinstance(found, Places) and not self.joints)

    def _take_places(self, found: Places) -> None:
        if self.region is not None and self.region.axis is not None and self.places is None:
            self.region = found.along(self.region)
            self.along_lines = True
        elif self.places is not None:
            self.places = Places((*self.places.indices, *found.indices))
        else:
            self.places = found

    def _take_exception(self, found: Region | Places) -> None:
        if isinstance(found, Places):
            found = self._placed(found, self.region or self.lines)
        elif self.exception is not None and found.axis is not None and "in" in self.joints:
            found = self._merged(self.exception, found)
            self.exception = None
        self.exception = _union(self.exception, found)

    def _placed(self, places: Places, anchor: Region | None) -> Region:
        """Return the places in lines named before, or else in the middle row.

        In the middle row, "the middle" is the centre of the grid.
        """
        if anchor is not None and anchor.axis is not None:
            return places.along(anchor)
        return places.along(Region((line("row", MIDDLE),), "row"))

    def _merged(self, one: Region, two: Region) -> Region:
        if two.cells == GRID and two.axis is None:
            return one
        if one.cells == GRID and one.axis is None and "and" not in self.joints:
            return two
        lists = one.axis is not None and two.axis is not None and self.phrases == 1
        crossing = lists and one.axis != two.axis
        within = one.cells & two.cells
        if within and "and" not in self.joints and (crossing or "in" in self.joints):
            return Region(tuple(frozenset({cell}) for cell in sorted(within)))
        return _union(one, two)

    # States, numbers and special forms

    def _take_state(self, filled: bool) -> None:
        if self.line_number is not None and self.filled is None:
            self.filled = filled
            self._finish()
            return
        if self.leading is None and self.region is None:
            self.leading = True
        if self.filled is not None:
            self._settle()
        self.filled = filled

    def _take_number(self, number: Number) -> None:
        if not self.counting:
            self._settle()
        self.number = number
        if self.counting:
            self._finish()
            self.counting = False

    def _settle(self) -> None:
        """Make a statement of what is complete before something new begins."""
        if self.leading:
            if self.region is not None or self.places is not None:
                self._finish()
                self.leading = True
        elif self.filled is not None:
            region = self.region
            self._finish()
            self.before = region

    def _take_special(self, special: Special) -> None:
        token = special.token
        match token.kind:
            case "shape":
                known = likenesses()
                likes = tuple(known[name] for name in token.value if name in known)
                if likes and not self.negated:
                    self.facts.append(AnyOf(likes))
            case "arrangement":
                self.facts.append(LineArrangement(token.value))
            case "mirrored" if not self.negated:
                self.facts.append(AnyOf((Symmetric("column"), Symmetric("row"))))
            case "pattern" if self.region is not None and self.region.axis is not None:
                self.facts += [_signs(part, token.value) for part in self.region.parts]
                self.region = None
                self._new_statement()
            case "pattern":
                self._keep_signs()
                self.signs = token.value

    def _keep_signs(self) -> None:
        """Keep signs without a named line as those of the next row."""
        if self.signs is not None:
            self.rows_of_signs.append(self.signs)
            self.signs = None

    # Statements

    def _finish(self) -> None:
        """Make a statement of what was said, if it is one."""
        filled = self.last_filled if self.filled is None else self.filled
        if self.region is not None:
            self.along_lines = self.along_lines and self.region.axis is None
        if self.places is not None:
            self.along_lines = self.lines is not None
            placed = self._placed(self.places, self.lines)
            self.region, self.places = _union(self.region, placed), None
        said = self.filled is not None or self.number is not None or self.region is not None
        if self.line_number is not None:
            self._state_lines(self.line_number, filled)
        elif said:
            region = self.region or self.before
            if region is None and self.number is not None:
                region = Region((GRID,))
            if region is not None and region.cells:
                readings = [self._fact(region, filled)]
                if region.other is not None:
                    readings.append(self._fact(Region((region.other,)), filled))
                self.facts.append(AnyOf(tuple(readings)) if len(readings) > 1 else readings[0])
                self.named |= region.cells
        self.last_filled = filled
        self.region = self.number = self.line_number = self.exception = None
        self.excepting = False
        self.phrases = 0
        self._new_statement()

    def _state_lines(self, said: LineNumber, filled: bool) -> None:
        state = filled if said.filled is None else said.filled
        self.facts.append(LineCount(said.axis, said.number, state, said.relation))

    def _fact(self, region: Region, filled: bool) -> Fact:
        number = self.number
        if number is not None and not (self.negated and number.number == 0):
            counts = tuple(
                Count(part, number.number, filled, number.relation) for part in region.parts
            )
            if len(counts) == 1:
                return counts[0]
            total = Count(region.cells, number.number, filled, number.relation)
            return AnyOf((AllOf(counts), total))
        cells = region.cells
        exists = not (self.leading or self.attributive or self.none)
        if self.negated and (self.not_all or exists):
            parts = region.parts if region.axis is not None else (cells,)
            return AllOf(tuple(NotEvery(part, filled) for part in parts))
        filled = filled != self.negated
        if self.exception is not None:
            left = self.exception.cells
            return AllOf((Every(cells - left, filled), Every(left, not filled)))
        if self.only:
            return AllOf((Every(cells, filled), Every(self.within - cells, not filled)))
        return Every(cells, filled)


def _union(one: Region | None, two: Region) -> Region:
    if one is None:
        return two
    axis = one.axis if one.axis == two.axis else None
    return Region((*one.parts, *two.parts), axis)


def _somewhere(signs: Sequence[bool]) -> Fact:
    """Read five signs without a line as one of the rows, or as all of them."""
    whole = AllOf(tuple(map(Every, lines("row"), signs)))
    return AnyOf((*(_signs(row, signs) for row in lines("row")), whole))


def _signs(part: Cells, signs: Sequence[bool]) -> Fact:
    """Return a fact for a line drawn sign by sign."""
    cells = sorted(part)
    filled = frozenset(cell for cell, is_filled in zip(cells, signs, strict=True) if is_filled)
    return AllOf((Every(filled), Every(part - filled, filled=False)))
