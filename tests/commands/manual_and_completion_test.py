"""Manual page, completion and --help of each command name the same options: manual_and_completion_test.py SQUINT SOURCE-FOLDER."""
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest


def run(*arguments, **kept):
    return subprocess.run([SQUINT, *arguments], capture_output=True, text=True, check=True, **kept).stdout


def completed(*words, **kept):
    """The candidates for the last word, with what each means."""
    return dict(line.split("\t", 1) for line in run("complete", *words, **kept).splitlines())


def commands():
    return [line.split()[0] for line in run("--help").splitlines() if re.match(r"  [a-z]+ ", line)]


def options_of_help(command):
    text = run(command, "--help")
    return set(re.findall(r"^\s{2,6}(?:-., +)?--([a-z-]+)", text, re.M))


def options_of_page(command):
    text = run("help", "--man", command).replace("\\-", "-")
    return set(re.findall(r"^(?:\\fB-.\\fR, )?\\fB--([a-z-]+)\\fR", text, re.M))


def options_completed(command):
    return {word.strip("-=") for word in completed(command, "--")}


class Pages(unittest.TestCase):
    def test_a_command_has_the_same_options_everywhere(self):
        names = commands()[::3] # all go the same way; each costs three starts of the program
        self.assertGreater(len(names), 6)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool: # most of the time is the program's start
            found = [list(pool.map(of, names)) for of in (options_of_help, options_of_page, options_completed)]
        for command, help_, page, offered in zip(names, *found):
            self.assertLessEqual({"help", "version"}, help_, command)
            self.assertEqual(page, help_, command)
            self.assertEqual(offered, help_, command)

    def test_the_page_of_squint_names_each_command(self):
        page = run("help", "--man").replace("\\-", "-")
        self.assertEqual(set(re.findall(r"^\\fBsquint-([a-z]+)\\fR\(1\)$", page, re.M)), set(commands()))
        self.assertEqual(set(completed("")), set(commands()) | {"help"})

    def test_pages_are_sound_troff(self):
        if not shutil.which("man"):
            self.skipTest("there is no man here")
        for command in (None, "referee", "rules"):
            page = run("help", "--man", *([command] if command else []))
            self.assertIn(".SH NAME\nsquint", page)
            r = subprocess.run(["man", "-l", "--warnings", "-E", "UTF-8", "-"], input=page, capture_output=True, text=True,
                               env={**os.environ, "MANWIDTH": "80"}, check=True)
            self.assertEqual(r.stderr, "", command)
            if command:
                self.assertRegex(r.stdout, rf"squint-{command} +- ")

    def test_values_are_completed(self):
        self.assertEqual(set(completed("rules", "--book", "cr")), {"crokinole"})
        self.assertIn("parker", completed("referee", "--rules=p"))
        self.assertNotIn("crokinole", completed("referee", "--rules=c"))
        for command in ("referee", "console"):
            self.assertIn("phone", completed(command, "p"), command)
        for command in ("zero", "cameras"):
            self.assertNotIn("phone", completed(command, "p"), command)
            self.assertIn("camera", completed(command, ""), command)
        self.assertIn("parker", completed("referee", "--rules", ""))
        self.assertIn("camera", completed("referee", ""))
        self.assertIn("pairs", completed("referee", "--form", ""))
        for command in ("referee", "look", "calibrate"):
            self.assertEqual(set(completed(command, "--game=")), {"tiddlywinks", "crokinole"}, command)
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(os.path.join(folder, "tuesday"))
            os.mkdir(os.path.join(folder, "toast"))
            with open(os.path.join(folder, "tuesday", "game.jsonl"), "w", encoding="utf-8"):
                pass
            self.assertEqual(set(completed("undo", "t", cwd=folder)), {"tuesday"})
        self.assertEqual(completed("dance", ""), {})

    def test_bash_offers_them(self):
        script = os.path.join(SOURCE, "ui/shell/squint.bash")
        def offered(*words):
            line = 'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _squint; printf "%s\\n" "${COMPREPLY[@]}"'
            r = subprocess.run(["bash", "-c", line, script, *words], capture_output=True, text=True, check=True,
                               env={**os.environ, "PATH": os.path.dirname(SQUINT) + ":" + os.environ["PATH"]})
            return r.stdout.split()
        self.assertEqual(offered("squint", "ru"), ["rules"])
        self.assertEqual(offered("squint", "rules", "--exp"), ["--explain"])
        self.assertEqual(offered("squint", "rules", "--book", "=", "cr"), ["crokinole"])


if __name__ == "__main__":
    SQUINT, SOURCE = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    unittest.main(argv=sys.argv[:1])
