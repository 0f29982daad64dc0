"""Broken rules: the samples with something deleted, inserted, exchanged, doubled or moved, by a seeded generator."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from rulewright.source import Source
from rulewright.syntax import grammar

SAMPLES = sorted((Path(__file__).parent / "samples").glob("*.rules"))
NOISE = '()[]{}:,.=<>!"#@;|&+-*/%\\$\t \n“”≥éß0a'
WORDS = ("if", "else", "pick", "where", "of", "in", "(", ")", ":", '"', "3", "x", "=", "do", "turn", "not", "..", '"""')


@dataclass(frozen=True)
class Mutant:
    """A text made from a sample; `line` is where it was changed, 1-based."""

    source: Source
    line: int
    what: str


def deletions(number: int, seed: int) -> Iterator[Mutant]:
    """Samples that lack one token each."""
    random = Random(seed)
    stretches = [(path.name, part) for path in SAMPLES for part in stretches_of(path.read_text(encoding="utf-8"))]
    for _ in range(number):
        name, text = random.choice(stretches)
        start, end = random.choice(token_spans(text))
        yield Mutant(Source.of(text[:start] + text[end:], name), text.count("\n", 0, start) + 1, text[start:end])


def stretches_of(text: str) -> list[str]:
    """A text cut into parts of about forty lines, each of whole declarations."""
    parts = [""]
    for declaration in re.split(r"^(?=[a-z])", text, flags=re.MULTILINE):
        if parts[-1].count("\n") > 40:
            parts.append("")
        parts[-1] += declaration
    return parts


def token_spans(text: str) -> list[tuple[int, int]]:
    """Where the tokens of a text stand, ends of lines left out."""
    return [(token.start_pos or 0, token.end_pos or 0) for token in grammar.tokens(text) if token.type != "_NL"]


def mutants(number: int, seed: int) -> Iterator[Mutant]:
    """Samples with one to three changes each, of all sorts."""
    random = Random(seed)
    texts = [(path.name, path.read_text(encoding="utf-8")) for path in SAMPLES]
    for _ in range(number):
        name, text = random.choice(texts)
        # A stretch of a sample breaks as well as the whole, and faster.
        lines = text.splitlines(keepends=True)
        first = random.randrange(len(lines))
        text = "".join(lines[first : first + random.randint(5, 60)])
        what = []
        for _ in range(random.randint(1, 3)):
            change = random.choice(CHANGES)
            text = change(text, random)
            what.append(change.__name__)
        yield Mutant(Source.of(text, name), 0, ", ".join(what))


def delete_token(text: str, random: Random) -> str:
    spans = token_spans(text)
    if not spans:
        return text
    start, end = random.choice(spans)
    return text[:start] + text[end:]


def insert_word(text: str, random: Random) -> str:
    spans = token_spans(text) or [(0, 0)]
    place = random.choice(spans)[random.randrange(2)]
    return f"{text[:place]} {random.choice(WORDS)} {text[place:]}"


def swap_tokens(text: str, random: Random) -> str:
    spans = token_spans(text)
    if len(spans) < 2:
        return text
    (a, b), (c, d) = sorted(random.sample(spans, 2))
    return text[:a] + text[c:d] + text[b:c] + text[a:b] + text[d:]


def noise(text: str, random: Random) -> str:
    place = random.randint(0, len(text))
    return text[:place] + "".join(random.choice(NOISE) for _ in range(random.randint(1, 4))) + text[place:]


def delete_characters(text: str, random: Random) -> str:
    place = random.randint(0, len(text))
    return text[:place] + text[place + random.randint(1, 6) :]


def double_line(text: str, random: Random) -> str:
    lines = text.split("\n")
    place = random.randrange(len(lines))
    lines.insert(random.randrange(len(lines)), lines[place])
    return "\n".join(lines)


def indent(text: str, random: Random) -> str:
    lines = text.split("\n")
    place = random.randrange(len(lines))
    lines[place] = random.choice((" ", "    ", "\t", "  \t")) + lines[place]
    return "\n".join(lines)


def dedent(text: str, random: Random) -> str:
    lines = text.split("\n")
    place = random.randrange(len(lines))
    lines[place] = lines[place][random.randint(1, 4) :] if lines[place][:1] == " " else lines[place]
    return "\n".join(lines)


def cut(text: str, random: Random) -> str:
    return text[: random.randint(0, len(text))]


CHANGES = (
    delete_token,
    insert_word,
    swap_tokens,
    noise,
    delete_characters,
    double_line,
    indent,
    dedent,
    cut,
)
