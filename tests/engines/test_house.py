"""Rules of the house for engines: no word of the language in them, and no dependence on Python's hash seed."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import rulewright.engines

FOLDER = Path(rulewright.engines.__file__).parent
WORDS = {
    *("pick", "turn", "trigger", "ray", "site", "zone", "piece", "card", "tile", "token", "board", "capture", "dice"),
    *("die", "deck", "region", "layer", "placement", "clause", "scenario", "supply", "reaction", "rule", "player"),
}

PROGRAM = """
import sys
sys.path.insert(0, sys.argv[1])
from engines.programs import tic_tac_toe
from engines.test_compound import steps
from rulewright.engines import reference
from rulewright.program.printer import print_program

engine = reference(tic_tac_toe())
state = engine.start()
while engine.moves(state):
    print(engine.digest(state), engine.pack(state).hex(), [act.key for act in engine.moves(state)])
    state = engine.apply(state, engine.moves(state)[-1])
engine, _ = steps()
print(engine.moves(engine.start()), engine.steps(engine.start(), ()))
print(print_program(engine.program))
"""


def test_no_identifier_names_a_construct_of_the_language() -> None:
    found = set()
    for file in sorted(FOLDER.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            names = []
            if isinstance(node, ast.Name):
                names = [node.id]
            elif isinstance(node, ast.arg):
                names = [node.arg]
            elif isinstance(node, ast.FunctionDef | ast.ClassDef):
                names = [node.name]
            found |= {f"{file.name}: {name}" for name in names if WORDS & set(name.lower().split("_"))}
    assert not found


def test_the_same_under_every_hash_seed() -> None:
    outputs = []
    for seed in ("0", "4242"):
        outputs.append(
            subprocess.run(
                [sys.executable, "-c", PROGRAM, str(Path(__file__).parents[1])],
                env={**os.environ, "PYTHONHASHSEED": seed},
                capture_output=True,
                text=True,
                check=True,
                timeout=60,
            ).stdout
        )
    assert outputs[0] == outputs[1]
    assert "Put(there)" not in outputs[0] and "yield Step(x)" in outputs[0]
