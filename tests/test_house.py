"""The house rules that no other tool checks. (Who may import whom is import-linter's, run by `make test`.)"""

import ast
import re
import tokenize
from collections import defaultdict
from pathlib import Path

import pytest

from rulewright.cli.explain import all_checks
from rulewright.source.diagnostic import Severity, severity_of

REPOSITORY = Path(__file__).parent.parent
PACKAGE = REPOSITORY / "interpreter" / "rulewright"
MODULES = sorted(PACKAGE.rglob("*.py"))
BELOW_THE_SHELLS = [path for path in MODULES if not path.is_relative_to(PACKAGE / "cli") and path.stem != "__main__"]
PYTHON = [*MODULES, *sorted((REPOSITORY / "tests").rglob("*.py")), *sorted((REPOSITORY / "bench").rglob("*.py"))]
MOST_LINES = 450

# Words of the language, or of what it speaks about. Engines run programs and know of none of this. (`mover`, `active`,
# `picks` and `position` are words of the engines' own protocol.)
WORDS_OF_GAMES = """
    bishop board card cards chess choose clause component components dice direction directions deal deck discard
    eliminate facing forward king knight layer mine modifier modify neighbor neighbors notation opponent owner pawn
    pick piece pieces procedure queen ray rays region repetitions reveal roll rook scenario setup shuffle site sites
    supply team theirs tile tiles trigger triggers turn turns zone zones
"""


def name(path: Path) -> str:
    return path.relative_to(REPOSITORY).as_posix()


def lines_of_code(path: Path) -> int:
    """Lines that hold more than a comment or a text: pages of `explain` and docstrings are not counted."""
    with path.open("rb") as file:
        tokens = list(tokenize.tokenize(file.readline))
    return len({token.start[0] for token in tokens if token.type in (tokenize.NAME, tokenize.OP, tokenize.NUMBER)})


@pytest.mark.parametrize("path", PYTHON, ids=name)
def test_modules_are_short_and_say_what_they_are_for(path: Path) -> None:
    assert lines_of_code(path) < MOST_LINES or path.is_relative_to(REPOSITORY / "tests")
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))), "the module has no docstring"


@pytest.mark.parametrize("path", BELOW_THE_SHELLS, ids=name)
def test_floors_below_the_shells_neither_print_nor_exit(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            assert ast.unparse(node.func) not in ("print", "input", "exit", "quit", "sys.exit", "os._exit")


@pytest.mark.parametrize("path", PYTHON, ids=name)
def test_one_word_for_one_thing(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    forbidden = ["lint" + " rule", "lint" + "_rule", "TO" + "DO", "FIX" + "ME", "XX" + "X"]
    assert [word for word in forbidden if word in text] == []


def test_each_code_is_registered_at_one_place() -> None:
    places = defaultdict(list)
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name("register"), args=[ast.Constant(code), *_]):
                    places[code].append(name(path))
                case _:
                    pass
    assert {code: files for code, files in places.items() if len(files) > 1} == {}
    assert set(places) == {check.code for check in all_checks()}


def test_each_name_belongs_to_one_code() -> None:
    names = [check.name for check in all_checks()]
    assert sorted(names) == sorted(set(names))


NO_EXAMPLE = {"W116"}
"""About a form of text in which no page is."""


def test_each_code_has_a_page_with_a_wrong_and_a_right_example() -> None:
    complaints = {}
    for check in all_checks():
        assert severity_of(check.code) in Severity
        fences = re.findall(r"^```(.*)$", re.sub(r"```csv.*?```", "", check.page, flags=re.DOTALL), re.MULTILINE)
        if not check.page.strip():
            complaints[check.code] = "no page"
        elif len(fences) % 2:
            complaints[check.code] = "a fence is left open"
        elif (fences or (check.code[0] in "WRS" and check.code not in NO_EXAMPLE)) and fences[::2] != [
            "rules wrong",
            "rules right",
        ]:
            complaints[check.code] = f"examples: {fences[::2]}"
    assert complaints == {}


@pytest.mark.parametrize("path", sorted((PACKAGE / "engines").rglob("*.py")), ids=name)
def test_engines_name_no_construct_of_the_language(path: Path) -> None:
    used = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Name(id=word) | ast.Attribute(attr=word) | ast.arg(arg=word) | ast.keyword(arg=str(word)):
                used.add(word)
            case ast.FunctionDef(name=word) | ast.ClassDef(name=word) | ast.alias(name=word):
                used.add(word)
            case _:
                pass
    parts = {part for word in used for part in re.sub(r"(?<=[a-z])(?=[A-Z])", "_", word).lower().split("_")}
    assert parts & set(WORDS_OF_GAMES.split()) == set()


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_networkx_stays_with_the_boards(path: Path) -> None:
    imports = re.search(r"^\s*(import|from) networkx", path.read_text(encoding="utf-8"), re.MULTILINE)
    allowed = path.is_relative_to(PACKAGE / "boards") or path == PACKAGE / "match" / "game.py"  # it shows the graph
    assert imports is None or allowed
