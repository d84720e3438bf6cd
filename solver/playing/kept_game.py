"""A game read back from its deal and its log, as the folder keeps them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import dropwhile, takewhile

from solver.deal_files import read_deal
from solver.document import Document
from solver.errors import IllegalMove, InputError
from solver.move_logs import read_log
from solver.playing.game import AT_TABLE, COMMENT, UNDONE, Game, Uncovers
from solver.sections import lines_of, words_of
from solver.verifying import Result, replay


def read_game(name: str, deal: str, log: str = "", overrides: dict[str, str] | None = None) -> Game:
    """A game from its deal and log, as far as the log is legal.

    Raises InputError for what cannot be read, for what the rules forbid and for moves that bring unknown cards to light
    without naming them, OptionError and Unsupported.
    """
    moves = read_log(log, "log")
    read = read_deal(deal, "", log=moves, overrides=overrides, unknown=True)
    game = Game(name, deal, read, at_table=AT_TABLE in log.splitlines())
    readers = moves.readers(game.patience, game.deal.letters)
    if game.is_known:
        report = replay(game.position, readers)
        if report.result is Result.ILLEGAL:
            raise InputError(f"{report.move}: {report.reason}", source="log", line=moves.lines[report.played].line)
        for move in report.moves:
            game.play(str(move))
        readers = iter(())
    for at, reader in zip(moves.lines, readers, strict=False):
        try:
            game.play(str(reader(game.position)))
        except (IllegalMove, Uncovers) as error:
            raise InputError(str(error), source="log", line=at.line) from None
    made = len(game.turns)
    for number, line in _undone(log):
        head = Document("log", {}, game.deal.letters)
        try:
            game.play(str(game.patience.notation.read_move(words_of(line, number), head, game.position)))
        except (IllegalMove, Uncovers) as error:
            raise InputError(str(error), source="log", line=number) from None
    game.go(made)
    return game


def _undone(log: str) -> Iterator[tuple[int, str]]:
    """The moves of a log that were undone, each with the number of its line."""
    numbered = enumerate(lines_of(log), 1)
    after = dropwhile(lambda line: line[1] != UNDONE, numbered)
    next(after, None)
    for number, line in takewhile(lambda line: line[1].startswith(COMMENT), after):
        yield number, line.removeprefix(COMMENT)
