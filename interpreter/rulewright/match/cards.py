"""What a kind says of itself, as printed on its card: its constants and its text.

Of its constants those are worth telling in lists that are not the same for all kinds that have them; who asks about one
kind is told all. Texts come from the kind's table: the column `text`, in another language `text_es`. In its place may
stand the comment `## …` above the kind.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rulewright.match.naming import kind_name
from rulewright.match.setting import Setting
from rulewright.match.sides import printed
from rulewright.match.values import show
from rulewright.match.zones import Zone
from rulewright.program.values import shown
from rulewright.semantics.marks import gathers, letters
from rulewright.semantics.symbols import ConstantFamily, KindDecl


@dataclass(frozen=True, slots=True)
class Face:
    """A kind for people: its letter in pictures ("" in a game without a board), its name, its constants in words, its
    text, what it is besides (`is`, the kinds above it), how many of it exist (None: no number), of each player or
    not."""

    letter: str
    name: str
    constants: dict[str, str]
    text: str
    above: tuple[str, ...]
    copies: int | None
    each_player: bool = False


def face(setting: Setting, index: int, *, whole: bool = False) -> Face:
    """What the kind of this index says; `whole`: with everything that it has in common with others."""
    declared = setting.declared
    kind = declared.kinds[index]
    return Face(
        letters(declared)[index] if declared.board else "",
        kind_name(setting, kind),
        {
            called(setting, family, kind): value_text(setting, family, index)
            for family in telling(setting, kind, whole=whole)
        },
        text_of(setting, kind) or (_described(setting, kind) if whole else ""),
        tuple(kind_name(setting, one) for one in kind.ancestors()[1:]),
        kind.copies if not kind.children else None,
        kind.copies_each_player,
    )


def called(setting: Setting, family: ConstantFamily, kind: KindDecl) -> str:
    """What people call a constant of a kind; "" if they are not told of it."""
    return setting.say(setting.declared.member_name(family.name, kind))


def held_in(setting: Setting, zone: Zone) -> list[KindDecl]:
    """The kinds of which components may lie in a zone."""
    kind = next(one.kind for one in setting.declared.zones if one.name == zone.declared)
    return [one for one in (kind.descendants() if kind else setting.declared.kinds) if not gathers(one)]


def on_board(setting: Setting, kind: KindDecl) -> bool:
    """Whether components of just this kind may stand on the board, as far as is known: cards do not where there are
    layers and none is for them."""
    declared = setting.declared
    if declared.board is None:
        return False
    given = any(layer.span is not None for layer in declared.layers)
    return not given or kind.word != "card" or declared.layer_of(kind).span is not None


def telling(setting: Setting, kind: KindDecl, *, whole: bool = False) -> list[ConstantFamily]:
    """The constants of a kind that tell it from others, or with `whole` all of them, in the order in which they are
    declared, from the top down."""
    families: dict[str, ConstantFamily] = {}
    for one in reversed(kind.ancestors()):
        families |= one.constants
    return [
        family
        for family in families.values()
        if kind.index in family.values
        and called(setting, family, kind)
        and (whole or len({family.values[at] for at in _lowest(setting, family)}) > 1)
    ]


def _lowest(setting: Setting, family: ConstantFamily) -> list[int]:
    """The kinds with a value that have no kinds below them."""
    kinds = setting.declared.kinds
    return [index for index in family.values if not kinds[index].children]


def value_text(setting: Setting, family: ConstantFamily, index: int) -> str:
    """What a kind's constant is, as it is told to people."""
    if family.sides:
        return _by_side(setting, family, index)
    value, how = family.values[index], shown(setting.declared, family.type)
    if how.sort == "bool":
        return "yes" if value else "no"
    return setting.say(show(setting, None, value, how)) or "-"


def _by_side(setting: Setting, family: ConstantFamily, index: int) -> str:
    """`NE 1, E 2`; without the sides on which there is nothing."""
    board = setting.declared.board
    assert board is not None
    sides = [side for side in printed(setting, setting.declared.kinds[index]) if side.name == family.name]
    return ", ".join(f"{board.directions[side.direction]} {side.text}".rstrip() for side in sides) or "-"


def text_of(setting: Setting, kind: KindDecl) -> str:
    """The text on a kind's card in the language that is spoken, "" if there is none."""
    own = kind.texts.get(f"text_{setting.language}", "") if setting.language else ""
    text = kind.texts.get("text", "")
    return " ".join((own or setting.say(text)).split())


def _described(setting: Setting, kind: KindDecl) -> str:
    """The comment above a kind's declaration, "" if there is none."""
    return " ".join(setting.say(kind.doc).split())


def found(setting: Setting, name: str, *, exactly: bool = False) -> list[int]:
    """The kinds that a person may mean by a name or a letter, without regard to case: those called exactly so, or else
    (if not `exactly`) those whose name begins so. Kinds with kinds below them only if nothing else is called so."""
    wanted, declared = " ".join(name.split()).casefold(), setting.declared
    marks = letters(declared)
    called = {
        kind.index: [one.casefold() for voice in (setting, setting.untranslated) for one in _own(voice, kind)]
        for kind in declared.kinds
    }
    exact = [index for index, names in called.items() if wanted in names or wanted == marks[index].casefold()]
    begun = [index for index, names in called.items() if any(one.startswith(wanted) for one in names)]
    some = exact or ([] if exactly else begun)
    return [index for index in some if not declared.kinds[index].children] or some


def _own(setting: Setting, kind: KindDecl) -> Iterable[str]:
    return kind.name, kind_name(setting, kind)
