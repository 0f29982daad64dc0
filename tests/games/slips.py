"""Slips of the pen: rules of the bundled games with one token wrong, and whether the tools notice.

A slip is one of five kinds. `wrong name`: a name put where another of the same file and the same part of speech
belongs - values, functions, properties, actions, kinds. `wrong player`: another player, or `mover` for `opponent`,
`mine` for `theirs`. `dropped where`: a condition left out, of an action or behind `where` in a formula. `swapped
option`: another value of an option, in a comparison or as the default. `wrong direction`: another direction, facing or
set of directions. Slips are made in the rules, not in scenarios, headings, clauses and pictures.

`slips` lists them all. `caught_by` runs what a designer runs after every change, `lint` and `test`. As a program -
`python tests/games/slips.py NUMBER SEED` - this prints the table for a sample and what nobody noticed.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from shutil import copytree
from tempfile import TemporaryDirectory

from rulewright import resources
from rulewright.match.suite import suite
from rulewright.semantics import check_file
from rulewright.semantics.ast_walk import nodes_in
from rulewright.semantics.symbols import Game
from rulewright.source import Span, read_source
from rulewright.syntax import ast, parse

KINDS = ("wrong name", "wrong player", "dropped where", "swapped option", "wrong direction")
PARTS = ("value", "function", "property", "action", "kind")
ROLES = (("mover", "opponent", "player"), ("mine", "theirs"))
SETS = ("orthogonal", "diagonal", "all_directions")
FACINGS = ("forward", "forward_left", "forward_right", "left", "right", "backward", "backward_left", "backward_right")
UNTOUCHED = (ast.Scenario, ast.Game, ast.Rulebook, ast.Display)


@dataclass(frozen=True, slots=True)
class Slip:
    """`becomes` stands at `span` of one of a game's rule files instead of what belongs there."""

    game: str
    kind: str
    span: Span
    becomes: str

    @property
    def file(self) -> str:
        """The name of the rule file."""
        return Path(self.span.source.name).name

    def applied(self) -> str:
        """The file's text with the slip."""
        text = self.span.source.text
        return text[: self.span.start] + self.becomes + text[self.span.end :]

    def __str__(self) -> str:
        was = " ".join(self.span.text.split())
        return f"{self.file}:{self.span.line}: {self.kind}: {self.becomes or 'nothing'} for {was}"


def slips(games: Iterable[str] = ()) -> list[Slip]:
    """All slips in the rules of these games (by default all bundled ones), in the order of the files."""
    return [slip for name in (games or resources.bundled()) for slip in _Rules(name).slips()]


def caught_by(slip: Slip, folder: Path) -> str:
    """Who notices it first: `lint`, `test`, or `` for nobody. The folder is for the ruleset with the slip."""
    path = copytree(resources.ruleset(slip.game).parent, folder / slip.game, dirs_exist_ok=True) / f"{slip.game}.rules"
    (path.parent / slip.file).write_text(slip.applied(), encoding="utf-8")
    _, findings = check_file(path)
    if findings.sorted():
        return "lint"
    return "" if all(result.passed for result in suite(path, {}).run()) else "test"


def table(found: list[tuple[Slip, str]]) -> str:
    """The figures by kind of slip, a line each, and together."""
    rows = [f"{'':15}  slips   lint   test  nobody   caught"]
    for kind in (*KINDS, "together"):
        counts = Counter(who for slip, who in found if kind in (slip.kind, "together"))
        number = counts.total()
        if number:
            lint, test, nobody = counts["lint"], counts["test"], counts[""]
            rows.append(f"{kind:15} {number:6} {lint:6} {test:6} {nobody:7} {(number - nobody) / number:8.0%}")
    return "\n".join(rows)


class _Rules:
    """A bundled game's rules and the names in them by their parts of speech."""

    def __init__(self, name: str) -> None:
        self.name = name
        path = resources.ruleset(name)
        others = [file for file in sorted(path.parent.glob("*.rules")) if file != path]
        trees = [parse(read_source(file))[0] for file in (path, *others)]
        self.items = [item for tree in trees for item in tree.items if not isinstance(item, UNTOUCHED)]
        game, _ = check_file(path)
        assert game is not None
        self.game: Game = game

    @cached_property
    def groups(self) -> list[tuple[str, tuple[str, ...]]]:
        """Sets of words that are taken for each other, with the kind of slip that this is."""
        board = self.game.board
        options = dict.fromkeys(option.enum.values for option in self.game.options.values() if option.enum)
        return [
            ("wrong player", self.game.players),
            *(("wrong player", words) for words in ROLES),
            ("wrong direction", board.directions if board else ()),
            ("wrong direction", SETS),
            ("wrong direction", FACINGS if self.game.facing else ()),
            *(("swapped option", values) for values in options if not set(values) <= {*self.game.players}),
        ]

    @cached_property
    def parts(self) -> dict[str, list[tuple[str, Span]]]:
        """Every use of a name by its part of speech."""
        found: dict[str, list[tuple[str, Span]]] = {part: [] for part in PARTS}
        for node in nodes_in(tuple(item for item in self.items if not isinstance(item, ast.Option)), ast.Node):
            match node:
                case ast.Word(name=name):
                    found["value"].append((name, node.span))
                case ast.Call(function=name):
                    found["function"].append((name.text, name.span))
                case ast.Property(name=name) | ast.Method(name=name):
                    found["property"].append((name.text, name.span))
                case ast.Alternative(action=name):
                    found["action"].append((name.text, name.span))
                case ast.IsKind(kind=name):
                    found["kind"].append((name.text, name.span))
                case ast.Region(owner=ast.Name() as name):
                    found["value"].append((name.text, name.span))
                case ast.Facing(parts=parts):
                    found["value"] += [(name.text, name.span) for part in parts for name in part]
                case _:
                    pass
        declared = [kind for kind in self.game.kinds if kind.span.source.name.endswith(".rules")]
        found["kind"] += [(kind.name, kind.span) for kind in declared]
        return found

    def slips(self) -> Iterator[Slip]:
        found = [*self.words(), *self.defaults(), *self.conditions()]
        yield from dict.fromkeys(sorted(found, key=lambda slip: (slip.file, slip.span.start, slip.becomes)))

    def words(self) -> Iterator[Slip]:
        grouped = {word for _, words in self.groups for word in words}
        declared = {kind.span for kind in self.game.kinds}
        for part, uses in self.parts.items():
            others = sorted({name for name, _ in uses} - (grouped if part == "value" else set()))
            for name, span in uses:
                assert span.text == name
                if part == "value" and name in grouped:
                    for kind, words in self.groups:
                        if name in words:
                            yield from self.exchanged(kind, span, words)
                elif span not in declared:
                    yield from self.exchanged("wrong name", span, others)

    def exchanged(self, kind: str, span: Span, words: Iterable[str]) -> Iterator[Slip]:
        for word in words:
            if word != span.text:
                yield Slip(self.name, kind, span, word)

    def defaults(self) -> Iterator[Slip]:
        """Other defaults of options: any other word, one more or less of a number."""
        for item in self.items:
            if isinstance(item, ast.Option):
                option = self.game.options[item.name.text]
                near = (option.default - 1, option.default + 1)
                numbers = [str(number) for number in near if option.lo <= number <= option.hi]
                words = option.enum.values if option.enum else numbers
                yield from self.exchanged("swapped option", item.default.span, words)

    def conditions(self) -> Iterator[Slip]:
        """Conditions left out, each with its `where`."""
        for node in nodes_in(tuple(self.items), ast.Node):
            match node:
                case ast.WhereItem():
                    yield self.dropped(node.span, node.span.start)
                case (
                    ast.Binder(filter=ast.Expr() as condition, source=before)
                    | ast.For(filter=ast.Expr() as condition, source=before)
                    | ast.PickOne(filter=ast.Expr() as condition, pick=before)
                ):
                    yield self.dropped(condition.span, before.span.end)
                case _:
                    pass

    def dropped(self, condition: Span, start: int) -> Slip:
        return Slip(self.name, "dropped where", Span(condition.source, start, condition.end), "")


def sample(number: int, seed: int) -> list[Slip]:
    """So many of all slips, each as likely as any other."""
    return Random(seed).sample(slips(), number)


def even_sample(number: int, seed: int) -> list[Slip]:
    """So many slips of each kind, or all where there are fewer: most slips are wrong names, which are easy to see."""
    random, everything = Random(seed), slips()
    by_kind = [[slip for slip in everything if slip.kind == kind] for kind in KINDS]
    return [slip for all_of in by_kind for slip in random.sample(all_of, min(number, len(all_of)))]


def judged(chosen: list[Slip]) -> list[tuple[Slip, str]]:
    """Who notices each of them first."""
    with TemporaryDirectory() as folder:
        return [(slip, caught_by(slip, Path(folder))) for slip in chosen]


def report(found: list[tuple[Slip, str]]) -> str:
    """The table, and below it what nobody noticed."""
    unnoticed = [str(slip) for slip, who in found if not who]
    return "\n".join([table(found), *(["Noticed by nobody:", *unnoticed] if unnoticed else [])])


if __name__ == "__main__":
    amount, begin = int(sys.argv[1]), int(sys.argv[2])
    print(f"{amount} of all slips, seed {begin}\n{report(judged(sample(amount, begin)))}\n")
    each = amount // len(KINDS)
    print(f"{each} slips of each kind, seed {begin}\n{report(judged(even_sample(each, begin)))}")
