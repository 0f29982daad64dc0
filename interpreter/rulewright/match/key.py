"""What the marks in a text picture mean: the ground, the kinds that stand on the board, how owners are told apart.

Only what the picture shows is told: a mark of ground that lies nowhere now, or a kind that is not there, is left out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rulewright.match.pieces import Marked, Piece, Standing, pieces, title
from rulewright.match.setting import Setting
from rulewright.match.sides import Side
from rulewright.match.zones import UNKNOWN
from rulewright.semantics.marks import letters
from rulewright.semantics.symbols import KindDecl


@dataclass(frozen=True, slots=True)
class Key:
    """`entries`: marks with what they stand for, `~` water. `notes`: sentences about what is beside them."""

    entries: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]


def key(setting: Setting, stands: Iterable[Standing], marked: Iterable[Marked]) -> Key:
    """The key to a picture of what stands there and of what `display:` marks."""
    stands = tuple(stands)
    shown = pieces(setting, stands)
    if setting.declared.grounds:
        ground = dict.fromkeys((one.mark, one.name) for one in marked if one.mark)
        counts = []
    else:
        ground, counts = {}, sorted({f"Numbers tell {one.name}." for one in marked})
    entries = [*sorted(ground, key=lambda one: one[0].isdecimal()), *_kinds(setting, stands, shown)]
    if any(piece.mark.startswith(UNKNOWN) for piece in shown):
        entries.append((UNKNOWN, "face down"))
    return Key(tuple(entries), (*counts, *_owners(setting, stands, shown), *_beside(setting, stands, shown)))


def _kinds(setting: Setting, stands: Iterable[Standing], shown: Iterable[Piece]) -> list[tuple[str, str]]:
    """The marks of kinds, as the rules declare them: those of several owners together, but each of its own if
    `display:` gives it."""
    found: dict[tuple[int, str], dict[str, None]] = {}
    known = [(stand, piece) for stand, piece in zip(stands, shown, strict=True) if stand.kind >= 0]
    for stand, piece in sorted(known, key=lambda one: (one[0].kind, one[0].owner < 0, one[0].owner)):
        kind = setting.declared.kinds[stand.kind]
        name = piece.name.removesuffix(" (face down)")
        if _own(setting, kind, stand.owner):
            named = setting.declared.look(f"{kind.name} of {setting.declared.players[stand.owner]}").name
            name = name if named else title(setting, piece).replace(" (face down)", "")
        found.setdefault((stand.kind, name), {})[piece.mark.removesuffix(UNKNOWN)] = None
    return [(" ".join(marks), name) for (_, name), marks in found.items()]


def _own(setting: Setting, kind: KindDecl, owner: int) -> str:
    return setting.declared.own_letter(kind, owner)


def _owners(setting: Setting, stands: Iterable[Standing], shown: Iterable[Piece]) -> list[str]:
    """How the marks tell whose a component is, as far as they follow one rule for all kinds."""
    declared, say = setting.declared, setting.say
    given = letters(declared)
    cases, numbers = False, set()
    for stand, piece in zip(stands, shown, strict=True):
        letter = given[stand.kind] if stand.kind >= 0 else UNKNOWN
        if stand.kind >= 0 and _own(setting, declared.kinds[stand.kind], stand.owner):
            continue
        mark = piece.mark.removesuffix(UNKNOWN) if stand.kind >= 0 else piece.mark
        if mark == f"{letter}{stand.owner + 1}":
            numbers.add(stand.owner)
        elif stand.owner >= 0 and len(declared.players) == 2 and letter.upper() != letter.lower():
            cases = True
    lines = []
    if cases:
        first, second = map(say, declared.players)
        lines.append(f"Upper case: {first}; lower case: {second}.")
    if numbers:
        seats = range(len(declared.players)) if numbers - {-1} else ()
        whose = [*(f"{seat + 1} {say(declared.players[seat])}" for seat in seats), *(["0 nobody"] * (-1 in numbers))]
        lines.append(f"The number behind a letter: {', '.join(whose)}.")
    return lines


def _beside(setting: Setting, stands: Iterable[Standing], shown: Iterable[Piece]) -> list[str]:
    """What else stands at marks: numbers of several, `?` for what lies face down, what the sides of big cells tell."""
    lines = []
    stands = tuple(stands)
    places = [(stand.site, stand.layer) for stand in stands]
    if len(set(places)) < len(places):
        lines.append("Behind a mark: how many stand there (x2 after a number).")
    if any(stand.down and stand.kind >= 0 for stand in stands):
        lines.append("? behind a letter: face down.")
    declared = setting.declared
    sided = [(side, declared.kinds[stand.kind]) for stand in stands for side in stand.sides]
    sides = [side for side, _ in sided]
    called = {side.name: setting.say(declared.member_name(side.name, kind)) for side, kind in sided}
    numbers = dict.fromkeys(called[side.name] for side in sides if _is_number(side))
    words = dict.fromkeys(
        (
            setting.declared.look(side.text).letter or (side.text or side.name)[:1],
            setting.say(side.text) or called[side.name],
        )
        for side in sides
        if not _is_number(side)
    )
    at = [f"{letter} {name}" for letter, name in words]
    at += [f"numbers {', '.join(numbers)}"] if numbers else []
    return [*lines, *([f"At the sides: {', '.join(at)}."] if at else [])]


def _is_number(side: Side) -> bool:
    return side.text.lstrip("-").isdecimal()


def ground_called(setting: Setting, marked: Iterable[Marked], name: str) -> list[tuple[str, str, tuple[int, ...]]]:
    """The ground that has this mark or name: its name, its mark and the sites where it is (none: nowhere now)."""
    wanted = name.casefold()
    found: dict[tuple[str, str], list[int]] = {}
    for ground in setting.declared.grounds:
        if ground.number is None:
            names = ground.key, setting.say(ground.look.name or ground.key)
            if wanted in (ground.look.letter.casefold(), *(one.casefold() for one in names)):
                found[names[1], ground.look.letter] = []
    for one in marked:
        if (one.name, one.mark) in found or (one.number and wanted in (one.name.casefold(), one.mark.casefold())):
            found.setdefault((one.name, one.mark), []).append(one.site)
    return [(told, mark, tuple(sites)) for (told, mark), sites in found.items()]
