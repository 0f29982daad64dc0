"""Notations: texts that stand for positions, such as `notation fen = "{board} {mover}"`.

What stands in braces must be readable, so it is a place and no expression: the board, the mover, the counters of turns
and rounds, a var or field, or one value of these (`{score of White}`). Between two places stands a text that can be
part of neither, by which a reader finds where one ends.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.semantics import codes_forms as codes
from rulewright.semantics import expressions as ex
from rulewright.semantics import wording
from rulewright.semantics.fitting import is_poison
from rulewright.semantics.marks import all_marks, letters, mark
from rulewright.semantics.names import broken, declare
from rulewright.semantics.notation_values import AND, NEXT, can_be_written
from rulewright.semantics.scope import Broken, Context, Env, NotationName, PlayerName, Removed, Scope
from rulewright.semantics.symbols import FieldDecl, KindDecl, NotationDecl, NotationPart, VarDecl
from rulewright.semantics.typed import Constant, FieldRef, VarRef
from rulewright.semantics.types import SetType
from rulewright.source import Span, did_you_mean
from rulewright.syntax import ast, parse_template
from rulewright.syntax.grammar import soft_words

COUNTERS = ("turn_number", "round_number")
_WORDS = ("board", "mover", *COUNTERS)


def declare_notations(env: Env, declarations: Sequence[ast.Declaration]) -> None:
    """Bind the names of notations."""
    for item in declarations:
        if not isinstance(item, ast.Notation):
            continue
        if item.name.text in soft_words():
            # A statement that begins with such a word is read as something else.
            title = f"a notation cannot be called `{item.name.text}`"
            tip = "at the start of a line it is a word of the language; choose another name, such as fen"
            env.findings.add(codes.NOTATION, title, item.name.span, hint=tip)
            broken(env, item.name.text, item.name.span)
        else:
            declare(env, item.name, NotationName(item.name.text))


def type_notation(env: Env, item: ast.Notation) -> None:
    """Add a notation to the game, unless something is wrong with it."""
    symbol = env.declared.get(item.name.text)
    if item.text_span is None or not isinstance(symbol, NotationName) or env.spans[item.name.text] != item.name.span:
        return
    pieces, errors = parse_template(item.text_span)
    env.findings.extend(errors)
    fine = not errors
    parts: list[str | NotationPart] = []
    scope = Scope(env, Context("a notation"))
    for piece in pieces:
        if isinstance(piece, str):
            parts.append(piece)
            continue
        part = _part(piece, scope)
        if part is None:
            fine = False
        else:
            parts.append(part)
    if not fine or not _can_be_read(env, item, item.text_span, parts):
        return
    symbol.decl = NotationDecl(item.name.text, tuple(parts), item.span)
    env.game.notations.append(symbol.decl)


def _error(env: Env, title: str, span: Span, hint: str) -> None:
    env.findings.add(codes.NOTATION, title, span, hint=hint)


def _part(node: ast.Expr, scope: Scope) -> NotationPart | None:
    """The place that stands in braces; None after an error."""
    env, span = scope.env, node.span
    if isinstance(node, ast.Bad):
        return None
    if isinstance(node, ast.Word):
        symbol = env.declared.get(node.name)
        match symbol:
            case VarDecl() | FieldDecl():
                return _state(env, NotationPart("state", node.name, span, symbol))
            case Broken():
                return None
            case Removed():
                ex.infer(node, scope)
                return None
            case None if node.name in COUNTERS:
                return NotationPart("counter", node.name, span)
            case None if node.name == "mover":
                return NotationPart("mover", node.name, span)
            case None if node.name == "board":
                if env.game.board is None:
                    if not env.gaps:
                        _error(env, "this game has no board", span, "take {board} away, or declare a board")
                    return None
                return NotationPart("board", node.name, span)
            case _:
                pass
    elif isinstance(node, ast.Of):
        listed = _list(env, node)
        if listed is not None:
            return listed
        found = ex.infer(node, scope)
        if is_poison(found.type):
            return None
        one = _one_value(found)
        if one is not None:
            holder, index = one
            return _state(env, NotationPart("state", " ".join(span.text.split()), span, holder, index))
    if not env.gaps:
        held = [*_WORDS, *(var.name for var in env.game.vars), *(field.name for field in env.game.site_fields)]
        near = did_you_mean(node.name, held) if isinstance(node, ast.Word) else None
        tip = f"did you mean {near}?" if near else f"what can be read back are {wording.listing(held, 'and')}"
        _error(env, f"a notation cannot hold {span.text}", span, tip)
    return None


def _list(env: Env, node: ast.Of) -> NotationPart | None:
    """The components of a kind that belong to a player; None for anything else."""
    if not (isinstance(node.what, ast.Word) and isinstance(node.owner, ast.Word)):
        return None
    kind, player = env.declared.get(node.what.name), env.declared.get(node.owner.name)
    if not (isinstance(kind, KindDecl) and isinstance(player, PlayerName)) or env.game.board is None:
        return None
    name = f"{kind.name} of {node.owner.name}"
    return NotationPart("list", name, node.span, index=player.seat, kind=kind)


def _one_value(found: object) -> tuple[VarDecl | FieldDecl, int] | None:
    """The var or field, and the index of the one value of it that is named."""
    match found:
        case VarRef(var=VarDecl(each=each) as var, index=Constant(value=int() as value)) if each is not None:
            return var, value - each.base
        case FieldRef(field=FieldDecl(owner=None, each=each) as field, subject=Constant(value=int() as value)) if each:
            return field, value - each.base
        case _:
            return None


def _state(env: Env, part: NotationPart) -> NotationPart | None:
    assert part.holder is not None
    of = part.holder.type
    if is_poison(of):
        return None
    if not can_be_written(env.game, of):
        _error(env, f"a notation cannot hold {wording.a(of)}", part.span, "leave it away")
        return None
    return part


def _can_be_read(env: Env, item: ast.Notation, text: Span, parts: list[str | NotationPart]) -> bool:
    """Whether what is written can be taken apart again."""
    seen: list[str] = []
    board = next((part for part in parts if isinstance(part, NotationPart) and part.what == "board"), None)
    if board is not None and not _clear_marks(env, board):
        return False
    for number, part in enumerate(parts):
        if isinstance(part, str):
            before = parts[number - 1] if number else None
            if isinstance(before, NotationPart) and not _separates(env, before, part):
                at = text.text.find(part)
                span = Span(text.source, text.start + at, text.start + at + len(part))
                title = f'"{part}" may be part of what stands before it'
                _error(env, title, span, "put a blank before it")
                return False
            continue
        if part.name in seen:
            _error(env, f"{part.name} stands in this notation twice", part.span, "take one of the two away")
            return False
        seen.append(part.name)
        if number and not isinstance(parts[number - 1], str):
            _error(env, f"nothing stands between {part.name} and what is before it", part.span, "put a blank between")
            return False
    if not seen:
        tip = 'write {board} and {mover} into it: "{board} {mover}"'
        _error(env, f"the notation {item.name.text} holds nothing of a position", text, tip)
    return bool(seen)


def _clear_marks(env: Env, board: NotationPart) -> bool:
    """Whether the mark of each component tells what it is."""
    found: dict[str, str] = {}
    for kind, letter in zip(env.game.kinds, letters(env.game), strict=True):
        if kind.children and not kind.placed:
            continue
        for owner in (*range(len(env.game.players)), -1):
            text = mark(env.game, kind, owner, letter)
            if any(sign in text for sign in "()+*/") or any(char.isspace() for char in text):
                tip = f"give {kind.name} another letter in `display:`"
                _error(env, f"the mark {text} of {kind.name} has a meaning of its own in notations", board.span, tip)
                return False
            if found.setdefault(text, kind.name) != kind.name:
                tip = "give one of them another letter in `display:`"
                _error(env, f"{found[text]} and {kind.name} have one mark, {text}", board.span, tip)
                return False
    return True


def _separates(env: Env, before: NotationPart, literal: str) -> bool:
    """Whether a text cannot begin within what stands before it."""
    first, signs = literal[0], "-_"
    if before.what == "board":
        signs += "./()+*" + "".join(all_marks(env.game))
    elif before.what == "list":
        signs += NEXT
    elif before.holder is not None:
        signs += AND if isinstance(before.holder.type, SetType) else ""
        signs += NEXT if before.holder.each is not None and before.index is None else ""
    return not (first.isalnum() or first in signs)
