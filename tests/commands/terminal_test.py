"""What people meet at the keys, and what a secretary takes home: terminal_test.py SQUINT DATASETS"""
import csv
import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import sys
import tempfile
import termios
import unittest

GAME = ('{"event":"game","rules":"etwa-2012","form":"pairs","about":{"event":"Łódź Open","round":"2","table":"5",'
        '"date":"2026-11-21 19:30","players":{"blue":"Ann Å.","green":"Cy & <Co>","red":"Bob","yellow":"Дима"},'
        '"sides":{"blue-red":"Cambridge"}}}')
OFF = '{"event":"squidge-off","mm":{"blue":31,"green":112.5,"red":"pot","yellow":"off"}}'
SHOT = '{"event":"shot","t":61.25,"colour":"red","wink":"R1","potted":["R1"]}'
PASS = '{"event":"pass","t":65,"colour":"red"}'
OUT = '{"event":"set","pot":["B1","B2","b1","b2","b3","b4","R1","R2","r1","r2","r3","r4"]}'


def run(*arguments, status=0, text=None, **how):
    how.setdefault("env", dict(os.environ, TZ="UTC"))
    if text is None:
        how.setdefault("stdin", subprocess.DEVNULL)
    done = subprocess.run([SQUINT, *arguments], input=text, capture_output=True, text=True, errors="replace", timeout=300, **how)
    if status is not None and done.returncode != status:
        raise AssertionError(f"{arguments}: {done.returncode} and not {status}: {done.stderr}")
    return done


class InAFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)

    def write(self, name, *lines):
        with open(name, "w", encoding="utf-8") as f:
            f.writelines(line + "\n" for line in lines)
        return name

    def assert_all_in(self, texts, whole):
        for text in texts:
            self.assertIn(text, whole)


class Secretary(InAFolder):
    """Names, event, round, table and date stand on every sheet; times are labelled; marks are explained."""

    def test_names_stand_on_every_sheet(self):
        names = ("Łódź Open", "Ann Å.", "Bob", "Дима")
        record = self.write("typed.jsonl", GAME, OFF, SHOT, PASS)
        for form in (("rules", "--sheet", record), ("rules", "--explain", record), ("export", "--csv", record),
                     ("export", "--html", record), ("export", "--json", record)):
            self.assert_all_in(names, run(*form).stdout)
        self.assert_all_in(("Łódź Open, round 2, table 5, 21 November 2026, 19:30", "Cy &amp; &lt;Co", "Cambridge (Ann Å. and Bob)"),
                           run("export", "--html", record).stdout)
        self.assertEqual(json.loads(run("export", "--json", record).stdout)["about"]["players"]["green"], "Cy & <Co>")
        with open(record, "rb") as f:
            self.assertEqual(run("export", "--csv", "-", text=f.read().decode()).stdout, run("export", "--csv", record).stdout)
        run("export", "--pdf", "--out", "sheet.pdf", record)
        self.assertGreater(os.path.getsize("sheet.pdf"), 5000)

    def test_names_are_told_anew(self):
        about = '{"event":"about","about":{"round":"final","players":{"red":"Eve"}}}'
        sheet = run("rules", "--sheet", "-", text="\n".join((GAME, OFF, about)) + "\n").stdout
        self.assert_all_in(("Łódź Open, final, table 5", "Eve", "Ann Å."), sheet)
        self.assertNotIn("Bob", sheet)

    def test_an_event_has_one_time_and_the_clock_beside_it(self):
        record = self.write("typed.jsonl", GAME, OFF, SHOT, PASS)
        rows = list(csv.DictReader(run("export", "--csv", record).stdout.splitlines()))
        self.assertEqual([(r["video_s"], r["clock"]) for r in rows[2:]], [("61.250", "0:00"), ("65.000", "0:03")])
        self.assertIn("[video 1:05.0, clock 0:03] Red passes.", run("rules", "--explain", record).stdout)
        page = run("export", "--html", record).stdout
        self.assert_all_in((">video<", ">clock<", "1:05.0", "0:03", "video: when it was played"), page)
        self.assertEqual(rows[3]["colour"], "red")
        self.assertEqual(page.count('fill="#c0182b"'), 3)  # the column, the shot and the pass
        corners = [path.count("L") + 1 for path in re.findall(r' d="(M[^"]*)z"', page)[:4]]
        self.assertEqual(corners, [4, 24, 3, 4])  # blue a square, red a circle, green a triangle, yellow a diamond

    def test_who_leads_and_what_the_star_means(self):
        game = self.write("game.jsonl", GAME, OFF, SHOT)
        for view in (("rules", "--sheet"), ("export", "--html")):
            self.assertIn("The game is not over. If it ended now: blue and red 5, green and yellow 2.", run(*view, game).stdout)
        over = self.write("over.jsonl", GAME, OFF, OUT)
        for view in (("rules", "--sheet"), ("export", "--html")):
            text = run(*view, over).stdout
            self.assertIn("* A colour has potted out in this game (note F.3).", text)
            self.assertNotIn("not over", text)

    def test_words_of_people(self):
        sheet = run("rules", "--sheet", self.write("game.jsonl", GAME, OFF, SHOT, PASS)).stdout
        self.assertIn("Pairs; 0:03 of 25:00 minutes played\nThe Official Rules of Tiddlywinks", sheet)
        for raw in ("etwa-2012", "pairs,", " min\n"):
            self.assertNotIn(raw, sheet)

    def test_a_folder_stands_for_its_record(self):
        os.mkdir("kept")
        self.write("kept/game.jsonl", GAME, OFF, SHOT)
        self.assertEqual(run("rules", "--explain", "kept").stdout, run("rules", "--explain", "kept/game.jsonl").stdout)

    def test_a_record_by_itself_takes_words(self):
        record = self.write("alone.jsonl", GAME, OFF, SHOT, PASS)
        run("undo", "--yes", record)
        self.assertIn("is taken back", run("rules", "--explain", record).stdout)
        run("redo", "--yes", record)
        run("amend", "--yes", record, "3", "pots", "nothing")
        self.assertIn("Line 3 now reads", run("rules", "--explain", record).stdout)
        for name in ("notes.txt", "empty.jsonl"):
            before = b"what somebody wrote\n" if name == "notes.txt" else b""
            with open(name, "wb") as f:
                f.write(before)
            self.assertIn("no game", run("undo", "--yes", name, status=1).stderr)
            with open(name, "rb") as f:
                self.assertEqual(f.read(), before)

    def test_what_is_done_is_told_as_done(self):
        record = self.write("done.jsonl", GAME, OFF, SHOT, PASS)
        would = json.loads(run("undo", "--json", record).stdout)["text"]
        self.assertIn("Line 4 would go: ", would)
        done = json.loads(run("undo", "--json", "--yes", record).stdout)["text"]
        self.assertIn("Line 4 is gone: ", done)
        self.assertIn("Line 5: Line 4 is taken back.\n", done)
        self.assertNotIn("would", done)
        redone = json.loads(run("redo", "--json", "--yes", record).stdout)["text"]
        self.assertIn("Line 4 counts again: ", redone)
        self.assertNotIn("Line 5 is gone", redone)  # an undo is told by what it takes

    def test_who_is_not_asked_reads_what_is_done(self):
        record = self.write("alone.jsonl", GAME, OFF, SHOT)
        first, *more = run("undo", "--yes", record).stdout.splitlines()
        self.assertEqual(first, "Done: it is line 4 of the record.")
        self.assertIn("Line 3 is gone: Red plays R1", more[0])

    def test_slips_of_the_tongue(self):
        record = self.write("alone.jsonl", GAME, OFF, SHOT)
        self.assertIn("etwa-2012 has no foul by rule 99.9; its rules are 10, 10.1",
                      run("foul", "--yes", record, "99.9", status=1).stderr)
        self.assertIn("the clock is not stopped", run("clock", "--yes", record, "start", status=1).stderr)
        run("clock", "--yes", record, "stop")
        self.assertIn("the clock is stopped already", run("clock", "--yes", record, "stop", status=1).stderr)
        run("clock", "--yes", record, "start")
        run("foul", "--yes", record, "10.2")
        self.assertIn("leave it out", run("choose", "--yes", record, "accept", "red", status=1).stderr)
        with open(record, encoding="utf-8") as f:
            self.assertEqual(len(f.readlines()), 6)

    def test_a_change_that_changes_nothing_is_refused(self):
        record = self.write("same.jsonl", GAME, OFF, SHOT)
        self.assertIn("line 3 reads so already", run("amend", "--yes", record, "3", "potted=R1", status=1).stderr)
        self.assertIn('has no key "spelt"', run("amend", "--yes", record, "3", "spelt=wrongly", status=1).stderr)

    def test_a_change_of_another_games_line_leaves_its_rest(self):
        record = self.write("board.jsonl", '{"event":"game","rules":"crokinole","form":"singles","first":"light"}',
                            '{"event":"shot","t":10,"t_rest":14,"colour":"light","at":{"L1":"15"}}')
        run("amend", "--yes", record, "2", '{"event":"shot","at":{"L1":"20"}}')
        with open(record, encoding="utf-8") as f:
            now = json.loads(f.read().splitlines()[-1])["with"]
        self.assertEqual((now["t"], now["t_rest"], now["colour"], now["at"]), (10, 14, "light", {"L1": "20"}))

    def test_who_nominates_says_what(self):
        record = self.write("nominate.jsonl", GAME, OFF, SHOT)
        self.assertIn("Say which colour", run("say", record, "nominate", status=1).stderr)

    def test_nobody_passes_when_the_game_is_over(self):
        self.assertIn("the game is over", run("pass", self.write("over.jsonl", GAME, OFF, OUT), status=1).stderr)

    def test_standings_of_what_no_hall_keeps(self):
        self.assertIn("is nothing that a hall keeps", run("standings", self.write("notes.sqlite", "no database"), status=2).stderr)
        self.assertIn("nowhere.sqlite: cannot be read", run("standings", "nowhere.sqlite", status=2).stderr)

    def test_the_sides_of_a_board_are_named(self):
        record = self.write("board.jsonl", '{"event":"game","rules":"crokinole","form":"singles","first":"light",'
                            '"about":{"sides":{"blue-red":"Ann","green-yellow":"Bob"}}}')
        self.assertIn("Light: Ann; dark: Bob.", run("rules", "--explain", record).stdout)

    def test_a_counted_round_of_a_board_is_called_so(self):
        os.mkdir("board")
        record = self.write("board/game.jsonl", '{"event":"game","rules":"crokinole","form":"singles","first":"light",'
                            '"about":{"sides":{"blue-red":"Ann"}}}', '{"event":"set","others":"out","at":{"L1":20}}')
        told = run("say", "--yes", record, '{"event":"set","at":{"D1":20}}').stdout
        self.assertIn("; counted, and dark begins the next round.", told)
        self.assertIn("Ann against dark", run("games", ".").stdout)

    def test_a_refused_word_tells_what_can_be_said(self):
        shot, passed = self.write("shot.jsonl", GAME, OFF, SHOT), self.write("told.jsonl", GAME, OFF, SHOT, PASS)
        for words, remedy in ((("choose", shot, "replay"), "foul"), (("pass", passed, "green"), "turn green"), (("choose", passed, "replay"), None)):
            told = run(*words, status=1).stderr.splitlines()
            self.assertTrue(told[0].startswith("squint: refused: "), told)
            self.assertEqual(told[1:], ["What can be said now:", f"  squint say {words[1]} {remedy}"] if remedy else [])
        record = self.write("foul.jsonl", GAME, OFF, SHOT)
        self.assert_all_in((f"squint say {record} choose replay\n", f"squint say {record} choose accept\n"), run("foul", "--yes", record).stdout)
        self.assertIn("put back", run("pass", record, status=1).stderr)
        run("say", "--yes", record, "choose", "replay")
        answer = json.loads(run("foul", "--json", record, status=1).stdout)
        self.assertNotIn("next", answer)

    def test_what_a_setting_settles_is_read_by_itself(self):
        for line in run("rules", "--compare", "etwa-2012", "parker").stdout.splitlines()[1:-2]:
            self.assertNotRegex(line, r" {2,}(of|from|between|for|this) ")

    def test_two_books_side_by_side_have_headings(self):
        heads = run("rules", "--compare", "etwa-2012", "parker", status=None).stdout.splitlines()[0]
        self.assertEqual(heads.split(maxsplit=3), ["setting", "etwa-2012", "parker", "what it settles"])

    def test_a_game_taken_up_in_its_middle_does_not_begin_its_time(self):
        middle = '{"event":"set","squidge_off":"red","turn":"red","elapsed_s":18}'
        self.assertNotIn("The timed period starts", run("rules", "--explain", "-", text="\n".join((GAME, middle, SHOT)) + "\n").stdout)
        self.assertIn("The timed period starts", run("rules", "--explain", "-", text="\n".join((GAME, OFF, SHOT)) + "\n").stdout)

    def test_names_that_cannot_be(self):
        for option, value, remedy in (("--players", "Ann,Bob", "blue=Ann,red=Bob"), ("--sides", "blue=Ann", "blue-red=Cambridge"),
                                      ("--date", "22.11.2026", "2026-11-22"), ("--event", "x" * 64, "at most 63 bytes"),
                                      ("--round", "a\nb", "one line")):
            done = run("referee", option, value, "game.mp4", status=2)
            self.assert_all_in((option, remedy), done.stderr)


COMMANDS = ("referee", "cameras", "show", "games", "rejudge", "bundle", "export", "hall", "standings", "calibrate", "board", "zero", "look", "rules", "score", "synth")


class Help(InAFolder):
    def test_misspelt_words_are_understood(self):
        for words, meant in ((("lok",), "did you mean look?"), (("refere", "x"), "did you mean referee?"),
                             (("look", "--ovrelay", "x", "y"), "did you mean --overlay?"),
                             (("referee", "--calibraton=c.json", "x"), "did you mean --calibration?"),
                             (("referee", "--form", "pair", "x"), "did you mean pairs?"),
                             (("referee", "--rules", "etwa-2021", "x"), "did you mean etwa-2012?"),
                             (("calibrate", "--blue", "uper-left", "x"), "did you mean upper-left?"),
                             (("look", "--without", "glar", "x"), "did you mean glare?"),
                             (("synth", "scenes", "--out", "x", "--family", "pile"), "did you mean piles?")):
            self.assertIn(meant, run(*words, status=2).stderr)

    def test_strange_words_and_values_that_look_like_options_are_not_guessed(self):
        self.assertNotIn("did you mean", run("umpiring", status=2).stderr)
        self.assertNotIn("did you mean", run("look", "--umpiring", "x", status=2).stderr)
        for words in (("board", "--pdf", "--pfd"), ("board", "-p", "--pfd"), ("board", "--pdf=--pfd")):
            run(*words)
            self.assertTrue(os.path.exists("--pfd"))
            os.remove("--pfd")
        self.assertIn("--pfd: cannot be read", run("look", "--", "--pfd", status=2).stderr)

    def test_help_is_as_wide_as_the_terminal_and_examples_are_left_as_they_are(self):
        """Whatever the width, the examples can be copied; the shell takes each of them."""
        for command in COMMANDS:
            pages = {columns: run(command, "--help", env=dict(os.environ, COLUMNS=str(columns))).stdout for columns in (80, 120)}
            examples = []
            for columns, page in pages.items():
                text, below = page.split("xample", 1)
                self.assertLessEqual(max(len(line) for line in text.splitlines()), columns, command)
                examples.append([line for line in below.splitlines() if line.startswith("  ")])
                self.assertIn("--help", text)
            self.assertLessEqual(len(pages[120].splitlines()), len(pages[80].splitlines()), command)
            self.assertEqual(*examples)
            script = "\n".join(examples[0])
            self.assertIn(f"squint {command}", script)
            subprocess.run(["bash", "-n", "-c", script.split("\n  isolated")[0]], check=True)
        self.assertEqual(run("help", "look").stdout, run("look", "--help").stdout)

    def test_the_example_of_a_record_works(self):
        page = run("rules", "--help").stdout
        lines = page[page.index("Examples:"):].splitlines()[1:]
        script = "\n".join(line for line in lines if line.startswith("  ") and "my-club" not in line)  # a book that one would write
        script = script.replace("squint rules", f"'{SQUINT}' rules")
        done = subprocess.run(["bash", "-e", "-c", script], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("Red plays R1 from behind the baseline, pots R1.", done.stdout)

    def test_version(self):
        for words in (("--version",), ("-V",), ("look", "--version"), ("look", "-V")):
            told = run(*words).stdout
            self.assertRegex(told, r"^squint \d+\.\d+\.\d+.*\nformats: record, state, .* \d+; session\.json \d+; bundle \d+; hall \d+\n$")


def on_terminal(*arguments, columns=80, **variables):
    """What is printed when stdout is a terminal."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    env = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS")}
    child = subprocess.Popen([SQUINT, *arguments], stdin=subprocess.DEVNULL, stdout=theirs, stderr=subprocess.DEVNULL,
                             env=dict(env, TERM="xterm", TZ="UTC") | variables)
    os.close(theirs)
    printed = b""
    try:
        while piece := os.read(ours, 65536):
            printed += piece
    except OSError:  # the other end is closed
        pass
    os.close(ours)
    child.wait()
    return printed.decode().replace("\r\n", "\n")


class Terminal(InAFolder):
    def setUp(self):
        super().setUp()
        self.record = self.write("typed.jsonl", GAME, OFF, SHOT, PASS)
        self.plain = run("rules", "--explain", self.record).stdout

    def test_colours_are_in_colour_and_the_words_stay(self):
        shown = on_terminal("rules", "--explain", self.record, columns=1000)
        self.assert_all_in(("\033[1;31mRed\033[0m plays R1", "\033[1;34mblue\033[0m 31 mm", "\033[1;33myellow\033[0m"), shown)
        self.assertEqual(re.sub(r"\033\[[\d;]*m", "", shown), self.plain)
        self.assertNotIn("\033", re.sub(r"\033\[1;3\dm([Bb]lue|[Gg]reen|[Rr]ed|[Yy]ellow)\033\[0m", "", shown))

    def test_no_colour_where_none_is_wanted(self):
        self.assertNotIn("\033", self.plain)
        for variables in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
            self.assertEqual(on_terminal("rules", "--explain", self.record, columns=1000, **variables), self.plain)

    def test_lines_are_broken_between_words(self):
        shown = on_terminal("rules", "--explain", self.record, columns=60, NO_COLOR="1")
        self.assertLessEqual(max(len(line) for line in shown.splitlines()), 60)
        self.assertEqual(shown.split(), self.plain.split())
        self.assertIn("\n      the baseline, pots R1.\n", shown)

    def test_json_is_left_alone(self):
        self.assertEqual(on_terminal("rules", self.record, columns=60), run("rules", self.record).stdout)
        self.assertEqual(on_terminal("export", "--csv", self.record, columns=60).replace("\r", ""), run("export", "--csv", self.record).stdout)


class Files(InAFolder):
    """A file is a file, whatever it is called, and - is the standard input."""
    scene = property(lambda self: os.path.join(DATASETS, "scenes", "isolated_001"))
    film = property(lambda self: os.path.join(DATASETS, "game", "game.mp4"))

    def test_dash_is_the_standard_input(self):
        seen = run("look", self.scene + ".jpg").stdout
        with open(self.scene + ".jpg", "rb") as picture:
            self.assertEqual(run("look", "-", stdin=picture).stdout, seen.replace(self.scene + ".jpg", "-"))
        camera = run("look", "-c", self.scene + ".json", self.scene + ".jpg").stdout
        with open(self.scene + ".json", encoding="utf-8") as f:  # through a pipe, which is read more than once
            self.assertEqual(run("look", "-c", "-", self.scene + ".jpg", text=f.read()).stdout, camera)
        with open(self.scene + ".jpg", "rb") as picture:
            self.assertIn("The camera is found", run("calibrate", "-", stdin=picture, status=None).stdout)

    def test_a_folder_stands_for_its_pictures(self):
        os.mkdir("views")
        for name in ("view10.jpg", "view2.jpg"):
            os.symlink(self.scene + ".jpg", f"views/{name}")
        self.write("views/notes.txt", "no picture")
        lines = [json.loads(line) for line in run("look", "--json", "--overlay", "seen/deep/", "views").stdout.splitlines()]
        self.assertEqual([line["image"] for line in lines], ["views/view2.jpg", "views/view10.jpg"])
        self.assertEqual(sorted(os.listdir("seen/deep")), ["view10.jpg", "view2.jpg"])
        os.mkdir("empty")
        self.assertIn("holds no picture", run("look", "empty", status=2).stderr)

    def test_a_video_is_for_the_referee(self):
        self.assertIn("is a video; judge it with squint referee", run("look", self.film, status=2).stderr)

    def test_names_that_look_like_something_else(self):
        """None of them is a video, and each is refused as the file that it is."""
        for name in ("a ! b.mp4", "camera", "Łódź – 1.mp4"):
            self.write(name, "no video")
            told = run("referee", name, status=2).stderr
            self.assertIn(name, told)
            self.assertNotIn("pipeline", told)
            self.assertNotIn("no camera is connected", told)
        self.assertIn("pipeline", run("referee", "a ! c.mp4", status=2).stderr)

    def test_folders_above_an_output_are_made(self):
        record = self.write("typed.jsonl", GAME, OFF, SHOT)
        run("export", "--csv", "--out", "new/er/sheet.csv", record)
        self.assertGreater(os.path.getsize("new/er/sheet.csv"), 100)
        run("board", "--pdf", "prints/board.pdf")
        self.assertTrue(os.path.exists("prints/board.pdf"))
        self.assertIn("typed.jsonl/sheet", run("export", "--csv", "--out", "typed.jsonl/sheet/x.csv", record, status=2).stderr)

    def test_what_cannot_begin_makes_nothing(self):
        self.assertIn("no game was begun", run("referee", "--resume", "--out", "games/tuesday", status=2).stderr)
        run("referee", "--out", "new/games/tuesday", "nosuch.mp4", status=2)
        self.assertEqual(os.listdir("."), [])

    def test_an_ending_that_cannot_be_made_is_refused(self):
        for option, name in (("--annotate", "x.gif"), ("--annotate", "x"), ("--film", "x.mp4")):
            self.assertIn(f"{option} {name}", run("referee", option, name, self.film, status=2).stderr)
        self.assertEqual(os.listdir("."), [])

    def test_what_another_game_has_not_is_refused_as_such(self):
        os.mkdir("board")
        self.write("board/session.json", '{"format":1,"squint":"0.1.0","begun":"2026-11-23T07:41:51Z","rules":"crokinole",'
                                         '"form":"singles","source":"rests"}')
        self.write("board/game.jsonl", '{"event":"game","rules":"crokinole","form":"singles","first":"light"}')
        for command in (("show", "board", "1"), ("bundle", "board", "1"), ("rejudge", "board")):
            said = run(*command, status=2).stderr
            self.assertIn("a game of crokinole", said, command)
            self.assertIn("squint rules plays its record", said, command)
        said = run("say", "board", "red", "pots", "r3", status=2).stderr
        self.assertIn("say it as in: D3 15, hits L1", said)
        run("say", "--yes", "board", "L1 leaning, hits nothing", status=0)
        run("say", "--yes", "board", "dark shoots D1 10, hits L1, L1 out", status=0)
        with open("board/game.jsonl", encoding="utf-8") as record:
            shot = json.loads(record.readlines()[-1])
        self.assertEqual((shot["disc"], shot["at"], shot["struck"]), ("D1", {"D1": "10", "L1": "out"}, ["L1"]))


if __name__ == "__main__":
    SQUINT, DATASETS = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
