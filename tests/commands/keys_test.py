"""What people meet at the keys, and what a secretary takes home: keys_test.py SQUINT DATASETS"""
import csv
import json
import os
import subprocess
import sys
import tempfile
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
        self.assertEqual(page.count("border-radius"), 1)
        self.assertEqual(page.count('<i style="background:#c0182b">'), 3)  # the column, the shot and the pass

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

    def test_names_that_cannot_be(self):
        for option, value, remedy in (("--players", "Ann,Bob", "blue=Ann,red=Bob"), ("--sides", "blue=Ann", "blue-red=Cambridge"),
                                      ("--date", "22.11.2026", "2026-11-22"), ("--event", "x" * 64, "at most 63 bytes"),
                                      ("--round", "a\nb", "one line")):
            done = run("referee", option, value, "game.mp4", status=2)
            self.assert_all_in((option, remedy), done.stderr)


if __name__ == "__main__":
    SQUINT, DATASETS = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    unittest.main(argv=sys.argv[:1])
