"""Bundles: what is in them, whose names are not, and that a hostile one writes nothing: bundle_test.py SQUINT"""
import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
import unittest

GAME = [{"event": "game", "rules": "etwa-2012", "form": "pairs", "seen_t": 1.5, "about": {"event": "Open", "players": {"red": "Bob"}}},
        {"event": "squidge-off", "mm": {"blue": 31, "green": 112, "red": 5, "yellow": 60}, "before_t": 1.5, "seen_t": 9},
        {"event": "about", "about": {"players": {"red": "Eve"}}},
        {"event": "shot", "t": 20, "colour": "red", "wink": "R1", "before_t": 9, "seen_t": 22.5},
        {"event": "amend", "n": 3, "with": {"event": "about", "about": {"players": {"red": "Eva"}}}, "word": "0a", "who": "Ursula",
         "at": "2026-11-22T19:30:05Z"}]
RESTS = {0: 1.5, 1: 9, 2: 14, 3: 22.5, 4: 30}


def run(*arguments):
    return subprocess.run([SQUINT, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)


class Bundle(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)
        os.makedirs("tuesday/evidence")
        with open("tuesday/game.jsonl", "w", encoding="utf-8") as f:
            f.writelines(json.dumps(line) + "\n" for line in GAME)
        with open("tuesday/rests.jsonl", "w", encoding="utf-8") as f:
            f.writelines(json.dumps({"type": "position", "rest": rest, "t": t}) + "\n" for rest, t in RESTS.items())
        with open("tuesday/session.json", "w", encoding="utf-8") as f:
            json.dump({"format": 1, "source": "/films/ann/game.mp4", "about": {"players": {"red": "Bob"}}}, f)
        for rest in RESTS:
            for name in (f"{rest:06}.jpg", f"{rest:06}.json", f"{rest:06}-0012.500.jpg"):
                with open(f"tuesday/evidence/{name}", "w", encoding="utf-8") as f:
                    f.write(name)

    def content(self, *options):
        done = run("bundle", *options, "--out", "b.tar.gz", "--force", "tuesday", "4")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        with tarfile.open("b.tar.gz") as tar:
            return {m.name[5:]: tar.extractfile(m).read().decode() for m in tar.getmembers()}

    def test_the_passage_alone_and_no_names(self):
        held = self.content()
        self.assertEqual(sorted(n for n in held if n.endswith(".jpg") and "-" not in n), [f"evidence/{r:06}.jpg" for r in (1, 2, 3)])
        self.assertIn("evidence/000002-0012.500.jpg", held)
        whole = " ".join(held.values())
        for name in ("Bob", "Eve", "Eva", "Open", "ann", "Ursula", "19:30"):
            self.assertNotIn(name, whole)
        self.assertEqual(json.loads(held["bundle.json"])["line"], 4)
        lines = [json.loads(line) for line in held["game.jsonl"].splitlines()]
        self.assertEqual([line["event"] for line in lines], [line["event"] for line in GAME])
        self.assertEqual(lines[3], GAME[3])

    def test_names_where_they_are_wanted(self):
        held = self.content("--names")
        for name in ("Bob", "Eve", "Eva", "Ursula"):
            self.assertIn(name, held["game.jsonl"])
        self.assertNotIn("/films/ann", held["session.json"])

    def test_what_cannot_be_read_is_not_left_out_in_silence(self):
        os.remove("tuesday/evidence/000002.jpg")
        os.mkdir("tuesday/evidence/000002.jpg")
        done = run("bundle", "--out", "b.tar.gz", "tuesday", "4")
        self.assertEqual(done.returncode, 2)
        self.assertIn("000002.jpg: cannot be read", done.stderr)
        self.assertFalse(os.path.exists("b.tar.gz"))

    def test_settings_that_are_cut_off_are_not_left_out_in_silence(self):
        for content in ('{"format": 1, "sour', "7"):
            with open("tuesday/session.json", "w", encoding="utf-8") as f:
                f.write(content)
            done = run("bundle", "--out", "b.tar.gz", "tuesday", "4")
            self.assertEqual(done.returncode, 2, content)
            self.assertIn("session.json: cannot be read", done.stderr)
            self.assertFalse(os.path.exists("b.tar.gz"))

    def test_the_name_of_the_file_and_lines_that_are_none(self):
        self.assertEqual(run("bundle", "tuesday", "4").returncode, 0)
        self.assertTrue(os.path.exists("tuesday-4.tar.gz"))
        done = run("bundle", "tuesday", "77")
        self.assertEqual(done.returncode, 2)
        self.assertIn("line 77", done.stderr)

    def test_a_hostile_bundle_writes_nothing(self):
        for name, kind in (("../evil", None), ("game/../../evil", None), ("/tmp/evil-of-squint", None), ("game/link", tarfile.SYMTYPE),
                           ("game/evidence/../evil", None), ("game/.hidden", None)):
            with tarfile.open("evil.tar.gz", "w:gz") as tar:
                m = tarfile.TarInfo(name)
                if kind:
                    m.type, m.linkname = kind, "/etc/passwd"
                else:
                    m.size = 4
                tar.addfile(m, None if kind else io.BytesIO(b"evil"))
            os.makedirs("place", exist_ok=True)
            done = subprocess.run([SQUINT, "rejudge", "evil.tar.gz"], capture_output=True, text=True, env=dict(os.environ, TMPDIR="place"))
            self.assertEqual(done.returncode, 2, done)
            self.assertIn("is no whole bundle", done.stderr)
            self.assertEqual(os.listdir("place"), [])
            self.assertFalse(any("evil" in f and f != "evil.tar.gz" for f in os.listdir(".")))
        with open("half.tar.gz", "wb") as f, open("evil.tar.gz", "rb") as whole:
            f.write(whole.read()[:40])
        self.assertEqual(run("rejudge", "half.tar.gz").returncode, 2)


SQUINT = sys.argv.pop(1)
if __name__ == "__main__":
    unittest.main()
