"""What can break down while rules run: the engines' own codes. Rules that fail by themselves bring their own."""

from __future__ import annotations

OUT_OF_RANGE = "X001"
OVERFLOW = "X002"
DIVISION = "X003"
ENDLESS = "X004"
TOO_MANY_MOVES = "X005"
NEGATIVE_WEIGHT = "X006"
QUEUE_FULL = "X007"
OUTSIDE_LIST = "X008"
CHANCE_INSIDE = "X009"
TOO_DEEP = "X010"
OTHER_INSIDE = "X011"
IMPOSSIBLE = "X012"
TOGETHER_INSIDE = "X013"

CODES: dict[str, str] = {
    OUT_OF_RANGE: "a value lies outside its declared range",
    OVERFLOW: "a number does not fit 32 bits",
    DIVISION: "a number is divided by zero",
    ENDLESS: "the rules loop without coming to a decision",
    TOO_MANY_MOVES: "a decision has too many moves",
    NEGATIVE_WEIGHT: "a chance has a negative weight",
    QUEUE_FULL: "too many events wait for later",
    OUTSIDE_LIST: "a list is asked for an item it does not have",
    CHANCE_INSIDE: "chance plays a part inside one move, or while players decide together",
    OTHER_INSIDE: "another player decides inside one move, or while players decide together",
    IMPOSSIBLE: "what a player chose together with others has become impossible",
    TOGETHER_INSIDE: "players decide together inside another block of that sort, or inside one move",
    TOO_DEEP: "the rules are nested too deeply while they run",
}

MAX_ITERATIONS = 10_000_000
MAX_MOVES = 1_048_576
MAX_QUEUE = 65_535
LOWEST, HIGHEST = -(2**31), 2**31 - 1
