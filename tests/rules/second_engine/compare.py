#!/usr/bin/env python3
"""Plays random games through squint and through the second engine and compares every key of every state line.

  compare.py SQUINT --book NAME --games N --seed S

The first difference is printed with the shortest record found that leads to it, and the exit status is 1.
`rulings` and the wording of `error` are sentences: of an error only that there is one is compared, of rulings
that there is a list. `choices` are tried on squint's own rules by the scripts.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

from books import BOOKS
from random_games import draw
from record import states

BATCH = 50  # games that one run of squint plays: most of a run's time goes into its start
TOLERANCE = 1e-6  # of numbers: points are written as decimals


def played_by(squint, records):
    """squint's state lines for each of some records; one run of the program plays them all."""
    with tempfile.TemporaryDirectory() as folder:
        names = [os.path.join(folder, f"{n}.jsonl") for n in range(len(records))]
        for name, lines in zip(names, records):
            with open(name, "w", encoding="utf-8") as file:
                file.write("\n".join(lines) + "\n")
        done = subprocess.run([squint, "rules"] + names, text=True, capture_output=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    games = []
    for answer in answers:
        if answer["n"] == 1:  # a drawn record has no empty first line
            games.append([])
        games[-1].append(answer)
    return games


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
    keys = (set(theirs) | set(ours)) - {"rulings", "error", "choices"}
    differ = [key for key in sorted(keys) if key not in theirs or key not in ours or not equal(theirs[key], ours[key])]
    if ("error" in theirs) != ("error" in ours):
        differ.append("error")
    if not isinstance(theirs.get("rulings"), list):
        differ.append("rulings")
    return differ


def first_difference(theirs, ours):
    """(squint's state, ours, the differing keys) or None."""
    for a, b in zip(theirs, ours):
        keys = differing_keys(a, b)
        if keys:
            return a, b, keys
    if len(theirs) != len(ours):
        return {"lines": len(theirs)}, {"lines": len(ours)}, ["lines"]
    return None


def played_differently(squint, lines):
    games = played_by(squint, [lines])
    return first_difference(games[0] if games else [], states(lines))


def shortest(squint, lines):
    """Drops what is not needed for a difference: the lines after it, then one line at a time. First each is only
    made empty, since an amend counts the lines."""
    difference = played_differently(squint, lines)
    lines = lines[:difference[0].get("n", len(lines))]
    for gone in ([""], []):
        for n in range(len(lines) - 1, 0, -1):
            fewer = lines[:n] + gone + lines[n + 1:]
            other = played_differently(squint, fewer)
            if other and other[2] == difference[2]:
                lines = fewer
    return lines


def show(lines, difference):
    theirs, ours, keys = difference
    print("\n".join(lines))
    for key in keys:
        print(f"  {key}: squint {json.dumps(theirs.get(key))}, second engine {json.dumps(ours.get(key))}")


def compare(squint, book, seeds):
    """The first (seed, lines) that both engines play differently, or None; and how many lines were compared."""
    forms = sorted(BOOKS[book].LIMITS)
    drawn = [draw(book, forms, seed) for seed in seeds]
    games = played_by(squint, [lines for lines, _ in drawn])
    compared = 0
    for seed, (lines, ours), theirs in zip(seeds, drawn, games):
        if first_difference(theirs, ours):
            return (seed, lines), compared
        compared += len(lines)
    if len(games) != len(drawn):
        raise SystemExit(f"squint answered {len(games)} of {len(drawn)} records: is it built, and does it know {book}?")
    return None, compared


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("squint")
    parser.add_argument("--book", required=True, choices=sorted(BOOKS))
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    compared = 0
    for start in range(asked.seed, asked.seed + asked.games, BATCH):
        seeds = range(start, min(start + BATCH, asked.seed + asked.games))
        found, lines = compare(asked.squint, asked.book, seeds)
        compared += lines
        if found:
            least = shortest(asked.squint, found[1])
            print(f"{asked.book}, seed {found[0]}: the engines differ after the last of these lines")
            show(least, played_differently(asked.squint, least))
            return 1
    print(f"{asked.book}: {asked.games} games from seed {asked.seed}, {compared} lines, every state equal")
    return 0


if __name__ == "__main__":
    sys.exit(main())
