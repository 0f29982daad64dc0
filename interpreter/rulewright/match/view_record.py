"""The record of a game as one player saw it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from rulewright.match.record_text import UNFINISHED, Entry, Fall, Heading, Written, print_record
from rulewright.match.rules_hash import part_hashes

if TYPE_CHECKING:
    from rulewright.match.view import View


def record_of_view(view: View, comments: Mapping[int, str]) -> str:
    """See `View.record`."""
    game = view.game
    heading = Heading(
        game.name,
        game.title,
        game.hash,
        tuple(part_hashes(game.setting.declared).items()),
        tuple(game.options.items()),
        game.players,
        setup=view.knowledge.setup,
        view=view.player,
    )
    entries = [Entry()]
    for line in view.lines:
        if line.mover:
            entries.append(Entry(len(entries), line.mover, line.text))
        else:
            entries[-1] = replace(entries[-1], fell=(*entries[-1].fell, Fall(line.drawn, line.text)))
    entries = [
        replace(entry, comments=tuple(comments[entry.number].splitlines())) if entry.number in comments else entry
        for entry in entries
    ]
    return print_record(Written(heading, tuple(entries), view.outcome or UNFINISHED))
