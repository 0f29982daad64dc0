"""What rules do with zones: what comes into them, and what may be taken out."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.semantics import typed
from rulewright.semantics.symbols import Game, ZoneDecl
from rulewright.semantics.walk import parts, rules

INTO, FROM, NEITHER, ANY = "into", "from", "neither", "any"
"""What happens with a zone where it is named: something comes into it; something in it is got at; nothing of this; or
nobody can tell, as where it is handed to a procedure."""

_USES: dict[tuple[type, str], str] = {
    (typed.MoveTo, "place"): INTO,
    (typed.Deal, "place"): INTO,
    (typed.PlaceOne, "site"): INTO,
    (typed.Deal, "source"): FROM,
    (typed.Shuffle, "zone"): NEITHER,
    (typed.Reveal, "what"): NEITHER,
}
_OPERATIONS = {
    "in_zone": FROM,
    "zone_top": FROM,
    "zone_bottom": FROM,
    "zone_size": NEITHER,
    "zone_owner": NEITHER,
    "zone_holder": NEITHER,
}


def zone_uses(game: Game) -> Iterator[tuple[ZoneDecl, str]]:
    """Every place in the rules where a zone is named, with what happens there."""
    for root in rules(game):
        yield from _uses(root, ANY)


def _uses(node: object, use: str) -> Iterator[tuple[ZoneDecl, str]]:
    if isinstance(node, tuple | list):
        for item in node:
            yield from _uses(item, use)
        return
    if isinstance(node, typed.ZoneRef):
        yield node.zone, use
    for name, part in parts(node):
        match node:
            case typed.Op(op=op):
                inner = _OPERATIONS.get(op, ANY)
            case typed.Cond() if name != "condition":
                inner = use
            case _:
                inner = _USES.get((type(node), name), ANY)
        yield from _uses(part, inner)
