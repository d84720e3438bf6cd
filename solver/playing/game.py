"""A game that is being played: every move is the referee's, and none is lost that was undone.

A deal may hold unknown cards, as on a real table. Then the referee plays some completion of what is seen, and a move
that brings cards to light is made together with what the player says they are: the deal knows them from then on.
Nothing that the player is shown or may do depends on the cards that are still unknown.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

from solver.cards import Card
from solver.deal_files import DealFile
from solver.document import Document
from solver.errors import IllegalMove, InputError, PatienceError, Unsupported
from solver.handling import Action, Chosen
from solver.letters import in_letters
from solver.playing.uncovering import Order, filled, is_blind, order_of, read_cards, uncovered
from solver.printing import MARK
from solver.replaying import Step, drawing_of, step_of
from solver.scenes import Scene, learned, opening
from solver.sections import words_of
from solver.seeing import Seen, Slot, Slots
from solver.words import plural

AT_TABLE = "# played at a real table: cards were unknown at the start"
"""A comment of a game's log: the deal has been uncovered card by card."""

UNDONE = "# undone, the next one first:"
"""A comment of a game's log: after it the undone moves follow, each as a comment."""

COMMENT = "# "
"""How a comment begins."""

LONGEST_LINE = 200
"""Letters of a line that may be a move."""


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move that was made: the move, the step that is drawn, the position it led to, and the slots hidden then.

    uncovers: the slots of the deal whose unknown cards the move brings to light, in the order in which it does; blind:
    whether nothing is known of where cards that were seen lie after it.
    """

    move: Any
    step: Step
    position: Any
    hidden: Slots = frozenset()
    uncovers: tuple[Slot, ...] = ()
    blind: bool = False


BLIND = "how the cards fall then is not known here; do it at your table, and begin anew with the table as it lies"
"""Why a game at a real table does not go on here past a move."""


class Uncovers(PatienceError):
    """A move that can be made only together with the cards that it brings to light; `slots` says where they lie."""

    def __init__(self, line: str, slots: tuple[str, ...]) -> None:
        cards = "a card" if len(slots) == 1 else f"{len(slots)} cards"
        super().__init__(f"{line} brings {cards} to light that nobody has seen; say which")
        self.slots = slots


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

    name: its name in the game folder; text: the deal file; at_table: whether it is played at a real table, so that
    cards were unknown at its start; version: grows with every change, so that a page knows whether what it shows is
    what lies on the table.
    """

    def __init__(self, name: str, text: str, deal: DealFile, *, at_table: bool = False) -> None:
        self.name = name
        self.text = text
        self.at_table = at_table
        self.patience = deal.patience
        self.version = 1
        self._drawing = drawing_of(deal.patience)
        self._turns: list[PlayedMove] = []
        self._undone: list[PlayedMove] = []  # the next one to be redone last
        self._possible: tuple[int, tuple[PlayedMove, ...]] = (0, ())
        self._lay(deal)

    def _lay(self, deal: DealFile) -> None:
        """Begin with a deal."""
        self.deal = deal
        self.at_table = self.at_table or isinstance(deal.position, Seen)
        self.seen_first = deal.seen if self.at_table else _seen(deal)
        self._order: Order = {}
        self._first_position, self._first_hidden = deal.position, frozenset[Slot]()
        hidden: tuple[Slot, ...] | None = None if self.seen_first is None or self.seen_first.slots else ()
        if self.at_table and self.seen_first is not None:
            self._first_position, self._first_hidden = self.seen_first.sample, self.seen_first.hidden
            self._order = order_of(self._drawing, self.seen_first)
            hidden = self.seen_first.slots
        self._start = opening(self._drawing, self._first_position, hidden)

    def copy(self) -> Game:
        """The same game once more; what is played in it does not happen in this one."""
        found = copy(self)
        found._turns, found._undone = self._turns.copy(), self._undone.copy()
        return found

    # --- what lies on the table -----------------------------------------------------------------------------

    @property
    def position(self) -> Any:
        """The position now; while not all is known, some completion of what is seen."""
        return self._turns[-1].position if self._turns else self._first_position

    @property
    def hidden(self) -> Slots:
        """The slots of what is not known now: cards, and numbers that stand for shuffles."""
        return self._turns[-1].hidden if self._turns else self._first_hidden

    @property
    def is_known(self) -> bool:
        """Whether the program knows every card of the deal, and how shuffles fall."""
        return not self._first_hidden

    @property
    def unknown(self) -> tuple[Card, ...]:
        """The unknown cards that have not come to light, sorted."""
        return self.deal.position.cards if isinstance(self.deal.position, Seen) else ()

    def seen(self) -> Seen[Any, Any] | None:
        """What the player sees now who plays without peeking; None where nothing is ever hidden."""
        if self.seen_first is None:
            return None
        return self.seen_first.played(self._first_position, [turn.move for turn in self._turns])

    @property
    def scene(self) -> Scene:
        """The position as it is drawn."""
        return self._turns[-1].step.scene if self._turns else self._start

    @property
    def start(self) -> Scene:
        """The first position as it is drawn."""
        return self._start

    @property
    def turns(self) -> Sequence[PlayedMove]:
        """The moves that were made and not undone."""
        return tuple(self._turns)

    @property
    def undone(self) -> Sequence[PlayedMove]:
        """The moves that were undone, the next one to be redone first."""
        return tuple(reversed(self._undone))

    @property
    def closing(self) -> str:
        """A sentence about the picture of a game that is won; empty before."""
        return self._drawing.closing(self.position) if self.position.is_won else ""

    def spoken(self, number: int, move: Any) -> str:
        """A move in words that could be made after so many moves of the game."""
        return self._drawing.spoken(self.positions()[number], move)

    def log_line(self, number: int) -> int:
        """The line of the log in which a move stands, by its number (from 1)."""
        return len(self._head()) + number

    def lines(self, number: int) -> tuple[str, ...]:
        """The first moves, those that were undone after those that were made, as lines of a log."""
        return tuple(turn.step.move for turn in (*self._turns, *self.undone)[:number])

    def is_of(self, position: Any) -> bool:
        """Whether the game began with a position, or with one as seen of which it has uncovered cards since."""
        if not isinstance(position, Seen):
            return bool(self.deal.position == position)
        if not self.at_table or self.patience.game != position.sample.game:
            return False
        here = self.deal.seen
        return here.hidden <= position.hidden and position.seeing.seen(here.sample, position.hidden) == position

    def positions(self) -> list[Any]:
        """All positions from the first one to this one."""
        return [self._first_position, *(turn.position for turn in self._turns)]

    def possible(self) -> tuple[PlayedMove, ...]:
        """All legal moves that can be followed, each with what it would do."""
        return tuple(turn for turn in self._legal() if not turn.blind)

    def _legal(self) -> tuple[PlayedMove, ...]:
        if self._possible[0] != self.version:
            self._possible = (self.version, tuple(map(self._turn, self.position.moves())))
        return self._possible[1]

    def where(self, turn: PlayedMove) -> tuple[str, ...]:
        """The labels of the slots of the table from which the cards come that a move brings to light."""
        return tuple(self._drawing.hidden_at(self._first_position, *slot)[0] for slot in turn.uncovers)

    # --- moves ----------------------------------------------------------------------------------------------

    def play(self, line: str, cards: Sequence[str] = ()) -> None:
        """Make the move that a line of a log writes. Raises InputError when it is none, IllegalMove when it may not be.

        cards: those that it brings to light, if they are unknown; without them (where the line names none) Uncovers is
        raised. A move that was undone just now is redone, so that those after it stay.
        """
        turn, cards = self._meant(line, cards)
        if self._undone and self._undone[-1].move == turn.move:
            self.redo()
            return
        if turn.blind:
            raise IllegalMove(BLIND)
        if turn.uncovers:
            if not cards:
                raise Uncovers(turn.step.move, self.where(turn))
            turn = self._uncover(turn, cards)
        self._turns.append(turn)
        self._undone.clear()
        self.version += 1

    def _meant(self, line: str, cards: Sequence[str]) -> tuple[PlayedMove, Sequence[str]]:
        """The move that a line writes, and the cards that it brings to light.

        It may name them, as a log does that was written at a table.
        """
        if not self._order:
            return self._turn(self._read(line)), cards
        turn = next((turn for turn in self._legal() if turn.step.move == line), None)
        if turn is not None:
            return turn, cards
        move = self._read(line)
        said = self._words(move)
        turn = next((turn for turn in self._legal() if turn.uncovers and turn.step.move == said), None)
        if turn is None:
            return self._turn(move), cards
        named = [word for word in str(move).split() if word not in said.split()]
        return turn, cards or [in_letters(word, self.deal.letters) for word in named]

    def _uncover(self, turn: PlayedMove, words: Sequence[str]) -> PlayedMove:
        """The move when the cards that it brings to light are these, which the deal knows from now on."""
        number = self._legal().index(turn)
        cards = read_cards(words, self.deal.seen, len(turn.uncovers), self.deal.letters)
        text, deal = filled(self.deal, turn.uncovers, cards)
        made = tuple(self._turns)
        self.text = _comments(self.text) + text
        self._lay(deal)
        self._turns.clear()
        for one in made:
            after = self.position.play(one.move)
            step = replace(one.step, scene=learned(one.step.scene, self._start))
            self._turns.append(PlayedMove(one.move, step, after, self._hidden_after(one.move, after)))
        return self._turn(self.position.moves()[number])

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

    def _turn(self, move: Any) -> PlayedMove:
        after = self.position.play(move)
        last = self._turns[-1].move if self._turns else None
        step = step_of(self._drawing, self.scene, self.position, move, after, last)
        if not self._order:
            return PlayedMove(move, step, after)
        words = self._words(move)
        if words != str(move):
            step = replace(step, move=words, spoken=words)
        hidden = self._hidden_after(move, after)
        slots = uncovered(self._order, self.hidden, hidden)
        return PlayedMove(move, step, after, hidden, slots, is_blind(self._order, self.hidden, hidden))

    def _hidden_after(self, move: Any, after: Any) -> Slots:
        assert self.seen_first is not None, "cards can be hidden"
        return self.seen_first.seeing.after(self.position, move, after, self.hidden)

    def _words(self, move: Any) -> str:
        """A move as the player writes it."""
        return str(move) if self.seen_first is None else self.seen_first.seeing.words(move, self.hidden)

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
        line = self._words(action.move)
        blind = any(turn.blind and turn.step.move == line for turn in self._legal())
        return Button(action.name, action.label, line, BLIND if blind else self.position.objection(action.move) or "")

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
        return self._words(meant), self.position.objection(meant) or ""

    def _chosen(self, hand: Hand) -> Chosen:
        tokens = self.scene.places.get(hand.slot)
        if tokens is None or (hand.token is not None and hand.token not in tokens):
            raise InputError("this card does not lie there")
        return Chosen(hand.slot, None if hand.token is None else self.scene.cards[hand.token])

    # --- in writing -----------------------------------------------------------------------------------------

    def log(self) -> str:
        """The moves as a log that `verify` reads, in the letters of the deal.

        Those that were undone stand in comments at its end.
        """
        lines = [*self._head(), *map(self._written, self._turns)]
        if self._undone:
            lines += (UNDONE, *(f"{COMMENT}{self._written(turn)}" for turn in self.undone))
        return "\n".join((*lines, ""))

    def _written(self, turn: PlayedMove) -> str:
        return in_letters(turn.step.move, self.deal.letters)

    def _head(self) -> list[str]:
        """The lines of the log before the moves."""
        result = "won" if self.position.is_won else "unfinished"
        about = f"{MARK}{self.patience.title}, {plural(len(self._turns), 'move')}, {result}"
        return [about, *([AT_TABLE] if self.at_table else []), *self.deal.log_header()]


def _seen(deal: DealFile) -> Seen[Any, Any] | None:
    """What the player of a deal sees at first; None where nothing is ever hidden.

    Of a known deal that is what lies face up at its start. Of a table that was written down in the middle of a game the
    player knows all that is written.
    """
    seeing = deal.patience.seeing
    if seeing is None or isinstance(deal.position, Seen):
        return deal.position if seeing is not None else None
    try:
        return seeing.start(deal.position)
    except Unsupported:
        return deal.seen


def _comments(text: str) -> str:
    """The comments with which a deal file begins."""
    lines = takewhile(lambda line: line.startswith("#"), text.splitlines())
    return "".join(f"{line}\n" for line in lines)
