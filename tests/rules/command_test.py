"""squint rules as a user meets it: command_test.py SQUINT."""
import csv
import io
import json
import os
import subprocess
import sys
import tempfile
import unittest

GAME = '{"event":"game","rules":"etwa-2012","form":"pairs"}'
OFF = '{"event":"squidge-off","mm":{"blue":31,"green":112.5,"red":"pot","yellow":"off"}}'
POTS = '{"event":"shot","t":0,"colour":"red","wink":"R1","potted":["R1"]}'
MISSES = '{"event":"shot","t":0,"colour":"red","wink":"R1"}'
WRONG = '{"event":"shot","t":1,"colour":"blue","wink":"R1"}'
PASSES = '{"event":"pass","t":2,"colour":"red"}'
SET = ('{"event":"set","phase":"round-limit","rounds_left":1,"squidge_off":"red","turn":"red",'
       '"pot":["B1","B2","b1","R1"],"baseline":[],"over":[["G1","b2"],["g1","b3"],["r1","y1"]]}')


def run(*arguments, text=None):
    return subprocess.run([SQUINT, "rules", *arguments], input=text, capture_output=True, text=True)


def record(*lines):
    return "".join(line + "\n" for line in lines)


CROKINOLE = '{"event":"game","rules":"crokinole","form":"singles","first":"light"}'
SINKS = '{"event":"shot","at":{"L1":20}}'
HIDES = '{"event":"shot","at":{"D1":10}}'


class Crokinole(unittest.TestCase):
    def test_the_game_in_sentences_with_its_rules(self):
        r = run("--explain", "-", text=record(CROKINOLE, SINKS, HIDES))
        self.assertEqual(r.returncode, 0)
        for words in ("Light shoots L1", "2a(ii)  L1 is taken off", "3b  The disc shot", "light 20, dark 0"):
            self.assertIn(words, r.stdout)

    def test_the_sheet(self):
        full = '{"event":"set","others":"out","at":{"L1":20,"D1":15}}'
        r = run("--sheet", "-", text=record(CROKINOLE, full))
        self.assertIn("round 1        20 2     15 0", r.stdout)
        self.assertIn("Of a round: its score, and the 2, 1 or 0 points for it.", r.stdout)
        self.assertIn("not over yet", r.stdout)

    def test_what_if(self):
        amend = '{"event":"amend","n":3,"with":{"event":"shot","at":{"D1":15}}}'
        r = run("--dry-run", "--amend", amend, "-", text=record(CROKINOLE, SINKS, HIDES))
        self.assertIn("Line 3 would read: Dark shoots D1", r.stdout)
        self.assertIn("score light 20, dark 15", r.stdout)

    def test_the_book(self):
        self.assertIn("competitive play", run("--book", "crokinole", "--print").stdout)
        self.assertIn("another game", run("--book", "crokinole").stdout)
        self.assertIn("different games", run("--compare", "crokinole", "parker").stdout)

    def test_it_is_written_in_all_forms(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "game.jsonl")
            with open(path, "w", encoding="utf-8") as f:
                f.write(record(CROKINOLE, SINKS, HIDES))

            def export(form):
                r = subprocess.run([SQUINT, "export", form, path], capture_output=True)
                self.assertEqual((r.returncode, r.stderr), (0, b""))
                return r.stdout

            rows = list(csv.DictReader(io.StringIO(export("--csv").decode())))
            self.assertEqual([row["event"] for row in rows], ["game", "shot", "shot"])
            self.assertTrue(all(None not in row and None not in row.values() for row in rows))
            self.assertIn("Round 1 of game 1, score light 20, dark 0", rows[1]["standing"])
            page = export("--html").decode()
            for words in ("Crokinole", "round 1", "Light shoots L1", "3a(ii)"):
                self.assertIn(words, page)
            self.assertNotIn("green", page)
            self.assertTrue(export("--pdf").startswith(b"%PDF"))
            lines = json.loads(export("--json"))["lines"]
            self.assertEqual([line["state"]["event"] for line in lines], ["game", "shot", "shot"])


class Rules(unittest.TestCase):
    def test_a_state_line_for_each_line(self):
        r = run("-", text=record(GAME, "", OFF, POTS))
        states = [json.loads(line) for line in r.stdout.splitlines()]
        self.assertEqual([s["n"] for s in states], [1, 3, 4])
        self.assertEqual((states[2]["turn"], states[2]["shots"]), ("red", 1))
        self.assertEqual(r.returncode, 0)
        self.assertEqual(r.stdout, run("--json", "-", text=record(GAME, "", OFF, POTS)).stdout)

    def test_a_refused_line_says_which_and_why(self):
        r = run("-", text=record(GAME, OFF, WRONG, POTS))
        states = [json.loads(line) for line in r.stdout.splitlines()]
        self.assertEqual(r.returncode, 1)
        self.assertEqual(states[2]["error"], "line 3: R1 is no wink of blue")
        self.assertEqual(states[2]["rulings"], [])
        self.assertEqual(states[3]["shots"], 1)

    def test_the_last_line_needs_no_end(self):
        self.assertEqual(len(run("-", text=GAME).stdout.splitlines()), 1)

    def test_no_such_file(self):
        r = run("/nowhere.jsonl")
        self.assertEqual(r.returncode, 2)
        self.assertIn("/nowhere.jsonl", r.stderr)

    def test_a_folder_is_no_record(self):
        self.assertEqual(run("/").returncode, 2)

    def test_wrong_arguments(self):
        self.assertEqual(run().returncode, 2)
        self.assertEqual(run("--dance", "-").returncode, 2)
        self.assertEqual(run("--dry-run", "-").returncode, 2)

    def test_help_shows_an_example_that_runs(self):
        text = run("--help").stdout
        self.assertIn("Example", text)
        for event in ("squidge-off", "nominate", "amend"):
            self.assertIn(event, text)

    def test_full_disk(self):
        if os.path.exists("/dev/full"):
            with open("/dev/full", "w") as full:
                r = subprocess.run([SQUINT, "rules", "-"], input=record(GAME) * 3000, stdout=full, stderr=subprocess.PIPE, text=True)
            self.assertEqual(r.returncode, 2)

    def test_explain(self):
        r = run("--explain", "-", text=record(GAME, OFF, POTS, PASSES, WRONG))
        self.assertEqual(r.returncode, 1)
        for text in ("Squidge-off: blue 31 mm, green 112.5 mm, red in the pot, yellow off the mat.",
                     "[video 0:00.0, clock 0:00] Red plays R1 from behind the baseline, pots R1.",
                     "12.1  Red potted R1 and gets an extra shot in this turn.",
                     "[video 0:02.0, clock 0:02] Red passes.", "yellow, 1 shot; tiddlies: blue 0, green 0, red 3, yellow 0",
                     "   5  Refused: R1 is no wink of blue."):
            self.assertIn(text, r.stdout)

    def test_explain_tells_every_event(self):
        lines = [GAME, '{"event":"clock","limit_s":90}', OFF, '{"event":"shot","t":0,"colour":"red","wink":"R1","short":true}',
                 '{"event":"shot","t":0,"colour":"red","wink":"R1","off":["R1"]}', '{"event":"foul","rule":"10.2"}', '{"event":"choose","option":"accept"}',
                 '{"event":"shot","t":3,"colour":"blue","wink":"B1","potted":[],"off":[]}', '{"event":"choose","option":"accept","colour":"yellow"}',
                 '{"event":"shot","t":4,"colour":"yellow","wink":"Y1","over":[["Y1","B1"]]}', '{"event":"clock","t":5,"run":false}', '{"event":"undo"}',
                 '{"event":"foul"}', '{"event":"choose","option":"replay"}', '{"event":"set","turn":"blue","forfeit":[]}', '{"event":"set"}',
                 '{"event":"amend","n":10,"with":{"event":"pass","t":4,"colour":"yellow"}}', '{"event":"amend","n":10,"with":null}',
                 '{"event":"clock","t":9,"run":true,"limit_s":95}', '{"event":"shot","t":9,"colour":"green","wink":"G1"}',
                 '{"event":"choose","option":"replay"}', '{"event":"disrupt","by":"green"}']
        r = run("--explain", "-", text=record(*lines))
        for text in ("A game of pairs, by The Official Rules of Tiddlywinks (English Tiddlywinks Association, April 2012).", "The limit is now 1:30 min.", "and falls short of it.", "sends off R1.",
                     "The umpire calls the shot foul, by rule 10.2.", "Green-yellow accepts the shot.", "accepts the turn and goes on with yellow.",
                     "Now Y1 lies over B1.", "The clock is stopped.", "Line 11 is taken back: The clock is stopped.", "The umpire calls the shot foul.",
                     "has the shot put back.", "Set: whose turn it is and who forfeits.", "Nothing is set.",
                     "Line 10 now reads: Yellow passes.", "Line 10 is removed: Yellow passes.", "The clock is started. The limit is now 1:35 min.",
                     "has the turn put back.", "Green disrupts the game on purpose.", "Score: blue-red 7, green-yellow 0."):
            self.assertIn(text, r.stdout)

    def test_explain_what_is_set_by_a_book_of_its_own(self):
        lines = ('{"event":"game","rules":"corner-race","form":"pairs"}', '{"event":"set","turn":"blue","miss_turn":["red"]}')
        self.assertIn("Set: whose turn it is and who misses a turn.", run("--explain", "-", text=record(*lines)).stdout)

    def test_explain_a_free_shot(self):
        here = os.path.dirname(os.path.abspath(__file__))
        r = run("--explain", os.path.join(here, "etwa-2012", "22.6.1-nominate.jsonl"))
        self.assertIn("Red is nominated.", r.stdout)
        self.assertIn("22.6.1  Yellow nominates red", r.stdout)

    def test_a_clubs_book(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "my.rules")
            for text, where, what in (("name mine\nof-price turn\n", ":2:1:", 'did you mean "off-price"?'),
                                      ("name mine\noff-price penny\n", ":2:11:", "it is shot, turn or nothing")):
                with open(path, "w") as f:
                    f.write(text)
                r = run("--book", path, "--check")
                self.assertEqual(r.returncode, 2)
                self.assertIn(path + where, r.stderr)
                self.assertIn(what, r.stderr)
                as_record = run("--check", path)
                self.assertEqual(as_record.returncode, 2)
                self.assertIn("is a rule book and no record", as_record.stderr)
            with open(path, "w") as f:
                f.write("name mine\ntitle Our own\noff-price turn\n")
            self.assertEqual(run("--book", path, "--check").stdout, "mine is in order: 1 setting otherwise than in etwa-2012\n")
            printed = run("--book", path, "--print").stdout
            self.assertIn("Our own\nmine, digest ", printed)
            self.assertRegex(printed, r"off-price +turn .*\(etwa-2012: shot\)")
            self.assertRegex(run("--compare", "etwa-2012", path).stdout, r"off-price +shot +turn ")
            game = GAME.replace("etwa-2012", "mine")
            self.assertEqual(run("--book", path, "-", text=record(game)).returncode, 0)
            self.assertEqual(run("-", text=record(game)).returncode, 1)
            whole = json.loads(game)
            with open(path) as f:
                whole["book"] = f.read()
            states = run("-", text=record(json.dumps(whole), OFF)).stdout.splitlines()
            self.assertEqual(json.loads(states[1])["miss_turn"], [])
        self.assertEqual(run("--compare", "etwa-2012").returncode, 2)
        self.assertEqual(run("--print").returncode, 2)
        self.assertIn("etwa-2012", run("--book", "etwa-2021", "--print").stderr)

    def test_a_variant_that_needs_no_new_setting_is_one_file(self):
        """Three players in an order of their own, a winner; the file alone makes the game."""
        book = ("name three-in-a-row\ntitle Three in a row\nwhite 1+2\nblue 1+2\nred none\ngreen none\nyellow 1+2\n"
                "order yellow, white, blue\nsides alone\nfouls put-back\nfree-turns none\nleave-free none\nresult winner\n"
                "pot-outs first\nextra-enemy 2\n")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "three.rules")
            with open(path, "w", encoding="utf-8") as f:
                f.write(book)
            self.assertEqual(run("--book", path, "--check").returncode, 0)
            lines = record('{"event":"game","rules":"three-in-a-row","form":"pairs"}',
                           '{"event":"squidge-off","mm":{"white":3,"blue":4,"yellow":5}}',
                           '{"event":"set","pot":[],"baseline":[]}',
                           '{"event":"shot","t":0,"colour":"white","wink":"W1","potted":["W1","y1"]}',
                           '{"event":"set","turn":"blue","pot":["B1","b1"]}',
                           '{"event":"shot","t":1,"colour":"blue","wink":"b2","potted":["b2"]}')
            r = run("--book", path, "-", text=lines)
            self.assertEqual(r.returncode, 0)
            states = [json.loads(line) for line in r.stdout.splitlines()]
            self.assertEqual((states[3]["turn"], states[3]["shots"], states[3]["free"]["white"]), ("white", 3, 2))
            self.assertEqual(states[5]["winners"], ["blue"])
            rows = [line.split() for line in run("--sheet", "--book", path, "-", text=lines).stdout.splitlines()]
            self.assertIn(["blue", "red", "white", "green", "yellow"], rows)

    def test_the_eye_takes_the_books_winks(self):
        here = os.path.dirname(os.path.abspath(__file__))
        picture = os.path.join(here, "..", "..", "datasets", "scenes", "hand_006.jpg")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "no-red.rules")
            with open(path, "w", encoding="utf-8") as f:
                f.write("name no-red\nred none\nresult winner\n")
            hidden = []
            for rules in ("etwa-2012", path):
                r = subprocess.run([SQUINT, "look", "--json", "--rules", rules, picture], capture_output=True, text=True)
                hidden.append(sum(json.loads(r.stdout)["unseen"]["red"].values()))
            self.assertEqual(hidden, [2, 0])
        for command in (["look", "a.jpg"], ["referee", "a.mp4"], ["synth", "game", "--out", "x"]):
            r = subprocess.run([SQUINT, *command, "--rules", "six-colours"], capture_output=True, text=True)
            self.assertEqual((r.returncode, "and the eye knows these alone" in r.stderr), (2, True))

    def test_sheet(self):
        r = run("--sheet", "-", text=record(GAME, SET, PASSES))
        self.assertEqual(r.returncode, 0)
        rows = [line.split() for line in r.stdout.splitlines()]
        self.assertIn(["blue", "red", "green", "yellow"], rows)
        self.assertIn(["tiddlies", "10", "8", "6", "5"], rows)
        self.assertIn(["squopped", "2", "0", "0", "1"], rows)
        self.assertIn(["points", "4", "2", "1", "0"], rows)
        self.assertEqual(len({len(line) for line in r.stdout.splitlines()[3:9]}), 1)
        self.assertIn("\nblue-red 6-1 green-yellow\n", r.stdout)

    def test_sheet_marks_pot_outs_and_fractions(self):
        pot = '{"event":"set","pot":["B1","B2","b1","b2","b3","b4","G1","G2","g1","g2","g3","g4","R1","R2","r1","r2","r3","r4"]}'
        r = run("--sheet", "-", text=record(GAME, OFF, pot))
        self.assertIn("2⅓", r.stdout)
        self.assertIn("\nblue-red 5⅔*-1⅓* green-yellow\n", r.stdout)

    def test_a_game_without_points(self):
        here = os.path.dirname(os.path.abspath(__file__))
        path = os.path.join(here, "etwa-simple", "end-potting-all.jsonl")
        sheet = run("--sheet", path).stdout
        self.assertIn("\nwon by blue and red\n", sheet)
        self.assertNotIn("blue-red 0", sheet)
        told = run("--explain", path).stdout
        self.assertIn("end  Blue and red have won the game.", told)
        self.assertNotIn("Score:", told)

    def test_sheet_of_a_game_that_is_not_over(self):
        self.assertIn("The game is not over.", run("--sheet", "-", text=record(GAME, OFF, POTS)).stdout)
        self.assertEqual(run("--sheet", "-", text="nonsense\n").returncode, 1)

    def test_check(self):
        good = POTS[:-1] + ',"expect":{"turn":"red","tiddlies":{"blue":0,"green":0,"red":3,"yellow":0},"rules":["12"],"elapsed_s":1e-7}}'
        self.assertEqual(run("--check", "-", text=record(GAME, OFF, good)).returncode, 0)
        for bad in ('"turn":"blue"', '"tiddlies":{"blue":0}', '"rules":["13"]', '"rules":["1"]', '"error":true', '"shots":1.1', '"nothing":1',
                    '"forfeit":["red"]', '"free":{"blue":6,"green":6,"red":6,"yellow":6}', '"score":0', '"rules":[12]'):
            with self.subTest(bad):
                r = run("--check", "-", text=record(GAME, OFF, POTS[:-1] + ',"expect":{' + bad + "}}"))
                self.assertEqual(r.returncode, 1)
                self.assertTrue(r.stdout.startswith("-:3: \"" + bad.split('"')[1] + "\" should be "), r.stdout)

    def test_an_expectation_that_expects_nothing(self):
        for bad in ('["turn"]', '"turn"', "null"):
            r = run("--check", "-", text=record(GAME, OFF, POTS[:-1] + ',"expect":' + bad + "}"))
            self.assertEqual((r.returncode, r.stdout[:13]), (1, '-:3: "expect"'), bad)
        r = run("--check", "-", text=record(GAME, OFF, WRONG[:-1] + ',"expect":{}}'))
        self.assertEqual(r.returncode, 1)
        self.assertIn("R1 is no wink of blue", r.stdout)
        self.assertEqual(run("--check", "-", text=record(GAME, OFF, WRONG[:-1] + ',"expect":{"error":true}}')).returncode, 0)

    def test_dry_run(self):
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as f:
            f.write(record(GAME, OFF, POTS, PASSES, '{"event":"shot","t":5,"colour":"yellow","wink":"Y1"}'))
            f.flush()
            amend = json.dumps({"event": "amend", "n": 3, "with": json.loads(MISSES)})
            r = run("--dry-run", "--amend", amend, f.name)
            self.assertEqual(r.returncode, 0)
            self.assertEqual(r.stdout, "Line 3 would read: Red plays R1 from behind the baseline.\n"
                                       "Line 4 would be left out, since it could not happen any more: Red passes.\n"
                                       "Line 6 would be: Line 3 now reads: Red plays R1.\n"
                                       "Tiddlies would be red 1 (now 3).\n")
            done = run("--amend", amend, f.name).stdout.splitlines()
            self.assertEqual(json.loads(done[-1])["tiddlies"]["red"], 1)
            self.assertEqual(len(done), 6)
            r = run("--dry-run", "--amend", '{"event":"amend","n":4,"with":null}', f.name)
            self.assertIn("Line 4 would go: Red passes.\n", r.stdout)
            for bad in ('{"event":"amend","n":9,"with":null}', '{"event":"undo"}', "nonsense"):
                r = run("--dry-run", "--amend", bad, f.name)
                self.assertEqual(r.returncode, 1)
                self.assertIn("would be refused", r.stdout)

    def test_dry_run_shows_the_score(self):
        amend = '{"event":"amend","n":3,"with":{"event":"disrupt","by":"blue"}}'
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as f:
            f.write(record(GAME, SET, PASSES))
            f.flush()
            r = run("--dry-run", "--amend", amend, f.name)
        self.assertIn("The game would be over: blue-red 0, green-yellow 7 (now blue-red 6, green-yellow 1).\n", r.stdout)

    def test_an_amend_may_let_a_line_happen(self):
        blue = '{"event":"pass","t":1,"colour":"blue"}'
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as f:
            f.write(record(GAME, OFF, POTS, '{"event":"pass","t":0,"colour":"red"}', '{"event":"amend","n":4,"with":null}', blue))
            f.flush()
            r = run("--dry-run", "--amend", '{"event":"undo"}', f.name)
            self.assertEqual(r.returncode, 1)
            r = run("--dry-run", "--amend", '{"event":"amend","n":6,"with":{"event":"pass","t":1,"colour":"red"}}', f.name)
        self.assertIn("Line 6 would count again: Red passes.\n", r.stdout)


class AnotherBook(unittest.TestCase):
    LINES = ('{"event":"game","rules":"etwa-2012","form":"pairs"}',
             '{"event":"set","squidge_off":"blue","turn":"blue","phase":"timed","pot":[],"baseline":[]}',
             '{"event":"shot","t":0,"colour":"blue","wink":"b1","potted":["b1","g1"]}',
             '{"event":"shot","t":1,"colour":"blue","wink":"b2"}',
             '{"event":"shot","t":2,"colour":"green","wink":"g2"}')

    def rejudge(self, book, *lines):
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as f:
            f.write(record(*lines))
            f.flush()
            return subprocess.run([SQUINT, "rejudge", "--rules", book, f.name], capture_output=True, text=True)

    def test_says_what_differs_and_what_cannot_be_told(self):
        r = self.rejudge("parker", *self.LINES)
        self.assertEqual(r.returncode, 1)
        self.assertIn("by parker then it is blue's turn with 2 shots; here it is blue's turn with 1 shot\n", r.stdout)
        self.assertIn("by parker it would be blue's turn: what it would have played cannot be told.", r.stdout)
        self.assertIn("2 lines would come out otherwise by parker\n", r.stdout)

    def test_the_same_turns_are_no_same_rulings(self):
        r = self.rejudge("etwa-classic", *self.LINES[:2])
        self.assertEqual((r.returncode, r.stdout.splitlines()[0]), (0, "the turns and shots would be the same by etwa-classic"))

    def test_a_redo_is_told_as_one(self):
        r = run("--explain", "-", text=record(*self.LINES[:3], '{"event":"undo"}', '{"event":"amend","n":4,"with":null}'))
        self.assertIn("The undo in line 4 is taken back: what it had taken away counts again.", r.stdout)
        self.assertNotIn("read otherwise", r.stdout)

    def test_a_foul_that_the_other_book_puts_back_at_once(self):
        r = self.rejudge("parker", *self.LINES[:2], '{"event":"shot","t":0,"colour":"red","wink":"r1","potted":["r1"]}')
        self.assertEqual(r.returncode, 1)
        self.assertIn("by parker then it is blue's turn with 1 shot, with 0 in the pot and 0 not yet played; "
                      "here a foul of blue-red is open, with 1 in the pot and 0 not yet played\n", r.stdout)

    def test_a_line_that_differs_in_several_ways_counts_once(self):
        # Parker's red is not in turn, and so cannot pass; and then the two stand otherwise.
        r = self.rejudge("parker", *self.LINES[:3], '{"event":"shot","t":1,"colour":"blue","wink":"b2","potted":["b2"]}',
                         '{"event":"pass","t":2,"colour":"blue"}', '{"event":"pass","t":3,"colour":"green"}')
        heads = [line for line in r.stdout.splitlines() if line[:6].strip().isdigit()]
        self.assertGreater(len(heads), 1)
        self.assertEqual(len({line[:6] for line in heads}), len(heads), r.stdout)
        self.assertIn(f"\n{len(heads)} lines would come out otherwise by parker\n", r.stdout)

    def test_its_own_book_changes_nothing(self):
        r = self.rejudge("etwa-2012", *self.LINES)
        self.assertEqual((r.returncode, r.stdout.splitlines()[0]), (0, "every line would come out the same by etwa-2012"))

    def test_a_game_without_points_names_winners(self):
        end = '{"event":"disrupt","by":"blue"}'
        self.assertIn("won by green and yellow\n", self.rejudge("etwa-simple", *self.LINES, end).stdout)

    def test_no_such_book(self):
        r = self.rejudge("parkr", *self.LINES)
        self.assertEqual((r.returncode, r.stdout), (2, ""))
        self.assertIn("parkr", r.stderr)


if __name__ == "__main__":
    SQUINT = sys.argv.pop()
    unittest.main()
