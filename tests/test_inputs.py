"""What is typed in wrongly, and the exact words that say so: where, what was found, what to write."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from solver.deal_files import read_deal
from solver.errors import InputError
from solver.move_logs import read_log
from solver.registry import patience
from solver.verifying import replay
from tests.conftest import Run

EXAMPLES = Path(__file__).parents[1] / "examples"
GALLERY = (EXAMPLES / "gallery-half-played.txt").read_text("utf-8")
MARRIAGE = (EXAMPLES / "marriage-half-played.txt").read_text("utf-8")
CROSS = (EXAMPLES / "cross-half-played.txt").read_text("utf-8")
CARD = 'expected a rank (A K Q J 10 T or 2–9) and a suit (S H D C or a sign ♠ ♥ ♦ ♣), as in "KS" (letters: en)'


def wrong(text: str, old: str = "", new: str = "") -> list[str]:
    """What is wrong with a deal that is typed in with a slip."""
    assert old in text
    with pytest.raises(InputError) as error:
        read_deal(text.replace(old, new, 1))
    return str(error.value).splitlines()


@pytest.mark.parametrize("word", ["—", "–", "-", "..", "__", "---", "[]"])
def test_an_empty_place_is_written_in_one_way(word: str) -> None:
    found = wrong(GALLERY, "bottom: -- ", f"bottom: {word} ")
    assert found == [f'line 5: "{word}" is no place; an empty place is written "--"']


@pytest.mark.parametrize("word", ["--", "—", "–", "-", "..", "__", "0"])
@pytest.mark.parametrize(("text", "line"), [(GALLERY, "pile 3: QD"), (CROSS, "column 10: QC 2D 3H"), (CROSS, "stock:")])
def test_where_no_card_lies_no_word_stands(text: str, line: str, word: str) -> None:
    key = line.partition(":")[0]
    number = text[: text.index(line)].count("\n") + 1
    told = wrong(text, line, f"{key}: {word}")
    assert told[0] == f'line {number}: "{word}" is no card; where none lies, nothing follows the colon'


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("DT", '"DT" is no card; the rank comes first: TD'),
        ("D10", '"D10" is no card; the rank comes first: 10D'),
        ("♦10", '"♦10" is no card; the rank comes first: 10♦'),
        ("1OD", '"1OD" is no card: it has a letter in place of a digit; expected 10D'),
        ("lOD", '"lOD" is no card: it has a letter in place of a digit; expected 10D'),
        ("ТD", '"ТD" is no card: its Cyrillic "Т" only looks like the Latin "T"; expected TD'),
        ("ΤD", '"ΤD" is no card: its Greek "Τ" only looks like the Latin "T"; expected TD'),
        ("ＴD", '"ＴD" is no card: its full-width "Ｔ" only looks like the Latin "T"; expected TD'),
        ("１０D", '"１０D" is no card: its full-width "１" only looks like "1"; expected 10D'),
        ("𝐓D", '"𝐓D" is no card: its mathematical "𝐓" only looks like the Latin "T"; expected TD'),
        ("T♢", '"T♢" is no card: its white "♢" only looks like "♦"; expected T♦'),
    ],
)
def test_a_card_that_is_clear_but_not_so_written(word: str, message: str) -> None:
    assert wrong(GALLERY, "TD", word) == [f"line 6: {message}"]


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("ЅЅ", '"ЅЅ" is no card: its Cyrillic "Ѕ" only looks like the Latin "S"; '),
        ("Ј", '"Ј" is no card: its Cyrillic "Ј" only looks like the Latin "J"; '),
        ("5X", '"5X" is no card; '),
        ("\x1b[31m", '"\\x1b[31m" is no card; '),
        ("x" * 10**6, f'"{"x" * 50}… (1,000,000 characters)" is no card; '),
    ],
)
def test_a_word_that_is_no_card(word: str, message: str) -> None:
    assert wrong(GALLERY, "TD", word) == [
        f"line 6: {message}{CARD}",
        "TD: 1 found (pile 8), there must be 2",
    ]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("BH 2S DH", '"BH" is no card with English letters; it is one with "letters: de"'),
        ("VH", '"VH" is no card with English letters; it is one with "letters: fr"'),
        ("DH", '"DH" is no card with English letters; it is one with "letters: de" or "letters: fr"'),
        ("ДП КЧ", '"ДП" is no card with English letters; it is one with "letters: ru"'),
        ("letters: de\ndeck: QS JS", '"QS" is no card with "letters: de"; it is one with English letters'),
    ],
)
def test_cards_of_a_language_that_is_not_said_are_told_once(words: str, message: str) -> None:
    text = f"game: marriage\ndeck: 2C {words}" if "deck" not in words else f"game: marriage\n{words}"
    found = wrong(text)
    assert [line.split(": ", 1)[1] for line in found if "is no card" in line][:1] == [message]
    assert sum(message.rsplit(" with", maxsplit=1)[-1] in line for line in found) == 1


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("next: 7", "next 7", 'line 16: found "next 7" without a colon; expected "next:"'),
        ("next: 7", "NEXT = 7", 'line 16: found "NEXT =" without a colon; expected "next:"'),
        ("next: 7", "next： 7", 'line 16: found the full-width "："; expected ":"'),
        ("game: gallery", "game gallery", 'line 2: found "game gallery" without a colon; expected "game:"'),
        ("pile 4: 9H", "pile 4 9H", 'line 9: found "pile 4 9H" without a colon; expected "pile 4:"'),
        ("TD KD TC", "TD, KD,TC", 'line 6: found "TD," with a comma; expected words with spaces alone between them'),
        (
            "gallery",
            "Picture Gallery",
            'line 2: "Picture Gallery" is no game\'s name in files; expected "game: gallery"',
        ),
        (
            "gallery",
            "Royal Marriage",
            'line 2: "Royal Marriage" is no game\'s name in files; expected "game: marriage"',
        ),
        (
            "pile 5:",
            "рile 5:",
            'line 10: unknown key "рile 5": its Cyrillic "р" only looks like "p"; expected "pile 5"',
        ),
        ("next: 7", "next: ten", 'line 16: "ten" is no pile that can stand here; expected 1 to 9'),
    ],
)  # fmt: skip
def test_keys(old: str, new: str, message: str) -> None:
    assert wrong(GALLERY, old, new) == [message]


@pytest.mark.parametrize(
    ("text", "old", "new", "messages"),
    [
        (
            GALLERY, "[8D]", "8D",
            ["2D: 1 found (B7), there must be 2", "5D: 1 found (pile 7), there must be 2", "[8D] at T2?"],
        ),
        (
            GALLERY, "QH   [QS]", "[QH] [QS]",
            ["3H: 3 found (M1, M6, pile 7), there must be 2", "6H: 3 found (M1, M6, pile 7), there must be 2",
             "9H: 3 found (M1, M6, pile 4), there must be 2", "QH at M1?", "QH at M6?"],
        ),
        (
            GALLERY, "pile 3: QD", "pile 3: KD",
            ["QD: 1 found (M4), there must be 2", "KD: 3 found (pile 1, pile 3, pile 7), there must be 2",
             "is one KD a QD?"],
        ),
        (
            CROSS, "down: AS 8H", "down: AS 9H",
            ["8H: 1 found (up), there must be 2", "8H down?"],
        ),
        (
            MARRIAGE, "stock: JC", "stock: QH JC",
            ["QH: 2 found (row, stock), there must be 1",
             "15 cards put aside: as many lie neither in the row nor in the stock"],
        ),
    ],
)  # fmt: skip
def test_cards_that_do_not_add_up(text: str, old: str, new: str, messages: list[str]) -> None:
    assert wrong(text, old, new) == messages


def test_all_faults_of_a_file_are_told_in_one_run() -> None:
    text = GALLERY.replace("TD KD", "DT 5X").replace("next: 7", "next: x\nfoo: 1").replace("[5H]", "[5H")
    with pytest.raises(InputError) as error:
        read_deal(text, "deal.txt")
    assert [fault.line for fault in error.value.faults] == [3, 6, 6, 16, 17, None, None, None]
    assert str(error.value).splitlines()[0].startswith('deal.txt, line 3: "[5H" is no place; ')
    assert str(error.value).splitlines()[-1].startswith("deal.txt: KD: 1 found")
    again = pickle.loads(pickle.dumps(error.value))
    assert (str(again), again.faults, again.line) == (str(error.value), error.value.faults, 3)


def test_many_faults_are_counted() -> None:
    found = wrong("game: cross\nstock: " + " ".join(f"X{number}" for number in range(1000)))
    assert len(found) == 21
    assert found[-1] == "and 980 more like these"


def test_all_lines_of_a_log_that_are_no_moves_are_told() -> None:
    deal = read_deal((EXAMPLES / "gallery-solvable.txt").read_text("utf-8"))
    lines = (EXAMPLES / "gallery-solvable.log").read_text("utf-8").replace(" P8 ", " P9 ")
    with pytest.raises(InputError) as error:
        replay(deal.position, read_log(lines, "moves").readers(deal.patience))
    assert len(error.value.faults) == lines.count(" P9 ")
    assert '"P9" is no place; expected T1–T8' in error.value.message
    with pytest.raises(InputError, match='found "5S," with a comma'):
        read_log("5S, P3, T1")


HIGH = "pile 7 has 17 cards, more than the 10 of the deal, so a redeal has been made; "


def test_a_pile_that_only_a_redeal_makes_so_high_needs_its_key() -> None:
    assert wrong(GALLERY, "next: 7", "") == [HIGH + 'expected "next:" with the pile to be redealt next (9 for none)']
    assert wrong("order: free\n" + GALLERY, "next: 7", "") == [
        HIGH + 'expected "redealt:" with the piles that have been redealt'
    ]


def test_the_rule_in_force_holds_over_the_key_of_the_other_order() -> None:
    free = read_deal(GALLERY, overrides={"order": "free"}).position
    assert free.redealt == frozenset(range(6))
    text = "order: free\n" + GALLERY.replace("next: 7", "redealt: 6 5 4 3 2 1")
    assert read_deal(text).position == free
    assert read_deal(text, overrides={"order": "fixed"}).position == read_deal(GALLERY).position
    with pytest.raises(InputError, match="with order: fixed the piles that have been redealt are the first ones"):
        read_deal(text.replace("redealt: 6 ", "redealt: 7 "), overrides={"order": "fixed"})
    assert wrong(text, "redealt: 6", "next: 6")[0] == (
        'line 17: "next:" does not go with order: free; expected "redealt:"'
    )


def test_what_is_left_out_is_assumed_and_shown(run: Run) -> None:
    seedless = CROSS.replace("reshuffle seed: 7\n", "")
    [seed] = [one for one in read_deal(seedless).assumed if one.key == "reshuffle seed"]
    assert (str(seed), seed.about) == ("reshuffle seed: 0", "how a reshuffle falls is unknown without it")
    assert "assumed: reshuffle seed: 0\n" in run("show", "-", stdin=seedless).stdout
    assert read_deal(CROSS).assumed == ()
    deck = (EXAMPLES / "gallery-solvable.txt").read_text("utf-8")
    assert read_deal(deck).assumed == ()


def test_an_answer_says_what_it_assumes_where_it_depends_on_it(run: Run) -> None:
    deck = patience("cross").random_deal(1, patience("cross").defaults)
    seedless = "\n".join(line for line in str(deck).splitlines() if "seed" not in line)
    log = run("solve", "-", "--position-limit", "100000", stdin=seedless).stdout
    said = "# assumes reshuffle seed: 0, which the deal does not say: how a reshuffle falls is unknown without it"
    assert ("reshuffle" in log.splitlines()) == (said in log.splitlines())
    late = "game: cross\nup: KS KH KD QC\ndown: AS AH AD AC\ncolumn 1: KC\n"
    assert "assumes" not in run("solve", "-", stdin=late).stdout


def test_a_warning_does_not_keep_the_verdict(run: Run) -> None:
    text = GALLERY.replace("next: 7", "next: 3")
    result = run("show", "-", stdin=text)
    assert result.exit_code == 0
    assert result.stderr.startswith("Warning: standard input: pile 1 has 5 cards; with next: 3 it can have 2 at most\n")
    assert '"warnings":["pile 1 has 5 cards; with next: 3 it can have 2 at most",' in run(
        "show", "-", "--json", stdin=text
    ).stdout  # fmt: skip
