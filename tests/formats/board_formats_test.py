"""What is told of drawn crokinole boards against its schema and the truth: board_formats_test.py SQUINT SOURCE-FOLDER"""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
import warnings

import jsonschema

SQUINT, SOURCE = sys.argv[1:3]


def run(*arguments, statuses=(0,)):
    done = subprocess.run([SQUINT, *arguments], capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode in statuses, done
    return done.stdout


def lines(text):
    return [json.loads(line) for line in text.splitlines()]


def validator(name):
    folder = os.path.abspath(f"{SOURCE}/docs/schema")
    with open(f"{folder}/{name}.schema.json", encoding="utf-8") as f:
        schema = json.load(f)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # newer versions have another resolver, Debian's has this one
        return jsonschema.Draft202012Validator(schema, resolver=jsonschema.RefResolver(f"file://{folder}/{name}.schema.json", schema))


class BoardForms(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as top:
            cls.truth = []
            for family in ("lines", "hole", "hand"):
                run("synth", "crokinole", "--family", family, "--seed", "6", "--size", "640x540", "--out", top)
                with open(f"{top}/{family}_001.truth.json", encoding="utf-8") as f:
                    cls.truth.append(json.load(f))
            pictures = [f"{top}/{t['image']}" for t in cls.truth]
            cls.measured = run("calibrate", "--game", "crokinole", "--overlay", f"{top}/check.png", "--out", f"{top}/camera.json",
                               pictures[0])
            with open(f"{top}/check.png", "rb") as f:
                cls.check = f.read(8)
            with open(f"{top}/camera.json", encoding="utf-8") as f:
                cls.camera = json.load(f)
            cls.told = lines(run("look", "--game", "crokinole", "--json", *pictures))
            os.mkdir(f"{top}/rests")
            for i, picture in enumerate(pictures):
                os.link(picture, os.fsencode(f"{top}/rests/{i}") + b"\xfc.jpg")  # a name need not be UTF-8
            cls.stream = lines(run("referee", "--game", "crokinole", "--first", "light", "--json", "--out", f"{top}/game", f"{top}/rests", statuses=(1,)))
            with open(f"{top}/game/looks.jsonl", encoding="utf-8") as f:
                cls.looks = lines(f.read())
        cls.schema = validator("crokinole-look")

    def test_each_line_is_as_the_schema_says(self):
        self.assertEqual([bool(t.get("abstain")) for t in self.told], [False, False, True])
        for told in self.told:
            self.schema.validate(told)

    def test_a_game_is_told_as_the_schema_says(self):
        schema = validator("crokinole-stream")
        for line in self.stream:
            schema.validate(line)
            self.assertFalse(schema.is_valid({**line, "seq": -1}), line)
        self.assertLessEqual({"start", "event", "state", "question", "wait", "end"}, {line["type"] for line in self.stream})
        state = next(line for line in self.stream if line["type"] == "state")
        schema.validate({**state, "choices": [{"event": "choose", "option": "replay"}]})
        self.assertFalse(schema.is_valid({**state, "choices": []}))
        end = self.stream[-1]
        self.assertFalse(schema.is_valid({**end, "tiddlies": {}}), end)

    def test_looks_of_a_game_are_as_the_schema_says(self):
        self.assertEqual([os.path.basename(look["image"]) for look in self.looks], ["0?.jpg", "1?.jpg", "2?.jpg"])
        self.assertTrue(self.looks[2]["abstain"])
        for look in self.looks:
            self.schema.validate(look)

    def test_a_rest_without_a_score_is_unjudged(self):
        self.assertEqual(self.stream[-1]["unjudged"], 1)

    def test_calibrate_says_what_was_measured_and_what_assumed(self):
        board = self.truth[0]["board"]
        ten = 305 * board["ten_mm"] / board["outer_mm"]
        said = re.search(r"if the outer line's radius is 305 mm: 10 line (\d+\.\d) ± \d+\.\d+", self.measured)
        self.assertAlmostEqual(float(said[1]), ten, delta=3)
        self.assertIn("assumed: a disc is ", self.measured)
        self.assertEqual(self.check, b"\x89PNG\r\n\x1a\n")
        self.assertEqual(self.camera["camera"]["width"], 640)

    def test_the_schema_notices_what_is_wrong(self):
        for key, value in (("readings", []), ("score", {"light": 5}), ("score_probability", 1.2), ("abstain", True)):
            self.assertFalse(self.schema.is_valid({**self.told[0], key: value}), key)

    def test_the_true_score_is_among_the_readings(self):
        for told, truth in zip(self.told[:2], self.truth):
            readings = [r["score"] for r in told["readings"]]
            self.assertIn(truth["score"], readings)
            self.assertIn(told["score"], readings)
            self.assertAlmostEqual(sum(r["probability"] for r in told["readings"]), 1, places=4)
            chances = [r["probability"] for r in told["readings"]]
            self.assertEqual(chances, sorted(chances, reverse=True))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
