"""A ruleset's files as one list of declarations.

`include` is replaced by the declarations of the file it names, where it stands. Paths are relative to the folder of
the main file and never lead out of it, not even through a symbolic link. Each file is included once.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from rulewright.semantics import codes_declarations as codes
from rulewright.source import Findings, Label, Source, SourceError, Span, read_source
from rulewright.syntax import ast, parse

EDITIONS = (1,)


@dataclass(slots=True)
class Loaded:
    """All declarations in order, guards not decided yet. `gaps`: an included file is missing."""

    declarations: list[ast.Declaration] = field(default_factory=list)
    sources: list[Source] = field(default_factory=list)
    edition: int = EDITIONS[-1]
    gaps: bool = False


def load(source: Source, findings: Findings, folder: Path | None) -> Loaded:
    """Parse `source` and what it includes; errors go to `findings`. `folder` None: there is nothing to include from."""
    loader = _Loader(findings, folder, Loaded())
    start = [source.path.resolve()] if source.path else []
    loader.loaded.declarations = loader.file(source, tuple(start))
    return loader.loaded


@dataclass(slots=True)
class _Loader:
    findings: Findings
    folder: Path | None
    loaded: Loaded
    seen: dict[Path, Span] = field(default_factory=dict)

    def file(self, source: Source, chain: tuple[Path, ...]) -> list[ast.Declaration]:
        """The declarations of one file; `chain` are the files that led here, itself last."""
        tree, errors = parse(source)
        self.findings.extend(errors)
        self.loaded.sources.append(source)
        return self.items(tree.items, chain, first=True)

    def items(
        self, items: tuple[ast.Declaration, ...], chain: tuple[Path, ...], *, first: bool = False
    ) -> list[ast.Declaration]:
        out: list[ast.Declaration] = []
        for place, item in enumerate(items):
            match item:
                case ast.Language():
                    self.language(item, at_start=first and place == 0)
                case ast.Include():
                    out += self.include(item, chain)
                case ast.Guard():
                    branches = tuple((cond, tuple(self.items(inner, chain))) for cond, inner in item.branches)
                    otherwise = None if item.otherwise is None else tuple(self.items(item.otherwise, chain))
                    out.append(replace(item, branches=branches, otherwise=otherwise))
                case _:
                    out.append(item)
        return out

    def language(self, item: ast.Language, *, at_start: bool) -> None:
        if not at_start:
            self.findings.add(
                codes.EDITION,
                "`language` stands before everything else",
                item.span,
                hint="make it the first line of the file",
            )
        elif item.edition not in EDITIONS:
            known = ", ".join(map(str, EDITIONS))
            self.findings.add(
                codes.EDITION,
                f"there is no edition {item.edition} of the language",
                item.span,
                label=f"this Rulewright knows edition {known}",
                hint=f"write `language {EDITIONS[-1]}`, or use a newer Rulewright",
            )
        else:
            self.loaded.edition = item.edition

    def include(self, item: ast.Include, chain: tuple[Path, ...]) -> list[ast.Declaration]:
        span = _path_span(item)
        path = self.inside(item.path, span)
        if path is None:
            self.loaded.gaps = True
            return []
        target = path.resolve()
        if target in chain:
            self.cycle(target, chain, span)
            return []
        if target in self.seen:
            self.findings.add(
                codes.INCLUDE,
                f"{item.path} is included twice",
                span,
                hint="take one of the two lines away",
                others=(Label(self.seen[target], "included here already"),),
            )
            return []
        self.seen[target] = span
        try:
            source = read_source(path, name=self.shown(path), at=span)
        except SourceError as error:
            self.findings.extend([error.diagnostic])
            self.loaded.gaps = True
            return []
        return self.file(source, (*chain, target))

    def inside(self, text: str, span: Span) -> Path | None:
        """The path that an include names, if it lies in the ruleset's folder."""
        if self.folder is None:
            self.findings.add(
                codes.INCLUDE,
                "a text that is not a file includes nothing",
                span,
                hint="save the rules as a file of a folder, or put the included rules in their place",
            )
            return None
        path = self.folder / text
        try:
            inside = text.strip() != "" and path.resolve().is_relative_to(self.folder.resolve())
        except (OSError, RuntimeError, ValueError):
            inside = False
        if not inside:
            self.findings.add(
                codes.INCLUDE,
                f'"{text}" is not in the folder of this ruleset',
                span,
                hint=f"copy the file into {self.folder.name or 'the folder'}, and name it from there",
            )
            return None
        return path

    def shown(self, path: Path) -> str:
        return str(path)

    def cycle(self, target: Path, chain: tuple[Path, ...], span: Span) -> None:
        names = [path.name for path in (*chain[chain.index(target) :], target)]
        others = tuple(
            Label(self.seen[path], f"{path.name} is included here")
            for path in chain[chain.index(target) + 1 :]
            if path in self.seen
        )
        self.findings.add(
            codes.INCLUDE,
            f"{target.name} includes itself",
            span,
            label=" -> ".join(names),
            hint="take one of these includes away",
            others=others,
        )


def _path_span(item: ast.Include) -> Span:
    """The string of an include within its line."""
    at = item.span.text.find('"')
    end = item.span.text.rfind('"') + 1
    return Span(item.span.source, item.span.start + at, item.span.start + end) if 0 <= at < end else item.span
