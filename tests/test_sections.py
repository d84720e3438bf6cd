from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import InputError
from solver.sections import read_document


def words(text: str) -> dict[str, list[tuple[str, int]]]:
    return {key: [(w.text, w.line) for w in section.words] for key, section in read_document(text).sections.items()}


def test_sections_go_on_to_the_next_key_and_words_know_their_lines() -> None:
    text = "\ufeffGame: gallery\r\n# a comment\r\n\r\nPile  1: 7H 3D # two\r\n  4C\r\nnext:3\r\n"
    assert words(text) == {
        "game": [("gallery", 1)],
        "pile 1": [("7H", 4), ("3D", 4), ("4C", 5)],
        "next": [("3", 6)],
    }


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_any_line_ending(ending: str) -> None:
    assert words(f"game: gallery{ending}next: 2{ending}") == {"game": [("gallery", 1)], "next": [("2", 2)]}


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("5H 2S\ngame: gallery", 1, "before the first key"),
        ("game: gallery\nnext: 1\n\nNEXT: 2", 4, "given twice, first in line 2"),
        ("game: gallery\nletters: xx", 2, 'unknown letters "xx"'),
        ("letters: en de", 1, "takes one word"),
        ("letters:", 1, "takes one word, found nothing"),
        ("game: gallery\n5H 2S", 1, '"game:" takes one word, found "gallery 5H 2S"'),
        ("game: gallery\nnext 2", 2, 'found "next 2" without a colon; expected "next:"'),
        ("game: gallery\nname: my deal", 2, '"name:" takes one word, found "my deal"'),
        ("game: gallery\nname:", 2, '"name:" takes one word, found nothing'),
    ],
)
def test_errors_say_where_and_what(text: str, line: int, message: str) -> None:
    with pytest.raises(InputError) as error:
        read_document(text, "deal.txt").with_keys(["game", "next"]).settle()
    assert (error.value.source, error.value.line) == ("deal.txt", line)
    assert message in str(error.value)
    assert str(error.value).startswith(f"deal.txt, line {line}: ")


def test_letters_hold_in_the_whole_file_wherever_they_stand() -> None:
    document = read_document("deck: ТП 10♠\nletters: RU")
    assert [str(card) for card in document.cards("deck")] == ["AS", "TS"]


def test_unknown_keys_come_with_the_nearest_known_one() -> None:
    document = read_document("game: gallery\npiel 1: 7H")
    document = document.with_keys(["game", "pile 1"])
    with pytest.raises(InputError, match='line 2: unknown key "piel 1", did you mean "pile 1"'):
        document.settle()


def test_only_line_ends_end_a_line() -> None:
    assert words("# title\x0cfoo\u2028bar\u0085\ngame: gallery") == {"game": [("gallery", 2)]}


def test_long_lines_are_read_in_no_time() -> None:
    started = time.process_time()
    with pytest.raises(InputError):
        read_document("x" + " " * 200_000 + "y").with_keys([]).settle()
    assert time.process_time() - started < 1


@pytest.mark.parametrize("word", ["03", "-1", "1.5", "x", "٣", "9" * 101])
def test_numbers_have_no_leading_zeros_and_no_other_digits(word: str) -> None:
    document = read_document(f"next: {word}")
    assert document.number("next", 1) == 1
    with pytest.raises(InputError, match="is no number"):
        document.settle()


def test_numbers() -> None:
    document = read_document("next: 3")
    assert document.number("next", 1) == 3
    assert document.number("other", 7) == 7


@given(st.text())
def test_any_text_is_a_document_or_an_input_error(text: str) -> None:
    document = read_document(text)
    try:
        document.with_keys([]).settle()
    except InputError as error:
        assert all(fault.line is not None for fault in error.faults)
    else:
        assert all(section.line >= 1 for section in document.sections.values())
