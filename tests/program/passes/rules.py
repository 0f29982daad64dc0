"""Small games compiled with some passes or none, and random games that must be the same with both."""

from __future__ import annotations

import random
from collections.abc import Callable
from types import ModuleType

import pytest

from rulewright import resources
from rulewright.engines.reference import ReferenceEngine
from rulewright.program import compile_game, compiler, ir
from rulewright.program.printer import print_routine
from rulewright.program.verify import verify
from rulewright.semantics import check_file, check_text


def compiled(rules: str, *passes: ModuleType) -> ir.Program:
    """The program of these rules (or of the ruleset of that name), after these passes alone."""

    def optimise(program: ir.Program) -> Callable[[ir.Routine], None]:
        for one in passes:
            one.rewrite(program)
        return lambda routine: None

    game, problems = check_text(rules) if "\n" in rules else check_file(resources.ruleset(rules))
    assert game is not None, problems
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiler, "optimise", optimise)
        made = compile_game(game)
    assert verify(made) == []
    return made


def moves(program: ir.Program, decision: int = 0) -> str:
    """The generator of a decision, printed."""
    return print_routine(program.decisions[decision].generator)


def same_games(plain: ir.Program, other: ir.Program, games: int, seed: int = 1, most: int = 200) -> int:
    """Play random games by both programs, which must offer the same moves in the same order and come to the same ends.
    How many decisions there were."""
    draw = random.Random(seed)
    one, two = ReferenceEngine(plain, guarded=True), ReferenceEngine(other, guarded=True)
    decisions = 0
    for game in range(games):
        a, b = one.start(game), two.start(game)
        for _ in range(most):
            if one.ended(a):
                break
            acts = one.moves(a)
            assert [(x.alternative, x.picks) for x in acts] == [(x.alternative, x.picks) for x in two.moves(b)]
            index = draw.randrange(len(acts))
            a, b = one.taken(a, index), two.taken(b, index)
            assert one.key(a) == two.key(b)
            decisions += 1
        assert one.ended(a) == two.ended(b)
        assert one.returns(a) == two.returns(b) if one.ended(a) else True
    return decisions
