#!/usr/bin/env python3
"""Plays random games through squint and through the second engine and compares every key of every state line.

  compare.py SQUINT --book NAME --games N --seed S

The first difference is printed with the shortest record found that leads to it, and the exit status is 1.
`rulings` and the wording of `error` are sentences: of an error only that there is one is compared, of rulings
that there is a list.
"""

import argparse
import json
import subprocess
import sys

from books import BOOKS
from random_games import draw
from record import states

TOLERANCE = 1e-6  # of numbers: points are written as decimals


def played_by(squint, lines):
    """squint's state lines for a record."""
    done = subprocess.run([squint, "rules", "-"], input="\n".join(lines) + "\n", text=True, capture_output=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def equal(a, b):
    if type(a) in (int, float) and type(b) in (int, float):
        return abs(a - b) <= TOLERANCE
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(equal(a[key], b[key]) for key in a)
    if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)):
        return len(a) == len(b) and all(map(equal, a, b))
    return a == b and isinstance(a, bool) == isinstance(b, bool)


def differing_keys(theirs, ours):
    """The keys in which two state lines differ."""
    keys = (set(theirs) | set(ours)) - {"rulings", "error"}
    differ = [key for key in sorted(keys) if key not in theirs or key not in ours or not equal(theirs[key], ours[key])]
    if ("error" in theirs) != ("error" in ours):
        differ.append("error")
    if not isinstance(theirs.get("rulings"), list):
        differ.append("rulings")
    return differ


def first_difference(squint, lines):
    """(squint's state, ours, the differing keys) or None."""
    theirs, ours = played_by(squint, lines), states(lines)
    for a, b in zip(theirs, ours):
        keys = differing_keys(a, b)
        if keys:
            return a, b, keys
    if len(theirs) != len(ours):
        return {"lines": len(theirs)}, {"lines": len(ours)}, ["lines"]
    return None


def shortest(squint, lines):
    """Drops what is not needed for a difference: the lines after it, then one line at a time. First each is only
    made empty, since an amend counts the lines."""
    difference = first_difference(squint, lines)
    lines = lines[:difference[0].get("n", len(lines))]
    for gone in ([""], []):
        for n in range(len(lines) - 1, -1, -1):
            fewer = lines[:n] + gone + lines[n + 1:]
            other = first_difference(squint, fewer) if any(fewer) else None
            if other and other[2] == difference[2]:
                lines = fewer
    return lines


def show(lines, difference):
    theirs, ours, keys = difference
    print("\n".join(lines))
    for key in keys:
        print(f"  {key}: squint {json.dumps(theirs.get(key))}, second engine {json.dumps(ours.get(key))}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("squint")
    parser.add_argument("--book", required=True, choices=sorted(BOOKS))
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    forms = sorted(BOOKS[asked.book].LIMITS)
    compared = 0
    for seed in range(asked.seed, asked.seed + asked.games):
        lines = draw(asked.book, forms, seed)
        if first_difference(asked.squint, lines):
            least = shortest(asked.squint, lines)
            print(f"{asked.book}, seed {seed}: the engines differ after the last of these lines")
            show(least, first_difference(asked.squint, least))
            return 1
        compared += len(lines)
    print(f"{asked.book}: {asked.games} games from seed {asked.seed}, {compared} lines, every state equal")
    return 0


if __name__ == "__main__":
    sys.exit(main())
