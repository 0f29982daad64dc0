"""Which functions of a long program LLVM does not take pains with, and that they do the same."""

from __future__ import annotations

import ctypes
import re

import pytest

from rulewright.engines.native import compile as compiling
from rulewright.engines.native import effort

TEXT = """\
define i32 @whole(i32 %n) {
begin:
  br label %head
head:
  %i = phi i32 [ 0, %begin ], [ %j, %head ]
  %sum = phi i32 [ 0, %begin ], [ %next, %head ]
  %a = call i32 @often(i32 %i)
  %next = add i32 %sum, %a
  %j = add i32 %i, 1
  %more = icmp slt i32 %j, %n
  br i1 %more, label %head, label %done
done:
  %b = call i32 @once(i32 %next)
  ret i32 %b
}
define internal i32 @often(i32 %n) {
begin:
  br label %head
head:
  %i = phi i32 [ 0, %begin ], [ %j, %head ]
  %sum = phi i32 [ 0, %begin ], [ %next, %head ]
  %a = call i32 @leaf(i32 %i)
  %next = add i32 %sum, %a
  %j = add i32 %i, 1
  %more = icmp sle i32 %j, %n
  br i1 %more, label %head, label %done
done:
  ret i32 %next
}
define internal i32 @once(i32 %n) {
begin:
  %a = call i32 @tiny(i32 %n)
  %b = add i32 %a, 1
  ret i32 %b
}
define internal i32 @leaf(i32 %n) {
begin:
  %a = mul i32 %n, 3
  %b = call i32 @tiny(i32 %a)
  ret i32 %b
}
define internal i32 @aside(i32 %n) {
begin:
  %a = call i32 @leaf(i32 %n)
  ret i32 %a
}
define internal i32 @tiny(i32 %n) alwaysinline {
begin:
  %a = add i32 %n, 2
  ret i32 %a
}
"""
"""whole(n) = the sum over i < n of the sum over k <= i of (3k + 2), + 3."""


def marked(text: str) -> set[str]:
    return set(re.findall(r"@(\w+)\([^)]*\) noinline optnone \{", text))


def test_what_lies_in_most_loops_is_worth_most() -> None:
    functions = effort._functions(TEXT.split("\n"))
    effort._nest(functions)
    assert {name: (one.outer, one.inner) for name, one in functions.items()} == {
        "whole": (0, 1),
        "often": (1, 1),
        "once": (0, 0),
        "leaf": (2, 0),
        "aside": (0, 0),
        "tiny": (2, 0),
    }


def test_what_goes_on_as_a_whole_comes_first_and_then_what_is_done_often() -> None:
    assert marked(effort.spared(TEXT, 1000)) == set()
    assert marked(effort.spared(TEXT, 0)) == {"whole", "often", "once", "leaf", "aside"}  # never what is inlined
    often, aside, whole, once, tiny, leaf = 13, 4, 14, 5, 4, 5
    assert marked(effort.spared(TEXT, often + aside + whole)) == {"once", "leaf"}
    assert marked(effort.spared(TEXT, often + aside + whole + once)) == {"leaf"}
    assert marked(effort.spared(TEXT, often + aside + whole + once + tiny + leaf)) == set()


def test_functions_that_call_one_another_in_loops_come_to_an_end() -> None:
    text = TEXT.replace("mul i32 %n, 3", "call i32 @often(i32 %n)")
    functions = effort._functions(text.split("\n"))
    effort._nest(functions)
    assert functions["often"].outer == functions["leaf"].outer == 12


@pytest.mark.parametrize("full", [0, 20, 1000])
def test_the_same_is_done(full: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "LONG", 0)
    monkeypatch.setattr(compiling, "spared", lambda text: effort.spared(text, full))
    linked = compiling.Linked(compiling.object_code(TEXT))
    whole = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_int32)(linked.address("whole"))
    assert [whole(n) for n in (1, 2, 3)] == [2 + 3, 2 + 7 + 3, 2 + 7 + 15 + 3]
