"""How long it takes to read 1,000 lines of rules, from text to tree, beside the limit of half a second.

Run as `python bench/parse.py`. The lines are the samples of `tests/syntax`, one after the other until there are enough.
The parser's tables are loaded before the clock starts; how long that takes is told apart.
"""

import time
from pathlib import Path

from rulewright.resources import grammar_folder
from rulewright.source import Source
from rulewright.syntax import grammar, parse

LINES = 1000
LIMIT = 0.5
ROUNDS = 7
SAMPLES = Path(__file__).parent.parent / "tests" / "syntax" / "samples"


def text() -> str:
    """The first lines of all samples together, cut before a declaration."""
    lines: list[str] = []
    for path in sorted(SAMPLES.glob("*.rules")):
        lines += path.read_text(encoding="utf-8").splitlines(keepends=True)
    end = LINES
    while not lines[end][0].isalpha():
        end += 1
    return "".join(lines[:end])


def main() -> None:
    grammar.parser()
    rules = (grammar_folder() / "rules.lark").read_text(encoding="utf-8")
    loads = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        grammar.load(rules, grammar.cache_folder())
        loads.append(time.perf_counter() - start)
    source = Source.of(text(), "samples")
    tokens = len(grammar.tokens(source.text))
    lines = source.text.count("\n")
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        _, wrong = parse(source)
        times.append(time.perf_counter() - start)
        assert wrong == []
    best = min(times) / lines * LINES
    print(f"tables loaded in {min(loads) * 1000:.0f} ms")
    print(f"{lines} lines, {tokens} tokens: {min(times) * 1000:.0f} ms, worst of {ROUNDS} {max(times) * 1000:.0f} ms")
    print(f"{LINES} lines: {best:.3f} s, {best / LIMIT:.0%} of the limit of {LIMIT} s")


if __name__ == "__main__":
    main()
