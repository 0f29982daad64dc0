"""Static tables as constants. Before the first entry lie copies of the entry for none, for indices of -1."""

from __future__ import annotations

from rulewright.engines.native import sparse
from rulewright.engines.native.layout import Sizes
from rulewright.program import ir
from rulewright.program.typeof import family


def table_text(name: str, table: ir.Table, sizes: Sizes, parts: int) -> tuple[str, int, str]:
    """A table's assembly, how far its first entry lies from its start in bytes, and the type of a stored int. `parts`:
    how many words are stored of each set (0: all).

    With two dimensions a whole row and one more entry lie before it, as both indices may be -1.
    """
    before = 1 if len(table.shape) == 1 else table.shape[1] + 1
    listed = [table.values[-1]] * before + list(table.values)
    match family(table.type):
        case "set" if parts:
            flat = [number for value in listed for number in sparse.stored(value, parts)]  # type: ignore[arg-type]
            return f"{name} = internal constant {_ints('i64', flat)}, align 8", 16 * parts * before, "i64"
        case "set":
            words = sizes.words(table.type)
            flat = [value >> 64 * i & (1 << 64) - 1 for value in listed for i in range(words)]  # type: ignore[operator]
            return f"{name} = internal constant {_ints('i64', flat)}, align 8", 8 * words * before, "i64"
        case "list":
            items, places = _laid(table)
            flat = [number for value in listed if isinstance(value, tuple) for number in (places[value], len(value))]
            text = f"{name}i = internal constant {_ints('i32', items or [0])}, align 4\n"
            return text + f"{name} = internal constant {_ints('i32', flat)}, align 4", 8 * before, "i32"
        case _:
            kind = _narrow(listed)  # type: ignore[arg-type]
            size = int(kind[1:]) // 8
            return f"{name} = internal constant {_ints(kind, listed)}, align {size}", size * before, kind  # type: ignore[arg-type]


def all_items(table: ir.Table) -> list[int]:
    """The items of all lists of a table of lists, as they lie one after the other."""
    return _laid(table)[0]


def _laid(table: ir.Table) -> tuple[list[int], dict[tuple[int, ...], int]]:
    """All items, and where each list begins; equal lists are one."""
    items: list[int] = []
    places: dict[tuple[int, ...], int] = {}
    for value in (table.values[-1], *table.values):
        assert isinstance(value, tuple)
        if value not in places:
            places[value] = len(items)
            items += value
    return items, places


def _narrow(values: list[int]) -> str:
    """The smallest type that holds all values."""
    for bits in (8, 16):
        if -(1 << bits - 1) <= min(values) and max(values) < 1 << bits - 1:
            return f"i{bits}"
    return "i32"


def _ints(kind: str, values: list[int]) -> str:
    return f"[{len(values)} x {kind}] [{', '.join(f'{kind} {value}' for value in values)}]"
