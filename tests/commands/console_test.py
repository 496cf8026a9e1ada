"""squint console: without a camera the sample game is refereed, and the desktop's browser gets a file that leads
to the umpire's page. Arguments: the program, the project's folder."""

import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.request

PROGRAM, PROJECT = pathlib.Path(sys.argv.pop(1)), pathlib.Path(sys.argv.pop(1))
PATIENCE_S = 60


def until(get):
    """What get() gives as soon as it is true."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        got = get()
        if got:
            return got
        time.sleep(0.05)
    raise AssertionError("nothing came")


class Console(unittest.TestCase):
    def setUp(self):
        room = tempfile.TemporaryDirectory()
        self.addCleanup(room.cleanup)
        self.room = pathlib.Path(room.name)
        self.env = dict(os.environ, HOME=str(self.room), XDG_DATA_HOME=str(self.room / "data"),
                        XDG_CONFIG_HOME=str(self.room / "config"), XDG_RUNTIME_DIR=str(self.room / "run"),
                        XDG_DATA_DIRS=str(self.room / "none"))
        for name in ("data/applications", "config", "run"):
            (self.room / name).mkdir(parents=True)

    def give_browser(self):
        """A browser that keeps a copy of the file that it is handed."""
        browser = self.room / "browser"
        browser.write_text(f'#!/bin/sh\ncp -p "${{1#file://}}" {self.room}/handed.tmp && mv {self.room}/handed.tmp {self.room}/handed\n')
        browser.chmod(0o755)
        (self.room / "data/applications/browser.desktop").write_text(
            f"[Desktop Entry]\nType=Application\nName=browser\nExec={browser} %u\nMimeType=x-scheme-handler/http;\n")
        (self.room / "config/mimeapps.list").write_text("[Default Applications]\nx-scheme-handler/http=browser.desktop\n")

    def start(self, *arguments):
        game = subprocess.Popen([PROGRAM, "console", *arguments], env=self.env, stdout=subprocess.DEVNULL,
                                stderr=subprocess.PIPE, text=True)
        self.addCleanup(game.stderr.close)
        self.addCleanup(game.wait)
        self.addCleanup(game.kill)
        return game

    def stop(self, game):
        game.send_signal(signal.SIGINT)
        said = game.stderr.read()
        game.wait(PATIENCE_S)
        return said

    def test_the_browser_is_led_to_the_umpires_page(self):
        self.give_browser()
        game = self.start(PROJECT / "datasets/game/game.mp4")
        handed = self.room / "handed"
        until(handed.exists)
        self.assertEqual(handed.stat().st_mode & 0o777, 0o600, "others can read the umpire's code")
        link = re.search(r"url=(http://127\.0\.0\.1:\d+/)#([^\"]+)\"", handed.read_text())
        with urllib.request.urlopen(link[1], timeout=PATIENCE_S) as page:
            self.assertIn("squint", page.read().decode())
        ways = list((self.room / "run").glob("squint-*.html"))
        self.assertEqual(len(ways), 1)
        until(lambda: list((self.room / "data/squint/games").glob("*/game.jsonl")))
        self.assertIn(link[2], self.stop(game), "the terminal's code is another")
        self.assertFalse(ways[0].exists(), "the file with the code is left behind")

    def test_without_a_browser_it_says_so_and_goes_on(self):
        game = self.start(PROJECT / "datasets/game/game.mp4")
        said = iter(game.stderr.readline, "")
        self.assertTrue(any("no browser could be opened" in line for line in said))
        until(lambda: list((self.room / "data/squint/games").glob("*/game.jsonl")))
        self.stop(game)
        self.assertEqual(list((self.room / "run").iterdir()), [])

    def test_a_game_that_cannot_begin_leaves_nothing(self):
        game = self.start(self.room / "nosuch.mp4")
        self.assertIn("nosuch.mp4", game.stderr.read())
        self.assertEqual(game.wait(PATIENCE_S), 2)
        self.assertEqual(list((self.room / "data/squint/games").iterdir()), [])

    def test_without_a_home_it_says_what_to_do(self):
        del self.env["HOME"], self.env["XDG_DATA_HOME"]
        game = self.start(PROJECT / "datasets/game/game.mp4")
        self.assertIn("HOME is not set", game.stderr.read())
        self.assertEqual(game.wait(PATIENCE_S), 2)


if __name__ == "__main__":
    unittest.main()
