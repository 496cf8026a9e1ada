"""The results of a hall, kept in SQLite and in PostgreSQL: results_test.py SQUINT SOURCE-FOLDER [Case.test]

Games are scripts of the rule books, told as a table tells them: a record in one message."""
import csv
import fcntl
import hashlib
import io
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import unittest

import jsonschema

from hall import SKIPPED, Broker, Database, Hall, bytes_of, need_broker, postgres, wait_for

SQUINT, SOURCE = sys.argv[1:3]
RULES = f"{SOURCE}/tests/rules"
TWO_FIVE = f"{RULES}/etwa-2012/19.2-four-two-one.jsonl"
FIVE_AND_A_HALF = f"{RULES}/etwa-2012/19.2-second-and-third-equal.jsonl"
HALF = f"{RULES}/etwa-2012/19.2-the-last-two-equal.jsonl"
CROKINOLE = f"{RULES}/crokinole/2b-four-rounds.jsonl"
WON = f"{RULES}/clubs/four-lines-to-25.jsonl"
PLAYERS = 'player,club\r\nAnn,Cambridge\r\n"Bee, the younger",London\r\nCy,\r\nDi,Cambridge\r\nEd,London\r\n'
ROUNDS = ("table;round;blue;red;green;yellow\n1;1;Ann;Cy;Di;Ed\nTable 2;1;Ann;;Bee, the younger;\n3;1;Di;Di;Ed;Ed\n\n"
          "1;2;Ann;Di;Cy;Ed\n4;final;Ann;;Ed;\n")


def record(path, about=None, lines=None):
    """A script's lines; with who plays in its first one."""
    with open(path, encoding="utf-8") as f:
        all_lines = f.read().splitlines()[:lines]
    first = json.loads(all_lines[0])
    if about:
        first["about"] = about
    return "\n".join([json.dumps(first), *all_lines[1:]]) + "\n"


class Results(unittest.TestCase):
    def setUp(self):
        self.top = tempfile.mkdtemp()
        self.started = []
        self.broker = self.begin(Broker(self.top))
        self.games = 0

    def tearDown(self):
        for program in self.started:
            program.end()
        shutil.rmtree(self.top)

    def begin(self, program):
        self.started.insert(0, program)
        return program

    def file(self, name, text):
        path = f"{self.top}/{name}"
        with open(path, "w", encoding="utf-8", newline="") as f:
            f.write(text)
        return path

    def say(self, table, what, hall="club", **payload):
        self.broker.say(f"squint/1/{hall}/{table}/{what}", json.dumps({"version": 1, **payload}).encode())

    def tell_game(self, table, text, hall="club"):
        """A table plays a whole game. Gives its id."""
        self.broker.wait_until_heard(hall)
        self.games += 1
        game, lines = f"{self.games:016x}", text.encode()
        self.say(table, "online", hall, game=game, state="ready", birth=self.games)
        self.say(table, "line", hall, game=game, seq=1, line={"type": "event", "event": "game", "line": 1, "seq": 1},
                 record={"number": 1, "first": 1, "text": text, "sha256": hashlib.sha256(lines).hexdigest()})
        return game

    def command(self, *arguments, status=0):
        done = subprocess.run([SQUINT, "standings", *arguments], capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stdout if status in (0, 3) else done.stderr

    def results(self, hall):
        found = json.loads(hall.get("/results/json")[1])
        with open(f"{SOURCE}/docs/schema/results.schema.json", encoding="utf-8") as f:
            jsonschema.Draft202012Validator(json.load(f)).validate(found)
        return found

    def wait_counted(self, hall, n):
        wait_for(lambda: json.loads(hall.get("/results/json")[1])["counted"] == n, name=f"{n} games that count")
        return self.results(hall)

    def play_rounds(self, keep):
        hall = self.begin(Hall(SQUINT, self.top, self.broker.port, "--players", self.file("players.csv", PLAYERS), "--rounds",
                               self.file("rounds.csv", ROUNDS), keep=keep))
        self.tell_game("table-1", record(TWO_FIVE, {"round": "1"}))
        # Whoever has which colour: the record says so, and names who plays alone once.
        self.tell_game("7", record(FIVE_AND_A_HALF, {"players": {"blue": "Bee, the younger", "green": "Ann"}}))
        self.tell_game("3", record(HALF))  # tells nothing: it is the first at its table
        self.tell_game("1", record(TWO_FIVE, {"round": "2"}, lines=2))  # is being played
        self.stranger = self.tell_game("5", record(HALF, {"players": {"blue": "Fay", "red": "Fay", "green": "Gus", "yellow": "Gus"}}))
        return hall

    def standings_are_right(self, results):
        table = {p["player"]: (p["place"], p["games"], p["won"], p["lost"], p["points"], p["against"]) for p in results["standings"]}
        self.assertEqual(table, {"Ed": (1, 2, 2, 0, 9.5, 4.5), "Di": (2, 2, 1, 1, 7.5, 6.5), "Bee, the younger": (3, 1, 1, 0, 5.5, 1.5),
                                 "Ann": (4, 2, 0, 2, 3.5, 10.5), "Cy": (5, 1, 0, 1, 2, 5)})
        self.assertEqual([(g["round"], g["table"], g["is"], g["counts"]) for g in results["games"]],
                         [("1", "1", "ended", True), ("1", "Table 2", "ended", True), ("1", "3", "ended", True), ("2", "1", "playing", False),
                          ("final", "4", "none", False), ("", "5", "ended", False)])
        self.assertIn("1 game belongs to no round", results["remark"])

    def a_tournament(self, keep):
        hall = self.play_rounds(keep)
        results = self.wait_counted(hall, 3)
        wait_for(lambda: len(self.results(hall)["games"]) == 6, name="the last game")
        results = self.results(hall)
        self.standings_are_right(results)
        self.forms_agree(hall, results)
        # A sheet of each game, and none of what has not begun.
        game = results["games"][0]
        sheet = f"/table/{game['copy']}/sheet"
        self.assertIn("default-src 'none'; style-src 'unsafe-inline'", hall.policy(f"{sheet}/{game['game']}/1"))
        self.assertIn("style-src 'self';", hall.policy("/results"))
        self.assertIn("2012", hall.get(f"{sheet}/{game['game']}/1")[1].decode())
        self.assertRegex(hall.get(f"{sheet}/{game['game']}/1")[1].decode(), rf"<p>round 1, \d+ \w+ {game['begun'][:4]}")
        self.assertTrue(hall.get(f"{sheet}.pdf/{game['game']}/1")[1].startswith(b"%PDF"))
        for path in (f"{sheet}/{game['game']}/2", f"{sheet}/{'f' * 16}/1", "/results/xml", "/table/9/sheet", f"/table/3/sheet/{game['game']}/1"):
            self.assertEqual(hall.get(path)[0], 404, path)
        # The umpire says which game is the final: rounds anew, while the hall runs.
        self.command(keep, "--rounds", self.file("rounds.csv", ROUNDS.replace("table;", "game;table;").replace("4;final", f"{self.stranger};4;final")
                                                 .replace("\n1;", "\n;1;").replace("\nTable 2", "\n;Table 2").replace("\n3;", "\n;3;")))
        results = self.wait_counted(hall, 4)
        self.assertIn('the name "Fay" is none of the pairing\'s', results["remark"])
        self.assertEqual({p["player"]: p["points"] for p in results["standings"]}, {"Ed": 14, "Di": 7.5, "Ann": 6, "Bee, the younger": 5.5, "Cy": 2})
        return hall, results

    def forms_agree(self, hall, results):
        wait_for(lambda: json.loads(self.command("--json", hall.keep)) == results, name="the commit")
        text = self.command(hall.keep)
        self.assertRegex(text, r"1  Ed +London +2 +2 +0 +0 +9½ +4½")
        self.assertIn("not begun", text)
        for page, option in (("standings.csv", "--csv"), ("games.csv", "--games")):
            self.assertEqual(hall.get(f"/results/{page}")[1].decode(), self.command(option, hall.keep).replace("\n", "\r\n").replace("\r\r", "\r"))
        rows = list(csv.DictReader(io.StringIO(hall.get("/results/standings.csv")[1].decode())))
        self.assertEqual([(r["player"], float(r["points"])) for r in rows], [(p["player"], p["points"]) for p in results["standings"]])
        rows = list(csv.DictReader(io.StringIO(hall.get("/results/games.csv")[1].decode())))
        self.assertEqual([r["blue-red"] for r in rows], ["2", "5.5", "2.5", "", "", "2.5"])
        with open(f"{self.top}/results.pdf", "wb") as f:
            f.write(hall.get("/results/pdf")[1])
        self.command("--pdf", "--out", f"{self.top}/by-command.pdf", hall.keep)
        for path in (f"{self.top}/results.pdf", f"{self.top}/by-command.pdf"):
            printed = subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, text=True, check=True, timeout=30).stdout
            self.assertRegex(printed, r"1 +Ed +London +2 +2 +0 +0 +9½ +4½")
            self.assertIn("Of no round", printed)
        self.assertEqual(hall.get("/results")[0], 200)

    def test_a_tournament_in_sqlite(self):
        self.a_tournament(f"{self.top}/hall.sqlite")

    def test_a_file_of_before_is_taken_over(self):
        keep, text = f"{self.top}/hall.sqlite", record(TWO_FIVE)
        with sqlite3.connect(keep) as db:
            db.executescript("CREATE TABLE tables (name TEXT PRIMARY KEY, game TEXT NOT NULL, birth INTEGER NOT NULL) WITHOUT ROWID;"
                             "CREATE TABLE games (id TEXT PRIMARY KEY, tbl TEXT NOT NULL, seq INTEGER NOT NULL, number INTEGER NOT NULL,"
                             " begun TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP) WITHOUT ROWID;"
                             "CREATE TABLE lines (game TEXT NOT NULL, number INTEGER NOT NULL, n INTEGER NOT NULL, text TEXT NOT NULL,"
                             " PRIMARY KEY (game, number, n)) WITHOUT ROWID;"
                             "CREATE TABLE words (id TEXT PRIMARY KEY, tbl TEXT, game TEXT, who TEXT, said_at TEXT, word TEXT, answer TEXT) WITHOUT ROWID;"
                             "PRAGMA application_id = 0x73714861; PRAGMA user_version = 1;"
                             "INSERT INTO tables VALUES ('1', '00000000000000aa', 7);"
                             "INSERT INTO games (id, tbl, seq, number) VALUES ('00000000000000aa', '1', 3, 1);")
            db.executemany("INSERT INTO lines VALUES ('00000000000000aa', 1, ?, ?)", enumerate(text.splitlines(), 1))
        db.close()
        hall = self.begin(Hall(SQUINT, self.top, self.broker.port, keep=keep))
        self.assertEqual(hall.record("1"), text.encode())
        self.assertEqual(self.results(hall)["counted"], 1)
        hall.end()
        hall.start()
        self.assertEqual(hall.record("1"), text.encode())

    def test_games_that_come_late_are_in_their_order(self):
        """What was left while no hall ran comes at once: in the order in which the games began, whatever their ids are."""
        rounds = self.file("rounds.csv", "round,table,blue,green\n1,7,Ann,Bob\n2,7,Cy,Di\n1,8,Ed,Fay\n2,8,Gus,Hal\n")
        for table, ids in (("7", "af"), ("8", "fa")):
            for n, script in enumerate((TWO_FIVE, FIVE_AND_A_HALF)):
                game, text = ids[n] * 15 + table, record(script)
                line = {"version": 1, "game": game, "seq": 1, "line": {"type": "event", "event": "game", "line": 1, "seq": 1},
                        "record": {"number": 1, "first": 1, "text": text, "sha256": hashlib.sha256(text.encode()).hexdigest()}}
                self.broker.say(f"squint/1/club/{table}/left/{game}", json.dumps(
                    {"version": 1, "game": game, "begun": f"2026-01-02T1{n}:00:00Z", "lines": [line]}).encode(), "-r")
        hall = self.begin(Hall(SQUINT, self.top, self.broker.port, "--rounds", rounds))
        results = self.wait_counted(hall, 4)
        self.assertEqual([(g["players"]["blue"], g["points"]["blue-red"], g["begun"][11:13]) for g in results["games"]],
                         [("Ann", 2, "10"), ("Cy", 5.5, "11"), ("Ed", 2, "10"), ("Gus", 5.5, "11")])
        self.assertEqual(results["remark"], "")

    def a_form_of_before(self, put):
        """Two halls in a database of the second form; put: carries out statements there."""
        put("CREATE TABLE tables (hall TEXT NOT NULL, name TEXT NOT NULL, game TEXT NOT NULL, birth BIGINT NOT NULL, PRIMARY KEY (hall, name));"
            "CREATE TABLE games (id TEXT NOT NULL PRIMARY KEY, hall TEXT NOT NULL, tbl TEXT NOT NULL, seq BIGINT NOT NULL,"
            " number BIGINT NOT NULL, begun TEXT NOT NULL);"
            "CREATE TABLE lines (game TEXT NOT NULL, number BIGINT NOT NULL, n BIGINT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (game, number, n));"
            "CREATE TABLE questions (game TEXT NOT NULL, question BIGINT NOT NULL, line TEXT NOT NULL, PRIMARY KEY (game, question));"
            "CREATE TABLE words (id TEXT NOT NULL PRIMARY KEY, tbl TEXT NOT NULL, game TEXT NOT NULL, who TEXT NOT NULL, said_at TEXT NOT NULL,"
            " word TEXT NOT NULL, answer TEXT);"
            "CREATE TABLE players (hall TEXT NOT NULL, place BIGINT NOT NULL, name TEXT NOT NULL, club TEXT NOT NULL, PRIMARY KEY (hall, place));"
            "CREATE TABLE pairings (hall TEXT NOT NULL, place BIGINT NOT NULL, round TEXT NOT NULL, tbl TEXT NOT NULL, blue TEXT NOT NULL,"
            " green TEXT NOT NULL, red TEXT NOT NULL, yellow TEXT NOT NULL, game TEXT NOT NULL, number BIGINT NOT NULL, PRIMARY KEY (hall, place));"
            "INSERT INTO tables VALUES ('club', '1', '00000000000000bb', 7);"
            "INSERT INTO pairings VALUES ('club', 0, '1', '1', 'Ann', 'Bob', 'Ann', 'Bob', '', 1);")
        for hall, game, script in (("club", "00000000000000bb", TWO_FIVE), ("annexe", "00000000000000aa", HALF)):
            put(f"INSERT INTO games VALUES ('{game}', '{hall}', '1', 3, 1, '2026-01-02T10:00:00Z');"
                f"INSERT INTO questions VALUES ('{game}', 1, '{{}}');"
                f"INSERT INTO words VALUES ('{game}', '1', '{game}', 'Una', '2026-01-02T10:00:00Z', '{{}}', NULL);")
            for n, line in enumerate(record(script).splitlines(), 1):
                put(f"INSERT INTO lines VALUES ('{game}', 1, {n}, '{line}');")

    def is_taken_over(self, keep):
        hall = self.begin(Hall(SQUINT, self.top, self.broker.port, keep=keep))
        self.assertEqual(hall.record("1"), record(TWO_FIVE).encode())
        self.assertEqual([p["player"] for p in self.results(hall)["standings"]], ["Bob", "Ann"])
        self.assertEqual(json.loads(self.command("--hall", "annexe", "--json", keep))["games"][0]["points"], {"blue-red": 2.5, "green-yellow": 4.5})

    def test_a_file_of_two_halls_is_taken_over(self):
        keep = f"{self.top}/hall.sqlite"
        with sqlite3.connect(keep) as db:
            self.a_form_of_before(db.executescript)
            db.executescript("PRAGMA application_id = 0x73714861; PRAGMA user_version = 2;")
        db.close()
        shutil.copy(keep, f"{self.top}/read.sqlite")
        # Who only looks leaves it as it is, also under a hall that uses it.
        with open(f"{self.top}/read.sqlite", "rb") as f:
            fcntl.flock(f, fcntl.LOCK_EX)
            read = json.loads(self.command(f"{self.top}/read.sqlite", "--hall", "club", "--json"))
        self.assertEqual([p["player"] for p in read["standings"]], ["Bob", "Ann"])
        self.assertIn("name one with --hall", self.command(f"{self.top}/read.sqlite", status=2))
        self.assertIn('it holds no hall "clbu"; --hall can be "annexe", "club"', self.command(f"{self.top}/read.sqlite", "--hall", "clbu", status=2))
        with sqlite3.connect(f"{self.top}/read.sqlite") as db:
            self.assertEqual(db.execute("PRAGMA user_version").fetchone()[0], 2)
        db.close()
        with sqlite3.connect(f"{self.top}/read.sqlite") as db:
            db.executescript("CREATE TABLE old_games (id TEXT);")  # what a take-over must not find
        db.close()
        refused = subprocess.run([SQUINT, "hall", "--keep", f"{self.top}/read.sqlite", f"mqtt://127.0.0.1:{self.broker.port}/club"],
                                 capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(refused.returncode, 2)
        self.assertRegex(refused.stderr, r"cannot be taken over \(.*old_games.*\); end all halls")
        self.is_taken_over(keep)

    @unittest.skipUnless(postgres(), "postgresql is not installed")
    def test_a_database_of_before_in_postgresql(self):
        database = self.begin(Database(self.top))
        database.put("CREATE SCHEMA squint; CREATE TABLE squint.form (form BIGINT NOT NULL); INSERT INTO squint.form VALUES (2);")
        self.a_form_of_before(lambda text: database.put("SET search_path = squint;" + text))
        self.assertIn("an older squint has written it", self.command(database.url, "--hall", "club", status=2))
        self.is_taken_over(database.url)

    @unittest.skipUnless(postgres(), "postgresql is not installed")
    def test_what_a_server_cannot_read_in_postgresql(self):
        """Somebody holds a table: there are no results of the others, and no line is acknowledged that went with the transaction."""
        database = self.begin(Database(self.top))
        database.put("ALTER ROLE hall SET statement_timeout = '300ms'")
        hall = self.begin(Hall(SQUINT, self.top, self.broker.port, "--rounds", self.file("rounds.csv", ROUNDS), keep=database.url))
        first, second = record(TWO_FIVE, {"round": "1"}), record(HALF)
        self.tell_game("1", first)
        wait_for(lambda: json.loads(self.command("--json", database.url))["counted"] == 1, name="the commit")
        self.begin(database.hold())
        self.assertEqual(hall.get("/results/json")[0], 503)
        self.tell_game("3", second)
        wait_for(lambda: hall.get("/results/json")[0] == 503 and b"cannot be written" in bytes_of(hall.log), name="the sentence")
        database.let_go()
        self.games -= 1
        self.tell_game("3", second)
        wait_for(lambda: json.loads(self.command("--json", database.url))["counted"] == 2, name="the commit")
        hall.end(9)
        hall.start()
        self.assertEqual((hall.record("1"), hall.record("3")), (first.encode(), second.encode()))
        self.begin(database.hold("lines"))
        for what in ("record", "sheet"):
            status, text = hall.get(f"/table/1/{what}")
            self.assertEqual((status, b"cannot be read (" in text), (503, True), text)

    def test_what_a_file_may_not_say(self):
        keep = f"{self.top}/hall.sqlite"
        hall = self.begin(Hall(SQUINT, self.top, self.broker.port, "--players", self.file("players.csv", PLAYERS), keep=keep))
        self.command(keep, "--rounds", self.file("good.csv", ROUNDS))
        before = self.command("--json", keep)
        head = "round,table,blue,green\n"
        for text, told in (("round,table,blue\n1,1,Ann\n", "no column \"green\""), (head, "nothing but its first line"),
                           (head + "1,1,Ann,Zoe\n", "line 2: \"Zoe\" is none of the players"), (head + "1,1,Ann,Ann\n", "line 2: \"Ann\" plays on both sides"),
                           (head + "1,1,Ann,Cyy\n", "did you mean Cy?"),
                           (head + "1,1,Ann,Cy\n1,1,Di,Ed\n", "line 3: round 1 has two games at table 1"),
                           (head + "1,7,Ann,Cy\n1,Table 7,Di,Ed\n", "line 3: round 1 has two games at table Table 7"), (head + "1,,Ann,Cy\n", "line 2: its column \"table\" is empty"),
                           (head + '1,1,"Ann,Cy\n', "quotation marks"), (head + "1,1,Ann\n", "line 2: it has 3 cells, and its column \"green\" is the 4th"), (head + "1,1,Ann," + "C" * 70 + "\n", "63 bytes"),
                           *((f"round,table,blue,green,game\n1,1,Ann,Cy,{game}\n", "no game's id")
                             for game in ("42", "0123456789abcdefXYZ", "0123456789abcdef0", "0123456789abcdef/", "0123456789abcdef/0")), ("\0", "nothing")):
            told_ = self.command(keep, "--rounds", self.file("bad.csv", text), status=2)
            self.assertIn(told, told_)
            self.assertEqual(told_.count("\n"), 1)
        with open(f"{self.top}/latin.csv", "wb") as f:
            f.write(head.encode() + "1,1,Jörg,Cy\n".encode("latin-1"))
        self.assertIn("UTF-8", self.command(keep, "--rounds", f"{self.top}/latin.csv", status=2))
        self.assertIn("cannot be read", self.command(keep, "--rounds", f"{self.top}/none.csv", status=2))
        self.assertEqual(self.command("--json", keep), before)
        self.assertEqual(self.results(hall)["games"], json.loads(before)["games"])
        self.command(f"{self.top}/no.sqlite", status=2)
        self.command("--csv", "--out", keep, keep, status=2)

    def test_other_games_and_books_without_points(self):
        hall = self.begin(Hall(SQUINT, self.top, self.broker.port))
        game = self.tell_game("1", record(CROKINOLE, {"sides": {"blue-red": "Ann", "green-yellow": "Ben"}}, lines=5))
        self.tell_game("2", record(WON, {"sides": {"blue-red": "Ann", "green-yellow": "Cy"}}))
        results = self.wait_counted(hall, 2)
        self.assertEqual(results["games"][0]["points"], {"blue-red": 5, "green-yellow": 3})
        self.assertEqual((results["games"][1]["book_has_points"], sorted(results["games"][1]["points"].values())), (False, [0, 1]))
        self.assertIn("rokinole", hall.get(f"/table/1/sheet/{game}/1")[1].decode())
        self.assertTrue(hall.get(f"/table/1/sheet.pdf/{game}/1")[1].startswith(b"%PDF"))

    @unittest.skipUnless(postgres(), "postgresql is not installed")
    def test_a_tournament_in_postgresql(self):
        """The same results, of two halls in one database."""
        database = self.begin(Database(self.top))
        hall, results = self.a_tournament(database.url)
        again = subprocess.run([SQUINT, "hall", hall.url, "--serve", "0", "--keep", database.url], capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual((again.returncode, again.stderr.count("\n")), (2, 1), again.stderr)
        self.assertIn("another program is the hall \"club\" there", again.stderr)
        # Another hall keeps its own beside it, under the same tables' names.
        os.mkdir(f"{self.top}/other")
        other = self.begin(Hall(SQUINT, f"{self.top}/other", self.broker.port, url=hall.url.replace("club", "annexe"), keep=database.url))
        self.tell_game("1", record(TWO_FIVE), "annexe")
        self.wait_counted(other, 1)
        self.assertEqual(self.results(hall), results)
        wait_for(lambda: subprocess.run([SQUINT, "standings", database.url], capture_output=True, timeout=60, check=False).returncode == 2,
                 name="the other hall's commit")
        self.assertIn("name one with --hall", self.command(database.url, status=2))
        self.assertEqual(json.loads(self.command(database.url, "--hall", "club", "--json")), results)

    @unittest.skipUnless(postgres(), "postgresql is not installed")
    def test_a_server_that_goes_away_in_postgresql(self):
        """A hall that is killed, and a server that is restarted, lose nothing; what a table says meanwhile is asked for again."""
        database = self.begin(Database(self.top))
        hall = self.begin(Hall(SQUINT, self.top, self.broker.port, keep=database.url))
        first, second = record(TWO_FIVE), record(HALF)
        self.tell_game("1", first)
        wait_for(lambda: json.loads(self.command("--json", database.url))["counted"] == 1, name="the commit")
        hall.end(9)
        hall.start()
        self.assertEqual(hall.record("1"), first.encode())
        database.end()
        self.tell_game("1", second)
        wait_for(lambda: re.search(b"cannot be (read|written)", bytes_of(hall.log)), name="the sentence")
        database.start()
        wait_for(lambda: b"reached again" in bytes_of(hall.log), name="the database again")
        self.games -= 1
        self.tell_game("1", second)
        wait_for(lambda: hall.record("1") == second.encode(), name="the record")
        self.wait_counted(hall, 2)

    @unittest.skipUnless(postgres(), "postgresql is not installed")
    def test_a_server_that_stands_still_in_postgresql(self):
        """A server that takes statements and answers none stops the hall for some seconds only."""
        database = self.begin(Database(self.top))
        hall = self.begin(Hall(SQUINT, self.top, self.broker.port, keep=database.url))
        first, second = record(TWO_FIVE), record(HALF)
        self.tell_game("1", first)
        wait_for(lambda: json.loads(self.command("--json", database.url))["counted"] == 1, name="the commit")
        served = database.servers_of("squint")
        for process in served:
            os.kill(process, signal.SIGSTOP)
        try:
            self.tell_game("1", second)
            wait_for(lambda: b"does not answer" in bytes_of(hall.log), name="the sentence")
            for _ in range(4):
                hall.get("/results/json")  # within ten seconds, or the test fails
                hall.get("/table/1/record")
        finally:
            for process in served:
                os.kill(process, signal.SIGCONT)
        wait_for(lambda: b"reached again" in bytes_of(hall.log), name="the database again")
        self.games -= 1
        self.tell_game("1", second)
        wait_for(lambda: hall.record("1") == second.encode(), name="the record")
        self.wait_counted(hall, 2)


if __name__ == "__main__":
    need_broker()
    if len(sys.argv) > 3 and "postgresql" in sys.argv[3] and not postgres():
        print("postgresql is not installed: nothing is tested")
        sys.exit(SKIPPED)
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
