"""What compiled routines call: operators that Python lacks, and the rules errors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import factorial
from typing import Any, NoReturn

from rulewright.engines import canonical, errors
from rulewright.engines.protocol import PlayError
from rulewright.program.ir import Check, Shown
from rulewright.source import Span


class Over(Exception):  # noqa: N818 - no error: the game has ended
    """Raised by `Finish`."""


# ---- operators ----


def least(members: int) -> int:
    """The least member of a set, -1 if it is empty."""
    return (members & -members).bit_length() - 1


def before(members: int, others: int) -> int:
    """The members that are less than all others."""
    return members & others - 1 & ~others if others else members


def after(members: int, others: int) -> int:
    """The members that are greater than all others."""
    return members >> others.bit_length() << others.bit_length()


def clear(row: Sequence[int], of: int) -> int:
    """The columns of a row of sets that share nothing with a set, without the last one."""
    return sum(1 << i for i, members in enumerate(row[:-1]) if not members & of)


def elements(members: int) -> tuple[int, ...]:
    """The members of a set, ascending."""
    found = []
    while members:
        low = members & -members
        found.append(low.bit_length() - 1)
        members ^= low
    return tuple(found)


def gather(items: Iterable[int]) -> int:
    """The set of a list's members, without -1."""
    members = 0
    for item in items:
        if item >= 0:
            members |= 1 << item
    return members


def sort(items: tuple[int, ...], *keys: tuple[int, ...]) -> tuple[int, ...]:
    """`items` by the keys of each, in order."""
    if len(items) < 2:
        return items
    order = sorted(range(len(items)), key=(keys[0] if len(keys) == 1 else list(zip(*keys, strict=True))).__getitem__)
    return tuple([items[i] for i in order])


def nth(items: tuple[int, ...], index: int, place: Span | None) -> int:
    """The item at `index`, from 0."""
    if 0 <= index < len(items):
        return items[index]
    raise PlayError(
        errors.OUTSIDE_LIST, f"The list has {len(items)} items; there is no item {index} (counted from 0).", place
    )


def leaving(items: tuple[int, ...], value: int) -> tuple[int, ...]:
    """The list without its first item of that value."""
    at = place(items, value)
    return items[:at] + items[at + 1 :] if at >= 0 else items


def place(items: tuple[int, ...], value: int) -> int:
    """The position of the first item of that value, -1 if there is none."""
    return items.index(value) if value in items else -1


def digest(parts: tuple[Any, ...]) -> int:
    """The 64-bit key of the history."""
    return canonical.mixed(parts)


def subsets(items: tuple[int, ...], at_least: int, at_most: int) -> Iterator[int]:
    """The sets of `at_least` to `at_most` of the items, in lexicographic order of positions."""
    count = len(items)
    if at_least == at_most >= 0 and len(set(items)) == count:
        return map(sum, combinations([1 << item for item in items], at_least))

    def longer(members: int, size: int, start: int) -> Iterator[int]:
        if size >= at_least:
            yield members
        if size < at_most:
            for i in range(start, count - max(0, at_least - size - 1)):
                yield from longer(members | 1 << items[i], size + 1, i + 1)

    return longer(0, 0, 0)


@lru_cache(maxsize=256)
def bags(count: int, weights: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Each way `count` dice can fall, as a bag with 8 bits a face, with its weight."""
    found = []
    for faces in combinations_with_replacement(range(len(weights)), max(0, count)):
        bag, weight = 0, factorial(len(faces))
        for face, sides in enumerate(weights):
            here = faces.count(face)
            bag |= here << 8 * face
            weight = weight // factorial(here) * sides**here
        found.append((bag, weight))
    return tuple(found)


# ---- moving references ----


def moved(members: int, old: int, new: int) -> int:
    """The set in which `new` stands for `old`."""
    if members >> old & 1:
        members ^= 1 << old
        if new >= 0:
            members |= 1 << new
    return members


def moved_in(items: tuple[int, ...], old: int, new: int) -> tuple[int, ...]:
    """The list in which `new` stands for `old`."""
    return tuple([new if item == old else item for item in items]) if old in items else items


def follow(kinds: str, values: list[Any], old: int, new: int) -> None:
    """Move the reference in values of these kinds: r a reference, s a set, l a list, capitals for arrays of them, -
    for what holds none."""
    for i, kind in enumerate(kinds):
        match kind:
            case "r":
                if values[i] == old:
                    values[i] = new
            case "s":
                values[i] = moved(values[i], old, new)
            case "l":
                values[i] = moved_in(values[i], old, new)
            case "R" | "S" | "L":
                follow(kind.lower() * len(values[i]), values[i], old, new)
            case _:
                pass


# ---- rules errors ----


def fits(value: int, place: Span) -> int:
    """The value if it fits 32 bits."""
    if errors.LOWEST <= value <= errors.HIGHEST:
        return value
    raise PlayError(errors.OVERFLOW, f"The result {value} is too large for a whole number of 32 bits.", place)


def quotient(a: int, b: int, place: Span) -> int:
    """a / b, rounded down."""
    if b == 0:
        raise PlayError(errors.DIVISION, f"{a} is divided by 0.", place)
    return fits(a // b, place)


def remainder(a: int, b: int, place: Span) -> int:
    """What remains of a / b, with the sign of b."""
    if b == 0:
        raise PlayError(errors.DIVISION, f"The remainder of {a} divided by 0 is asked for.", place)
    return a % b


def outside(value: int, check: Check) -> NoReturn:
    """The value breaks the range of what is stored."""
    raise PlayError(
        errors.OUT_OF_RANGE, f"{check.what} would become {value}; it must be from {check.lo} to {check.hi}.", check.span
    )


def spent(name: str, place: Span | None) -> NoReturn:
    """No iterations are left."""
    limit = f"{errors.MAX_ITERATIONS:,}"
    raise PlayError(errors.ENDLESS, f"{name} goes round in a loop: more than {limit} times without a decision.", place)


def enqueue(queue: list[tuple[Any, ...]], entry: tuple[Any, ...], place: Span | None) -> None:
    """Add an entry to the end of the queue."""
    if len(queue) >= errors.MAX_QUEUE:
        raise PlayError(errors.QUEUE_FULL, f"More than {errors.MAX_QUEUE:,} events wait in the queue.", place)
    queue.append(entry)


def fail(code: str, parts: tuple[str | tuple[Any, Shown], ...], place: Span) -> NoReturn:
    """The rules themselves say that they are broken."""
    message = "".join(part if isinstance(part, str) else shown(*part) for part in parts)
    raise PlayError(code, message, place)


def shown(value: Any, how: Shown) -> str:
    """A value in words."""
    if how.sort in ("set", "list"):
        inner = how.of or Shown("int")
        items = elements(value) if isinstance(value, int) else value
        text = ", ".join(shown(item, inner) for item in items)
        return f"{{{text}}}" if how.sort == "set" else f"[{text}]"
    if how.sort == "int":
        return str(value)
    if how.sort == "bool":
        return "true" if value else "false"
    if value < 0:
        return "none"
    return how.words[value] if value < len(how.words) else str(value)


def index(value: int, size: int, name: str, lowest: int = 0) -> int:
    """An index that is checked: only in guarded mode, which finds mistakes of the compiler."""
    if lowest <= value < size:
        return value
    raise IndexError(f"{name}[{value}] of {size}")
