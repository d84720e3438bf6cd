"""Every English text of the page, so that a translation is one more table like this.

Words in braces are filled in by the page. What a patience calls its own places and moves stands in its `draw.py`.
"""

from __future__ import annotations

from solver.cards import Rank, Suit

TEXTS: dict[str, str] = {
    "table": "The table",
    "controls": "Go through the game",
    "moves": "Moves",
    "settings": "Settings",
    "first": "First position",
    "back": "One move back",
    "forward": "One move on",
    "last": "Last position",
    "play": "Play on by itself",
    "pause": "Stop playing",
    "slider": "Position in the game",
    "speed": "Speed",
    "speed-value": "{seconds} s a move",
    "letters": "Card letters",
    "letters-en": "English",
    "letters-de": "German",
    "letters-ru": "Russian",
    "letters-fr": "French",
    "peek": "Show hidden cards",
    "start": "Start",
    "at-start": "Start of the game, {total} moves to come. Keys: ← → one move, Home and End, space plays on.",
    "at-move": "Move {number} of {total}",
    "said-move": "Move {number} of {total}: {move}.",
    "said-group": "{heading}. {said}",
    "said-dealt": "{said} Dealt: {cards}.",
    "dealt-to": "{card} to {slot}",
    "dealt-more": "and {count} more",
    "won": "won in {total} moves",
    "unfinished": "unfinished after {total} moves",
    "illegal": "illegal after {total} moves",
    "illegal-next": "The next move is against the rules. {reason}",
    "no-moves": "This log has no moves.",
    "slot-empty": "{slot}: empty",
    "slot-waits": "{slot}: empty, waits for {hint}",
    "slot-card": "{slot}: {card}",
    "slot-built": "{slot}: built up to {card}",
    "slot-cards": "{slot}: {cards}",
    "slot-top": "{slot}: {count} cards, {card} on top",
    "slot-down": "{slot}: {count} cards, face down",
    "slot-note": "{said} ({note})",
    "joined": "{card}, joined to the card before it",
    "face-down": "a card face down",
    "card": "{rank} of {suit}",
    "no-script": "This page draws the game by a script, which this browser does not run.",
}

RANKS: dict[str, str] = {rank.letter: rank.english for rank in Rank}
SUITS: dict[str, str] = {suit.letter: suit.english for suit in Suit}
