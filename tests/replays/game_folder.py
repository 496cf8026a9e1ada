"""A game's folder as a user meets it: game_folder.py SQUINT GAME

GAME: the folder of a game that was judged from a video. The pictures of its rests that the evidence holds are a source of
their own, quicker than the video; a few of them, for a game that is killed, stopped, meets a full disk."""
import csv
import fcntl
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile

import kill_and_resume
from compare import lines

SQUINT, GAME = sys.argv[1:3]
FEW = (0, 4, *range(8, 14))  # rests: all behind their baselines, squidged off, and some shots


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


def few_of(source, to):
    os.mkdir(to)
    names = sorted(os.listdir(source))
    for rest in FEW:
        shutil.copy(f"{source}/{names[rest]}", to)
    return to


def shows(game, line):
    done = run("show", game, str(line))
    assert "g2 over b4: overlap" in done.stdout and "7.1" in done.stdout, done.stdout
    with open(f"{game}/card-{line}.png", "rb") as f:
        assert f.read(8) == b"\x89PNG\r\n\x1a\n"
    with open(f"{game}/card-{line}.html", encoding="utf-8") as f:
        page = f.read()
    assert page.count("data:image/jpeg;base64,") == 1 + 2 + 6 and "±" in page
    for row in (rf'<span>{line}  \[0:57.8\]</span> Green plays g2', "<span></span> g2 over b4: overlap", "<span>7.1</span> Red"):
        assert re.search(f'<p class="words">{row}', page), page[:4000]
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
    before = kill_and_resume.content(game, "game.jsonl")
    assert "squint 77.0 wrote this game" in run("referee", "--resume", "--out", game, status=2).stderr
    assert kill_and_resume.content(game, "game.jsonl") == before


def a_folder_that_cannot_be_used_is_left_alone(source, game):
    before = kill_and_resume.content(game, "game.jsonl")
    lock = os.open(game, os.O_RDONLY)  # as another squint holds it
    fcntl.flock(lock, fcntl.LOCK_EX)
    for arguments in (("--resume",), (source,)):
        done = run("referee", "--out", game, *arguments, status=2)
        assert done.stderr.count("\n") == 1 and f"(process {os.getpid()}) is at work on this game" in done.stderr, done.stderr
    os.close(lock)
    assert kill_and_resume.content(game, "game.jsonl") == before
    for nowhere in ("/proc/nowhere", "/dev/null/nowhere", f"{game}/game.jsonl"):
        done = run("referee", "--out", nowhere, source, status=2)
        assert done.stderr.count("\n") == 1 and nowhere in done.stderr, done.stderr


def ctrl_c_stops_a_game_that_goes_on(source, whole, folder):
    started = subprocess.Popen([SQUINT, "referee", "--out", folder, "--overlay", source], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               text=True)
    first = started.stdout.readline()
    started.send_signal(signal.SIGINT)
    out, err = started.communicate(timeout=1200)
    assert started.returncode == 1 and "Stopped here" in first + out, (started.returncode, out)
    assert f"squint referee --resume --out {folder} goes on" in err, err
    told = run("referee", "--resume", "--out", folder, "--rules", "parker", "--mirror").stderr
    assert "without effect, because the game goes on as it began: --rules, --mirror" in told, told
    kill_and_resume.assert_same(folder, whole)
    lines = kill_and_resume.content(folder, "game.jsonl").count(b"\n")
    assert os.path.exists(f"{folder}/{lines:04}.jpg"), "the game that goes on gives its rulings no pictures"


def a_full_disk(source, whole, folder):
    def little_room():
        resource.setrlimit(resource.RLIMIT_FSIZE, (60000, resource.RLIM_INFINITY))

    done = run("referee", "--out", folder, "--evidence", "0", "--overlay", source, status=2, preexec_fn=little_room,
               restore_signals=False)
    assert done.stderr.count("the game goes on in memory") == 1, done.stderr
    # Pictures of rulings, which are larger, end no game either.
    assert done.stderr.count("0001.jpg: cannot be written") == 1, done.stderr
    last = len(lines(f"{whole}/game.jsonl"))
    assert re.search(rf"^ *{last} +\[", done.stdout, re.M), done.stdout
    assert "The pictures end" not in done.stdout  # it could not be kept
    assert re.search(r"The end, of which not all is kept: \d+ shots", done.stdout), done.stdout
    assert f"make room; then squint referee --resume --out {folder} writes the rest" in done.stderr, done.stderr
    # What is there goes on when there is room.
    run("referee", "--resume", "--out", folder)
    kill_and_resume.assert_same(folder, whole)


def lists(top, game):
    """The index follows the folders, whatever becomes of it."""
    folder = f"{top}/games"
    os.mkdir(folder)
    assert "no games" in run("games", folder).stdout
    for name in ("monday", "tuesday"):
        shutil.copytree(game, f"{folder}/{name}")
    with open(f"{folder}/tuesday/game.jsonl", "a", encoding="utf-8") as f:
        f.write('{"event":"disrupt","by":"green"}\n')

    def listed():
        return {row["name"]: row for row in map(json.loads, run("games", "--json", folder).stdout.splitlines())}

    first = listed()
    assert set(first) == {"monday", "tuesday"}, first
    assert first["monday"]["phase"] == "timed" and first["monday"]["shots"] == 14, first
    assert first["tuesday"]["phase"] == "ended" and first["tuesday"]["blue_red"] == "7", first
    assert "score blue-red 7" in run("games", folder).stdout
    with open(f"{folder}/.games.sqlite", "wb") as f:
        f.write(b"no index at all" * 100)
    assert listed() == first
    os.remove(f"{folder}/.games.sqlite")
    assert listed() == first
    # A question that is left open stands in the stream, while the record is as it was.
    with open(f"{folder}/monday/stream.jsonl", "a", encoding="utf-8") as f:
        f.write('{"type":"question","question":99,"t":1,"text":"Which?"}\n{"type":"passed-over","question":99,"t":2,"text":"Which?"}\n')
    assert listed()["monday"]["questions"] == first["monday"]["questions"] + 1
    os.rename(f"{folder}/tuesday", f"{folder}/wednesday")
    with open(f"{folder}/monday/game.jsonl", "a", encoding="utf-8") as f:
        f.write('{"event":"disrupt","by":"red"}\n')
    later = listed()
    assert set(later) == {"monday", "wednesday"} and later["monday"]["green_yellow"] == "7", later
    run("games", f"{folder}/none", status=2)


def rejudges(top, game):
    assert "all 16 events would be the same" in run("rejudge", game).stdout
    other = f"{top}/changed"
    shutil.copytree(game, other)
    with open(f"{other}/game.jsonl", encoding="utf-8") as f:
        record = f.read()
    assert record.count('"potted":["') == 1
    with open(f"{other}/game.jsonl", "w", encoding="utf-8") as f:
        f.write(record.replace('"potted":["B2"]', '"potted":[]'))
    done = run("rejudge", other, status=1)
    assert "1 event would differ of 16" in done.stdout, done.stdout
    assert done.stdout.count(" was ") == 1 and "pots B2" in done.stdout, done.stdout
    # An umpire's amend is kept, and is no difference.
    with open(f"{game}/game.jsonl", encoding="utf-8") as f:
        record = f.read()
    with open(f"{other}/game.jsonl", "w", encoding="utf-8") as f:
        f.write(record + '{"event":"amend","n":16,"with":null}\n')
    done = run("rejudge", other)
    ends = [line.split("tiddlies")[1] for line in done.stdout.splitlines()[1:]]
    assert len(ends) == 2 and ends[0] == ends[1], done.stdout


def reads_what_editors_write(top, game):
    """Blank lines, a last line without its end, and what editors of other systems add, change nothing."""
    other = f"{top}/edited"
    shutil.copytree(game, other)
    with open(f"{game}/game.jsonl", encoding="utf-8") as f:
        record = f.read() + '{"event":"undo"}\n'

    def rejudged(text):
        with open(f"{other}/game.jsonl", "w", encoding="utf-8", newline="") as f:
            f.write(text)
        return run("rejudge", other).stdout

    right, at = rejudged(record), record.index("\n", 2000) + 1
    assert right.count("tiddlies") == 2, right
    for text in (record[:at] + "\n" + record[at:], record.rstrip("\n"), record.replace("\n", "\r\n"), "\ufeff" + record):
        assert rejudged(text) == right, text


def goes_on_after_another_editor(whole, folder):
    shutil.copytree(whole, folder)
    with open(f"{whole}/game.jsonl", encoding="utf-8") as f:
        record = f.read()
    with open(f"{folder}/game.jsonl", "w", encoding="utf-8-sig", newline="\r\n") as f:
        f.write(record)
    run("referee", "--resume", "--out", folder)


def exports_a_page(top, game):
    run("export", "--pdf", "--out", f"{top}/sheet.pdf", game)
    with open(f"{top}/sheet.pdf", "rb") as f:
        page = f.read()
    assert page.startswith(b"%PDF-1.") and page.rstrip().endswith(b"%%EOF"), page[:20]
    assert len(re.findall(rb"/Type /Page\b(?!s)", page)) == 1 and b"/Title (game)" in page
    for form in ("--pdf", "--csv"):
        little = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, resource.RLIM_INFINITY)),
                  "restore_signals": False}
        done = run("export", form, "--out", f"{top}/full.out", game, status=2, **little)
        assert done.stderr.count("\n") == 1 and "cannot be written" in done.stderr, done.stderr


def exports(top, game):
    table = list(csv.DictReader(run("export", "--csv", game).stdout.splitlines()))
    assert len(table) == 16 and sum(row["event"] == "shot" for row in table) == 14
    assert table[8]["wink"] == "B2" and table[8]["potted"] == "B2" and "12.1" in table[8]["rules"], table[8]
    assert "pots B2" in table[8]["words"]
    whole = json.loads(run("export", "--json", game).stdout)["lines"]
    states = [json.loads(line) for line in run("rules", f"{game}/game.jsonl").stdout.splitlines()]
    assert [line["state"] for line in whole] == states
    run("export", "--html", "--out", f"{top}/sheet.html", game)
    with open(f"{top}/sheet.html", encoding="utf-8") as f:
        page = f.read()
    assert "<td>4</td><td>4</td><td>3</td><td>2</td>" in page and "G2 lies over R2" in page, page
    run("export", game, status=2)
    run("export", "--csv", "--out", f"{top}/no/such/folder.csv", game)
    assert os.path.getsize(f"{top}/no/such/folder.csv") > 1000
    run("export", "--csv", "--out", f"{top}/sheet.html/folder.csv", game, status=2)


def main():
    with tempfile.TemporaryDirectory() as top:
        game, again, whole = (f"{top}/{name}" for name in ("game", "again", "whole"))
        shutil.copytree(GAME, game)
        shows(game, 15)
        lists(top, game)
        rejudges(top, game)
        reads_what_editors_write(top, game)
        exports(top, game)
        exports_a_page(top, game)
        source = pictures_of_rests(game, f"{top}/rests")
        without_evidence(game)
        a_folder_that_cannot_be_used_is_left_alone(source, game)
        a_newer_game_is_left_alone(game)
        run("referee", "--out", again, source)
        assert len(lines(f"{again}/game.jsonl")) >= 14
        few = few_of(source, f"{top}/few")
        time_and_print = kill_and_resume.undisturbed(SQUINT, few, whole)
        ctrl_c_stops_a_game_that_goes_on(few, whole, f"{top}/stopped")
        goes_on_after_another_editor(whole, f"{top}/goes-on")
        a_full_disk(few, whole, f"{top}/full")
        kill_and_resume.killed_again_and_again(SQUINT, few, whole, *time_and_print, 12)


main()
