"""A game's folder as a user meets it: game_folder.py SQUINT VIDEO

The video is judged once; the pictures of its rests that the evidence holds are then a source of their own, quicker than the
video, for a game that is killed, meets a full disk, loses its evidence."""
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile

import kill
from compare import lines

SQUINT, VIDEO = sys.argv[1:3]


def run(*arguments, status=0, **how):
    done = subprocess.run([SQUINT, *arguments], capture_output=True, text=True, errors="replace", timeout=1200, **how)
    assert done.returncode == status, f"{arguments}: {done.returncode}: {done.stderr}"
    return done


def pictures_of_rests(folder, to):
    os.mkdir(to)
    for name in os.listdir(f"{folder}/evidence"):
        if name.endswith(".jpg") and "-" not in name:
            shutil.copy(f"{folder}/evidence/{name}", to)
    assert len(os.listdir(to)) >= 24
    return to


def shows(game, line):
    done = run("show", game, str(line))
    assert "g2 over b4: overlap" in done.stdout and "7.1" in done.stdout, done.stdout
    with open(f"{game}/card-{line}.png", "rb") as f:
        assert f.read(8) == b"\x89PNG\r\n\x1a\n"
    with open(f"{game}/card-{line}.html", encoding="utf-8") as f:
        page = f.read()
    assert page.count("data:image/jpeg;base64,") == 2 + 2 + 6 and "±" in page
    assert "no line 99" in run("show", game, "99", status=2).stderr
    run("show", f"{game}/none", "1", status=2)


def without_evidence(game):
    shutil.rmtree(f"{game}/evidence")
    done = run("show", game, "15", "--out", f"{game}/bare.html", status=1)
    assert "g2 over b4" in done.stdout and "missing" in done.stderr
    with open(f"{game}/bare.html", encoding="utf-8") as f:
        assert "no picture of this rest" in f.read()


def a_newer_game_is_left_alone(game):
    with open(f"{game}/session.json", encoding="utf-8") as f:
        note = json.load(f)
    with open(f"{game}/session.json", "w", encoding="utf-8") as f:
        json.dump(note | {"format": 99, "squint": "77.0"}, f)
    before = kill.content(game, "game.jsonl")
    assert "squint 77.0 wrote this game" in run("referee", "--resume", "--out", game, status=2).stderr
    assert kill.content(game, "game.jsonl") == before


def a_full_disk(source, whole, folder):
    def little_room():
        resource.setrlimit(resource.RLIMIT_FSIZE, (60000, resource.RLIM_INFINITY))

    done = run("referee", "--out", folder, "--evidence", "0", source, status=2, preexec_fn=little_room, restore_signals=False)
    assert done.stderr.count("the game goes on in memory") == 1, done.stderr
    assert "The pictures end" not in done.stdout  # it could not be kept
    # What is there goes on when there is room.
    run("referee", "--resume", "--out", folder)
    kill.assert_same(folder, whole)


def main():
    with tempfile.TemporaryDirectory() as top:
        game, whole = f"{top}/game", f"{top}/whole"
        run("referee", "--out", game, VIDEO)
        shows(game, 15)
        source = pictures_of_rests(game, f"{top}/rests")
        without_evidence(game)
        a_newer_game_is_left_alone(game)
        run("referee", "--out", whole, source)
        assert len(lines(f"{whole}/game.jsonl")) >= 14
        a_full_disk(source, whole, f"{top}/full")
        kill.main(SQUINT, source, 12)


main()
