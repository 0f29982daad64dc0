"""The table of clauses, rules and scenarios from the command line."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner, Result

from rulewright import resources
from rulewright.cli.group import root

RULES = """\
players White, Black
board square 3 by 3
rulebook "The game":
    clause SET-1 "a man stands in the corner"
    clause MOVE-1 "a man steps to a side"
    clause MOVE-2 "a man never jumps"
    clause WIN-1 "the far row wins"
    clause TIME-1 "a move takes a minute at most" not played "nobody looks at the clock"

region goal [WIN-1] = rows(3)

piece Man "M":
    action Step [MOVE-1]:
        pick there in neighbors(self.at)
        do:
            move self to there

setup [SET-1]:
    place Man of White on a1

turn:
    choose Step
    else: nothing

end [WIN-1]:
    player wins when any(m in Man of player: m.at in goal)

scenario "the corner" covers SET-1:
    expect a1.owner == White

scenario "a step, and the far row" covers MOVE-1, WIN-1:
    given:
        place Man of White on a2
    play Step there = a3
    expect White wins
"""


def run(*arguments: str) -> Result:
    return CliRunner().invoke(root, ["coverage", *arguments])


def game(folder: Path, text: str) -> str:
    path = folder / "men.rules"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_every_clause_with_its_rules_and_scenarios(tmp_path: Path) -> None:
    result = run(game(tmp_path, RULES))
    assert result.exit_code == 1
    assert (
        result.output
        == """\
men

  clause  line rule                line scenario
  SET-1     18 setup                 28 the corner
  MOVE-1    13 action Step of Man    31 a step, and the far row
  MOVE-2       none                     none
  WIN-1     10 region goal           31 a step, and the far row
            25 end

Not played:
  TIME-1  nobody looks at the clock

Missing:
  MOVE-2  no rule and no scenario: "a man never jumps"

5 clauses: 3 with rules, 3 with scenarios, 1 not played, 1 incomplete
"""
    )


def test_a_clause_without_a_scenario_is_incomplete(tmp_path: Path) -> None:
    result = run(game(tmp_path, RULES.replace("[MOVE-1]", "[MOVE-1, MOVE-2]")))
    assert result.exit_code == 1
    assert '\nMissing:\n  MOVE-2  no scenario: "a man never jumps"\n' in result.output


def test_complete(tmp_path: Path) -> None:
    text = RULES.replace("[MOVE-1]", "[MOVE-1, MOVE-2]").replace("covers MOVE-1", "covers MOVE-1, MOVE-2")
    result = run(game(tmp_path, text))
    assert result.exit_code == 0
    assert "Missing" not in result.output
    assert result.output.endswith("\n5 clauses: 4 with rules, 4 with scenarios, 1 not played, 0 incomplete\n")


def test_all_games_are_complete() -> None:
    result = run("--all", "--format", "json")
    assert result.exit_code == 0
    told = json.loads(result.output)
    assert told["schema"] == 1
    assert tuple(table["game"] for table in told["games"]) == resources.bundled()
    for table in told["games"]:
        assert table["summary"]["clauses"] == len(table["clauses"]) > 0
        assert all(row["missing"] == [] for row in table["clauses"])


def test_json(tmp_path: Path) -> None:
    path = game(tmp_path, RULES)
    result = run(path, "--format", "json")
    assert result.exit_code == 1
    (table,) = json.loads(result.output)["games"]
    assert (table["game"], table["title"]) == ("men", "men")
    assert table["summary"] == {"clauses": 5, "with_rules": 3, "with_scenarios": 3, "not_played": 1, "missing": 1}
    won = table["clauses"][3]
    assert (won["clause"], won["text"], won["line"]) == ("WIN-1", "the far row wins", 7)
    assert [(rule["rule"], rule["line"]) for rule in won["rules"]] == [("region goal", 10), ("end", 25)]
    assert [(one["title"], one["line"]) for one in won["scenarios"]] == [("a step, and the far row", 31)]
    assert {place["file"] for place in [won, *won["rules"], *won["scenarios"]]} == {path}
    assert [row["missing"] for row in table["clauses"]] == [[], [], ["rule", "scenario"], [], []]
    assert table["clauses"][4]["not_played"] == "nobody looks at the clock"


def test_included_files_are_named(tmp_path: Path) -> None:
    head, _, scenarios = RULES.partition('scenario "the corner"')
    (tmp_path / "more.rules").write_text('scenario "the corner"' + scenarios, encoding="utf-8")
    result = run(game(tmp_path, head + 'include "more.rules"\n'))
    assert "     1 the corner (more.rules)\n" in result.output


def test_no_rulebook(tmp_path: Path) -> None:
    text = 'game "Nothing"\nplayers White, Black\nturn:\n    nothing\n'
    result = run(game(tmp_path, text))
    assert (result.exit_code, result.output) == (0, "Nothing has no rulebook: no clauses to look for.\n")


def test_rules_with_errors(tmp_path: Path) -> None:
    result = run(game(tmp_path, RULES.replace("choose Step", "choose Stop")))
    assert result.exit_code == 1 and "error[E" in result.output


def test_wrong_usage() -> None:
    result = run()
    assert result.exit_code == 2 and "Name a game, or say --all." in result.output
