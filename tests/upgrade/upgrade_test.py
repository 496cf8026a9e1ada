"""Games that earlier versions kept are read by this one, and newer ones are refused: upgrade_test.py SQUINT.

Each folder beside this file is the beginning of a game as that version wrote it, never changed afterwards."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))


def run(*arguments):
    return subprocess.run([SQUINT, *arguments], capture_output=True, text=True)


def samples():
    return sorted(os.path.join(HERE, name) for name in os.listdir(HERE) if os.path.isdir(os.path.join(HERE, name)))


class Upgrade(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def kept(self, sample):
        """A copy: what is tried on it must not change the sample."""
        return shutil.copytree(sample, os.path.join(self.folder.name, "kept"), dirs_exist_ok=True)

    def test_there_are_samples(self):
        self.assertGreaterEqual(len(samples()), 1)

    def test_the_record_of_each_is_played(self):
        for sample in samples():
            record = os.path.join(sample, "game.jsonl")
            r = run("rules", record)
            with open(record, encoding="utf-8") as f:
                self.assertEqual((r.returncode, len(r.stdout.splitlines())), (0, len(f.readlines())), r.stderr)

    def test_the_game_of_each_is_exported_with_its_day(self):
        for sample in samples():
            r = run("export", "--json", self.kept(sample))
            self.assertEqual(r.returncode, 0, r.stderr)
            self.assertIn("2026", json.loads(r.stdout)["heading"])

    def test_each_is_judged_again(self):
        for sample in samples():
            r = run("rejudge", self.kept(sample))
            self.assertIn(r.returncode, (0, 1), r.stderr)
            self.assertIn("Squidge-off", r.stdout + r.stderr)

    def test_each_takes_the_umpires_word(self):
        for sample in samples():
            game = self.kept(sample)
            r = run("say", "--yes", game, "turn", "blue")
            self.assertEqual(r.returncode, 0, r.stderr)
            self.assertEqual(json.loads(run("rules", os.path.join(game, "game.jsonl")).stdout.splitlines()[-1])["turn"],
                             "blue")

    def test_a_newer_game_is_refused_and_unchanged(self):
        game = self.kept(samples()[-1])
        path = os.path.join(game, "session.json")
        with open(path, encoding="utf-8") as f:
            note = json.load(f)
        note.update(format=note["format"] + 1, squint="9.0")
        with open(path, "w", encoding="utf-8") as f:
            json.dump(note, f)
        before = {name: os.path.getsize(os.path.join(game, name)) for name in os.listdir(game)}
        r = run("rejudge", game)
        self.assertEqual(r.returncode, 2)
        self.assertRegex(r.stderr, r"squint 9\.0 wrote this game, in a newer form than this squint .* use that one")
        self.assertEqual({name: os.path.getsize(os.path.join(game, name)) for name in os.listdir(game)}, before)

    def test_a_newer_line_of_a_record_is_refused(self):
        record = os.path.join(self.folder.name, "newer.jsonl")
        with open(record, "w", encoding="utf-8") as f:
            f.write('{"event":"game","rules":"etwa-2012","form":"pairs","version":2}\n')
        r = run("rules", record)
        self.assertEqual(r.returncode, 1)
        self.assertIn("a newer squint wrote this line, in format 2; this one knows 1: read it by that squint", r.stdout)


if __name__ == "__main__":
    SQUINT = os.path.abspath(sys.argv[1])
    unittest.main(argv=sys.argv[:1])
