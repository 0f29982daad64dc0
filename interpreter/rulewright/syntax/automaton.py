"""Lark's LALR table read without building anything: whether tokens fit, and which would.

Recovery tries many readings of a broken line. A stack of states is all that a trial needs, so it is copied, fed and
thrown away; the parser itself only reads the stream that recovery has made whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from rulewright.syntax import grammar

Stack = list[int]


class Automaton:
    """The table for one start of the grammar. `end` is the terminal behind a whole line: _NL, or $END for a text."""

    def __init__(self, start: str) -> None:
        self._states, self._first, self._last = grammar.states(start)
        self.end = "_NL" if start == grammar.FILE else "$END"

    def begin(self) -> Stack:
        """The stack before anything is read."""
        return [self._first]

    def feed(self, stack: Stack, kind: str) -> bool:
        """Read one terminal, changing the stack; False if it does not fit (the stack is then of no more use)."""
        states = self._states
        while True:
            entry = states[stack[-1]].get(kind)
            if entry is None:
                return False
            argument = entry[1]
            if isinstance(argument, int):
                stack.append(argument)
                return True
            if argument.expansion:
                del stack[-len(argument.expansion) :]
            stack.append(states[stack[-1]][argument.origin.name][1])
            if kind == "$END" and stack[-1] == self._last:
                return True

    def read(self, stack: Stack, kinds: Iterable[str]) -> tuple[Stack, int]:
        """How many of the terminals fit, and the stack behind them; the stack given is not changed."""
        now = list(stack)
        count = 0
        for kind in kinds:
            trial = list(now)
            if not self.feed(trial, kind):
                break
            now = trial
            count += 1
        return now, count

    def fits(self, stack: Stack, kinds: Iterable[str]) -> bool:
        """Whether all the terminals fit."""
        trial = list(stack)
        return all(self.feed(trial, kind) for kind in kinds)

    def expected(self, stack: Stack) -> list[str]:
        """The terminals that fit next, in alphabetical order."""
        return [kind for kind in sorted(self._states[stack[-1]]) if _is_terminal(kind) and self.fits(stack, (kind,))]

    def after(self, kinds: Sequence[str]) -> Stack:
        """The stack behind some terminals that are known to fit."""
        stack, count = self.read(self.begin(), kinds)
        assert count == len(kinds), kinds
        return stack


def _is_terminal(kind: str) -> bool:
    return kind == kind.upper()


@cache
def automaton(start: str = grammar.FILE) -> Automaton:
    return Automaton(start)
