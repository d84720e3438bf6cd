"""A game as text that a person can follow at the table, and that is a move log all the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from solver.letters import in_letters
from solver.page.terminal import Style, board
from solver.replaying import Replay, Step
from solver.verifying import Result


def transcript(replay: Replay, header: Sequence[str], style: Style) -> Iterator[str]:
    """The lines of a transcript: the log's header, numbered moves in the style's letters; all else is comments.

    The board stands where each group of moves begins and at the end; a move that deals cards says which and where to.
    """
    yield f"# {replay.title}: {_summary(replay)}"
    yield from header
    yield from _comments("Start", board(replay.start, _narrower(style)))
    scene = replay.start
    for number, step in enumerate(replay.steps, 1):
        if step.heading is not None and number > 1:
            yield from _comments(f"{step.heading} (before move {number})", board(scene, _narrower(style)))
        yield from _move(number, step, replay, style)
        scene = step.scene
    yield from _comments("End", board(scene, _narrower(style)))
    if replay.closing:
        yield f"# {replay.closing}"
    if replay.reason:
        yield f"# illegal: {in_letters(replay.reason, style.letters)}"


def _summary(replay: Replay) -> str:
    measures = "".join(f", {name} {value}" for name, value in replay.measures.items())
    moves = "1 move" if len(replay.steps) == 1 else f"{len(replay.steps)} moves"
    verb = "illegal after" if replay.result is Result.ILLEGAL else f"{replay.result} in"
    return f"{verb} {moves}{measures}"


def _narrower(style: Style) -> Style:
    """The style within the two characters that a comment takes."""
    return Style(max(1, style.width - 2), style.signs, style.colour, style.letters)


def _comments(title: str, lines: Sequence[str]) -> Iterator[str]:
    yield ""
    yield f"# {title}"
    for line in lines:
        yield f"# {line}".rstrip()
    yield ""


def _move(number: int, step: Step, replay: Replay, style: Style) -> Iterator[str]:
    mark = f"  # {replay.marks[number]}" if number in replay.marks else ""
    yield f"{number:>3}. {in_letters(step.move, style.letters)}{mark}"
    dealt = [f"{style.card(step.scene.cards[token])} {label}" for token, label in step.dealt()]
    line = "     #"
    for words in dealt:
        if len(line) + len(words) + 2 > style.width and len(line) > 6:
            yield f"{line},"
            line = "     #"
        line += f"{',' if len(line) > 6 else ''} {words}"
    if dealt:
        yield line
