"""Bad programs and exactly what is found in each: the code and the line of every finding, and nothing else.

`programs/*.txt` hold them: a line `@ what is wrong | CODE line, CODE line`, and below it the rules. Parts that a game
needs and that are not written there stand behind them, so that the lines count from 1.
"""

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from bad.test_pages import TABLE, WITHOUT_EXAMPLES, completed
from rulewright.cli.explain import all_checks
from rulewright.semantics import check_text
from rulewright.source import Severity

PROGRAMS = Path(__file__).parent / "programs"
HEAD = re.compile(r"@ (.+) \| (.+)")


@dataclass(frozen=True)
class Program:
    """`title` names the construct and what is wrong with it; `expected` are line and code, by place."""

    title: str
    expected: tuple[tuple[int, str], ...]
    rules: str


def programs() -> list[Program]:
    out = []
    for path in sorted(PROGRAMS.glob("*.txt")):
        for part in re.split(r"^(?=@ )", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
            head, _, rules = part.partition("\n")
            match = HEAD.fullmatch(head)
            assert match is not None, head
            found = [entry.split() for entry in match[2].split(", ")]
            expected = tuple((int(line), code) for code, line in found)
            out.append(Program(match[1], expected, rules.rstrip("\n") + "\n"))
    return out


ALL = programs()


def whole(program: Program) -> str:
    return completed(program.rules, program.expected[0][1])


@pytest.mark.parametrize("program", ALL, ids=lambda program: program.title)
def test_exactly_this_is_found(program: Program) -> None:
    _, findings = check_text(whole(program))
    found = tuple((one.span.line, one.code) for one in findings.sorted())
    assert sorted(found) == sorted(program.expected)


@pytest.mark.parametrize("program", ALL, ids=lambda program: program.title)
def test_every_finding_says_what_to_do(program: Program) -> None:
    for one in check_text(whole(program))[1]:
        assert one.hint or one.fix or one.label.startswith("expected"), one
        assert not one.title.endswith("."), one.title
        line = one.span.source.line(one.span.line)
        indentation = line[: one.span.column - 1].strip() == ""
        assert one.span.text.strip() or one.span.start == one.span.end or indentation or one.code == "S102", one


def test_every_code_occurs() -> None:
    occurring = {code for program in ALL for _, code in program.expected}
    wanted = {check.code for check in all_checks() if check.code[0] in "EWRS"}
    with_tables = {check.code for check in all_checks() if TABLE.search(check.page)}  # the programs have none
    assert wanted - occurring - WITHOUT_EXAMPLES - with_tables == set()


def test_no_two_programs_are_alike() -> None:
    assert [title for title, times in Counter(program.title for program in ALL).items() if times > 1] == []
    assert [rules for rules, times in Counter(program.rules for program in ALL).items() if times > 1] == []


def test_many_hold_several_independent_errors() -> None:
    def errors(program: Program) -> int:
        return sum(code[0] == "E" for _, code in program.expected)

    assert sum(errors(program) >= 2 for program in ALL) >= 20


@pytest.mark.parametrize("program", ALL, ids=lambda program: program.title)
def test_a_correction_is_a_line_of_its_own(program: Program) -> None:
    """A corrected line differs from the wrong one and, put in its place, is wrong in that way no more."""
    rules = whole(program)
    found = [one for one in check_text(rules)[1] if one.fix and one.severity is Severity.ERROR]
    for one in found:
        lines = rules.split("\n")
        assert "\n" not in one.fix and one.fix != lines[one.span.line - 1]
        lines[one.span.line - 1] = one.fix
        again = check_text("\n".join(lines))[1]
        assert (one.code, one.span.line, one.title) not in {(two.code, two.span.line, two.title) for two in again}
