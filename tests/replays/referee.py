"""The referee over a sample game, as a user runs it: referee.py SQUINT GAME-FOLDER CASE [JUDGED]

CASE: file (the camera from its file), mat (from the mat itself), sentences (a short game, told to people), pictures (a folder of
them), bad (inputs that cannot be used), dark (a rest that cannot be judged). JUDGED: where `mat` and `sentences` leave the game's
folder, for tests that need a game that was judged."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

from compare import compare, lines

SQUINT, GAME, CASE = sys.argv[1:4]
JUDGED = sys.argv[4] if CASE in ("mat", "sentences", "dark") else None
VIDEO, CAMERA, TRUTH = (os.path.join(GAME, name) for name in ("game.mp4", "camera.json", "game.truth.jsonl"))


def run(*arguments):
    done = subprocess.run([SQUINT, *arguments], capture_output=True, text=True, errors="replace", timeout=1200)
    assert done.returncode in (0, 1, 2, 3), f"{arguments}: ended by {done.returncode}: {done.stderr}"
    return done


def referee(*arguments):
    return run("referee", *arguments)


def judged(folder, *arguments):
    """Plays the sample game; the shots are right, and nothing is told that did not happen."""
    done = referee("--json", "--out", folder, *arguments, VIDEO)
    assert done.returncode == 0, done.stderr
    record, rests = lines(f"{folder}/game.jsonl"), lines(f"{folder}/rests.jsonl")
    count, remarks, tiddlies = compare(lines(TRUTH), record, rests)
    print("\n".join(remarks), count)
    assert count["shots"] == 14
    assert count["colour"] >= 0.95 * count["shots"], count
    assert count["right"] >= 0.9 * count["shots"], count
    assert count["wrong"] == count["missed"] == count["invented"] == 0, count
    return done.stdout, record, rests, tiddlies


def unnumbered(line, *more):
    """A line without what the stream, or the record, adds to it."""
    return {key: value for key, value in line.items() if key not in ("type", "version", "seq", *more)}


def follows_the_contracts(folder, out, record, rests, tiddlies):
    """What was printed has the record's lines, each followed by its state; `squint rules` says the same. What was printed is
    in the game's stream, numbered without gaps."""
    printed = [json.loads(line) for line in out.splitlines()]
    kept = [line for line in printed if line["type"] != "heartbeat"]
    assert kept == lines(f"{folder}/stream.jsonl")
    assert [line["seq"] for line in kept] == list(range(1, len(kept) + 1))
    told = [line for line in kept if line["type"] in ("event", "state")]
    assert [unnumbered(line, "line", "text", "undoes") for line in told[::2]] == [unnumbered(line) for line in record]
    rules = run("rules", f"{folder}/game.jsonl")
    assert rules.returncode == 0, rules.stderr
    assert [unnumbered(json.loads(line)) for line in rules.stdout.splitlines()] == [unnumbered(line) for line in told[1::2]]
    assert told[-1]["tiddlies"] == kept[-1]["tiddlies"] == tiddlies and kept[-1]["type"] == "end"
    places = [unnumbered(line, "ms") for line in kept if line["type"] == "position"]
    assert places == [unnumbered(rest, "ms") for rest in rests]
    names = [[w.get("id") for w in rest["winks"]] for rest in rests]
    assert len(names) >= 24 and all(len(set(n)) == len(n) for n in names)
    times = [rest["t"] for rest in rests]
    assert times == sorted(times)
    for rest in rests[-1:]:
        assert {c: n["low"] for c, n in rest["tiddlies"].items()} == tiddlies


def with_camera_file():
    with tempfile.TemporaryDirectory() as folder:
        out = f"{folder}/out"
        follows_the_contracts(out, *judged(out, "--calibration", CAMERA, "--overlay"))
        pictures = [name for name in os.listdir(out) if name.endswith(".jpg")]
        assert len(pictures) == len(lines(f"{out}/game.jsonl")), pictures


def in_sentences():
    """A game told to people is the game told in JSON; a second one in the same folder leaves the first as it was."""
    with tempfile.TemporaryDirectory() as folder:
        out = f"{folder}/out"
        arguments = ("--calibration", CAMERA, "--out", out, VIDEO)
        assert referee("--json", *arguments).returncode == 0
        first = lines(f"{out}/game.jsonl")
        told = referee("--verbose", *arguments)
        assert told.returncode == 0 and "out~1" in told.stderr, told.stderr
        assert lines(f"{folder}/out~1/game.jsonl") == first == lines(f"{out}/game.jsonl")
        for sentence in ("Squidge-off:", "Green is nearest to the pot", "sends off G1", "Now Y1 lies over r4", "4 shots"):
            assert sentence in told.stdout, told.stdout
        latency = re.search(r"a ruling took (0\.\d\d) s of the video .*\(95 %: (\d\.\d\d) s\), "
                            r"then (\d{1,5}) ms .*\(95 %: (\d{1,5}) ms", told.stderr)
        assert latency and 0.2 < float(latency[1]) <= float(latency[2]) < 2, told.stderr
        assert 0 < int(latency[3]) <= int(latency[4]), told.stderr
        shutil.rmtree(JUDGED, ignore_errors=True)
        shutil.copytree(out, JUDGED)


def with_camera_from_the_mat():
    shutil.rmtree(JUDGED, ignore_errors=True)
    follows_the_contracts(JUDGED, *judged(JUDGED))


def pictures():
    """A folder of pictures, each a rest; one of them is none, and the exit status says so."""
    scene = os.path.join(GAME, "..", "scenes", "squidge-off_005")
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(f"{folder}/in")
        for i in (1, 2):
            shutil.copy(f"{scene}.jpg", f"{folder}/in/rest{i}.jpg")
        arguments = ("--verbose", "--calibration", f"{scene}.json", "--annotate", f"{folder}/seen.mp4", "--out", f"{folder}/out",
                     f"{folder}/in")
        done = referee(*arguments)
        assert done.returncode == 0 and "A game of pairs" in done.stdout, done
        assert re.search(r"a ruling took \d{1,5} ms of work", done.stderr), done.stderr
        assert os.path.getsize(f"{folder}/seen.mp4") > 10000
        assert len(lines(f"{folder}/out/rests.jsonl")) == 2
        with open(f"{folder}/in/rest3.jpg", "w", encoding="utf-8") as f:
            f.write("no picture")
        done = referee(*arguments)
        assert done.returncode == 1 and "rest3.jpg" in done.stderr, done


def a_dark_rest():
    """Two shots between two rests, of which one in between was dark: what may have been one shot is asked, and the game goes on."""
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(f"{folder}/in")
        for i in (12, 13, 15, 16, 17):
            shutil.copy(f"{JUDGED}/evidence/{i:06}.jpg", f"{folder}/in")
        with open(f"{folder}/in/000014.ppm", "wb") as f:
            f.write(b"P6 1920 1080 255\n" + bytes([8]) * (1920 * 1080 * 3))
        done = referee("--calibration", CAMERA, "--out", f"{folder}/out", f"{folder}/in")
        assert done.returncode == 1 and done.stdout.count("One rest before it could not be judged: was this all?") == 1, done
        told = [line for line in lines(f"{folder}/out/game.jsonl") if line["event"] == "shot"]
        assert [(line.get("unjudged", 0), line.get("held", False)) for line in told[1:]] == [(1, True)] + [(0, False)] * 2, told
        assert [look.get("unjudged", 0) for look in lines(f"{folder}/out/looks.jsonl")] == [0, 0, 1, 0, 0]
        again = run("rejudge", f"{folder}/out")
        assert "events would be the same" in again.stdout, again


def refuses(*arguments, says):
    done = referee(*arguments)
    assert done.returncode == 2, (arguments, done.returncode, done.stdout)
    assert says in done.stderr, (arguments, done.stderr)
    assert done.stderr.count("\n") <= 3, done.stderr


def bad_inputs():
    with tempfile.TemporaryDirectory() as folder:
        text, empty, half = (f"{folder}/{name}" for name in ("text.mp4", "empty.mp4", "half.mp4"))
        with open(text, "w", encoding="utf-8") as f:
            f.write("no video at all\n" * 100)
        open(empty, "wb").close()
        with open(VIDEO, "rb") as whole, open(half, "wb") as f:
            f.write(whole.read(1 << 20))
        os.mkdir(f"{folder}/nothing")
        refuses(says="give a video")
        refuses(f"{folder}/absent.mp4", says="absent.mp4")
        refuses(text, says="text.mp4")
        refuses(empty, says="empty.mp4")
        refuses(f"{folder}/nothing", says="nothing")
        refuses(VIDEO, VIDEO, says="one too many")
        refuses("--calibration", f"{folder}/absent.json", VIDEO, says="absent.json")
        refuses("--calibration", text, VIDEO, says="text.mp4")
        refuses("--out", text, VIDEO, says="text.mp4")
        refuses("--record", f"{text}/game.jsonl", VIDEO, says="text.mp4")
        refuses("--form", "four", VIDEO, says="four")
        refuses("--limit", "-3", VIDEO, says="-3")
        refuses("--rules", "etwa-1", VIDEO, says="squint rules --help lists them")
        refuses("--overlay", VIDEO, says="--out")
        refuses("--resume", VIDEO, says="--out")
        refuses("--resume", "--out", f"{folder}/none", says="no game was begun")
        refuses("--resume", "--out", f"{folder}/none", "--annotate", "x.mp4", says="--annotate")
        done = referee(half)  # the index of this file lies at its end
        assert done.returncode in (1, 2) and "half.mp4" in done.stderr, done.stderr
        assert referee("--help").returncode == 0


{"file": with_camera_file, "mat": with_camera_from_the_mat, "sentences": in_sentences, "pictures": pictures, "bad": bad_inputs,
 "dark": a_dark_rest}[CASE]()
