"""The game's heading, players, teams, enums, dice, clauses."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.semantics import codes_declarations as codes
from rulewright.semantics.early import INT_MAX, INT_MIN, Early
from rulewright.semantics.names import broken, declare, doubled
from rulewright.semantics.options import MAX_PLAYERS
from rulewright.semantics.scope import Broken, Env, PlayerName, Removed
from rulewright.semantics.symbols import ClauseDecl, DieDecl, EnumDecl
from rulewright.semantics.types import INT, EnumType, Type
from rulewright.semantics.wording import listing
from rulewright.source import Label, Span, did_you_mean
from rulewright.syntax import ast

MAX_FACES = 65_535

_ONCE: tuple[tuple[str, tuple[type[ast.Declaration], ...]], ...] = (
    ("`game`", (ast.Game,)),
    ("`players`", (ast.Players,)),
    ("`board`", (ast.Board, ast.BoardFrom)),
    ("`facing`", (ast.Facing,)),
    ("`turn`", (ast.Turn,)),
    ("`flow`", (ast.Flow,)),
    ("`position is`", (ast.Position,)),
    ("`rulebook`", (ast.Rulebook,)),
)


def drop_doubled(env: Env, declarations: Sequence[ast.Declaration]) -> list[ast.Declaration]:
    """The declarations without second `game`, `board` … blocks, each of which is an error."""
    first: dict[str, Span] = {}
    out = []
    for item in declarations:
        word = next((word for word, classes in _ONCE if isinstance(item, classes)), None)
        if word in first:
            env.findings.add(
                codes.ONLY_ONE,
                f"a game has only one {word}",
                heading(item.span),
                hint="take one of the two away",
                others=(Label(first[word], "the first one"),),
            )
            continue
        if word is not None:
            first[word] = heading(item.span)
        out.append(item)
    return out


def has_unread(env: Env, declarations: Sequence[ast.Declaration]) -> bool:
    """Whether something of the rules could not be read, so that what seems to be missing may be there."""
    return (
        env.gaps
        or any(isinstance(item, ast.BadDeclaration) for item in declarations)
        or any(found.code < "E100" for found in env.findings.errors)
    )


def heading(span: Span) -> Span:
    """The first line of a block, without what follows."""
    end = span.source.text.find("\n", span.start)
    return Span(span.source, span.start, min(span.end, end if end >= 0 else span.end))


def declare_heading(env: Env, declarations: Sequence[ast.Declaration]) -> None:
    """Title, fields, doc, clauses."""
    game = env.game
    for item in declarations:
        match item:
            case ast.Game():
                game.title = item.title
                game.doc = item.doc or ""
                for entry in item.fields:
                    game.fields[entry.name.text] = (
                        (entry.value, entry.upto)
                        if entry.upto is not None and isinstance(entry.value, int)
                        else entry.value
                    )
            case ast.Rulebook():
                _clauses(env, item)
            case _:
                pass


def _clauses(env: Env, item: ast.Rulebook) -> None:
    first: dict[str, Span] = {}
    for clause in item.clauses:
        name = clause.tag.text
        if name in first:
            doubled(env.findings, ast.Name(name, span=clause.tag.span), "a clause", first[name])
            continue
        first[name] = clause.tag.span
        env.game.clauses.append(ClauseDecl(name, clause.text, clause.not_played, clause.tag.span))


# ---- players and teams ----


def declare_players(env: Env, declarations: Sequence[ast.Declaration], early: Early, start: Span) -> None:
    """Bind the players' names. Without players (an error) two nameless ones stand in for them."""
    found = next((item for item in declarations if isinstance(item, ast.Players)), None)
    if found is None:
        if not has_unread(env, declarations):
            env.findings.add(
                codes.PLAYERS, "this game has no players", start, hint="write a line such as `players White, Black`"
            )
        env.game.players = ("?", "?")
        env.gaps = True
        return
    count = _seats(env, found, early)
    for seat, name in enumerate(found.names):
        if seat < count:
            declare(env, name, PlayerName(name.text, seat))
        else:
            env.declared.setdefault(name.text, Removed(name.text, f"only {count} play this game"))
    env.game.players = tuple(name.text for name in found.names[:count]) or ("?", "?")


def _seats(env: Env, item: ast.Players, early: Early) -> int:
    """How many play; every error leaves a number that makes sense."""
    names = len(item.names)
    span = item.names[0].span.to(item.names[-1].span) if item.names else item.span
    if item.least is None:
        if not 1 <= names <= MAX_PLAYERS:
            env.findings.add(
                codes.PLAYERS,
                f"a game has 1 to {MAX_PLAYERS} players",
                span,
                label=f"{names} names",
                hint="take names away; what is no player needs no name here",
            )
        return min(names, MAX_PLAYERS)
    option = early.options.get("seats")
    if item.most is not None and option is None:
        return min(names, MAX_PLAYERS)
    if option is not None and item.most is not None:
        most, count = option.hi, option.value
    else:
        number = early.number(item.least, "the number of players")
        if number is None:
            return min(names, MAX_PLAYERS)
        most = count = number
    if most > names or most < 1:
        env.findings.add(
            codes.PLAYERS,
            f"{most} players need {most} names, and there are {names}",
            span,
            hint="name them all: `players 2 to 3: Red, Blue, Green`",
        )
    return min(count, names, MAX_PLAYERS)


def find_player(env: Env, name: ast.Name) -> int | None:
    """The seat of a player's name. None for a player who does not play, and for an unknown one, which is an error."""
    symbol = env.lookup(name.text)
    if isinstance(symbol, PlayerName):
        return symbol.seat
    if isinstance(symbol, Removed | Broken) or "?" in env.game.players:
        return None
    near = did_you_mean(name.text, env.game.players)
    env.findings.add(
        codes.UNKNOWN_PLAYER,
        f"there is no player {name.text}",
        name.span,
        hint=f"did you mean {near}?" if near else f"the players are {listing(env.game.players)}",
    )
    return None


def declare_teams(env: Env, declarations: Sequence[ast.Declaration]) -> None:
    teams: list[tuple[str, tuple[int, ...]]] = []
    spans: dict[str, Span] = {}
    team_of: dict[int, Span] = {}
    for item in declarations:
        if not isinstance(item, ast.Team):
            continue
        if item.name.text in spans:
            doubled(env.findings, item.name, "a team", spans[item.name.text])
            continue
        spans[item.name.text] = item.name.span
        members: list[int] = []
        for name in item.members:
            seat = find_player(env, name)
            if seat is None:
                continue
            if seat in team_of:
                env.findings.add(
                    codes.TEAM,
                    f"{name.text} belongs to two teams",
                    name.span,
                    hint="a player belongs to one team",
                    others=(Label(team_of[seat], "put into a team here"),),
                )
                continue
            team_of[seat] = name.span
            members.append(seat)
        if members:
            teams.append((item.name.text, tuple(members)))
    env.game.teams = tuple(teams)


# ---- enums and dice ----


def declare_enums(env: Env, declarations: Sequence[ast.Declaration]) -> None:
    for item in declarations:
        if not isinstance(item, ast.Enum):
            continue
        values: dict[str, Span] = {}
        for value in item.values:
            if value.text in values:
                doubled(env.findings, value, f"a value of {item.name.text}", values[value.text])
            values.setdefault(value.text, value.span)
        enum = EnumDecl(item.name.text, tuple(values), item.name.span)
        if declare(env, item.name, enum):
            env.game.enums[enum.name] = enum


def declare_dice(env: Env, declarations: Sequence[ast.Declaration], early: Early) -> None:
    """Dice with numbers, with values of an enum, or with words that become an enum of the die's name."""
    for item in declarations:
        if not isinstance(item, ast.Die):
            continue
        faces = _faces(env, item, early)
        if faces is None:
            broken(env, item.name.text, item.name.span)
            continue
        values, kind = faces
        die = DieDecl(item.name.text, values, kind, item.name.span)
        if declare(env, item.name, die):
            env.game.dice[die.name] = die
            if isinstance(kind, EnumType) and kind.enum.span == item.name.span:
                env.game.enums[die.name] = kind.enum


def _faces(env: Env, item: ast.Die, early: Early) -> tuple[tuple[int, ...], Type] | None:
    words = [face for face in item.faces if isinstance(face, ast.Word) and face.name not in early.options]
    if words and len(words) == len(item.faces):
        names = [word.name for word in words]
        owners = [enum for enum in env.game.enums.values() if any(name in enum.values for name in names)]
        if not owners:
            enum = EnumDecl(item.name.text, tuple(dict.fromkeys(names)), item.name.span)
            return tuple(enum.values.index(name) for name in names), EnumType(enum)
        enum = owners[0]
        for word in words:
            if word.name not in enum.values:
                env.findings.add(
                    codes.DIE,
                    f"{word.name} is not a value of {enum.name}",
                    word.span,
                    hint=f"the other faces are values of {enum.name}; take all from one enum, or none",
                )
                return None
        return tuple(enum.values.index(name) for name in names), EnumType(enum)
    faces: list[int] = []
    for face in item.faces:
        if isinstance(face, ast.Bad):
            return None
        if face in words:
            title = "a die has numbers or words, not both"
            env.findings.add(codes.DIE, title, face.span, hint="write numbers only, as `1..6`, or words only")
            return None
        value = early.value(face)
        if value is None:
            return None
        if isinstance(value, range):
            faces += value[: MAX_FACES + 1]
        elif isinstance(value, int) and not isinstance(value, bool) and INT_MIN <= value <= INT_MAX:
            faces.append(value)
        else:
            env.findings.add(codes.DIE, "the faces of a die are numbers or words", face.span)
            return None
        if len(faces) > MAX_FACES:
            env.findings.add(codes.LIMIT, f"a die has at most {MAX_FACES} faces", face.span)
            return None
    if not faces:
        env.findings.add(codes.DIE, f"the die {item.name.text} has no faces", item.span)
        return None
    return tuple(faces), INT
