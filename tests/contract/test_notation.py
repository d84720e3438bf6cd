"""What is printed reads back: positions, deals, moves and logs."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import solver
from solver.deal_files import read_deal
from solver.errors import InputError
from solver.letters import ALPHABETS
from solver.move_logs import read_log
from solver.registry import patience
from solver.verifying import replay
from tests.judges import dealing
from tests.judges.strategies import deals, late_positions, lines, positions


@given(data=st.data())
def test_a_position_reads_back(game: str, data: st.DataObject) -> None:
    position = data.draw(positions(game) | late_positions(game))
    again = solver.read_deal(str(position))
    assert again == position
    assert str(again) == str(position)
    assert again.moves() == position.moves()
    assert solver.read_deal(str(position).lower().replace("\n", "\r\n")) == position


@given(data=st.data())
def test_a_printed_position_leaves_nothing_to_be_assumed(game: str, data: st.DataObject) -> None:
    assert read_deal(str(data.draw(positions(game) | late_positions(game)))).assumed == ()


@given(data=st.data())
def test_a_deal_reads_back(game: str, data: st.DataObject) -> None:
    deal = data.draw(deals(game))
    assert solver.read_deal(str(deal)) == dealing.start(deal)
    assert solver.read_deal("\ufeff# a comment\n\n" + str(deal)) == dealing.start(deal)


@given(data=st.data())
def test_a_log_reads_back(game: str, data: st.DataObject) -> None:
    position = data.draw(positions(game) | late_positions(game))
    line = data.draw(lines(position, 30))
    text = "".join(f"{move}\n" for move in line)
    assert solver.read_log(text, position) == line
    assert solver.read_log(f"game: {game}\n{text.lower()}# end", position) == line
    assert solver.verify(position, solver.read_log(text, position)).played == len(line)


@given(data=st.data())
def test_a_written_log_reads_back_with_its_options_in_the_letters_of_its_deal(game: str, data: st.DataObject) -> None:
    deal = read_deal(str(data.draw(positions(game) | late_positions(game))))
    letters = data.draw(st.sampled_from(tuple(ALPHABETS.values())))
    deal = replace(deal, document=replace(deal.document, letters=letters))
    line = data.draw(lines(deal.position, 30))
    about = data.draw(st.lists(st.text(st.characters(categories=("L", "N", "P", "S")), max_size=9), max_size=3))
    log = read_log(deal.log(line, about))
    assert len(log.lines) == len(line)
    assert replay(deal.position, log.readers(deal.patience)).moves == tuple(line)
    assert deal.patience.defaults | log.options(deal.patience) == deal.options


def test_rule_options_stand_in_the_file_unless_they_are_the_defaults(game: str) -> None:
    defaults = {option.name: option.default for option in patience(game).options}
    for chosen in dealing.all_options(game):
        text = str(dealing.start(dealing.deal(game, 1, chosen)))
        keys = dict(line.split(": ", 1) for line in text.splitlines() if ": " in line)
        assert keys["game"] == game
        assert {name: keys.get(name, defaults[name]) for name in chosen} == chosen
        assert all(name not in keys for name, value in chosen.items() if value == defaults[name])


@given(data=st.data())
def test_a_spoilt_file_is_read_or_refused_with_a_sentence(game: str, data: st.DataObject) -> None:
    text = str(data.draw(positions(game)))
    at = data.draw(st.integers(0, len(text)))
    spoilt = text[:at] + data.draw(st.text(max_size=3)) + text[at + data.draw(st.integers(0, 20)) :]
    try:
        position = solver.read_deal(spoilt)
    except InputError as error:
        assert str(error)
    else:
        assert position.faults() == ()


@given(data=st.data())
def test_a_spoilt_log_is_read_or_refused_with_a_sentence(game: str, data: st.DataObject) -> None:
    position = data.draw(positions(game))
    text = "".join(f"{move}\n" for move in data.draw(lines(position, 5))) or "nothing"
    at = data.draw(st.integers(0, len(text)))
    spoilt = text[:at] + data.draw(st.text(max_size=3)) + text[at + data.draw(st.integers(0, 5)) :]
    try:
        moves = solver.read_log(spoilt, position)
    except InputError as error:
        assert str(error)
    else:
        solver.verify(position, moves)


def test_a_wrong_word_in_a_deck_is_told_with_its_place_once(game: str) -> None:
    text = str(dealing.deal(game, 1, dealing.all_options(game)[0]))
    word = text.rsplit(maxsplit=1)[-1]
    with pytest.raises(InputError) as error:
        read_deal(text.replace(word, "XX"), "deal.txt")
    assert str(error.value).count("deal.txt, line") == str(error.value).count("line") == len(error.value.faults)
    assert '"XX" is no card' in str(error.value)


@pytest.mark.parametrize("line", ["nonsense", "1 2 3 4 5 6 7", "\x1b[31m", "- -", "99C P99 T99"])
def test_what_is_no_move_is_refused(game: str, line: str) -> None:
    with pytest.raises(InputError, match="line 1"):
        solver.read_log(line, solver.random_deal(game, 1))
