"""Vanishing Cross by plain brute force: physical cards, every move tried, nothing reduced.

It shares nothing with `solver`.

A card is (suit, rank, copy), ranks from 1; series are tuples of their top ranks, suit by suit.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from tests.judges.plain import TooMany

Physical = tuple[int, int, int]
Tops = tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True)
class Size:
    suits: int
    ranks: int
    columns: int

    def cards(self) -> list[Physical]:
        """Every card but those that begin the series, in the order in which the rules list them for a reshuffle."""
        return [
            (suit, rank, copy)
            for suit in range(self.suits)
            for rank in range(1, self.ranks + 1)
            for copy in (1, 2)
            if copy == 1 or rank not in (1, self.ranks)
        ]

    def start(self) -> Tops:
        return (1,) * self.suits, (self.ranks,) * self.suits

    def won(self) -> Tops:
        return self.start()[::-1]


class Board(NamedTuple):
    columns: tuple[tuple[Physical, ...], ...]
    stock: tuple[Physical, ...]
    tops: Tops


def laid_out(cards: list[Physical], size: Size, tops: Tops) -> Board:
    columns: list[tuple[Physical, ...]] = [(card,) for card in cards[: size.columns]]
    columns += [()] * (size.columns - len(columns))
    return Board(tuple(columns), tuple(cards[size.columns :]), tops)


def first_deal(size: Size, seed: int) -> Board:
    cards = size.cards()
    random.Random(seed).shuffle(cards)
    return laid_out(cards, size, size.start())


def reshuffled(size: Size, tops: Tops, seed: int, number: int) -> Board:
    order = size.cards()
    random.Random(f"{seed}/{number}").shuffle(order)
    ups, downs = tops
    left = {}
    for suit in range(size.suits):
        for rank in range(1, size.ranks + 1):
            left[suit, rank] = 2 - (rank <= ups[suit]) - (rank >= downs[suit])
    return laid_out([card for card in order if card[2] <= left[card[:2]]], size, tops)


def goes(card: Physical, tops: Tops) -> list[Tops]:
    """The series after each way to play a card."""
    ups, downs = tops
    suit, rank, _ = card
    after = []
    if ups[suit] + 1 == rank:
        after.append(((*ups[:suit], rank, *ups[suit + 1 :]), downs))
    if downs[suit] - 1 == rank:
        after.append((ups, (*downs[:suit], rank, *downs[suit + 1 :])))
    return after


def plays(board: Board, book: bool) -> list[Board]:
    every, advised = [], []
    for number, column in enumerate(board.columns):
        if not column:
            continue
        for tops in goes(column[-1], board.tops):
            columns = (*board.columns[:number], column[:-1], *board.columns[number + 1 :])
            after = Board(columns, board.stock, tops)
            every.append(after)
            if len(column) > 1 and goes(column[-2], tops):
                advised.append(after)
    return advised if book and advised else every


def successors(board: Board, anytime: bool, book: bool) -> list[Board]:
    """All positions one move on; none at the end of a round."""
    after = plays(board, book)
    empty = [number for number, column in enumerate(board.columns) if not column] if board.stock else []
    if anytime:
        for number in empty:
            columns = (*board.columns[:number], (board.stock[0],), *board.columns[number + 1 :])
            after.append(Board(columns, board.stock[1:], board.tops))
    if after or not board.stock:
        return after
    stock = list(board.stock)
    filled = [list(column) for column in board.columns]
    for column in filled:
        if stock and (not column or not empty):
            column.append(stock.pop(0))
    return [Board(tuple(map(tuple, filled)), tuple(stock), board.tops)]


def round_ends(board: Board, anytime: bool, book: bool, most: int) -> set[Tops]:
    """The series at every possible end of the round. Raises TooMany beyond `most` positions."""
    seen = {board}
    stack = [board]
    ends = set()
    while stack:
        board = stack.pop()
        after = successors(board, anytime, book)
        if not after:
            ends.add(board.tops)
        for one in after:
            if one not in seen:
                if len(seen) >= most:
                    raise TooMany
                seen.add(one)
                stack.append(one)
    return ends


def fewest_reshuffles(size: Size, seed: int, anytime: bool, book: bool, most: int) -> Iterator[set[Tops]]:
    """The possible ends of round 0, 1, … from the first deal of a seed, until one is won."""
    ends = round_ends(first_deal(size, seed), anytime, book, most)
    number = 0
    while True:
        yield ends
        if size.won() in ends:
            return
        number += 1
        boards = [reshuffled(size, tops, seed, number) for tops in ends]
        ends = set().union(*(round_ends(board, anytime, book, most) for board in boards))


def fewest_left(size: Size, board: Board, seed: int, reshuffles: int, rules: tuple[bool, bool], most: int) -> int:
    """The fewest cards left at the end of any line with so many reshuffles at most, none having been made.

    rules: whether fills may be made at any time, and whether the book is followed. Raises TooMany.
    """
    ends = {board.tops}
    boards = [board]
    for number in range(1, reshuffles + 2):
        ends = set().union(*(round_ends(one, *rules, most) for one in boards))
        boards = [reshuffled(size, tops, seed, number) for tops in ends]
    return min(2 * size.suits * (size.ranks - 1) - _raised(size, tops) for tops in ends)


def _raised(size: Size, tops: Tops) -> int:
    """How many cards have been played onto the series."""
    return sum(up - 1 for up in tops[0]) + sum(size.ranks - down for down in tops[1])
