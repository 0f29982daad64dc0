"""`labels "labels.csv"`: how names and texts of the rules are called in other languages.

The table's first column holds what is labelled, as the rules write it: names (of kinds, their constants and fields,
players, options and their values, regions, vars, picks …), tags of clauses, and texts (reasons, questions, the title,
the texts of clauses). Each further column is a language. Tables of kinds may have such columns too, and a kind whose
name had to be joined (FireBolt) is called as its row says (Fire Bolt) in the rules' own language, "". Only what is
shown to people is labelled; notations, records and the words of the language are not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from rulewright.semantics import codes_forms as codes
from rulewright.semantics.ast_walk import nodes_in
from rulewright.semantics.scope import Env
from rulewright.semantics.symbols import Game
from rulewright.semantics.tables import Cell, Table, file_of_ruleset, read_table, visible
from rulewright.source import Findings, Label, Span, did_you_mean
from rulewright.syntax import ast

LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")


def declare_labels(env: Env, declarations: Sequence[ast.Declaration]) -> None:
    """Fill the labels of the game from all its tables. Everything that has a name is bound already."""
    known: dict[str, None] | None = None
    _from_kind_tables(env)
    for item in declarations:
        if not isinstance(item, ast.Labels):
            continue
        span = item.path_span or item.span
        if env.folder is None:
            tip = "save the rules as a file of a folder, and put the table there"
            env.findings.add(codes.LABELS, "rules that are no file have no labels beside them", span, hint=tip)
            continue
        source = file_of_ruleset(env, item.path, span)
        table = None if source is None else read_table(env, source, span)
        if table is not None and _languages(env, table):
            known = known if known is not None else dict.fromkeys(_nameable(env))
            _fill(env, table, known)
    titles = env.game.labels.get("", {})
    for language, labels in env.game.labels.items():
        for name, title in titles.items() if language else ():
            labels.setdefault(title, labels.setdefault(name, title))


def _from_kind_tables(env: Env) -> None:
    """What kinds are called in the languages for which their tables have columns."""
    labels = env.game.labels
    for table in env.tables.values():
        if table is None:
            continue
        titles = {name: title for name, title in table.titles.items() if title != name}
        if titles:
            labels.setdefault("", {}).update(titles)
        for column in table.texts:
            if column.role == "language":
                named = {name: row.text(column.key) for name, row in table.rows.items()}
                labels.setdefault(column.key, {}).update({name: text for name, text in named.items() if text})


def labels_of(declarations: Sequence[ast.Declaration], folder: Path, language: str) -> dict[str, str]:
    """The labels of a rule file in one language, by what is labelled, without a look at the rules; what is wrong with
    its tables is passed over."""
    env = Env(Game(""), Findings(), folder=folder)
    out: dict[str, str] = {}
    for item in declarations:
        if isinstance(item, ast.Labels):
            source = file_of_ruleset(env, item.path, item.span)
            table = None if source is None else read_table(env, source, item.span)
            if table is not None and table.header:
                name = table.header[0].text
                out |= {row.text(name): row.text(language) for row in table.rows if row.text(language)}
    return out


def _languages(env: Env, table: Table) -> bool:
    """Whether every column but the first is called like a language."""
    if len(table.header) < 2:
        tip = "the first row is `name` and the codes of languages: name,es,de"
        env.findings.add(codes.LABELS, "this table has no column for a language", table.header[0].span, hint=tip)
        return False
    wrong = [cell for cell in table.header[1:] if not LANGUAGE.fullmatch(cell.text)]
    for cell in wrong:
        tip = "write its code in small letters, such as es, de or pt-BR"
        env.findings.add(codes.LABELS, f"{cell.text or 'nothing'} is no language", visible(cell.span), hint=tip)
    return not wrong


def _fill(env: Env, table: Table, known: dict[str, None]) -> None:
    texts_of = {clause.name: clause.text for clause in env.game.clauses}
    names = {title: name for name, title in env.game.labels.get("", {}).items()}
    first: dict[str, Span] = {}
    name, *languages = (cell.text for cell in table.header)
    for language in languages:
        env.game.labels.setdefault(language, {})
    for row in table.rows:
        key = row.cells.get(name)
        if key is not None and key.text in names and key.text not in known:
            key = Cell(names[key.text], key.span)
        if key is None:
            tip = "the first cell is what they label, as the rules write it"
            env.findings.add(codes.LABELS, "these labels belong to nothing", row.span, hint=tip)
        elif key.text in first:
            others = (Label(first[key.text], "the first row"),)
            tip = "take one of the two rows away"
            env.findings.add(codes.LABELS, f"{key.text} has two rows", key.span, hint=tip, others=others)
        elif key.text not in known:
            _unknown(env, key, known)
        else:
            first[key.text] = key.span
            for language in languages:
                if text := row.text(language):
                    labels = env.game.labels[language]
                    labels[key.text] = text
                    if key.text in texts_of:
                        labels.setdefault(texts_of[key.text], text)


def _unknown(env: Env, key: Cell, known: dict[str, None]) -> None:
    if env.gaps:
        return
    near = did_you_mean(key.text, known)
    tip = f"did you mean {near}?" if near else "write a name or a text just as the rules do"
    env.findings.add(codes.LABELS, f"nothing in the rules is called {key.text}", key.span, hint=tip)


def _nameable(env: Env) -> Iterator[str]:
    """Everything that may be labelled, also what options leave out."""
    game = env.game
    yield game.title
    yield from env.declared
    for kind in game.kinds:
        yield from (*kind.constants, *kind.fields)
    for enum in game.enums.values():
        yield from enum.values
    for look in game.display.values():
        yield look.name
    for option in game.options.values():
        yield from option.enum.values if option.enum else ()
        yield option.help
    for name, _ in game.teams:
        yield name
    for clause in game.clauses:
        yield from (clause.name, clause.text, clause.not_played or "")
    reasons, questions = (ast.WhereItem, ast.AfterItem), (ast.Ask, ast.PickOne, ast.Choice)
    for node in nodes_in(game.written, (*reasons, *questions, ast.Pick, ast.Game, ast.Rulebook, ast.Preset)):
        match node:
            case ast.Pick():
                yield node.name.text
            case ast.PickOne(question=text) | ast.Choice(question=text) | ast.Ask(text=text):
                yield text or ""
            case ast.WhereItem(reason=text) | ast.AfterItem(reason=text):
                yield text or ""
            case ast.Game(doc=doc):
                yield first_sentence(doc or "")
            case ast.Rulebook(title=text):
                yield text
            case ast.Preset(name=text):
                yield text
            case _:
                pass
    for node in nodes_in(game.written, ast.Scenario):
        yield node.title


def first_sentence(doc: str) -> str:
    """The first sentence of a doc comment, by which a game is described in one line."""
    sentence, stop, _ = " ".join(doc.split()).partition(". ")
    return sentence + stop.strip()
