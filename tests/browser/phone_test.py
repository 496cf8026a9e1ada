"""A game by a phone's browser as the camera, against the same film as a file: phone_test.py SQUINT GAME - FILM_AS_CAMERA [all]

Chromium's fake camera plays a film again and again; squint sees it by the page. Where the machine does not keep up with it, the
film is played again, more slowly. With `all` it is the whole sample game; RATE=15 shows more pictures of it, KEEP=1 keeps the two games, HANGING=FILE.png what the page shows while the phone is hung."""
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile

from pages import Browser, GAME, SQUINT, lines_of, start_position, until

FILM_AS_CAMERA, WHOLE = sys.argv[4], sys.argv[5:] == ["all"]
RATE = float(os.environ.get("RATE", "10"))  # pictures a second of the film
FIRST_REST, LAST_REST, TURN = 11, 13, "green"  # of the passage
# Seconds: the film lies still before the passage until squint has seen where all lie, and after it until the end
LEAD_S, TAIL_S, STILL_S = (6, 40, 2) if WHOLE else (3.5, 15, 1.5)
SLOWER = (1, 2, 4)  # times as slowly as it was filmed
DROPPED_MAX = 0.1  # share of the pictures: with more, shots run into one another
PICTURES_TOLD = 30
# GStreamer keeps some memory of these films; the phone's game has none of it.
FILMS = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0"}
OWN = {}  # the folder of settings


def referee(folder, env, *what):
    with open(f"{folder}.told", "w", encoding="utf-8") as text:
        return subprocess.Popen([SQUINT, "referee", "--out", folder, "--evidence", "0", "-v", *what], stdout=text, stderr=subprocess.STDOUT, env={**env, **OWN})


def told(folder):
    with open(f"{folder}.told", encoding="utf-8") as f:
        return f.read()


def shots(folder):
    """What was played and what it led to, without times and measures."""
    measured = {"t", "t_rest", "seen_t", "before_t", "time", "distances", "mm", "sigma_mm", "probability", "elapsed_s", "played_at", "p", "squidge", "order", "gap_mm"}

    def plain(x):
        if isinstance(x, dict):
            return {k: plain(v) for k, v in x.items() if k not in measured}
        if isinstance(x, list):
            return [plain(v) for v in x]
        return None if isinstance(x, float) else x
    return [plain(line) for line in played(folder) if line["event"] != "game"]


def passage(folder):
    """From when to when the film is played, and what the referee is told of its beginning."""
    if WHOLE:
        return 0, 100, []
    middles = [(line["frame0"] + line["frame1"]) / 60 for line in lines_of(f"{GAME}/game.truth.jsonl") if line["type"] == "rest"]
    start_position(FIRST_REST, TURN, f"{folder}/from.json")
    return middles[FIRST_REST], middles[LAST_REST], ["--from", f"{folder}/from.json"]


def make_film(path, from_s, to_s, tail_s, slowed):
    subprocess.run([FILM_AS_CAMERA, f"{GAME}/game.mp4", path, *(str(x) for x in (RATE, from_s, to_s, LEAD_S, tail_s, slowed))], check=True, env=FILMS)


def page_of(folder, run):
    def found():
        text = told(folder)
        assert run.poll() is None, text
        return next((line.split()[-1] for line in text.splitlines() if "the phone's page" in line), None)
    return until("the phone's page", found)


def hang(page, link):
    page.open(link)
    page.touch("#begin")
    page.wait("#hang")
    page.wait("#advice", "It hangs well")
    print("hung:", page.run("return document.getElementById('checks').innerText.replace(/\\n/g, ', ')"))
    points = page.run("return document.getElementById('outline').getAttribute('points')").split()
    assert len(points) == 24, points
    if "HANGING" in os.environ:
        page.is_.save_screenshot(os.environ["HANGING"])


def answer_gaps(folder, answered):
    """What was played while pictures were missing is a question: on a machine that does much else some are. The umpire says that
    the likeliest was it; the record must then be the film's all the same."""
    for line in re.findall(r"no pictures of the .*?\n.*?squint answer \S+ (\d+) 1", told(folder), re.S):
        if line not in answered:
            answered.add(line)
            subprocess.run([SQUINT, "answer", "--yes", folder, line, "1"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def played(folder):
    """The record without the umpire's answers, which stand before the lines that they have decided."""
    path = f"{folder}/game.jsonl"
    return [line for line in lines_of(path) if line["event"] != "answer"] if os.path.exists(path) else []


def compare(film, seen):
    a, b = shots(film), shots(seen)
    for i, (one, other) in enumerate(zip(a, b)):
        other = {key: other.get(key) for key in one}  # what was asked has the other readings beside it
        assert one == other, f"line {i + 2}: {one} of the film, {other} by the phone"
    assert len(a) == len(b) and len(a) > 0, (len(a), len(b))
    print(len(a), "lines of the record are equal")


def dropped(page):
    """The share of the wanted pictures that neither phone nor network kept up with, by the page's own count; 0 before there are enough to tell."""
    sent, lost = (int(n) for n in (re.findall(r"(\d+) (?:sent|dropped)", page.find("#sent").text) or (0, 0)))
    return lost / (sent + lost) if sent + lost > PICTURES_TOLD else 0


def tell(folder):
    for which in ("film", "phone"):
        if os.path.exists(f"{folder}/{which}.told"):
            print(which + ":", told(f"{folder}/{which}"))


def attempt(folder, slowed):
    """Whether the film's record is also the phone's; false where the machine does not keep up."""
    page = run = None
    try:
        from_s, to_s, position = passage(folder)
        film, camera = f"{folder}/film.y4m", f"{folder}/camera.y4m"
        make_film(film, from_s, to_s, STILL_S, slowed)
        make_film(camera, from_s, to_s, TAIL_S, slowed)
        assert referee(f"{folder}/film", FILMS, *position, film).wait() in (0, 3), told(f"{folder}/film")
        run = referee(f"{folder}/phone", os.environ, *position, "--tls", "--serve=0", "phone")
        link = page_of(f"{folder}/phone", run)
        page = Browser(width=900, height=500, extra=("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream", f"--use-file-for-fake-video-capture={camera}"))
        hang(page, link)
        page.is_.refresh()  # the camera begins anew, and so does the film
        page.touch("#begin")
        page.touch("#play")
        page.wait("#watching")
        want = len(played(f"{folder}/film"))
        answered = set()
        until("as many lines as by the film, or a machine that does not keep up",
              lambda: answer_gaps(f"{folder}/phone", answered) or len(played(f"{folder}/phone")) >= want or dropped(page) > DROPPED_MAX,
              patience=slowed * (LEAD_S + to_s - from_s + TAIL_S))
        share = dropped(page)
        print("the page:", page.find("#sent").text, "-", len(answered), "questions for missing pictures")
        if share > DROPPED_MAX and slowed < SLOWER[-1]:
            return False
        assert not answered or share > 0, "a question, though nothing was dropped"
        run.send_signal(signal.SIGINT)
        assert run.wait() in (0, 3)
        compare(f"{folder}/film", f"{folder}/phone")
        page.assert_no_faults()
        return True
    except BaseException:
        if page:
            page.tell()
        tell(folder)
        raise
    finally:
        if page:
            page.close()
        if run and run.poll() is None:
            run.kill()
            run.wait()


top = tempfile.mkdtemp(dir=os.environ.get("ROOM"))
OWN["XDG_CONFIG_HOME"] = top
try:
    for slower in SLOWER:
        at = f"{top}/{slower}"
        os.mkdir(at)
        if attempt(at, slower):
            break
        print("played", slower, "times as slowly as it was filmed, the machine does not keep up")
    tell(at)
finally:
    if "KEEP" not in os.environ:
        shutil.rmtree(top)
