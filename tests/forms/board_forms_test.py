"""What is told of drawn crokinole boards against its schema and the truth: board_forms_test.py SQUINT SOURCE-FOLDER"""
import json
import re
import subprocess
import sys
import tempfile
import unittest

import jsonschema

SQUINT, SOURCE = sys.argv[1:3]


def run(*arguments):
    return subprocess.run([SQUINT, *arguments], capture_output=True, text=True, timeout=600, check=True).stdout


class BoardForms(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as top:
            cls.truth = []
            for family in ("lines", "hole", "hand"):
                run("synth", "crokinole", "--family", family, "--seed", "5", "--size", "640x540", "--out", top)
                with open(f"{top}/{family}_001.truth.json", encoding="utf-8") as f:
                    cls.truth.append(json.load(f))
            pictures = [f"{top}/{t['image']}" for t in cls.truth]
            cls.measured = run("calibrate", "--game", "crokinole", "--overlay", f"{top}/check.png", "--out", f"{top}/camera.json",
                               pictures[0])
            with open(f"{top}/check.png", "rb") as f:
                cls.check = f.read(8)
            with open(f"{top}/camera.json", encoding="utf-8") as f:
                cls.camera = json.load(f)
            cls.told = [json.loads(line) for line in run("look", "--game", "crokinole", "--json", *pictures).splitlines()]
        with open(f"{SOURCE}/docs/schema/crokinole-look.schema.json", encoding="utf-8") as f:
            cls.schema = jsonschema.Draft202012Validator(json.load(f))

    def test_each_line_is_as_the_schema_says(self):
        self.assertEqual([bool(t.get("abstain")) for t in self.told], [False, False, True])
        for told in self.told:
            self.schema.validate(told)

    def test_calibrate_says_what_was_measured_and_what_assumed(self):
        board = self.truth[0]["board"]
        ten = board["ten_mm"] / board["outer_mm"]
        said = re.search(r"10 line (\d\.\d+) ± (\d\.\d+)", self.measured)
        self.assertAlmostEqual(float(said[1]), ten, delta=0.01)
        self.assertIn("assumed: the outer line's radius is 305 mm", self.measured)
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
