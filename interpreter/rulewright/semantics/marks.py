"""How components are written in pictures and notations: their marks.

A mark is made of the kind's letter - from `display:`, from the kind's label, or else the start of its name - and of
the owner: with two players upper case for the first and lower case for the second; with more players, and for letters
without case, the number of the seat behind it; a letter without case has its owner's own letter before it instead, if
`display:` gives one (`South: "S"`). Behind nobody's letter stands 0, or nothing if the letter has no case.
With one player a mark without a number is that player's, but that of a card nobody's. What `display:` gives to the
components of one player (`Man of White: "o"`) is written as it is.
"""

from __future__ import annotations

from rulewright.semantics.symbols import Game, KindDecl


def letters(game: Game) -> tuple[str, ...]:
    """The letter (or letters, if names begin alike) of each kind."""
    given = {kind.name: game.letter(kind) for kind in game.kinds}
    taken = {text.casefold() for text in given.values() if text}
    out = []
    for kind in game.kinds:
        text = given[kind.name]
        if not text:
            starts = (kind.name[:length] for length in range(1, len(kind.name) + 1))
            text = next((start for start in starts if start.casefold() not in taken), kind.name)
            taken.add(text.casefold())
        out.append(text)
    return tuple(out)


def mark(game: Game, kind: KindDecl, owner: int, letter: str, *, owned: bool = True) -> str:
    """The mark of a component of `kind` whose letter is `letter`; `owner` -1: nobody's.

    `owned` False: nothing in the picture has an owner, so that it need not be said of anything.
    """
    seats = len(game.players)
    own = game.own_letter(kind, owner)
    if own:
        return own
    if seats == 1:
        whose = lone_owner(kind)
        return letter if owner == whose or (owner < 0 and not owned) else f"{letter}{owner + 1}"
    cased = letter.upper() != letter.lower()
    if owner < 0:
        return f"{letter}0" if owned and cased else letter
    if seats == 2 and cased:
        return letter.lower() if owner else letter.upper()
    return f"{letter}{owner + 1}"


def gathers(kind: KindDecl) -> bool:
    """Whether a kind only stands above others, and no component is of just this kind."""
    return bool(kind.children) and not kind.placed


def lone_owner(kind: KindDecl) -> int:
    """Whose a mark without a number is in a game of one player: nobody's (-1) for cards, else the player's."""
    return -1 if kind.ancestors()[-1].word == "card" else 0


def all_marks(game: Game) -> dict[str, tuple[KindDecl, int]]:
    """Every mark that may stand in a notation, with the kind and owner (-1: nobody) that it stands for. A mark that is
    also that of a kind which only gathers others is the other one's."""
    out: dict[str, tuple[KindDecl, int]] = {}
    for kind, letter in sorted(zip(game.kinds, letters(game), strict=True), key=lambda one: gathers(one[0])):
        for owner in (*range(len(game.players)), -1):
            out.setdefault(mark(game, kind, owner, letter), (kind, owner))
    return out
