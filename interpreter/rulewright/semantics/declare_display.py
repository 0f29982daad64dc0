"""`display:`: what things look like in pictures.

Each line names something and gives texts for it. A text that is a colour is the colour; the others are, in order, the
letter, the sign and the name of kinds and of one player's components, or the letter and the name of anything else. A
variable that is a number with a range is drawn as marks, one for each of what it has and one for each of what it lacks.
The counters of turns and rounds are shown if they are named.
A number of each site is written where it is more than 0, behind its letter. Members of kinds, fields and constants,
have a name alone; with an empty one people are not told of them. So have definitions, whose values are told: `told.py`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from rulewright.semantics import codes_forms as codes
from rulewright.semantics.colours import COLOURS, colour_of
from rulewright.semantics.names import what_is
from rulewright.semantics.notations import COUNTERS
from rulewright.semantics.scope import Broken, Env, PlayerName, Removed
from rulewright.semantics.site_names import is_site_line
from rulewright.semantics.symbols import (
    ConstantFamily,
    EnumDecl,
    FieldDecl,
    Ground,
    KindDecl,
    Look,
    RegionDecl,
    VarDecl,
)
from rulewright.semantics.types import INT, Poison
from rulewright.semantics.wording import listing
from rulewright.source import Label, Span, did_you_mean
from rulewright.syntax import ast

MOST_MARKS = 60
"""No number is drawn with more marks."""

_ALMOST_COLOUR = re.compile(r"#[0-9A-Fa-f]{2,}")


def declare_display(env: Env, declarations: Sequence[ast.Declaration]) -> None:
    """Fill `display` and `grounds` of the game. Kinds, regions, enums and players are bound already."""
    lines: dict[str, Span] = {}
    letters: dict[str, tuple[str, Span]] = {}
    definitions = {item.name.text for item in declarations if isinstance(item, ast.Define)}
    for item in declarations:
        if not isinstance(item, ast.Display):
            continue
        for line in item.items:
            if is_site_line(env, line):
                continue
            found = _named(env, line.what, definitions)
            if found is None:
                continue
            key, symbol, seat = found
            look = _look(env, line, symbol)
            if key in lines:
                others = (Label(lines[key], "the first line"),)
                _error(env, f"{key} has two lines", line.what.span, "put all its texts into one of them", others)
                continue
            lines[key] = line.what.span
            if look is None:
                continue
            drawn = _in_pictures(symbol, declarations)
            if look.letter and drawn and not _free(env, line, key, seat, look, letters):
                continue
            env.game.display[key] = look
            match symbol:
                case RegionDecl():
                    env.game.grounds.append(Ground(key, look, region=symbol, seat=seat))
                case EnumDecl() if drawn:
                    env.game.grounds.append(Ground(key, look, enum=symbol, value=symbol.values.index(key)))
                case FieldDecl(owner=None):
                    env.game.grounds.append(Ground(key, look, number=symbol))
                case _:
                    pass


def _in_pictures(symbol: Shown, declarations: Sequence[ast.Declaration]) -> bool:
    """Whether what a line is about stands on sites, so that its letter must be its own there. The values of an enum do
    where a field of sites holds them; others have letters for notations only."""
    if isinstance(symbol, EnumDecl):
        fields = (item for item in declarations if isinstance(item, ast.Field))
        return any((item.typed.type.of or item.typed.type).name.text == symbol.name for item in fields)
    return not isinstance(symbol, PlayerName | VarDecl | str) and not _has_name_alone(symbol)


def check_marks(env: Env, declarations: Sequence[ast.Declaration]) -> None:
    """See that variables which are drawn as marks are numbers with a range, and fields that are drawn numbers of each
    site. Types and ranges are known now."""
    lines = (line for item in declarations if isinstance(item, ast.Display) for line in item.items)
    for line in lines:
        var = env.declared.get(line.what.name) if isinstance(line.what, ast.Word) else None
        if isinstance(var, FieldDecl) and not isinstance(var.type, Poison):
            if var.type != INT or var.each is None or var.each.name != "site":
                tip = "only a number of each site is; of an enum name the values"
                _error(env, f"{var.name} is not shown in pictures", line.what.span, tip)
            continue
        if not isinstance(var, VarDecl) or isinstance(var.type, Poison) or not _marked(env, var):
            continue
        if var.lo is None or var.hi is None or var.hi - var.lo > MOST_MARKS:
            tip = f"only a number with a range is, as `int in 0..12`, of no more than {MOST_MARKS}"
            _error(env, f"{var.name} is not drawn as marks", line.what.span, tip)


def _marked(env: Env, var: VarDecl) -> bool:
    """Whether `display:` gives marks for a variable, not only its name."""
    look = env.game.display.get(var.name)
    return look is None or bool(look.letter or look.sign)


def _error(env: Env, title: str, span: Span, hint: str, others: tuple[Label, ...] = ()) -> None:
    env.findings.add(codes.DISPLAY, title, span, hint=hint, others=others)


# ---- what a line is about ----


Shown = KindDecl | RegionDecl | EnumDecl | PlayerName | VarDecl | FieldDecl | ConstantFamily | type[ast.Define] | str
"""What a line may be about; a counter by its name, any definition as `Define`."""


def _has_name_alone(symbol: Shown) -> bool:
    """Whether it is a field or a constant of kinds, or a definition."""
    if isinstance(symbol, FieldDecl):
        return symbol.owner is not None
    return isinstance(symbol, ConstantFamily) or symbol is ast.Define


def _member(env: Env, name: str) -> FieldDecl | ConstantFamily | None:
    """The field or constant of that name of some kind."""
    found = (_of_kind(kind, name) for kind in env.game.kinds)
    return next((member for member in found if member is not None), None)


def _of_kind(kind: KindDecl, name: str) -> FieldDecl | ConstantFamily | None:
    return kind.fields.get(name) or kind.constants.get(name)


def _named(env: Env, node: ast.Expr, definitions: Collection[str]) -> tuple[str, Shown, int] | None:
    """How the game keys what a line is about, what it is, and whose (-1: everybody's); None after an error."""
    if isinstance(node, ast.Bad):
        return None
    if isinstance(node, ast.Of) and isinstance(node.what, ast.Word) and isinstance(node.owner, ast.Word):
        return _owned(env, node, node.what, node.owner)
    if not isinstance(node, ast.Word):
        _error(env, "this has no place in pictures", node.span, "write a kind, `Pawn of White`, a player or a region")
        return None
    symbol = env.declared.get(node.name)
    match symbol:
        case KindDecl() | RegionDecl() | PlayerName() | VarDecl() | FieldDecl():
            return node.name, symbol, -1
        case Removed() | Broken():
            return None
        case None if node.name in COUNTERS:
            return node.name, node.name, -1
        case None:
            enum = next((enum for enum in env.game.enums.values() if node.name in enum.values), None)
            known = enum or (ast.Define if node.name in definitions else _member(env, node.name))
            if known is not None:
                return node.name, known, -1
            _unknown(env, node)
            return None
        case _:
            tip = "only kinds, players, regions, values of enums, variables, definitions and members of kinds are"
            _error(env, f"{node.name} is {what_is(symbol)}, and not shown in pictures", node.span, tip)
            return None


def _owned(env: Env, node: ast.Of, what: ast.Word, owner: ast.Word) -> tuple[str, Shown, int] | None:
    symbol, player = env.declared.get(what.name), env.declared.get(owner.name)
    if isinstance(symbol, Removed | Broken) or isinstance(player, Removed | Broken):
        return None
    if isinstance(player, KindDecl):
        member = next((m for one in player.ancestors() if (m := _of_kind(one, what.name)) is not None), None)
        if member is None:
            _error(env, f"{owner.name} has no {what.name}", node.span, "write a field or a constant of the kind")
            return None
        return f"{what.name} of {owner.name}", member, -1
    if symbol is None:
        _unknown(env, what)
        return None
    if not isinstance(player, PlayerName):
        near = did_you_mean(owner.name, env.game.players)
        tip = f"did you mean {near}?" if near else f"the players are {listing(env.game.players)}"
        if not env.gaps:
            _error(env, f"there is no player {owner.name}", owner.span, tip)
        return None
    if isinstance(symbol, KindDecl) or (isinstance(symbol, RegionDecl) and symbol.per_player):
        return f"{what.name} of {owner.name}", symbol, player.seat
    _error(env, f"{what.name} does not belong to anybody", node.span, f"write {what.name} alone")
    return None


def _unknown(env: Env, node: ast.Word) -> None:
    if env.gaps:
        return
    values = [value for enum in env.game.enums.values() for value in enum.values]
    shown = [name for name, symbol in env.declared.items() if isinstance(symbol, KindDecl | RegionDecl | PlayerName)]
    near = did_you_mean(node.name, [*shown, *values])
    tip = f"did you mean {near}?" if near else "a line begins with a kind, `Pawn of White`, a player or a region"
    _error(env, f"nothing is called {node.name}", node.span, tip)


# ---- its texts ----


def _look(env: Env, line: ast.DisplayItem, symbol: Shown) -> Look | None:
    """The texts of a line by what they are for; None after an error."""
    if _has_name_alone(symbol):
        return _name_alone(env, line, symbol)
    texts: list[str] = []
    colour = ""
    for value in line.values:
        if isinstance(value, ast.Bad):
            return None
        if not isinstance(value, ast.Text):
            _error(env, "this is not a text", value.span, "write it in quotation marks")
            return None
        found = colour_of(value.value)
        if found is not None:
            colour = found
        elif _ALMOST_COLOUR.fullmatch(value.value):
            tip = f'write # and six digits, as in "#0072B2", or a name: {", ".join(COLOURS)}'
            _error(env, f"{value.value} is no colour", value.span, tip)
            return None
        else:
            texts.append(value.value)
        if len(texts) == 1 and texts[0] == value.value and not _fine_letter(env, value):
            return None
    second = isinstance(symbol, KindDecl | VarDecl | str)
    most = 3 if second else 2
    if len(texts) > most:
        tip = "there are a letter and a name"
        if second:
            sort = "a kind has a letter, a sign" if isinstance(symbol, KindDecl) else "a variable has two marks"
            tip = f"{sort} and a name"
        _error(env, "this line has too many texts", line.values[-1].span, tip)
        return None
    letter, *rest = [*texts, *[""] * (most - len(texts))]
    if isinstance(symbol, str) and (letter or rest[0]):
        tip = 'give it a name only: "", "", "turn"'
        _error(env, f"{symbol} is not drawn as marks", line.values[0].span, tip)
        return None
    return Look(letter, rest[0] if second else "", rest[-1], colour)


def _name_alone(env: Env, line: ast.DisplayItem, symbol: Shown) -> Look | None:
    """What a member of kinds or a definition is called; None after an error."""
    (first, *more) = line.values
    if isinstance(first, ast.Bad):
        return None
    if more or not isinstance(first, ast.Text):
        wrong = more[0] if more else first
        tip = 'a member of kinds has a name and nothing else; with "" it is not told'
        if symbol is ast.Define:
            tip = "a definition has a name and nothing else"
        _error(env, "this line has too many texts" if more else "this is not a text", wrong.span, tip)
        return None
    return Look(name=first.value)


def _fine_letter(env: Env, value: ast.Text) -> bool:
    """Whether a text may be a letter: "" is none, and it holds no blank and is not `.`, the sign of an empty site."""
    if any(char.isspace() for char in value.value):
        tip = 'the letter comes first; "" leaves it as it is'
        _error(env, "a letter holds no blank", value.span, tip)
        return False
    if value.value == ".":
        _error(env, "the letter . is that of empty sites", value.span, "take another one")
        return False
    return True


def _free(
    env: Env, line: ast.DisplayItem, key: str, seat: int, look: Look, letters: dict[str, tuple[str, Span]]
) -> bool:
    """Whether no other line has this letter. Letters of whole kinds are told apart without regard to case, for case
    may show the owner."""
    folded = look.letter.casefold()
    for text, (other, span) in letters.items():
        alike = text == look.letter or (text.casefold() == folded and seat < 0 and " of " not in other)
        if alike and other != key:
            title = f"{look.letter} is the letter of {other} already"
            tip = "give one of them another letter"
            _error(env, title, line.values[0].span, tip, (Label(span, f"{other} has it"),))
            return False
    letters[look.letter] = key, line.values[0].span
    return True
