"""A game that is being played: every move is the referee's, and none is lost that was undone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from solver.errors import InputError
from solver.files import DealFile, read_deal, read_log
from solver.handling import Action, Chosen
from solver.replaying import Step, drawing_of, step_of
from solver.scenes import Scene, opening
from solver.sections import Document, words_of
from solver.verifying import Result, replay
from solver.words import plural

MARK = "# patience-solver: "
UNDONE = "# undone, the next one first:"
LONGEST_LINE = 200


@dataclass(frozen=True, slots=True)
class Turn:
    """A move that was made: the move, the step that is drawn, and the position it led to."""

    move: Any
    step: Step
    position: Any


@dataclass(frozen=True, slots=True)
class Hand:
    """A card that is carried, or an empty slot: the number of the card on the table, or None, and the slot's label."""

    token: int | None
    slot: str


@dataclass(frozen=True, slots=True)
class Button:
    """A button as it stands: its name and label, the log's line of its move (empty without one), and why not."""

    name: str
    label: str
    move: str
    why: str


class Game:
    """A game of one deal. Raises Unsupported for a patience that has no drawing.

    name: its name in the game folder; version: grows with every change, so that a page knows whether what it shows is
    what lies on the table.
    """

    def __init__(self, name: str, deal: DealFile) -> None:
        self.name = name
        self.deal = deal
        self.patience = deal.patience
        self.version = 1
        self._drawing = drawing_of(deal.patience)
        self._start = opening(self._drawing, deal.position)
        self._turns: list[Turn] = []
        self._undone: list[Turn] = []  # the next one to be redone last
        self._possible: tuple[int, tuple[Turn, ...]] = (0, ())

    # --- what lies on the table -----------------------------------------------------------------------------

    @property
    def position(self) -> Any:
        """The position now."""
        return self._turns[-1].position if self._turns else self.deal.position

    @property
    def scene(self) -> Scene:
        """The position as it is drawn."""
        return self._turns[-1].step.scene if self._turns else self._start

    @property
    def start(self) -> Scene:
        """The first position as it is drawn."""
        return self._start

    @property
    def turns(self) -> Sequence[Turn]:
        """The moves that were made and not undone."""
        return tuple(self._turns)

    @property
    def undone(self) -> Sequence[Turn]:
        """The moves that were undone, the next one to be redone first."""
        return tuple(reversed(self._undone))

    @property
    def closing(self) -> str:
        """A sentence about the picture of a game that is won; empty before."""
        return self._drawing.closing(self.position) if self.position.is_won else ""

    def positions(self) -> list[Any]:
        """All positions from the first one to this one."""
        return [self.deal.position, *(turn.position for turn in self._turns)]

    def possible(self) -> tuple[Turn, ...]:
        """All legal moves, each with what it would do."""
        if self._possible[0] != self.version:
            self._possible = (self.version, tuple(map(self._turn, self.position.moves())))
        return self._possible[1]

    # --- moves ----------------------------------------------------------------------------------------------

    def play(self, line: str) -> None:
        """Make the move that a line of a log writes. Raises InputError when it is none, IllegalMove when it may not be.

        A move that was undone just now is redone, so that those after it stay.
        """
        move = self._read(line)
        if self._undone and self._undone[-1].move == move:
            self.redo()
            return
        self._turns.append(self._turn(move))
        self._undone.clear()
        self.version += 1

    def undo(self) -> bool:
        """Take the last move back; says whether there was one."""
        return self.go(len(self._turns) - 1)

    def redo(self) -> bool:
        """Make the move again that was undone last; says whether there was one."""
        return self.go(len(self._turns) + 1)

    def go(self, number: int) -> bool:
        """Undo or redo up to the position after so many moves; says whether there is one and it is another one."""
        if not 0 <= number <= len(self._turns) + len(self._undone) or number == len(self._turns):
            return False
        while len(self._turns) > number:
            self._undone.append(self._turns.pop())
        while len(self._turns) < number:
            self._turns.append(self._undone.pop())
        self.version += 1
        return True

    def _read(self, line: str) -> Any:
        words = words_of(line, 1)
        if not words or len(line) > LONGEST_LINE or "\n" in line:
            raise InputError("this is no move; expected a line of a log")
        return self.patience.notation.read_move(words, Document("", {}), self.position)

    def _turn(self, move: Any) -> Turn:
        after = self.position.play(move)
        last = self._turns[-1].move if self._turns else None
        return Turn(move, step_of(self._drawing, self.scene, self.position, move, after, last), after)

    # --- hands ----------------------------------------------------------------------------------------------

    def buttons(self, chosen: Sequence[Hand] = ()) -> tuple[Button, ...]:
        """The buttons with what they do for the cards that are chosen, and why not. Raises InputError for no card.

        Where a patience says nothing of how it is handled, each move that no single card makes has a button.
        """
        handling = self.patience.handling
        if handling is None:
            return tuple(
                Button(turn.step.move, turn.step.spoken, turn.step.move, "")
                for turn in self.possible()
                if len(turn.step.travelled) != 1
            )
        return tuple(map(self._button, handling.actions(self.position, [self._chosen(hand) for hand in chosen])))

    def _button(self, action: Action[Any]) -> Button:
        if action.move is None:
            return Button(action.name, action.label, "", action.missing)
        return Button(action.name, action.label, str(action.move), self.position.objection(action.move) or "")

    def carried(self, hand: Hand, target: str) -> tuple[str, str]:
        """What carrying a card to a slot means: the log's line or none, and why not. Raises InputError for no card."""
        chosen = self._chosen(hand)
        if target not in self.scene.places:
            raise InputError("there is no such place on the table")
        for turn in self.possible():
            if hand.token in turn.step.travelled and turn.step.scene.slot_of()[hand.token] == target:
                return turn.step.move, ""
        if self.patience.handling is None:
            return "", "this card cannot go there now"
        meant = self.patience.handling.carried(self.position, chosen, target)
        if isinstance(meant, str):
            return "", meant
        return str(meant), self.position.objection(meant) or ""

    def _chosen(self, hand: Hand) -> Chosen:
        tokens = self.scene.places.get(hand.slot)
        if tokens is None or (hand.token is not None and hand.token not in tokens):
            raise InputError("this card does not lie there")
        return Chosen(hand.slot, None if hand.token is None else self.scene.cards[hand.token])

    # --- in writing -----------------------------------------------------------------------------------------

    def log(self) -> str:
        """The moves as a log that `verify` reads; those that were undone stand in comments at its end."""
        result = "won" if self.position.is_won else "unfinished"
        lines = [f"{MARK}{self.patience.title}, {plural(len(self._turns), 'move')}, {result}", *self.deal.log_header()]
        lines += (turn.step.move for turn in self._turns)
        if self._undone:
            lines += (UNDONE, *(f"# {turn.step.move}" for turn in self.undone))
        return "\n".join((*lines, ""))


def read_game(name: str, deal: str, log: str = "", overrides: dict[str, str] | None = None) -> Game:
    """A game from its deal and log, as far as the log is legal.

    Raises InputError for what cannot be read or what the rules forbid, OptionError and Unsupported.
    """
    moves = read_log(log, "log")
    game = Game(name, read_deal(deal, "", log=moves, overrides=overrides))
    report = replay(game.deal.position, moves.readers(game.patience, game.deal.document.letters))
    if report.result is Result.ILLEGAL:
        raise InputError(f"{report.move}: {report.reason}", source="log", line=moves.lines[report.played].line)
    undone = log.partition(f"{UNDONE}\n")[2].splitlines()
    for move in report.moves:
        game.play(str(move))
    made = len(game.turns)
    for line in undone:
        if not line.startswith("# "):
            break
        game.play(line.removeprefix("# "))
    game.go(made)
    return game
