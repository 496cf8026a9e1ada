"""The README's examples of what is printed are what is printed: readme_test.py SQUINT SOURCE_FOLDER."""
import os
import re
import subprocess
import sys
import tempfile
import unittest

SQUINT, TOP = sys.argv[1], sys.argv[2]


class Readme(unittest.TestCase):
    def test_what_look_prints(self):
        with open(os.path.join(TOP, "README.md"), encoding="utf-8") as f:
            text = f.read()
        shown = re.search(r"^    build/release/squint (look --overlay \S+ (\S+))\n\n.*?\n\n((?:    [^\n]*\n)+)", text, re.M | re.S)
        self.assertIsNotNone(shown)
        with tempfile.TemporaryDirectory() as out:
            told = subprocess.run([SQUINT, "look", "--overlay", os.path.join(out, "seen.png"), shown[2]], cwd=TOP,
                                  stdout=subprocess.PIPE, text=True, check=True, timeout=300).stdout.splitlines()
        lines = [line[4:] for line in shown[3].splitlines()]
        self.assertGreater(len(lines), 4)
        self.assertEqual(told[-1], f"  Written: {out}/seen.png")
        self.assertEqual([line for line in lines if line not in told], [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
