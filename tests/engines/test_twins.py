"""Functions of the assembly that say the same are one."""

from __future__ import annotations

import pytest

import rulewright as rw
from rulewright.engines.native import module
from rulewright.engines.native.compile import object_code
from rulewright.engines.native.rolling import RollingModule
from rulewright.engines.native.twins import merged
from rulewright.engines.native.worker import Compiled, RollingWorker

TEXT = """
@table = internal constant [1 x ptr] [ptr @second]
define internal i32 @first(i32 %x) {
  ret i32 %x
}
define internal i32 @second(i32 %x) {
  ret i32 %x
}
define internal i32 @other(i32 %x) {
  ret i32 1
}
define internal i32 @calls_first(i32 %x) {
  %y = call i32 @first(i32 %x)
  ret i32 %y
}
define internal i32 @calls_second(i32 %x) {
  %y = call i32 @second(i32 %x)
  ret i32 %y
}
define internal i32 @calls_other(i32 %x) {
  %y = call i32 @other(i32 %x)
  ret i32 %y
}
define internal i32 @itself(i32 %x) {
  %y = call i32 @itself(i32 %x)
  ret i32 %y
}
define internal i32 @itself2(i32 %x) {
  %y = call i32 @itself2(i32 %x)
  ret i32 %y
}
define i32 @exported(i32 %x) {
  %a = call i32 @calls_second(i32 %x)
  %b = call i32 @itself2(i32 %x)
  ret i32 %x
}
"""


def test_functions_that_say_the_same() -> None:
    """Also those that call, in the same places, functions that say the same; and those that call themselves."""
    made = merged(TEXT)
    names = [line.partition("@")[2].partition("(")[0] for line in made.splitlines() if line.startswith("define")]
    assert names == ["first", "other", "calls_first", "calls_other", "itself", "exported"]
    assert "call i32 @calls_first(i32 %x)" in made.partition("@exported")[2]
    assert "call i32 @itself(i32 %x)" in made.partition("@exported")[2]
    assert made.startswith("\n@table = internal constant [1 x ptr] [ptr @first]\n")
    assert object_code(made)


def test_nothing_to_do() -> None:
    alone = TEXT[TEXT.index("define internal i32 @other") : TEXT.index("define internal i32 @calls_first")]
    assert merged(alone) == alone


@pytest.mark.parametrize("name", ["kuhn_poker", "monty_hall"])
def test_the_same_games(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    program = rw.load(name).setting.program
    games, lengths = [], []
    for merge in (str, merged):
        monkeypatch.setattr(module, "merged", merge)
        made = RollingModule(program)
        played, count = RollingWorker(Compiled(made)).through(0, 200, 3, 200)
        assert count == 200
        games.append(bytes(played))
        lengths.append(len(made.text))
    assert games[0] == games[1] and lengths[0] > lengths[1]
