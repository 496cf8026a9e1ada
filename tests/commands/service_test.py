"""What squint@TABLE starts, with a stand-in for squint: service_test.py SERVICE-FILE PATH-OF-SQUINT"""
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

SERVICE, PROGRAM = sys.argv[1:3]
# As squint does: a game before goes aside, and comes back where no game begins. $CAMERA: whether it is there.
STAND_IN = """#!/bin/sh
echo "$@" >>"$LOG"
case "$*" in *--resume*) [ -e game/session.json ] || exit 2; exit $ENDS;; esac
[ ! -e game ] || mv game aside
if [ "$CAMERA" = yes ]
then mkdir game; wc -l <"$LOG" >game/session.json; [ ! -e aside ] || mv aside "game~$(ls -d game* | wc -l)"; exit $ENDS
else [ ! -e aside ] || mv aside game; exit 2; fi
"""


def command(key):
    """Of the service, as systemd carries it out for table 7."""
    with open(SERVICE, encoding="utf-8") as f:
        text = re.sub(r"\\\n *", "", f.read())
    return shlex.split(re.search(rf"^{key}=(.*)$", text, re.M)[1].replace("%i", "7").replace("%%", "%"))


class Service(unittest.TestCase):
    def setUp(self):
        self.top = tempfile.mkdtemp()
        self.stand_in = f"{self.top}/squint"
        with open(self.stand_in, "w", encoding="utf-8") as f:
            f.write(STAND_IN)
        os.chmod(self.stand_in, 0o755)
        for folder in ("state", "run"):
            os.mkdir(f"{self.top}/{folder}")

    def tearDown(self):
        shutil.rmtree(self.top)

    def start(self, camera, ends=2):
        """One start of the service, and its end. Gives what squint was asked for."""
        log = f"{self.top}/log"
        env = {**os.environ, "STATE_DIRECTORY": f"{self.top}/state", "RUNTIME_DIRECTORY": f"{self.top}/run", "LOG": log, "CAMERA": camera,
               "ENDS": str(ends), "SQUINT_OPTIONS": "--serve", "SQUINT_SOURCE": "camera"}
        words = [word.replace(PROGRAM, self.stand_in) for word in command("ExecStart")]
        done = subprocess.run(words, env=env, cwd=self.top, timeout=20, check=False).returncode
        env["SERVICE_RESULT"] = "success" if done in (0, 1, 3) else "exit-code"
        subprocess.run(command("ExecStopPost"), env=env, timeout=20, check=False)
        with open(log, encoding="utf-8") as f:
            return f.read().splitlines()[-1]

    def old_game(self):
        os.mkdir(f"{self.top}/state/game")
        with open(f"{self.top}/state/game/session.json", "w", encoding="utf-8") as f:
            f.write("old")

    BEGINS, GOES_ON = "referee --out game --table 7 --serve camera", "referee --resume --out game --serve"

    def test_a_camera_that_comes_late_gets_a_new_game(self):
        for old in (False, True):
            with self.subTest(old=old):
                if old:
                    self.tearDown()
                    self.setUp()
                    self.old_game()
                self.assertEqual(self.start("no"), self.BEGINS)
                self.assertEqual(self.start("no"), self.BEGINS)
                self.assertEqual(self.start("yes"), self.BEGINS)
                self.assertEqual(self.start("yes"), self.GOES_ON)  # after a fault
                self.assertEqual(self.start("yes"), self.GOES_ON)

    def test_a_file_written_again_is_no_other_game(self):
        """Its number may be that of a file that was deleted."""
        self.old_game()
        game = f"{self.top}/state/game/session.json"
        old = f"{self.top}/state/deleted"
        os.link(game, old)
        self.assertEqual(self.start("yes"), self.BEGINS)
        with open(old, "w", encoding="utf-8") as f:
            f.write("new, automated")
        os.replace(old, game)
        self.assertEqual(self.start("yes"), self.GOES_ON)

    def test_without_its_folder_nothing_is_begun(self):
        os.rmdir(f"{self.top}/state")
        with self.assertRaises(FileNotFoundError):
            self.start("yes")
        self.assertEqual(os.listdir(f"{self.top}/run"), [])

    def test_who_stops_it_begins_a_new_game(self):
        self.old_game()
        self.assertEqual(self.start("yes", 0), self.BEGINS)
        self.assertEqual(self.start("yes"), self.BEGINS)
        self.assertEqual(self.start("yes", 3), self.GOES_ON)
        self.assertEqual(self.start("yes"), self.BEGINS)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])
