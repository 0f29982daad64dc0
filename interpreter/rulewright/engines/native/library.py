"""What compiled routines call: the files of `assembly/`, in LLVM assembly, with numbers in place of `$NAME`."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files

from rulewright.engines import canonical
from rulewright.engines.native import context, memory
from rulewright.engines.native.compile import deposits

_FILES = ("intrinsics", "arena", "lists", "sorted", "references", "subsets", "history", "random", "entries")
_FEW = 256
"""Below so many numbers are drawn without a division."""


def library(widths: set[int], history: int, apart: bool) -> str:
    """All of it. `widths`: in how many words sets are listed; `history`: where the history lies in a state; `apart`:
    whether references move while players decide together."""
    nth = "nth_deposited" if deposits() else "nth"
    text = "\n".join([*map(_file, (*_FILES, nth, "wide", *["apart"] * apart)), *map(_sets, sorted(widths))])
    numbers = {name: getattr(context, name) for name in dir(context) if name.isupper()}
    numbers |= {"RECORDED": memory.RECORDED, "HISTORY": history, "FACTOR": canonical.MIX_FACTOR}
    numbers |= {"FEW": _FEW, "INVERSES": ", ".join(f"i64 {_inverse(bound)}" for bound in range(_FEW))}
    return re.sub(r"\$([A-Z_]+)", lambda found: str(numbers[found[1]]), text)


def _inverse(bound: int) -> int:
    """The number by which numbers of 32 bits are multiplied, in 64 bits, so that this times `bound` has the remainder
    in the 64 bits above (D. Lemire, O. Kaser, N. Kurz, 2019)."""
    return ((1 << 64) - 1) // bound + 1 & (1 << 64) - 1 if bound else 0


@lru_cache(maxsize=16)
def _file(name: str) -> str:
    return (files("rulewright.engines.native") / "assembly" / f"{name}.ll").read_text("utf-8")


def set_intrinsics(words: int) -> str:
    """The operations of LLVM on sets of so many words."""
    kind = f"i{64 * words}"
    return "\n".join(
        [
            f"declare {kind} @llvm.ctpop.{kind}({kind})",
            f"declare {kind} @llvm.cttz.{kind}({kind}, i1)",
            f"declare {kind} @llvm.ctlz.{kind}({kind}, i1)",
        ]
    )


def _sets(words: int) -> str:
    kind = f"i{64 * words}"
    lowest = "or i64 %x, 0" if words == 1 else f"trunc {kind} %x to i64"
    parts = {"KIND": kind, "BITS": 64 * words, "WORDS": words, "LOWEST": lowest, "REST": _mix_rest(words, kind)}
    text = re.sub(r"\$([A-Z]+)", lambda found: str(parts[found[1]]), _file("sets"))
    return f"{set_intrinsics(words)}\n{text}"


def _mix_rest(words: int, kind: str) -> str:
    """The higher words count while any of them is not empty."""
    lines = []
    now = "%k0"
    for i in range(1, words):
        lines += [
            f"  %rest{i} = lshr {kind} %x, {64 * i}",
            f"  %some{i} = icmp ne {kind} %rest{i}, 0",
            f"  %word{i} = trunc {kind} %rest{i} to i64",
            f"  %more{i} = call i64 @mix(i64 {now}, i64 %word{i})",
            f"  %k{i} = select i1 %some{i}, i64 %more{i}, i64 {now}",
        ]
        now = f"%k{i}"
    return "\n".join([*lines, f"  ret i64 {now}", ""])
