"""The umpire's words while a game is refereed: umpires_words.py SQUINT SOURCE [--words N] [--kills N] [--seed S] [--sync]

SOURCE is a video. Random words are said to the running game at random moments, several programs at once; then the same by
file, to a game that is kept: the records are the same byte by byte, so is what every listener was told, and the game replayed
from its looks. Then the referee, and whoever says a word, are killed in the middle of words: nothing is lost, nothing doubled.
--sync: the video takes its own time, as if it were played now."""
import argparse
import fcntl
import json
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time

parser = argparse.ArgumentParser()
parser.add_argument("squint")
parser.add_argument("source")
parser.add_argument("--words", type=int, default=60)
parser.add_argument("--kills", type=int, default=6)
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--sync", action="store_true")
parser.add_argument("--threads", action="store_true", help="only the running game, for the thread sanitizer")
parser.add_argument("--judged", help="the folder of a game that was judged from SOURCE; else it is judged here")
parser.add_argument("--window", type=float, default=3, help="seconds after the beginning in which the referee is killed")
OPTIONS = parser.parse_args()
SQUINT = OPTIONS.squint
COLOURS = ("blue", "green", "red", "yellow")
WINKS = [letter + number for c in COLOURS for letter, numbers in ((c[0].upper(), "12"), (c[0], "1234")) for number in numbers]


def environment(arguments):
    """What reads no video needs no slow search for GLib's leaks."""
    films = OPTIONS.source in arguments or "--resume" in arguments
    return {key: value for key, value in os.environ.items() if films or key != "ASAN_OPTIONS"}


def run(*arguments, status=None):
    done = subprocess.run([SQUINT, *arguments], env=environment(arguments), capture_output=True, text=True, errors="replace",
                          timeout=1200)
    assert status is None or done.returncode == status, f"{arguments}: {done.returncode}: {done.stdout}{done.stderr}"
    return done


def text_of(path):
    with open(path, "rb") as f:
        return f.read()


# ---- Words

def random_shot(dice):
    wink = dice.choice(WINKS)
    event = {"event": "shot", "wink": wink}
    if dice.random() < 0.3:
        event["potted"] = [wink]
    if dice.random() < 0.2:
        event["now_over"] = [[wink, dice.choice([w for w in WINKS if w != wink])]]
    return event


def random_event(dice, turn):
    return dice.choice((
        lambda: {"event": "pass"}, lambda: {"event": "foul", "rule": "10.2"}, lambda: {"event": "foul"},
        lambda: {"event": "choose", "option": "replay"}, lambda: {"event": "choose", "option": "accept", "colour": dice.choice(COLOURS)},
        lambda: {"event": "clock", "run": False, "t": 1e-3 * dice.randint(0, 100000)}, lambda: {"event": "clock", "limit_s": dice.randint(600, 3000)},
        lambda: {"event": "set", "turn": dice.choice(COLOURS)}, lambda: {"event": "nominate", "colour": dice.choice(COLOURS)},
        lambda: random_shot(dice), lambda: random_shot(dice), lambda: random_shot(dice) | ({"colour": turn} if turn else {})))()


def random_word(dice, last, turn):
    """Any word; times are said where a running game would know more of them than its record does."""
    line = dice.randint(1, max(1, last))
    word = dice.choices((
        lambda: {"word": "undo"}, lambda: {"word": "redo"}, lambda: {"word": "say", "event": random_event(dice, turn)},
        lambda: {"word": "insert", "line": line, "event": random_event(dice, turn)},
        lambda: {"word": "amend", "line": line, "remove": True},
        lambda: {"word": "amend", "line": line, "change": dice.choice(({"potted": []}, {"wink": dice.choice(WINKS)}, {"off": ["b1"]},
                                                                      {"event": "pass"}))},
        lambda: {"word": "answer", "line": line, "reading": dice.randint(1, 3)}),
        weights=(30, 10, 30, 10, 5, 10, 5))[0]()
    event = word.get("event", {})
    if word["word"] == "say" and event.get("event") == "shot":
        event["t"] = 1e-3 * dice.randint(0, 100000)
    if event.get("run") is False and not OPTIONS.sync:
        event.pop("t", None)
    return word


class Door:
    """A running game's door, knocked at until it opens."""

    def __init__(self, folder, alive=lambda: True):
        while True:
            self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            try:
                self.socket.connect(f"{folder}/door")
                break
            except OSError:
                self.socket.close()
                if not alive():
                    raise
                time.sleep(0.002)
        self.socket.settimeout(60)
        self.file = self.socket.makefile("r", encoding="utf-8")

    def say(self, word):
        self.socket.sendall((json.dumps(word) + "\n").encode())
        line = self.file.readline()
        return json.loads(line) if line.endswith("\n") else None


def command(squint, folder, *options, source=None):
    if OPTIONS.sync and source is None:
        source = f"filesrc location={OPTIONS.source} ! decodebin ! identity sync=true"
    return [squint, "referee", "--evidence", "0", "--out", folder, *options, source or OPTIONS.source]


def looks(folder):
    """How many looks a game has on the disk."""
    try:
        with open(f"{folder}/looks.jsonl", "rb") as file:
            return file.read().count(b"\n")
    except FileNotFoundError:
        return 0


class Speaker(threading.Thread):
    """Says words at random moments as long as the game runs, and keeps what was answered. rests: those of the game, over which
    the words are spread, however long it takes; 0: not known."""

    def __init__(self, folder, seed, count, pause, alive, rests=0):
        super().__init__()
        self.folder, self.count, self.pause, self.alive, self.rests = folder, count, pause, alive, rests
        self.dice = random.Random(seed)
        self.said, self.refused, self.stale, self.unanswered = [], 0, 0, None
        self.start()

    def one(self, door, last, turn):
        word = random_word(self.dice, last, turn) | {"id": f"{self.dice.getrandbits(64):016x}", "do": True}
        if self.dice.random() < 0.1:
            word["on"] = max(0, last - 1)
        self.unanswered = word
        reply = door.say(word)
        if reply is None:
            return None
        self.unanswered = None
        assert reply["done"] == reply["taken"], reply
        if reply["done"]:
            self.said.append((reply["n"], word))
        else:
            assert len(reply["why"]) > 8, reply
            self.refused += 1
            self.stale += bool(reply.get("stale"))
        return reply["n"] if reply["done"] else reply.get("on", last)  # none: it has just ended

    def run(self):
        try:
            door, last = Door(self.folder, self.alive), 1
            for i in range(self.count):
                time.sleep(self.dice.random() * 2 * self.pause)
                while looks(self.folder) * self.count < i * self.rests and self.alive():
                    time.sleep(0.02)
                last = self.one(door, last, self.dice.choice(COLOURS))
                if last is None:
                    return
        except OSError:
            pass


# ---- The same on every listener

def rests_of(source):
    """Of a folder's pictures each one; of the video those that were judged before."""
    if OPTIONS.sync or OPTIONS.threads:
        return 0
    return len(os.listdir(source)) if source else looks(OPTIONS.judged) if OPTIONS.judged else 0


def referee_with_words(folder, count, *options, source=None):
    """Refereed while words are said; the standard output, and all words that were carried out."""
    began = time.time()
    # For about as long as the game runs, so that words come at all of its moments: checked threads are slow.
    video_s = 27 if OPTIONS.sync else 20 if OPTIONS.threads else 1 if source else 2
    with open(f"{folder}.err", "w", encoding="utf-8") as err:
        what = command(SQUINT, folder, *options, source=source)
        referee = subprocess.Popen(what, env=environment(what), stdout=subprocess.PIPE, stderr=err, text=True)
        speakers = [Speaker(folder, OPTIONS.seed * 100 + i, count // 4, 4 * video_s / count, lambda: referee.poll() is None,
                            rests_of(source)) for i in range(4)]
        out = referee.communicate(timeout=1200)[0]
    for s in speakers:
        s.join()
    assert referee.returncode in (0, 1, 3), text_of(f"{folder}.err")
    assert not os.path.exists(f"{folder}/door")
    said = sorted((pair for s in speakers for pair in s.said), key=lambda pair: pair[0])
    print(f"{len(said)} words carried out, {sum(s.refused for s in speakers)} refused ({sum(s.stale for s in speakers)} came too "
          f"late), in {time.time() - began:.0f} s")
    # A few pictures are judged before many words can be said: there the threads count, not the words.
    assert len(said) > (0 if OPTIONS.threads else count / 20), text_of(f"{folder}.err")
    return out, said


def by_file(live, kept, said):
    """The same game, kept: the referee's lines as they came, each word said to the record."""
    os.mkdir(kept)
    record, words = text_of(f"{live}/game.jsonl").splitlines(keepends=True), dict(said)
    looks = text_of(f"{live}/looks.jsonl").splitlines(keepends=True)
    open(f"{kept}/game.jsonl", "wb").close()
    for n, line in enumerate(record, 1):
        if n not in words or b'"event":"answer"' in line:
            with open(f"{kept}/game.jsonl", "ab") as f:
                f.write(line)
            continue
        with open(f"{kept}/looks.jsonl", "wb") as f:
            f.writelines(looks[:json.loads(line)["looks"]])
        word = words[n]
        arguments = {"say": lambda w: [json.dumps(w["event"])], "insert": lambda w: [str(w["line"]), json.dumps(w["event"])],
                     "amend": lambda w: [str(w["line"]), json.dumps(w["change"]) if "change" in w else "remove"],
                     "answer": lambda w: [str(w["line"]), str(w["reading"])]}.get(word["word"], lambda w: [])(word)
        done = run(word["word"], "--yes", "--id", word["id"], kept, *arguments, status=0)
        assert done.stdout.splitlines()[0] == f"Done: it is line {n} of the record.", done.stdout  # what can be said next may follow
    for mine, theirs in zip(text_of(f"{kept}/game.jsonl").splitlines(), record):
        assert mine == theirs.rstrip(b"\n"), (mine, theirs)
    assert text_of(f"{kept}/game.jsonl") == text_of(f"{live}/game.jsonl")


def states(folder):
    return run("rules", f"{folder}/game.jsonl").stdout.splitlines()


def all_listeners_hear_the_same(top):
    live, kept = f"{top}/live", f"{top}/kept"
    out, said = referee_with_words(live, OPTIONS.words, "--json")
    record = text_of(f"{live}/game.jsonl").decode().splitlines()
    told = [json.loads(line) for line in out.splitlines()]
    events = [line for line in told if line["type"] == "event"]
    after = [line for line in told if line["type"] == "state"]
    assert len(events) == len(record) and [e["line"] for e in events] == [a["n"] for a in after] == list(range(1, len(record) + 1))
    for line, event in zip(map(json.loads, record), events):
        assert {k: event[k] for k in line} == line, (line, event)
        assert ("corrected" in event) == (event["event"] in ("undo", "amend")), event
    for mine, theirs in zip(after, map(json.loads, states(live))):
        assert {k: mine[k] for k in theirs} == theirs, (mine, theirs)
    for n, word in said:
        assert json.loads(record[n - 1])["word"] == word["id"]
    by_file(live, kept, said)
    assert states(kept) == states(live)
    if OPTIONS.sync:
        return
    goes_on = f"{top}/again"
    shutil.copytree(live, goes_on)
    done = run("referee", "--resume", "--evidence", "0", "--out", goes_on)
    assert done.returncode in (0, 3), done.stderr[-2000:]  # 3: with questions open
    assert text_of(f"{goes_on}/game.jsonl") == text_of(f"{live}/game.jsonl")
    assert text_of(f"{goes_on}/looks.jsonl") == text_of(f"{live}/looks.jsonl")
    done = run("rejudge", live)
    assert done.returncode in (0, 3) and "events would be the same" in done.stdout, done.stdout


def the_screen_counts_with_the_record(top, source):
    out, said = referee_with_words(f"{top}/screen", OPTIONS.words, source=None if OPTIONS.sync else source)
    numbers = [int(n) for n in re.findall(r"^ *(\d+)  \[", out, re.M)]
    assert numbers == list(range(1, len(text_of(f"{top}/screen/game.jsonl").splitlines()) + 1))
    assert len(re.findall(r"^ *\d+  \[.*\]  +The umpire: ", out, re.M)) == len(said)


# ---- Killed in the middle of a word

def check_words(folder, acknowledged, unanswered):
    """Each word that was acknowledged is there once, in its line; each other one at most once. Words that tell of many shots
    which the mat does not show may make the referee see another game begin: it has a record of its own."""
    ids, places = [], {}
    for name in sorted(n for n in os.listdir(folder) if re.fullmatch(r"game(-\d+)?\.jsonl", n)):
        record = text_of(f"{folder}/{name}")
        for n, line in enumerate(record[:record.rfind(b"\n") + 1].decode().splitlines(), 1):
            word = json.loads(line).get("word")
            ids += [word] if word else []
            places[word] = n
    for n, word in acknowledged:
        assert ids.count(word["id"]) == 1 and places[word["id"]] == n, (n, word)
    assert len(set(ids)) == len(ids)
    assert set(ids) <= {word["id"] for _, word in acknowledged} | {w["id"] for w in unanswered}
    return ids


def kill_the_referee(top, i, source):
    dice, folder = random.Random(OPTIONS.seed * 1000 + i), f"{top}/killed{i}"
    what = command(SQUINT, folder, source=source)
    referee = subprocess.Popen(what, env=environment(what), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    speaker = Speaker(folder, i, 100000, 0.0005, lambda: referee.poll() is None)
    while not os.path.exists(f"{folder}/door") and referee.poll() is None:
        time.sleep(0.001)
    time.sleep(dice.random() * OPTIONS.window)
    referee.send_signal(signal.SIGKILL)
    referee.wait()
    speaker.join()
    unanswered = [speaker.unanswered] if speaker.unanswered else []
    if not os.path.exists(f"{folder}/game.jsonl"):
        shutil.rmtree(folder)
        return 0, 0
    ids = check_words(folder, speaker.said, unanswered)
    for word in unanswered:  # said again, as one does who got no answer; it may be refused now
        was = ids.count(word["id"])
        if word["word"] in ("undo", "redo"):
            run(word["word"], "--yes", "--id", word["id"], folder)
            done = run(word["word"], "--yes", "--id", word["id"], folder)
            there = check_words(folder, speaker.said, unanswered).count(word["id"])
            assert there == (1 if was else there) and (there == 0 or "Done before" in done.stdout), (was, done)
    if i % 10 == 0:
        run("referee", "--resume", "--evidence", "0", "--out", folder)
        check_words(folder, speaker.said, unanswered)
        record = text_of(f"{folder}/game.jsonl")
        run("referee", "--resume", "--evidence", "0", "--out", folder)
        assert text_of(f"{folder}/game.jsonl") == record
    shutil.rmtree(folder)
    return 1, len(speaker.said)


def kill_who_says(top, i, whole):
    """A word on a kept game, killed and said again until it is done: it is there once."""
    dice, folder = random.Random(OPTIONS.seed * 2000 + i), f"{top}/said{i}"
    shutil.copytree(whole, folder)
    word = ["say", "--yes", "--id", f"{dice.getrandbits(64):016x}", folder, "set", f"turn={dice.choice(COLOURS)}"]
    kills = 0
    for _ in range(3):
        says = subprocess.Popen([SQUINT, *word], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(dice.random() * 0.02)
        says.kill()
        kills += says.wait() == -signal.SIGKILL
    run(*word, status=0)
    assert "Done before" in run(*word, status=0).stdout
    before, after = text_of(f"{whole}/game.jsonl"), text_of(f"{folder}/game.jsonl")
    assert after.startswith(before) and after[len(before):].count(b"\n") == 1, after[len(before):]
    shutil.rmtree(folder)
    return kills


def killed_in_the_middle(top, source, whole):
    killed = words = kills = 0
    for i in range(OPTIONS.kills):
        was, said = kill_the_referee(top, i, source)
        killed, words, kills = killed + was, words + said, kills + kill_who_says(top, i, whole)
    print(f"the referee killed {killed} times with {words} words carried out, who says a word {kills} times: nothing lost, nothing doubled")


# ---- Two writers

def two_writers(top, source, whole):
    folder = f"{top}/two"
    shutil.copytree(whole, folder)
    lines = text_of(f"{whole}/game.jsonl").count(b"\n")
    many = [subprocess.Popen([SQUINT, "say", "--yes", folder, "set", f"turn={COLOURS[i % 4]}"], stdout=subprocess.PIPE, text=True)
            for i in range(12)]
    told = sorted(int(re.findall(r"line (\d+)", p.communicate(timeout=60)[0])[0]) for p in many)
    assert told == list(range(lines + 1, lines + 13)), told
    lock = os.open(folder, os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_EX)
    for arguments in (("say", "--yes", folder, "blue", "passes"), ("referee", "--resume", "--out", folder)):
        done = run(*arguments, status=2)
        assert "umpires_words.py" in done.stderr and f"(process {os.getpid()}) is at work on this game" in done.stderr, done.stderr
        assert done.stderr.count("\n") == 1, done.stderr
    os.close(lock)
    late = run("say", "--yes", "--on", str(lines), folder, "pass", status=1)
    assert f"ended with line {lines} when this was decided, now with line {lines + 12}" in late.stderr, late.stderr


def main():
    with tempfile.TemporaryDirectory() as top:
        if OPTIONS.threads:
            referee_with_words(f"{top}/live", OPTIONS.words, "--json")
            return
        all_listeners_hear_the_same(top)
        whole, source = f"{top}/whole", f"{top}/rests"
        if OPTIONS.judged:
            shutil.copytree(OPTIONS.judged, whole)
        else:
            run("referee", "--out", whole, OPTIONS.source, status=0)
        os.mkdir(source)  # the pictures of its first rests: a quicker source
        rests = sorted(name for name in os.listdir(f"{whole}/evidence") if name.endswith(".jpg") and "-" not in name)
        for name in rests[:8]:
            shutil.copy(f"{whole}/evidence/{name}", source)
        the_screen_counts_with_the_record(top, source)
        two_writers(top, source, whole)
        killed_in_the_middle(top, source, whole)


main()
