"""What every bundled ruleset must have: no findings, scenarios that pass and cover its clauses, a README."""

import re
from pathlib import Path

import pytest

import rulewright as rw
from rulewright import resources
from rulewright.match.suite import suite
from rulewright.semantics import check_file

NAMES = resources.bundled()
LIARS = [("6", "2", "one"), ("3", "6", "difference"), ("2", "1", "game"), ("4", "3", "game")]
OPTIONS: list[tuple[str, dict[str, str]]] = [
    ("arena", {"battlefield": "moorlands", "rose": "own"}),
    ("arena", {"battlefield": "ambush", "violet": "own"}),
    ("connect_four", {"width": "4", "height": "3"}),
    ("connect_four", {"width": "12", "height": "12"}),
    *[("breakthrough", {"size": str(size)}) for size in range(5, 11)],
    *[("reversi", {"size": str(size)}) for size in range(4, 11)],
    ("gomoku", {"size": "6"}),
    ("gomoku", {"size": "19", "exactly_five": "on"}),
    *[("amazons", {"size": str(size)}) for size in (4, 5, 6, 8, 12)],
    *[("morris", {"variant": variant}) for variant in ("six", "twelve", "lasker")],
    ("morris", {"flying": "off"}),
    *[("draughts", {"rules": rules}) for rules in ("english", "russian", "brazilian")],
    *[("draughts", {"size": size, "squares": "letters", "paths": "apart"}) for size in ("5", "6", "12")],
    *[("kalah", {"start_seeds": str(seeds)}) for seeds in (1, 3, 6)],
    ("kalah", {"empty_capture": "on", "left_over": "give"}),
    *[("dots_and_boxes", {"width": width, "height": height}) for width, height in ("11", "71", "25", "77")],
    ("hex", {"size": "2", "swap": "on"}),
    ("hex", {"size": "19", "swap": "off"}),
    *[("pig", {"seats": str(seats), "goal": "500"}) for seats in (2, 3, 4)],
    ("pig", {"goal": "10"}),
    *[("mistwings", {"abilities": abilities, "draws": "off"}) for abilities in ("full", "basic")],
    ("mistwings", {"shadows": "on", "swoop": "on", "starts": "north"}),
    ("misty_valley", {"abilities": "off", "first": "Red"}),
    ("misty_valley", {"blue_side": "B", "red_side": "B", "walls_and_flowers": "on"}),
    ("monty_hall", {"host": "guesses"}),
    *[("liars_dice", {"seats": seats, "dice": dice, "loss": loss}) for seats, dice, loss in LIARS],
    *[("liars_dice", {"wild": wild}) for wild in ("off", "sixes")],
    ("hearts", {"deals": "one", "passing": "across", "any_club_leads": "on", "points_at_once": "on"}),
    ("hearts", {"goal": "1", "passing": "right", "breaking": "off", "jack_bonus": "on", "no_trick_bonus": "on"}),
    ("hearts", {"goal": "30", "passing": "hold", "queen_breaks": "on", "hearts_for_queen": "on"}),
]


def readme(name: str) -> str:
    return (resources.ruleset(name).parent / "README.md").read_text(encoding="utf-8")


def test_the_games_are_there() -> None:
    assert {"breakthrough", "connect_four", "hex", "pig", "reversi", "tic_tac_toe"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_found_in_the_rules(name: str) -> None:
    game, findings = check_file(resources.ruleset(name))
    assert [f"{found.code} {found.title}" for found in findings.sorted()] == []
    assert game is not None
    assert game.doc, "a sentence about the game stands above it"
    assert game.clauses, "the rules name the clauses of the rulebook"


@pytest.mark.parametrize("name", NAMES)
def test_every_scenario_passes(name: str) -> None:
    results = list(suite(resources.ruleset(name), {}).run())
    assert len(results) > len({result.scenario.title for result in results}) - 1 >= 7
    failed = {r.scenario.title: [found.title for found in r.failures] for r in results if not r.passed}
    assert failed == {}


@pytest.mark.parametrize("name", NAMES)
def test_every_clause_has_rules_and_scenarios(name: str) -> None:
    game, _ = check_file(resources.ruleset(name))
    assert game is not None
    files = sorted(resources.ruleset(name).parent.glob("*.rules"))
    rules = "".join(file.read_text(encoding="utf-8") for file in files)
    tagged = {tag.strip() for tags in re.findall(r"\[([A-Z]+-[^\]]*)\]", rules) for tag in tags.split(",")}
    covered = {tag for scenario in game.scenarios for tag in scenario.covers}
    clauses = {clause.name for clause in game.clauses if clause.not_played is None}
    assert tagged == covered == clauses


@pytest.mark.parametrize("name", NAMES)
def test_the_readme_names_the_game_its_makers_and_its_options(name: str) -> None:
    game, _ = check_file(resources.ruleset(name))
    assert game is not None
    text = readme(name)
    assert text.startswith(f"# {game.title}\n")
    for value in game.fields.values():
        for word in map(str, value) if isinstance(value, tuple) else str(value).split(", "):
            assert word in text
    assert "## Sources\n" in text and "## Scenarios\n" in text
    options = set(re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE))
    assert options == set(game.options)
    for option in game.options.values():
        row = next(line for line in text.splitlines() if line.startswith(f"| `{option.name}` |"))
        values = ", ".join(option.enum.values) if option.enum else f"{option.lo} to {option.hi}"
        assert row.startswith(f"| `{option.name}` | {values} | {option.show(option.default)} |")


@pytest.mark.parametrize("name", NAMES)
def test_the_readme_speaks_of_every_clause(name: str) -> None:
    game, _ = check_file(resources.ruleset(name))
    assert game is not None
    clauses = {clause.name for clause in game.clauses}
    beginnings = "|".join({name.split("-")[0] for name in clauses})
    assert set(re.findall(rf"\b(?:{beginnings})(?:-[A-Z0-9]+[a-z]?)+\b", readme(name))) == clauses


@pytest.mark.parametrize(("name", "options"), OPTIONS, ids=["-".join([name, *o.values()]) for name, o in OPTIONS])
def test_other_options_are_played_to_the_end(name: str, options: dict[str, str]) -> None:
    _, findings = check_file(resources.ruleset(name), options)
    assert [f"{found.code} {found.title}" for found in findings.sorted()] == []
    state = rw.load(name, options).start(seed=1)
    while not state.over:
        moves = state.moves()
        state = state.play(moves[len(state.log) * 7 % len(moves)])
    assert sum(state.returns) == 0 or len(state.game.players) != 2


def test_the_rules_of_the_readme_are_those_of_the_ruleset() -> None:
    """Breakthrough stands in README.md too, without option and clauses: the same moves are counted."""
    page = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    block = re.search(r"^```rules breakthrough.rules\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert block is not None
    assert rw.loads(block[1]).perft(3) == rw.load("breakthrough").perft(3) == 11132
