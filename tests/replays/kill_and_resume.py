"""A game that is killed again and again ends as if nothing had happened: kill_and_resume.py SQUINT SOURCE [KILLS [SEED]]

SOURCE is a video or a folder of pictures. `squint referee` is killed at a random moment, resumed, killed ... until it has
come to its end; then again from the start, until there were KILLS kills (12). Each game that ended must be, byte by byte, the
undisturbed one: its record, what was seen of it, its rests (but for the milliseconds that a look took), and what was printed
between the kills must be, in its lines, what the undisturbed run printed."""
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time


def command(squint, folder, source):
    return [squint, "referee", *(["--resume"] if os.path.isdir(folder) else []), "--out", folder, source]


def content(folder, name):
    with open(f"{folder}/{name}", "rb") as f:
        return re.sub(rb'"ms":\{[^}]*\}', b"", f.read())


NOT_AGAIN = ("start", "automation", "notice", "end")  # what does not follow from what was seen: each run has its own


def stream(folder):
    """The event stream without its numbers, and without what each run tells anew; the numbers have no gaps."""
    with open(f"{folder}/stream.jsonl", encoding="utf-8") as f:
        lines = [json.loads(line) for line in f]
    assert [line["seq"] for line in lines] == list(range(1, len(lines) + 1)), folder
    kept = [line for line in lines if line["type"] not in NOT_AGAIN]
    return [{key: value for key, value in line.items() if key not in ("seq", "ms")} for line in kept]


def assert_same(folder, whole):
    assert stream(folder) == stream(whole), f"{folder}/stream.jsonl differs from {whole}/stream.jsonl"
    for name in ("game.jsonl", "looks.jsonl", "rests.jsonl"):
        assert content(folder, name) == content(whole, name), f"{folder}/{name} differs from {whole}/{name}"


def run_for(arguments, seconds):
    """Its exit status, None where it was killed, and what it printed."""
    process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        out, err = process.communicate(timeout=seconds)
        assert process.returncode in (0, 1, 3), err
        return process.returncode, out
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
        return None, process.communicate()[0]


def kill_until_it_ends(squint, source, folder, whole_s, chance, kills):
    """How many kills there were, and what was printed by all runs."""
    done, printed = 0, []
    while True:
        limit = chance.uniform(0, 1.1 * whole_s) if done < kills else None
        status, out = run_for(command(squint, folder, source), limit)
        printed.append(out.decode())
        if status is not None:
            return done, printed
        done += 1


def undisturbed(squint, source, folder):
    """How long the game took, and what was printed."""
    start = time.monotonic()
    status, out = run_for(command(squint, folder, source), None)
    assert status in (0, 3) and content(folder, "game.jsonl").count(b"\n") >= 5, status
    return time.monotonic() - start, out.decode()


def killed_again_and_again(squint, source, whole, whole_s, expected, kills, seed=1):
    """`whole`: the folder of the undisturbed game, which took so many seconds and printed what is expected."""
    chance, done, games = random.Random(seed), 0, 0
    with tempfile.TemporaryDirectory() as top:
        while done < kills:
            folder, games = f"{top}/{games}", games + 1
            killed, printed = kill_until_it_ends(squint, source, folder, whole_s, chance, kills - done)
            assert_same(folder, whole)
            told = expected.replace(whole, "GAME")  # a question's print names the folder, to be copied
            for text in printed:
                assert set(text.replace(folder, "GAME").splitlines()[:-1]) <= set(told.splitlines()), text
            assert printed[-1].splitlines()[-3:] == told.splitlines()[-3:]
            done += killed
        print(f"{done} kills in {games} games of {whole_s:.1f} s: each ended as if undisturbed")


def main(squint, source, kills=12, seed=1):
    with tempfile.TemporaryDirectory() as top:
        killed_again_and_again(squint, source, f"{top}/whole", *undisturbed(squint, source, f"{top}/whole"), kills, seed)


if __name__ == "__main__":
    main(*sys.argv[1:3], *map(int, sys.argv[3:]))
