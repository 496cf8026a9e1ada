"""A game with an open question in all its forms, and every format against its schema: formats_test.py SQUINT SOURCE-FOLDER GAME

GAME: the folder of the sample game, judged. The pictures of its rests, but for one, are the source of a game in which a shot
was not seen: when the colour after it plays, it is a question what was played, and is held."""
import csv
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import warnings

import jsonschema

SQUINT, SOURCE, JUDGED = sys.argv[1:4]
SCHEMAS = f"{SOURCE}/docs/schema"
UNSEEN = 15  # the rest after blue's second shot: green then plays though blue is due
IDLE = (1, 2, 3, 5, 6, 7)  # rests within the squidge-off and before the first shot: nothing hangs on them
ASKED_BY = 18  # the rest by which that question is asked and stays open
ANSWER, OTHER = "Blue passes.", "Green plays g1 from behind the baseline."


def run(*arguments, status=0, **how):
    films = "--annotate" in arguments  # the others need no slow search for GLib's leaks
    environment = {key: value for key, value in os.environ.items() if films or key != "ASAN_OPTIONS"}
    done = subprocess.run([SQUINT, *arguments], env=environment, capture_output=True, text=True, timeout=1200, check=False, **how)
    assert status in (None, done.returncode), f"{arguments}: {done.returncode}: {done.stdout}{done.stderr}"
    return done.stdout


def lines(path):
    with open(path, encoding="utf-8") as f:
        return [json.loads(line) for line in f]


def size_of_jpeg(path):
    with open(path, "rb") as f:
        data = f.read()
    at = next(m.start() for m in re.finditer(rb"\xff[\xc0\xc2]\x00\x11\x08", data))
    return int.from_bytes(data[at + 5:at + 7], "big"), int.from_bytes(data[at + 7:at + 9], "big")


def held_holds(schema, text):
    """Whether a schema's validator would notice a line that it must not take."""
    return not validator(schema).is_valid(text)


def validator(name):
    with open(f"{SCHEMAS}/{name}.schema.json", encoding="utf-8") as f:
        schema = json.load(f)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # newer versions have another resolver, Debian's has this one
        resolver = jsonschema.RefResolver(f"file://{os.path.abspath(SCHEMAS)}/{name}.schema.json", schema)
        return jsonschema.Draft202012Validator(schema, resolver=resolver)


class Forms(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.top = tempfile.mkdtemp()
        cls.whole, cls.game = f"{cls.top}/whole", f"{cls.top}/game"
        shutil.copytree(JUDGED, cls.whole)
        os.mkdir(f"{cls.top}/rests")
        for name in os.listdir(f"{cls.whole}/evidence"):
            if name.endswith(".jpg") and "-" not in name and int(name[:-4]) not in (UNSEEN, *IDLE):
                shutil.copy(f"{cls.whole}/evidence/{name}", f"{cls.top}/rests")
        cls.printed = run("referee", "--json", "--out", cls.game, "--overlay", "--annotate", f"{cls.top}/game.mp4",
                          f"{cls.top}/rests", status=3).splitlines()
        cls.stream = [json.loads(line) for line in cls.printed]
        cls.record = f"{cls.game}/game.jsonl"
        cls.held = [n for n, line in enumerate(lines(cls.record), 1) if line.get("held")]
        assert len(cls.held) == 2, cls.held
        first = lines(cls.record)[cls.held[0] - 1]
        cls.chance = f"({100 * first['probability']:.0f} %)"
        cls.asked = first["doubts"][0]
        cls.other = f"{OTHER} ({100 * first['alternatives'][0]['probability']:.0f} %)"

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.top)

    def tells_all(self, text, held="HELD"):
        """The answer with its probability, that it is held, what was asked, and the other answer with its own."""
        flat = re.sub(r"\bor \d\. ", "or ", " ".join(text.split()))  # answers are numbered where they can be given
        for part in (f"{ANSWER} {self.chance}", held, self.asked, self.other):
            self.assertIn(part, flat)

    # ---- For people ----

    def test_sentences(self):
        told = run("rules", "--explain", self.record, status=3)
        self.tells_all(told)
        self.assertIn("1 question is open (lines ", told)

    def test_sheet(self):
        sheet = run("rules", "--sheet", self.record, status=3)
        self.tells_all(sheet)
        self.assertTrue(sheet.startswith("1 question is open (lines "), sheet)

    def test_page(self):
        page = run("export", "--html", self.game, status=3)
        self.tells_all(re.sub(r"<[^>]*>", " ", page).replace("( ", "("))
        self.assertLess(page.index("1 question is open"), page.index("tiddlies"))

    def test_paper(self):
        run("export", "--pdf", "--out", f"{self.top}/game.pdf", self.game, status=3)
        text = subprocess.run(["pdftotext", "-layout", f"{self.top}/game.pdf", "-"], capture_output=True, text=True, check=True)
        self.tells_all(text.stdout)
        self.assertLess(text.stdout.index("1 question is open"), text.stdout.index("tiddlies"))

    def test_card(self):
        told = run("show", self.game, str(self.held[0]))
        self.tells_all(told)
        with open(f"{self.game}/card-{self.held[0]}.html", encoding="utf-8") as f:
            self.tells_all(f.read())

    def test_pictures_have_room_for_the_words(self):
        """A ruling's picture is the camera's, whole, with room for words beside and below it: all of one size."""
        tall, wide = size_of_jpeg(f"{self.whole}/evidence/000000.jpg")
        sizes = {size_of_jpeg(f"{self.game}/{n:04}.jpg") for n in (self.held[0], 3, 5)}
        self.assertEqual(len(sizes), 1)
        rows, columns = sizes.pop()
        self.assertAlmostEqual(rows / tall, 1.25, delta=0.01)
        self.assertAlmostEqual(columns / wide, 1.25, delta=0.01)
        self.assertGreater(os.path.getsize(f"{self.top}/game.mp4"), 10000)

    def test_commentary(self):
        rests = f"{self.top}/first"
        os.mkdir(rests)
        for name in os.listdir(f"{self.top}/rests"):
            if int(name[:-4]) <= ASKED_BY:
                shutil.copy(f"{self.top}/rests/{name}", rests)
        told = run("referee", "--out", f"{self.top}/told", rests, status=3)
        self.tells_all(told)
        self.assertIn("QUESTION", told)

    def test_the_command_that_answers(self):
        command = f"squint answer {self.record} {self.held[0]} 2"
        for view in ("--sheet", "--explain"):
            self.assertIn(command, run("rules", view, self.record, status=3))
        done = subprocess.run([SQUINT, *command.split()[1:], "--json"], capture_output=True, text=True, check=True)
        self.assertTrue(json.loads(done.stdout)["taken"], done.stdout)

    def test_a_question_at_the_end(self):
        """No line comes after it that could tell of it: the stream does."""
        end, asked = f"{self.top}/end", "Does b3 lie over Y2?"
        shutil.copytree(self.game, end)
        with open(f"{end}/stream.jsonl", "a", encoding="utf-8") as f:
            f.write('{"type":"question","question":7,"text":"What happened?","doubts":[{"kind":"over","text":"%s"}]}\n' % asked)
            f.write('{"type":"passed-over","question":7,"text":"The question stays open, the game goes on."}\n')
        head = f"2 questions are open (lines {self.held[0]} and {self.held[1]}; at the end: {asked}): the result may still change."
        sheet = run("rules", "--sheet", f"{end}/game.jsonl", status=3)
        self.assertTrue(sheet.startswith(head), sheet)
        self.assertIn(f"squint say {end}/game.jsonl EVENT", sheet)
        self.assertIn(head, run("rules", "--explain", f"{end}/game.jsonl", status=3))
        self.assertIn(head, run("export", "--html", end, status=3))
        self.assertEqual(json.loads(run("export", "--json", end, status=3))["open_at_end"], [asked])
        self.assertEqual(list(csv.DictReader(run("export", "--csv", end, status=3).splitlines()))[-1]["others"], asked)
        run("say", "--yes", end, "clock", "stop")  # whoever goes on has answered it
        self.assertNotIn("at the end", run("rules", "--sheet", f"{end}/game.jsonl", status=3))

    def test_what_is_carried_out_was_listed(self):
        questions = {line["question"]: line for line in self.stream if line["type"] == "question"}
        for n in self.held:
            line = lines(self.record)[n - 1]
            listed = questions[line["question"]]["readings"]
            reading = listed[line.get("answer", 1) - 1]
            self.assertIn(line["event"], ("pass", reading["event"]["event"]))
            self.assertTrue(reading.get("passed") if line["event"] == "pass" else line["wink"] == reading["event"]["wink"])

    # ---- For programs ----

    def test_table(self):
        table = run("export", "--csv", self.game, status=3)
        row = next(r for r in csv.DictReader(table.splitlines()) if r["line"] == str(self.held[0]))
        self.assertEqual((row["words"], row["held"], row["others"], row["asked"]), (ANSWER, "held", self.other, self.asked))
        self.assertEqual(f"({100 * float(row['probability']):.0f} %)", self.chance)

    def test_one_object(self):
        whole = json.loads(run("export", "--json", self.game, status=3))
        self.assertEqual((whole["type"], whole["version"], whole["open_questions"]), ("game", 1, 1))
        line = next(x for x in whole["lines"] if x["state"]["n"] == self.held[0])
        self.assertTrue(line["open"] and line["event"]["held"] and line["event"]["alternatives"])
        self.assertEqual(line["event"]["probability"], lines(self.record)[self.held[0] - 1]["probability"])

    def test_a_question_without_an_event_is_told_with_the_next_line(self):
        """Seven rests are missing: more moved than any shot explains, and no event answers what happened."""
        rests, game = f"{self.top}/few", f"{self.top}/left"
        os.mkdir(rests)
        for name in os.listdir(f"{self.top}/rests"):
            if not 9 <= int(name.split(".")[0]) <= 15:
                shutil.copy(f"{self.top}/rests/{name}", rests)
        told = run("referee", "--out", game, rests, status=3)
        self.assertIn("QUESTION: it stays open, the game goes on.", told)
        self.holds("record", lines(f"{game}/game.jsonl"))
        n, line = next((n, line) for n, line in enumerate(lines(f"{game}/game.jsonl"), 1) if "left_open" in line)
        left = line["left_open"][0]["text"]
        run("export", "--pdf", "--out", f"{self.top}/left.pdf", game, status=3)
        paper = subprocess.run(["pdftotext", f"{self.top}/left.pdf", "-"], capture_output=True, text=True, check=True).stdout
        for form in (run("rules", "--explain", f"{game}/game.jsonl", status=3), paper, run("export", "--csv", game, status=3),
                     run("rules", "--sheet", f"{game}/game.jsonl", status=3), run("export", "--json", game, status=3),
                     run("export", "--html", game, status=3)):
            self.assertIn(left, " ".join(form.split()))
        self.assertIn(str(n), run("rules", "--sheet", f"{game}/game.jsonl", status=3).splitlines()[0])

    def test_an_answer_closes_the_question(self):
        closed = f"{self.top}/closed"
        shutil.copytree(self.game, closed)
        with open(f"{closed}/game.jsonl", "a", encoding="utf-8") as f:
            for n in self.held:
                event = {k: v for k, v in lines(self.record)[n - 1].items() if k in ("event", "t", "t_rest", "colour", "wink",
                                                                                    "potted", "off", "over")}
                f.write(json.dumps({"event": "amend", "n": n, "with": event}) + "\n")
        self.assertNotIn("open", run("rules", "--sheet", f"{closed}/game.jsonl"))
        self.assertNotIn("held", run("export", "--csv", closed).splitlines()[self.held[0]])

    # ---- Formats ----

    def holds(self, schema, objects):
        check = validator(schema)
        objects = list(objects)
        self.assertTrue(objects)
        for o in objects:
            errors = [f"{'/'.join(map(str, e.absolute_path))}: {e.message[:300]}" for e in check.iter_errors(o)]
            self.assertFalse(errors, (json.dumps(o)[:400], errors[:2]))

    def test_stream(self):
        self.holds("stream", self.stream)
        self.assertLessEqual({"start", "event", "state", "position", "question", "end"}, {x["type"] for x in self.stream})
        numbered = [x["seq"] for x in self.stream if x["type"] != "heartbeat"]
        self.assertEqual(numbered, list(range(1, len(numbered) + 1)))

    def test_record_rests_and_looks(self):
        for game in (self.game, self.whole):
            self.holds("record", lines(f"{game}/game.jsonl"))
            self.holds("position", lines(f"{game}/rests.jsonl"))
            self.holds("observation", lines(f"{game}/looks.jsonl"))
            self.holds("stream", lines(f"{game}/stream.jsonl"))

    def test_states(self):
        self.holds("state", map(json.loads, run("rules", self.record).splitlines()))
        self.holds("state", map(json.loads, run("rules", "-", status=1, input='{"event":"shot"}\nno\n').splitlines()))

    def test_all_books(self):
        """Every seventh script of each book: the states, and the lines that the rules take."""
        for book in sorted(os.listdir(f"{SOURCE}/tests/rules")):
            folder = f"{SOURCE}/tests/rules/{book}"
            if book == "crokinole" or not os.path.isdir(folder):
                continue
            scripts = sorted(n for n in os.listdir(folder) if n.endswith(".jsonl"))[::7]
            for name in scripts:
                with open(f"{folder}/{name}", encoding="utf-8", errors="replace") as f:
                    given = f.read().splitlines()
                states = [json.loads(line) for line in run("rules", f"{folder}/{name}", status=None).splitlines()]
                self.holds("state", states)
                taken = [json.loads(given[s["n"] - 1]) for s in states if "error" not in s]
                self.holds("record", [{key: value for key, value in e.items() if key != "expect"} for e in taken])

    def test_pictures(self):
        scenes = f"{SOURCE}/datasets/scenes"
        names = sorted(f"{scenes}/{n}" for n in os.listdir(scenes) if n.endswith(".jpg"))[::3]
        self.holds("position", map(json.loads, run("look", "--json", *names).splitlines()))
        self.holds("position", map(json.loads, run("look", "--json", f"{SOURCE}/README.md", status=2).splitlines()))

    def test_schemas_can_fail(self):
        state = next(x for x in self.stream if x["type"] == "state")
        for wrong in ({**state, "seq": -1}, {**state, "turn": "orange"}, {**state, "new": 1}, {"type": "state"}):
            self.assertTrue(held_holds("stream", wrong), wrong)
        self.assertTrue(held_holds("record", {"event": "shot", "t": 1}))
        self.assertTrue(held_holds("record", {"event": "pass", "t": 1, "colour": "blue", "held": True}))

    def test_numbers_are_short(self):
        for name in ("game.jsonl", "rests.jsonl", "stream.jsonl", "looks.jsonl"):
            with open(f"{self.game}/{name}", encoding="utf-8") as f:
                for number in re.findall(r"-?\d+\.\d+(?:e-?\d+)?", re.sub(r'"[^"]*"', "", f.read())):
                    self.assertLessEqual(len(number), max(len(repr(float(number))), len(number.rstrip("0"))) + 2, number)
                    self.assertEqual(float(repr(float(number))), float(number))

    def test_documented_examples(self):
        """Each line of docs/PROTOCOL.md that pipes the stream is run."""
        with open(f"{SOURCE}/docs/PROTOCOL.md", encoding="utf-8") as f:
            examples = re.findall(r"^    squint referee --json game.mp4 \| (grep .*)$", f.read(), re.M)
        self.assertEqual(len(examples), 2)
        found = [subprocess.run(e, shell=True, input="\n".join(self.printed) + "\n", capture_output=True, text=True, check=True)
                 .stdout.splitlines() for e in examples]
        shots = [x["wink"] for x in lines(self.record) if x["event"] == "shot"]
        self.assertEqual([json.loads(x)["wink"] for x in found[0]], shots)
        self.assertEqual({json.loads(x)["type"] for x in found[1]}, {"question"})
        self.assertIn(examples[0], run("referee", "--help"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
