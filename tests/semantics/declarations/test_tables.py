"""Boards from tables and graphs."""

from pathlib import Path

import networkx as nx
import pytest

from rulewright.semantics import Game, check_file
from rulewright.source import Diagnostic

SITES = """site,x,y,terrain,harbour,home
Bergen,0,2,water,yes,White
Oslo,1,1,,no,Black White
Alta,2,4,land,,
"""
LINKS = """from,direction,to
Bergen,road,Oslo
Oslo,road,Alta
"""
RULES = """players White, Black
board from "sites.csv", "links.csv"
enum Terrain: land, water
field terrain of each site: Terrain = land
turn:
    nothing
end:
    tie when turn_number > 99
"""


def check(folder: Path, rules: str = RULES, **files: str) -> tuple[Game | None, list[Diagnostic]]:
    for name, text in {
        "sites.csv": SITES,
        "links.csv": LINKS,
        **{k.replace("_", "."): v for k, v in files.items()},
    }.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "game.rules").write_text(rules, encoding="utf-8")
    found, findings = check_file(folder / "game.rules")
    return found, list(findings.sorted())


def test_two_tables(tmp_path: Path) -> None:
    game, findings = check(tmp_path)
    assert game is not None, findings
    assert game.board is not None
    assert game.board.sites == ("Bergen", "Oslo", "Alta")
    assert game.board.directions == ("road", "road_back")
    assert {name: region.values for name, region in game.regions.items()} == {"harbour": (1,), "home": (0b11, 0b10)}
    assert game.site_fields[0].single == {0: 1, 2: 0}


def test_semicolons_quotation_marks_and_blank_lines(tmp_path: Path) -> None:
    sites = '\ufeffsite;"x" ; y\r\n"Bergen";0;2\r\n\r\nOslo; 1 ;1\r\nAlta;2;4\r\n;;\r\n'
    game, findings = check(tmp_path, sites_csv=sites)
    assert game is not None and game.board is not None, findings
    assert game.board.coordinates == ((0, 1), (1, 0), (2, 3))


def test_links_of_a_table_have_names(tmp_path: Path) -> None:
    links = "from,direction,to,heading,name,rays\nBergen,road,Oslo,,,\nAlta,road,Bergen,road,ferry,yes\n"
    rules = RULES + "define far(s: site): int = count(h in ray(s, road): h.link == ferry)\n"
    game, findings = check(tmp_path, rules, links_csv=links)
    assert game is not None and game.board is not None, findings
    assert game.board.links == ("ferry",)


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"sites_csv": ""}, ("E170", '"sites.csv"', "game.rules", 2)),
        ({"sites_csv": "name,x\nBergen,1\n"}, ("E170", "name,x", "sites.csv", 1)),
        ({"sites_csv": SITES.replace("0,2,", "0,high,")}, ("E170", "high", "sites.csv", 2)),
        ({"sites_csv": SITES.replace("site,x,y", "site,row,column")}, ("E170", "0", "sites.csv", 2)),
        ({"sites_csv": SITES.replace("Oslo", "if")}, ("E170", "if", "sites.csv", 3)),
        ({"sites_csv": SITES.replace("Oslo", "Os lo")}, ("E170", "Os lo", "sites.csv", 3)),
        ({"sites_csv": SITES + "Oslo,5,5,,,\n"}, ("E170", "Oslo", "sites.csv", 5)),
        ({"sites_csv": SITES + "Rena,5,5,,,,7\n"}, ("E170", "7", "sites.csv", 5)),
        ({"sites_csv": SITES.replace("water", "wet")}, ("E200", "wet", "sites.csv", 2)),
        ({"sites_csv": SITES.replace("water", "w-t")}, ("E170", "w-t", "sites.csv", 2)),
        ({"sites_csv": SITES.replace("yes", "ja")}, ("E170", "ja", "sites.csv", 2)),
        ({"sites_csv": SITES.replace("Black White", "Blue White")}, ("E170", "Blue White", "sites.csv", 3)),
        ({"sites_csv": SITES.replace("harbour", "x")}, ("E170", "x", "sites.csv", 1)),
        ({"links_csv": LINKS.replace("Alta", "Alto")}, ("E170", "Alto", "links.csv", 3)),
        ({"links_csv": LINKS.replace("direction", "dir")}, ("E170", "dir", "links.csv", 1)),
        ({"links_csv": LINKS + "Bergen,road,Alta\n"}, ("E170", "road", "links.csv", 4)),
        ({"links_csv": LINKS + "Alta,road,Oslo\n"}, ("E170", "road", "links.csv", 4)),
        ({"links_csv": LINKS.replace("Oslo,road,Alta", "Oslo,road,")}, ("E170", "Oslo,road,", "links.csv", 3)),
        (
            {"links_csv": "from,direction,to,rays\nBergen,road,Oslo,maybe\n"},
            ("E170", "maybe", "links.csv", 2),
        ),
    ],
)
def test_bad_cells_are_told_where_they_stand(
    tmp_path: Path, files: dict[str, str], expected: tuple[str, str, str, int]
) -> None:
    game, findings = check(tmp_path, **files)
    assert game is None
    first = findings[0]
    assert (first.code, first.span.text, Path(first.span.source.name).name, first.span.line) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('board from "sites.csv", "nowhere.csv"', ("E001", '"nowhere.csv"')),
        ('board from "sites.csv"', ("E170", '"sites.csv"')),
        ('board from "../sites.csv", "links.csv"', ("E170", '"../sites.csv"')),
        ('board from "sites.csv", "links.csv", "more.csv"', ("E170", '"more.csv"')),
        ('board from "", "links.csv"', ("E170", '""')),
    ],
)
def test_wrong_files(tmp_path: Path, line: str, expected: tuple[str, str]) -> None:
    game, findings = check(tmp_path, RULES.replace('board from "sites.csv", "links.csv"', line))
    assert game is None
    assert [(found.code, found.span.text) for found in findings][:1] == [expected]


def test_several_bad_cells_are_told_at_once(tmp_path: Path) -> None:
    _, findings = check(tmp_path, sites_csv=SITES.replace("0,2,", "0,high,").replace("2,4,", "far,4,"))
    assert [(found.code, found.span.text) for found in findings if found.code == "E170"] == [
        ("E170", "high"),
        ("E170", "far"),
    ]


def test_a_graph(tmp_path: Path) -> None:
    graph = nx.Graph()
    graph.add_node("Bergen", x=0.0, y=2.0, terrain="water", harbour=True)
    graph.add_node("Oslo", x=1.0, y=1.0)
    graph.add_node("Alta", x=2.0, y=4.0)
    graph.add_edge("Bergen", "Oslo", direction="road")
    graph.add_edge("Oslo", "Alta", direction="road")
    nx.write_graphml(graph, tmp_path / "towns.graphml")
    game, findings = check(tmp_path, RULES.replace('"sites.csv", "links.csv"', '"towns.graphml"'))
    assert game is not None and game.board is not None, findings
    assert game.board.sites == ("Bergen", "Oslo", "Alta")
    assert game.site_fields[0].single == {0: 1}
    assert game.regions["harbour"].values == (1,)
    assert [game.board.sites[step.site] for step in game.board.ray(0, 0)] == ["Oslo", "Alta"]


@pytest.mark.parametrize("text", ["", "no graph at all", "<graphml>", "<!DOCTYPE x><graphml/>"])
def test_a_broken_graph(tmp_path: Path, text: str) -> None:
    (tmp_path / "towns.graphml").write_text(text)
    game, findings = check(tmp_path, RULES.replace('"sites.csv", "links.csv"', '"towns.graphml"'))
    assert game is None
    assert findings[0].code == "E170"


def test_a_node_that_is_no_site_is_told_where_it_stands(tmp_path: Path) -> None:
    graph = nx.Graph()
    graph.add_edge("Bergen", "Os lo", direction="road")
    nx.write_graphml(graph, tmp_path / "towns.graphml")
    game, findings = check(tmp_path, RULES.replace('"sites.csv", "links.csv"', '"towns.graphml"'))
    assert game is None
    (found,) = [one for one in findings if one.code == "E170"]
    assert found.title == "Os lo is no name for a site"
    assert found.span.text.startswith('<node id="Os lo"')
