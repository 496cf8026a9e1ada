"""A hall with a real broker on loopback: hall_test.py SQUINT HALL_TABLES SOURCE-FOLDER"""
import json
import os
import resource
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest
import warnings

import jsonschema

from hall import Broker, Hall, Program, bytes_of, digest, need_broker, wait_for

SQUINT, TABLES, SOURCE = sys.argv[1:4]
COUNT, SHOTS = 3, 12
CLOSED = ("listener {port} 127.0.0.1\nallow_anonymous false\npassword_file {folder}/club/passwords\n"
          "acl_file {folder}/club/access\npersistence false\n")

ENCRYPTED = ("listener {port} 127.0.0.1\ncertfile {folder}/broker.crt\nkeyfile {folder}/broker.key\nallow_anonymous true\n"
             "persistence false\n")


def make_certificate(folder, name):
    """Of a broker on loopback, which vouches for itself; a broker that root starts gives up its rights."""
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", f"/CN={name}",
                    "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", f"{folder}/{name}.key", "-out", f"{folder}/{name}.crt"],
                   check=True, capture_output=True, timeout=60)
    os.chmod(f"{folder}/{name}.key", 0o644)


def sign_certificate(folder, authority, name, address, days):
    """Of a broker, signed by an authority."""
    for what in (["req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=hall", "-addext",
                  f"subjectAltName=IP:{address}", "-keyout", f"{folder}/{name}.key", "-out", f"{folder}/{name}.csr"],
                 ["x509", "-req", "-in", f"{folder}/{name}.csr", "-copy_extensions", "copy", "-CA", f"{folder}/{authority}.crt", "-CAkey",
                  f"{folder}/{authority}.key", "-CAcreateserial", "-days", str(days), "-out", f"{folder}/{name}.crt"]):
        subprocess.run(["openssl", *what], check=True, capture_output=True, timeout=60)
    os.chmod(f"{folder}/{name}.key", 0o644)


def validator(name, of="hall"):
    """Of a part of a schema: the hall's payloads, unless it is another's; no name: of all of it."""
    with open(f"{SOURCE}/docs/schema/{of}.schema.json", encoding="utf-8") as f:
        whole = json.load(f)
    schema = {**whole, **whole["$defs"][name]} if name else whole
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # newer versions have another resolver, Debian's has this one
        resolver = jsonschema.RefResolver(f"file://{os.path.abspath(SOURCE)}/docs/schema/{of}.schema.json", schema)
        return jsonschema.Draft202012Validator(schema, resolver=resolver)


class Halls(unittest.TestCase):
    def setUp(self):
        self.top = tempfile.mkdtemp()
        self.broker = Broker(self.top)
        self.started = [self.broker]

    def tearDown(self):
        for program in self.started:
            program.end()
        shutil.rmtree(self.top)

    def begin(self, program):
        self.started.insert(0, program)
        return program

    def hall(self):
        hall = self.begin(Hall(SQUINT, self.top, self.broker.port))
        self.broker.wait_until_heard("club")
        return hall

    def tables(self, *more, name="tables", count=COUNT):
        log = open(f"{self.top}/{name}.log", "w", encoding="utf-8")
        return self.begin(Program(TABLES, "--publish", f"mqtt://127.0.0.1:{self.broker.port}/club", "--out", f"{self.top}/{name}",
                                  "--tables", str(count), "--shots", str(SHOTS), "--speed", "200", *more, stdout=log, stderr=log))

    def record(self, n, name="tables"):
        path = f"{self.top}/{name}/{n}/game.jsonl"
        return bytes_of(path) if os.path.exists(path) else b""

    def copies_are_equal(self, hall, count=COUNT, seconds=60):
        for n in range(1, count + 1):
            mine = self.record(n)
            self.assertGreater(mine.count(b"\n"), 8)
            wait_for(lambda n=n, mine=mine: digest(hall.record(n)) == digest(mine), seconds, f"the copy of table {n}")

    def test_copies_are_equal_and_shown(self):
        hall, tables = self.hall(), self.tables()
        self.assertEqual(tables.process.wait(60), 0)
        self.copies_are_equal(hall)
        glances = hall.glances()
        self.assertEqual(sorted(glances), ["1", "2", "3"])
        for n, glance in glances.items():
            self.assertEqual((glance["online"], glance["lines"]), ("disconnected", self.record(n).count(b"\n")))
            self.assertIn(glance["state"]["phase"], ("timed", "pot-out", "ended"))
            self.assertNotIn("ill", glance)
        self.assertEqual(hall.get("/")[0], 200)
        self.assertEqual(hall.get("/table/2/overlay")[0], 200)
        self.assertEqual(hall.get("/table/9/record")[0], 404)
        self.assertEqual(hall.get("/record")[0], 404)

    def test_what_was_missed_comes_afterwards(self):
        """The broker comes late, is killed in the middle and forgets all; the hall comes last, and is killed too."""
        self.broker.end(9)
        self.tables("--speed", "40", "--stay")
        time.sleep(0.5)
        self.broker.start()
        wait_for(lambda: self.record(1).count(b"\n") > 4, name="a table")
        self.broker.end(9)
        self.broker.start()
        hall = self.hall()
        wait_for(lambda: hall.record(1).count(b"\n") > 4, name="a copy")
        hall.end(9)
        hall.start()
        wait_for(lambda: all(b'"type":"end"' in bytes_of(f"{self.top}/tables/{n}/stream.jsonl") for n in (1, 2, 3)),
                 name="the end")
        self.copies_are_equal(hall)

    def left(self):
        """The games that tables have left with the broker."""
        done = subprocess.run(["mosquitto_sub", "-p", str(self.broker.port), "-t", "squint/1/club/+/left/+", "-v", "-W", "1"],
                              capture_output=True, text=True, timeout=20, check=False)
        return done.stdout.splitlines()

    def test_games_that_ended_while_no_hall_was_there(self):
        """They lie with the broker until a hall has them; a second game of a table takes nothing away from the first."""
        self.assertEqual(self.tables().process.wait(60), 0)
        self.assertEqual(self.tables("--first", "9", name="later", count=1).process.wait(60), 0)
        left = self.left()
        self.assertEqual(len(left), 4)
        for line in left:
            validator("left").validate(json.loads(line.split(" ", 1)[1]))
            self.assertIn('"begun":"20', line)
        hall = self.hall()
        for n, name in ((1, "later"), (2, "tables"), (3, "tables")):
            wait_for(lambda n=n, name=name: hall.record(n) == self.record(n, name), name=f"the copy of table {n}")
        first = next(game for table, game in (line.split(" ")[0].split("/")[3::2] for line in left)
                     if table == "1" and hall.get(f"/table/1/record/{game}/1")[1] == self.record(1))
        wait_for(lambda: not self.left(), name="an empty broker")
        hall.end(9)
        hall.start()
        self.assertEqual(hall.get(f"/table/1/record/{first}/1")[1], self.record(1))
        # What is left again, of another table or damaged changes nothing.
        table, payload = left[-1].split(" ", 1)
        game = table.split("/")[-1]
        lines = json.loads(payload)["lines"]
        record = next(line["record"] for line in lines if "record" in line)
        record["text"] = record["text"].replace("pairs", "singles")
        for where, message in ((f"9/left/{game}", payload), (f"{table.split('/')[3]}/left/{game}", payload), (f"1/left/{'b' * 16}", payload),
                               (f"1/left/{'a' * 16}", json.dumps({"version": 1, "game": "a" * 16, "lines": lines})),
                               (f"1/left/{'c' * 16}", json.dumps({"version": 1, "game": "c" * 16, "lines": {"a": 1}})), ("1/left/x", "{")):
            self.broker.say(f"squint/1/club/{where}", message.encode())
        time.sleep(0.5)
        self.assertEqual(hall.get(f"/table/1/record/{first}/1")[1], self.record(1))
        for other in "abc":
            self.assertNotIn(b"game", hall.get(f"/table/1/record/{other * 16}/1")[1].replace(b"no such table or game", b""))
        for n, name in ((1, "later"), (2, "tables"), (3, "tables")):
            self.assertEqual(hall.record(n), self.record(n, name))

    def test_a_game_whose_end_nobody_heard_comes_with_the_next(self):
        """The broker is not there when it ends; one that forgets what was left with it is the same."""
        hall = self.hall()
        self.broker.end(9)
        self.assertEqual(self.tables("--shots", "4", count=1).process.wait(60), 0)
        self.assertIn(b"The hall does not have all of this game.", bytes_of(f"{self.top}/tables.log"))
        first = json.loads(bytes_of(f"{self.top}/tables/1/hall.json"))
        self.assertEqual((first["hall"], first["table"], first.get("whole")), ("club", "1", None))
        self.assertNotEqual(hall.record(1), self.record(1))
        hall.end(9)
        self.broker.start()
        self.assertEqual(self.tables("--suffix", "-b", "--shots", "4", count=1).process.wait(60), 0)
        self.assertIn(b"The broker keeps it for the hall.", bytes_of(f"{self.top}/tables.log"))
        self.assertEqual(len(self.left()), 2)
        self.broker.end(9)
        self.broker.start()
        self.assertEqual(self.left(), [])
        hall.start()
        self.assertEqual(self.tables("--suffix", "-c", "--shots", "4", count=1).process.wait(60), 0)
        for suffix in ("", "-b", "-c"):
            folder = f"{self.top}/tables/1{suffix}"
            game = json.loads(bytes_of(f"{folder}/hall.json"))
            self.assertEqual(digest(hall.get(f"/table/1/record/{game['id']}/1")[1]), digest(f"{folder}/game.jsonl"), suffix)
            self.assertIs(game.get("whole"), True, suffix)
        self.assertEqual(self.left(), [])

    def undo(self, game):
        return subprocess.run([SQUINT, "undo", "--yes", game], capture_output=True, text=True, timeout=60, check=True).stderr

    def plays_another(self, suffix):
        self.assertEqual(self.tables("--suffix", suffix, "--shots", "4", count=1).process.wait(60), 0)

    def test_a_stored_game_that_is_amended_is_owed_again(self):
        hall, folder = self.hall(), f"{self.top}/tables/1-a"
        self.plays_another("-a")
        shutil.copy(f"{folder}/game.jsonl", f"{folder}/copy.jsonl")
        self.assertNotIn("hall", self.undo(f"{folder}/copy.jsonl"))
        before, game = digest(f"{folder}/game.jsonl"), json.loads(bytes_of(f"{folder}/hall.json"))
        self.assertIs(game.pop("whole"), True)
        with open(f"{folder}/hall.json", "w", encoding="utf-8") as f:  # as it was when sizes were not noted
            json.dump({**{key: value for key, value in game.items() if key != "bytes"}, "whole": True}, f)
        self.assertIn("the hall hears of it with this table's next game", self.undo(folder))
        lines = [json.loads(line) for line in bytes_of(f"{folder}/stream.jsonl").splitlines()]
        validator(None, "stream").validate(lines[-2])
        self.assertRegex(lines[-2]["text"], r"^Line \d+ is taken back: ")
        self.assertLess(lines[-2]["undoes"], lines[-2]["line"])
        self.assertEqual([line["now"] for line in lines[-2]["corrected"]], ["gone"])
        self.plays_another("-b")
        self.assertNotEqual(before, digest(f"{folder}/game.jsonl"))
        self.hall_has(hall, folder)
        self.assertEqual(self.left(), [])

    def hall_has(self, hall, folder):
        game, mine = json.loads(bytes_of(f"{folder}/hall.json")), digest(f"{folder}/game.jsonl")
        wait_for(lambda: digest(hall.get(f"/table/1/record/{game['id']}/1")[1]) == mine, name="what was amended")
        self.assertEqual((game["whole"], game["bytes"]), (True, os.path.getsize(f"{folder}/stream.jsonl")))

    def test_what_is_amended_while_it_is_owed_stays_owed(self):
        hall, folder = self.hall(), f"{self.top}/tables/1-a"
        self.plays_another("-a")
        hall.end(9)
        self.undo(folder)
        following = self.tables("--suffix", "-b", "--shots", "5", "--speed", "20", count=1)
        wait_for(lambda: self.record("1-b").count(b"\n") > 2, name="the following game")
        self.undo(folder)
        hall.start()
        self.assertEqual(following.process.wait(60), 0)
        game = json.loads(bytes_of(f"{folder}/hall.json"))
        self.assertIs(game["whole"], True)
        self.assertLess(game["bytes"], os.path.getsize(f"{folder}/stream.jsonl"))
        self.plays_another("-c")
        self.hall_has(hall, folder)

    def test_a_full_disk_loses_nothing(self):
        """The hall says it once, and has the games when there is room, though their tables have gone."""
        hall = self.begin(Hall(SQUINT, self.top, self.broker.port, restore_signals=False))
        most = os.path.getsize(f"{self.top}/hall.sqlite-wal") + 4096
        resource.prlimit(hall.process.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))
        self.assertEqual(self.tables(count=2).process.wait(60), 0)
        wait_for(lambda: b"the tables keep what is missing" in bytes_of(hall.log), name="the sentence")
        self.assertEqual(len(self.left()), 2)
        resource.prlimit(hall.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        self.copies_are_equal(hall, 2)
        wait_for(lambda: not self.left(), name="an empty broker")
        self.assertEqual(bytes_of(hall.log).count(b"the tables keep what is missing"), 1)
        self.assertEqual(bytes_of(hall.log).count(b"can be written again"), 1)

    def test_two_halls_of_one_name_hear_of_each_other(self):
        halls = []
        for name in "ab":
            os.mkdir(f"{self.top}/{name}")
            halls.append(self.begin(Hall(SQUINT, f"{self.top}/{name}", self.broker.port)))
            wait_for(lambda: b"hears its tables" in bytes_of(halls[-1].log), name="a hall")
        for hall in halls:
            wait_for(lambda hall=hall: bytes_of(hall.log).count(b'another hall "club"') == 1, name="the sentence")
        self.assertEqual(self.tables(count=1).process.wait(60), 0)
        for hall in halls:
            self.copies_are_equal(hall, 1)

    def test_what_is_asked_is_known_after_a_restart(self):
        hall, game = self.hall(), "00000000000000aa"
        lines = ['{"event":"game","rules":"etwa-2012","form":"pairs"}\n',
                 '{"event":"squidge-off","mm":{"blue":31,"green":112,"red":5,"yellow":60}}\n',
                 '{"event":"pass","t":5,"colour":"red","question":3,"held":true}\n']
        question = {"type": "question", "seq": 3, "question": 3, "text": "Does b3 lie over Y2?",
                    "readings": [{"reading": 1, "text": "It does."}, {"reading": 2, "text": "It does not."}]}
        self.broker.say("squint/1/club/1/online", json.dumps({"version": 1, "game": game, "state": "ready", "birth": 5}).encode())

        def say(seq, line, n=0):
            text = "".join(lines[:n])
            record = {"record": {"number": 1, "first": n, "text": lines[n - 1], "sha256": digest(text.encode())}} if n else {}
            self.broker.say("squint/1/club/1/line", json.dumps({"version": 1, "game": game, "seq": seq, "line": line, **record}).encode())

        say(1, {"type": "event", "event": "game", "line": 1}, 1)
        say(2, {"type": "event", "event": "squidge-off", "line": 2}, 2)
        say(3, question)
        say(4, {"type": "event", "event": "pass", "line": 3, "question": 3, "held": True}, 3)
        asks = wait_for(lambda: hall.glances().get("1", {}).get("asks"), name="the question")
        self.assertEqual((asks[0]["text"], [a["reading"] for a in asks[0]["answers"]]), (question["text"], [1, 2]))
        time.sleep(0.3)
        hall.end(9)
        hall.start()
        wait_for(lambda: hall.glances().get("1", {}).get("asks") == asks, name="the question again")
        lines.append('{"event":"amend","n":3,"with":null}\n')
        say(5, {"type": "event", "event": "amend", "line": 4, "n": 3}, 4)
        wait_for(lambda: not hall.glances()["1"]["asks"], name="the answer")

    def test_pictures_are_asked_for_and_kept_small(self):
        """A hall that asks gets one of each ruling from a table that films; what is none, too large, or of another game is passed over."""
        hall = self.begin(Hall(SQUINT, self.top, self.broker.port, "--pictures=24"))
        film = self.begin(Program(SQUINT, "referee", "--publish", f"mqtt://127.0.0.1:{self.broker.port}/club", "--table", "7", "--out", f"{self.top}/game",
                                  f"{SOURCE}/datasets/game/game.mp4", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        picture = wait_for(lambda: next((p for s, p in (hall.get(f"/table/7/picture/1/{n}") for n in range(1, 8)) if s == 200), None), 40, "a picture")
        film.end()
        self.assertTrue(picture.startswith(b"\xff\xd8\xff") and picture.endswith(b"\xff\xd9"))
        self.assertLessEqual(len(picture), 24 * 1024)
        game = hall.glances()["7"]["game"]
        for name, sent in ((f"{game}/1-90", b"GIF89a..."), (f"{game}/1-90", b""), (f"{game}/1-90", picture + b"x" * (24 << 10)), (f"{'0' * 16}/1-90", picture),
                           (f"{game}/0-90", picture), (f"{game}/1-90x", picture), (game, picture)):
            self.broker.say(f"squint/1/club/7/picture/{name}", sent)
        self.broker.say(f"squint/1/club/7/picture/{game}/1-91", picture)
        wait_for(lambda: hall.get("/table/7/picture/1/91")[1] == picture, name="the picture")
        for n in ("1/90", "0/90", "1/90x", "1", "2/91"):
            self.assertEqual(hall.get(f"/table/7/picture/{n}")[0], 404)

    def test_payloads_are_as_documented(self):
        log = open(f"{self.top}/heard", "wb")
        listener = self.begin(Program("mosquitto_sub", "-p", str(self.broker.port), "-t", "squint/#", "-v", stdout=log))
        hall, tables = self.hall(), self.tables(count=1)
        tables.process.wait(60)
        self.copies_are_equal(hall, 1)
        hall.end()
        listener.end()
        heard = {}
        for line in open(f"{self.top}/heard", encoding="utf-8"):
            topic, payload = line.rstrip("\n").split(" ", 1)
            name = "desk" if "/desk/" in topic else topic.split("/")[-1]
            if payload != "(null)":
                heard.setdefault(name, []).append(json.loads(payload))
        self.assertLessEqual({"online", "about", "state", "position", "health", "line", "have", "desk"}, set(heard))
        for name, payloads in heard.items():
            check = validator(name)
            for payload in payloads:
                errors = [f"{name}: {'/'.join(map(str, e.absolute_path))}: {e.message[:300]}" for e in check.iter_errors(payload)]
                self.assertFalse(errors)
            self.assertFalse(check.is_valid({**payloads[0], "version": 2}), name)
        begun = json.loads(bytes_of(f"{self.top}/tables/1/session.json"))["begun"]
        self.assertEqual([p["begun"] for p in heard["online"]], [begun] * len(heard["online"]))
        numbers = [p["seq"] for p in heard["line"]]
        self.assertEqual(numbers, list(range(1, len(numbers) + 1)))
        text = "".join(p["record"]["text"] for p in heard["line"] if "record" in p)
        self.assertEqual(text.encode(), self.record(1))

    def test_an_umpire_answers_from_the_hall(self):
        hall = self.hall()
        self.tables("--stay", count=1)
        wait_for(lambda: b'"type":"end"' in bytes_of(f"{self.top}/tables/1/stream.jsonl") if self.record(1) else False, name="the end")
        wait_for(lambda: hall.record(1) == self.record(1), name="the copy")
        before = self.record(1)
        wait_for(lambda: hall.glances()["1"]["lines"] == before.count(b"\n"), name="the glance")
        on = before.count(b"\n")
        word = {"word": "undo", "on": on, "id": "abcdef-123456", "do": True}
        said = {"who": "Ann \"Å\" Bee", "word": word}
        self.assertEqual(hall.post("/say/1", said)[0], 401)
        self.assertEqual(hall.post("/login", {"code": "AAAA-AAAA"})[0], 403)
        cookie = hall.post("/login", {"code": hall.code()})[2]
        self.assertEqual(hall.post("/say/1", {**said, "who": ""}, cookie)[0], 409)
        self.assertEqual(hall.post("/say/2", said, cookie)[0], 409)
        self.assertEqual(hall.post("/say/1", {"who": "Ann", "word": {**word, "on": None}}, cookie)[0], 409)
        self.assertEqual(hall.post("/say/1", {"who": "Ann", "word": {**word, "id": "two words"}}, cookie)[0], 409)
        self.assertEqual(self.record(1), before)
        listener = self.begin(Program("mosquitto_sub", "-p", str(self.broker.port), "-t", "squint/1/club/1/word", "-C", "1",
                                      stdout=open(f"{self.top}/word", "wb")))
        time.sleep(0.3)
        self.assertEqual(hall.post("/say/1", said, cookie)[0], 202)
        wait_for(lambda: self.record(1).count(b"\n") == on + 1, name="the word in the record")
        line = json.loads(self.record(1).splitlines()[-1])
        self.assertEqual((line["event"], line["who"], line["word"]), ("undo", said["who"], "abcdef-123456"))
        self.assertRegex(line["at"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        wait_for(lambda: hall.record(1) == self.record(1), name="the copy")
        # Said again, decided too early, for another game, without a name or the line it was decided on: nothing changes.
        listener.process.wait(10)
        after, message = self.record(1), json.loads(bytes_of(f"{self.top}/word"))
        validator("word").validate(message)
        for payload in (message, {**message, "word": {**word, "id": "bcdef1234567"}},
                        {**message, "game": "0" * 16, "word": {**word, "on": on + 1, "id": "cdef12345678"}},
                        {**message, "who": "", "word": {**word, "on": on + 1, "id": "def123456789"}},
                        {**message, "word": {"word": "undo", "id": "ef1234567890", "do": True}}):
            self.broker.say("squint/1/club/1/word", json.dumps(payload).encode())
        time.sleep(0.7)
        self.assertEqual(self.record(1), after)
        # A word that nobody would hear is refused: it is kept nowhere.
        self.broker.end(9)
        wait_for(lambda: b"cannot be reached" in bytes_of(hall.log), name="the sentence")
        status, answer, _ = hall.post("/say/1", {"who": "Ann", "word": {**word, "on": on + 1, "id": "fa1234567890"}}, cookie)
        self.assertEqual((status, answer["error"]), (409, "the broker is not there; go and look"))
        hall.end()
        db = sqlite3.connect(f"{self.top}/hall.sqlite")
        done = db.execute("SELECT id, who FROM words WHERE answer LIKE '%\"done\":true%'").fetchall()
        db.close()
        self.assertEqual(done, [("abcdef-123456", said["who"])])

    def test_the_access_list_lets_each_speak_for_itself_alone(self):
        made = subprocess.run([SQUINT, "hall", "--make-passwords", "2", "club"], cwd=self.top, capture_output=True, text=True,
                              timeout=60, check=True)
        self.assertIn("club/passwords", made.stdout)
        again = subprocess.run([SQUINT, "hall", "--make-passwords", "2", "club"], cwd=self.top, capture_output=True, timeout=60, check=False)
        self.assertEqual(again.returncode, 2)
        os.chmod(self.top, 0o755)  # a broker that root starts gives up its rights
        os.chmod(f"{self.top}/club", 0o755)
        guarded = self.begin(Broker(self.top, CLOSED))

        def secret(user):
            return bytes_of(f"{self.top}/club/{user}.password").decode().strip()

        listener = self.begin(Program("mosquitto_sub", "-p", str(guarded.port), "-u", "hall", "-P", secret("hall"), "-t", "squint/1/club/#",
                                      "-v", stdout=open(f"{self.top}/heard", "wb")))
        time.sleep(0.5)
        for user, topic in (("table-1", "1/line"), ("table-1", "2/line"), ("table-1", "1/have"), ("table-1", "1/word"),
                            ("table-1", "desk/online"), ("hall", "2/word"), ("hall", "2/line"), ("table-1", "1/left/a"), ("table-1", "2/left/a"),
                            ("hall", "1/left/a"), ("table-2", "2/state")):
            guarded.say(f"squint/1/club/{topic}", user.encode(), "-u", user, "-P", secret(user))
        wait_for(lambda: b"2/state" in bytes_of(f"{self.top}/heard"), name="the last message")
        listener.end()
        self.assertEqual(bytes_of(f"{self.top}/heard").decode().split("\n")[:-1],
                         ["squint/1/club/1/line table-1", "squint/1/club/2/word hall", "squint/1/club/1/left/a table-1", "squint/1/club/1/left/a hall", "squint/1/club/2/state table-2"])
        # A table that the list does not let speak is told that nobody hears it, and does not take the broker for its keeper.
        access = bytes_of(f"{self.top}/club/access")
        with open(f"{self.top}/club/access", "wb") as f:
            f.write(access.replace(b"squint/1/club/2/", b"squint/1/club/table-2/"))
        guarded.process.send_signal(signal.SIGHUP)
        self.begin(Hall(SQUINT, self.top, guarded.port, "--broker-password", f"{self.top}/club/hall.password",
                        url=f"mqtt://hall@127.0.0.1:{guarded.port}/club"))
        for n in (1, 2):
            os.link(f"{self.top}/club/table-{n}.password", f"{self.top}/club/table-{n}")
        tables = self.tables("--publish", f"mqtt://127.0.0.1:{guarded.port}/club", "--passwords", f"{self.top}/club", "--stay", count=2)
        wait_for(lambda: b"table 2: The hall does not hear this table" in bytes_of(f"{self.top}/tables.log"), 30, "the sentence")
        tables.end()
        said = bytes_of(f"{self.top}/tables.log")
        self.assertNotIn(b"table 1: The hall", said)
        self.assertIn(b"table 2: The hall does not have all of this game.", said)
        stranger = subprocess.run(["mosquitto_pub", "-p", str(guarded.port), "-t", "squint/1/club/1/line", "-m", "x"],
                                  capture_output=True, timeout=20, check=False)
        self.assertNotEqual(stranger.returncode, 0)

    def test_a_game_that_goes_on_as_another_table_is_a_new_one(self):
        """Its id belongs to the table that had it first, under which the hall would take nothing of it."""
        hall = self.hall()
        os.makedirs(f"{self.top}/tables/1")
        hall_game = {"type": "hall-name", "version": 1, "id": "a" * 16, "hall": "club", "table": "8"}
        with open(f"{self.top}/tables/1/hall.json", "w", encoding="utf-8") as f:
            json.dump(hall_game, f)
        self.broker.say("squint/1/club/8/online", json.dumps({"version": 1, "game": "a" * 16, "state": "ready", "birth": 1}).encode())
        self.broker.say("squint/1/club/8/line", json.dumps({"version": 1, "game": "a" * 16, "seq": 1, "line": {"type": "start"}}).encode())
        self.assertEqual(self.tables(count=1).process.wait(60), 0)
        self.copies_are_equal(hall, 1)
        self.assertIn(b"The hall gets this game anew, as table 1's", bytes_of(f"{self.top}/tables.log"))
        self.assertNotEqual(json.loads(bytes_of(f"{self.top}/tables/1/hall.json"))["id"], "a" * 16)

    def test_a_will_that_comes_late_does_not_stay(self):
        """The broker may publish the will of an older connection after the birth of a newer one, and would keep it."""
        self.hall()
        self.tables("--stay", count=1)
        for name in ("desk", "1"):
            topic = f"squint/1/club/{name}/online"

            def kept(topic=topic):
                done = subprocess.run(["mosquitto_sub", "-p", str(self.broker.port), "-t", topic, "-C", "1", "-W", "2"], capture_output=True,
                                      timeout=20, check=False)
                return json.loads(done.stdout) if done.stdout else {}

            there = wait_for(lambda kept=kept: kept().get("state") == "ready" and kept(), name="a birth")
            self.broker.say(topic, json.dumps({**there, "state": "lost", "birth": there["birth"] - 5}).encode(), "-r")
            wait_for(lambda kept=kept, there=there: kept() == there, name="the birth again")

    def test_what_is_no_memory_of_a_hall_is_left_alone(self):
        other = f"{self.top}/other.sqlite"
        with sqlite3.connect(other) as db:
            db.execute("CREATE TABLE mine (a)")
        db.close()
        with open(f"{self.top}/notes", "wb") as f:
            f.write(b"a file that squint did not make" * 100)
        for path in (other, f"{self.top}/notes"):
            before = digest(path)
            done = subprocess.run([SQUINT, "hall", "mqtt://127.0.0.1:1/club", "--keep", path], capture_output=True, text=True,
                                  timeout=60, check=False)
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
            self.assertIn("--keep", done.stderr)
            self.assertEqual(digest(path), before)

    def test_what_is_stale_or_foreign_changes_nothing(self):
        hall, tables = self.hall(), self.tables(count=2)
        tables.process.wait(60)
        self.copies_are_equal(hall, 2)
        before = hall.glances(), hall.record(1), hall.record(2)
        topic, mine, other = "squint/1/club/1", before[0]["1"], before[0]["2"]
        line = {"type": "notice", "version": 1, "seq": mine["seq"] + 1, "kind": "game", "text": "no"}
        record = {"number": 1, "first": mine["lines"] + 1, "text": '{"event":"undo"}\n', "sha256": "0" * 64}
        bad = [
            ("line", {"version": 1, "game": mine["game"], "seq": 3, "line": {**line, "seq": 3}}),
            ("line", {"version": 1, "game": mine["game"], "seq": mine["seq"] + 9, "line": line}),
            ("line", {"version": 1, "game": other["game"], "seq": mine["seq"] + 1, "line": line}),
            ("line", {"version": 2, "game": mine["game"], "seq": mine["seq"] + 1, "line": line}),
            ("state", {"version": 1, "game": mine["game"], "seq": 2, "line": {"phase": "ended"}}),
            ("state", {"version": 1, "game": other["game"], "seq": 999, "line": {"phase": "ended"}}),
            ("state", {"version": 1, "game": mine["game"], "seq": 999, "line": {"t": 205}}),
            ("state", {"version": 1, "game": mine["game"], "seq": 999, "line": {**line, "seq": 999}}),
            ("question", {"version": 1, "game": mine["game"], "seq": 999, "line": {"type": "state", "phase": "ended"}}),
            ("fault", {"version": 1, "game": mine["game"], "seq": 999, "line": ["camera"]}),
            ("about", {"version": 1, "game": mine["game"], "seq": 999, "event": "shot", "wink": "B1"}),
            ("online", {"version": 1, "game": mine["game"], "state": "lost", "birth": 5}),
            ("online", {"version": 1, "game": mine["game"], "state": "here", "birth": 1 << 50}),
            ("state", {"version": 1, "game": mine["game"], "seq": 999, "line": {"type": "state", "phase": 3}}),
            ("state", {"version": 1, "game": mine["game"], "seq": "999", "line": {"type": "state", "phase": "timed"}}),
            ("state", {"version": 1, "game": mine["game"], "seq": 999, "line": {"type": "state", "phase": "timed", "turn": ["blue"]}}),
            ("question", {"version": 1, "game": mine["game"], "seq": 999, "line": {"type": "question", "text": "why?", "readings": 7}}),
            ("health", {"version": 1, "game": mine["game"], "seq": "999", "t": 1}),
            ("online", {"version": 1, "game": other["game"], "state": "ready", "birth": 1 << 50}),
            ("online", {"version": 1, "game": "x", "state": "ready", "birth": 1 << 50}),
        ]
        for name, payload in bad:
            self.broker.say(f"{topic}/{name}", json.dumps(payload).encode())
        for payload in (b"", b"{", b"[1]", b"null", b"\xff\xfe", b'{"version":1}', b'{"version":1,"version":1}', b"[" * 5000):
            for name in ("line", "state", "online", "health", "about"):
                if payload or name != "state":  # an empty state: there is none any more
                    self.broker.say(f"{topic}/{name}", payload)
        self.broker.say("squint/1/club/1/line/more", b"{}")
        self.broker.say("squint/1/club/NO TABLE/online", b"{}")
        time.sleep(0.5)
        after = hall.glances(), hall.record(1), hall.record(2)
        self.assertEqual(before[1:], after[1:])
        for glance in (*before[0].values(), *after[0].values()):
            glance.pop("at")
        self.assertEqual(before[0], after[0])
        # A record that does not continue the copy: it is made anew from the table alone, which is not there.
        self.broker.say(f"{topic}/line", json.dumps({"version": 1, "game": mine["game"], "seq": mine["seq"] + 1, "line": line,
                                                     "record": record}).encode())
        wait_for(lambda: "ill" in hall.glances()["1"], name="the sentence")

    def test_a_broker_is_spoken_to_encrypted(self):
        """By its own authority's certificate all is heard; who vouches for another broker is told nothing."""
        os.chmod(self.top, 0o755)
        for name in ("broker", "other"):
            make_certificate(self.top, name)
        guarded = self.begin(Broker(self.top, ENCRYPTED))
        url = f"mqtts://127.0.0.1:{guarded.port}/club"
        hall = self.begin(Hall(SQUINT, self.top, guarded.port, "--broker-authority", f"{self.top}/broker.crt", url=url))
        deaf = f"{self.top}/deaf"
        os.mkdir(deaf)
        self.begin(Hall(SQUINT, deaf, guarded.port, "--broker-authority", f"{self.top}/other.crt", url=url))
        tables = self.tables("--publish", url, "--authority", f"{self.top}/broker.crt", count=1)
        self.assertEqual(tables.process.wait(60), 0)
        self.copies_are_equal(hall, 1)
        self.assertIn(b"its certificate is not trusted", bytes_of(f"{deaf}/hall.log"))
        self.assertNotIn(b"hears its tables", bytes_of(f"{deaf}/hall.log"))

    def test_why_a_broker_is_not_reached_is_told(self):
        """Each fault of an address, a certificate or a password has a sentence of its own; the hall goes on trying."""
        os.chmod(self.top, 0o755)
        make_certificate(self.top, "club")
        secret = f"{self.top}/hall.password"
        with open(secret, "w", encoding="utf-8") as f:
            f.write("wrong\n")
        with open(f"{self.top}/nobody", "w", encoding="utf-8"):
            pass
        os.chmod(f"{self.top}/nobody", 0o644)
        plain, authority = self.broker.port, ("--broker-authority", f"{self.top}/club.crt")
        brokers = {}
        for name, address, days in (("good", "127.0.0.1", 2), ("expired", "127.0.0.1", -1), ("elsewhere", "10.9.9.9", 2)):
            sign_certificate(self.top, "club", name, address, days)
            conf = ENCRYPTED.replace("broker.", f"{name}.").replace("allow_anonymous true", "allow_anonymous false\npassword_file {folder}/nobody")
            brokers[name] = self.begin(Broker(self.top, conf)).port
        tls, halls = "mqtts://hall@127.0.0.1:", []
        for i, (url, said) in enumerate(((f"{tls}{brokers['good']}", "no such name and password"), (f"{tls}{brokers['expired']}", "has expired"),
                                         (f"{tls}{brokers['elsewhere']}", "is for another address"), (f"{tls}{plain}", "is not encrypted"),
                                         (f"mqtt://hall@127.0.0.1:{brokers['good']}", "wants mqtts://"), ("mqtt://hall@no.invalid", "of that name"))):
            folder = f"{self.top}/{i}"
            os.mkdir(folder)
            halls.append((self.begin(Hall(SQUINT, folder, 0, "--broker-password", secret, *(authority if url.startswith("mqtts") else ()), url=f"{url}/club")), said))
        for hall, said in halls:
            wait_for(lambda hall=hall, said=said: said.encode() in bytes_of(hall.log), name=said)
            self.assertTrue(hall.runs())
        done = subprocess.run([SQUINT, "hall", "mqtts://127.0.0.1/club", "--broker-authority", secret, "--keep", f"{self.top}/none.sqlite"],
                              capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
        self.assertIn("holds no certificate", done.stderr)

    def test_a_hall_ends_though_its_broker_says_nothing(self):
        """The broker's machine takes no connection and refuses none; the system would wait for two minutes."""
        with socket.socket() as silent, socket.socket() as first, socket.socket() as second:
            silent.bind(("127.0.0.1", 0))
            silent.listen(0)
            for waits in (first, second):
                waits.setblocking(False)
                waits.connect_ex(silent.getsockname())
            hall = self.begin(Hall(SQUINT, self.top, silent.getsockname()[1]))
            wait_for(lambda: b"does not answer" in bytes_of(hall.log), name="the sentence")
            self.assertEqual(hall.end(), 0)


if __name__ == "__main__":
    need_broker()
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
