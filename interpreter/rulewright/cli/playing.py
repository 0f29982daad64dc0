"""What the commands that run a game share: loading it, its options in words, rules that break down."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.board import board_text
from rulewright.cli.cards import NOTHING, hands, shown_hand
from rulewright.cli.common import report
from rulewright.cli.terminal import wrapped

if TYPE_CHECKING:
    from rulewright.engines.choose import EngineName
    from rulewright.match import Game, State, View
    from rulewright.match.pieces import Standing


@contextmanager
def rules_may_break(form: str = "full") -> Iterator[None]:
    """Show a rules error, or what is wrong with a record, as findings and end the command with 1; what is wrong with a
    position that was asked for likewise, which is wrong usage and ends it with 2."""
    from rulewright.match import EngineMissing, PlayError, PositionError, RecordError
    from rulewright.match.errors import as_diagnostic

    try:
        yield
    except PlayError as error:
        report([as_diagnostic(error)], form, err=form != "json")
        click.get_current_context().exit(1)
    except RecordError as error:
        report(error.diagnostics, form, err=form != "json")
        click.get_current_context().exit(1)
    except PositionError as error:
        report(error.diagnostics, form, err=form != "json")
        click.get_current_context().exit(2)
    except EngineMissing as error:
        raise click.ClickException(str(error)) from error


def load_game(
    path: Path, options: Mapping[str, str], preset: str | None, lang: str = "", engine: EngineName = "auto"
) -> Game:
    """The game at a path, in a language that it has labels for, with an engine that can run it. Raises RulesError and
    SourceError, which the group shows."""
    from rulewright.match import EngineMissing, load

    try:
        return load(path, options, preset, lang, engine)
    except LookupError as error:
        raise click.UsageError(str(error)) from error
    except EngineMissing as error:
        raise click.ClickException(str(error)) from error


def begin(game: Game, seed: int | None, setup: str | None, *, sampled: bool = False) -> State:
    """The first state, from a position in the game's notation if one is given. Chance is drawn from the seed, or stops
    the game where there is none, unless it is to be `sampled`. Raises PlayError, PositionError."""
    explicit = seed is None and not sampled
    try:
        return game.start(seed, "explicit" if explicit else "sampled", setup)
    except LookupError as error:
        raise click.UsageError(str(error)) from error


def seat_of(game: Game, name: str) -> int:
    """The seat of a player, by the name in the rules or in the language that is spoken; no such player is wrong
    usage."""
    from rulewright.source import did_you_mean

    wanted = name.strip().casefold()
    for seat, player in enumerate(game.players):
        if wanted in (player.casefold(), game.say(player).casefold()):
            return seat
    near = did_you_mean(name, game.players)
    hint = f"did you mean {near}?" if near else f"there are {', '.join(game.players)}."
    raise click.UsageError(f"{game.title} has no player {name}; {hint}")


def seen_by(state: State, viewer: str | None) -> State | View:
    """The state, or if a player is named what that player knows of it."""
    return state if viewer is None else state.view(state.game.players[seat_of(state.game, viewer)])


def sentence(text: str) -> str:
    """The text with a full stop, if it ends without a mark."""
    return text if text.endswith((".", "?", "!", "…")) else f"{text}."


def headline(game: Game) -> str:
    """`Breakthrough (size 6)`, with the options on which something depends."""
    declared = game.setting.declared.options
    told = [(name, value) for name, value in game.options.items() if not declared[name].idle]
    options = ", ".join(f"{game.say(name)} {game.say(value)}" for name, value in told)
    return game.say(game.title) + (f" ({options})" if options else "")


def sentences(state: State | View) -> list[str]:
    """The position in words, for those who do not see the board: `White: Pawn on a1, b1 (water).` Empty zones are left
    out."""
    from rulewright.match.zones import zone_sentences

    board = state.game.setting.declared.board
    lines = [] if board is None else _standing(state, board.names) or _numbers(state) or ["The board is empty."]
    return lines + zone_sentences(zone for zone in state.zones() if zone.count)


def _numbers(state: State | View) -> list[str]:
    """The numbers that sites hold in a game without components: `seeds: 4 on a1, 3 on b1.`"""
    declared = state.game.setting.declared
    if declared.board is None or declared.grounds:
        return []
    found: dict[str, list[str]] = {}
    for one in state.grounds():
        found.setdefault(one.name, []).append(f"{one.mark} on {declared.board.names[one.site]}")
    return [f"{name}: {', '.join(places)}." for name, places in found.items()]


def _standing(state: State | View, sites: Sequence[str]) -> list[str]:
    from rulewright.match import tiled

    game = state.game
    if tiled.shows_tiles(game.setting):
        words = tiled.described(game.setting, state.standing(), whole=True)
        return [f"On {sites[site]}: {text}." for site, text in words.items()]
    below: dict[int, list[str]] = {}
    for ground in state.grounds():
        below.setdefault(ground.site, []).append(ground.name)
    where = {site: f" ({', '.join(names)})" for site, names in below.items()}
    groups: dict[tuple[int, str], list[str]] = {}
    for piece in sorted(state.standing(), key=_by_owner):
        about = "; ".join(tiled.about_fields(game.setting, piece)) if piece.kind >= 0 else ""
        name = _name(game, piece) + (f" ({about})" if about else "")
        groups.setdefault((piece.owner, name), []).append(sites[piece.site] + where.get(piece.site, ""))
    lines = []
    for (owner, name), found in groups.items():
        whose = f"{game.say(game.players[owner])}: " if owner >= 0 else ""
        places = [site if found.count(site) == 1 else f"{site} ({found.count(site)})" for site in dict.fromkeys(found)]
        lines.append(f"{whose}{name} on {', '.join(places)}.")
    return lines + _piles(state, sites)


def _name(game: Game, piece: Standing) -> str:
    from rulewright.match.naming import kind_name

    if piece.kind < 0:
        return "face down"
    name = kind_name(game.setting, game.setting.declared.kinds[piece.kind])
    return f"{name} (face down)" if piece.down else name


def _piles(state: State | View, sites: Sequence[str]) -> list[str]:
    """Piles in which not all is the same, from the top down: `On c3, from the top: Beetle of Black, Queen of White.`"""
    game = state.game
    found: dict[tuple[int, int], list[str]] = {}
    for piece in state.standing():
        if game.setting.declared.layers[piece.layer].mode == "pile":
            owner = f" of {game.say(game.players[piece.owner])}" if piece.owner >= 0 else ""
            found.setdefault((piece.site, piece.layer), []).append(_name(game, piece) + owner)
    return [
        f"On {sites[site]}, from the top: {', '.join(names)}."
        for (site, _), names in found.items()
        if len(set(names)) > 1
    ]


def _by_owner(piece: Standing) -> tuple[bool, int, int, int]:
    return piece.owner < 0, piece.owner, piece.kind, piece.site


def measured(state: State) -> list[str]:
    """What the rules measure, in words: `score: Blue 31, Red 29`."""
    say, players = state.game.say, state.game.players
    lines = []
    for name, value in state.measures().items():
        each = value if isinstance(value, tuple) else ()
        own = ", ".join(f"{say(player)} {one}" for player, one in zip(players, each, strict=False))
        lines.append(f"{say(name)}: {own or value}")
    return lines


def position_text(
    state: State | View, plain: bool = False, hand: int = -1, width: int = 100, chosen: Collection[int] = ()
) -> str:
    """The board with the sites that may be `chosen` in brackets, or the position in sentences, the zones and the
    variables; below them the cards of the seat `hand` with what they say."""
    if plain:
        from rulewright.match import picture

        setting = state.game.setting
        return "\n".join([*sentences(state), *(picture.in_words(setting, line) for line in state.variables())])
    board = board_text(state, width, chosen)
    return "\n".join([*([board] if board else []), *beside_board(state, hand, width), *hand_text(state, hand, width)])


def hand_sentences(state: State | View, hand: int) -> list[str]:
    """What the cards of the seat `hand` say, a line for each sort: `Owl: cost 2. Flies.`"""
    from rulewright.match.cards import face

    kinds = dict.fromkeys(kind for zone in hands(state, hand) for kind in zone.kinds if kind >= 0)
    lines = []
    for one in (face(state.game.setting, kind) for kind in kinds):
        about = ", ".join(f"{name} {value}" for name, value in one.constants.items() if value not in NOTHING)
        told = " ".join(sentence(text) for text in (about, one.text) if text)
        lines += [f"{one.name}: {told}"] if told else []
    return lines


def beside_board(state: State | View, hand: int, width: int) -> list[str]:
    """The zones and the variables, without the cards of the seat `hand`."""
    from rulewright.match.zones import zone_lines

    own = hands(state, hand)
    zones = zone_lines([zone for zone in state.zones() if zone not in own], width)
    return [part for line in (*zones, *state.variables()) for part in wrapped(line, width)]


def hand_text(state: State | View, hand: int, width: int) -> list[str]:
    """The cards of the seat `hand` with what they say."""
    return [line for zone in hands(state, hand) for line in shown_hand(state.game, zone, width)]


def hand_in_short(state: State | View, hand: int, width: int) -> list[str]:
    """The same in a line for each zone."""
    from rulewright.match.zones import zone_line

    return [part for zone in hands(state, hand) for part in wrapped(zone_line(zone, width), width)]
