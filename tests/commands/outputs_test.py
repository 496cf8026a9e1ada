"""No command loses a file of the user's: outputs_test.py SQUINT DATASETS

Each command with each option that names an output is given an input, a part of a kept game, a file that squint did not make
and another output of the same run as that output. It must refuse in one sentence, with every byte as it was."""
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

FOREIGN = b"a file that squint did not make\n"


def run(*arguments, **how):
    return subprocess.run([SQUINT, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
                          timeout=300, **how)


def bytes_of(folder):
    content = {}
    for base, _, names in os.walk(folder):
        for name in names:
            with open(os.path.join(base, name), "rb") as f:
                content[os.path.join(base, name)] = f.read()
    return content


# Each command with OUT in the place of its output, and what it reads.
COMMANDS = [
    (("look", "--overlay", "OUT", "mat.jpg"), "mat.jpg", ".jpg"),
    (("look", "--overlay", "OUT", "-c", "mat.json", "mat.jpg"), "mat.json", ".jpg"),
    (("calibrate", "--overlay", "OUT", "mat.jpg"), "mat.jpg", ".jpg"),
    (("calibrate", "--out", "OUT", "mat.jpg"), "mat.jpg", ".json"),
    (("calibrate", "--out", "OUT", "--lens", "mat.json", "mat.jpg"), "mat.json", ".json"),
    (("calibrate", "--board", "--out", "OUT", "mat.jpg"), "mat.jpg", ".json"),
    (("calibrate", "--board", "--overlay", "OUT", "mat.jpg"), "mat.jpg", ".png"),
    (("calibrate", "--board", "--corners", "OUT", "mat.jpg"), "mat.jpg", ".vnl"),
    (("referee", "--annotate", "OUT", "game.mp4"), "game.mp4", ".mp4"),
    (("referee", "--film", "OUT", "game.mp4"), "game.mp4", ".mkv"),
    (("referee", "--annotate", "OUT", "--calibration", "mat.json", "game.mp4"), "mat.json", ".mp4"),
    (("export", "--csv", "--out", "OUT", "kept"), "kept/game.jsonl", ".csv"),
    (("export", "--json", "--out", "OUT", "kept"), "kept/game.jsonl", ".json"),
    (("export", "--html", "--out", "OUT", "kept"), "kept/game.jsonl", ".html"),
    (("export", "--pdf", "--out", "OUT", "kept"), "kept/game.jsonl", ".pdf"),
    (("bundle", "--out", "OUT", "kept", "1"), "kept/game.jsonl", ".tar.gz"),
    (("board", "--pdf", "OUT"), None, ".pdf"),
    (("standings", "--csv", "--out", "OUT", "hall.sqlite"), "hall.sqlite", ".csv"),
    (("standings", "--games", "--out", "OUT", "--rounds", "rounds.csv", "hall.sqlite"), "rounds.csv", ".csv"),
    (("standings", "--pdf", "--out", "OUT", "--players", "rounds.csv", "hall.sqlite"), "rounds.csv", ".pdf"),
    (("score", "scenes", "seen.jsonl", "--worst", "OUT"), "seen.jsonl", ".png"),
    (("show", "--out", "OUT", "kept", "1"), "kept/game.jsonl", ".html"),
    (("standings", "--out", "OUT", "hall.sqlite"), "hall.sqlite", ".txt"),
    (("standings", "--out", "OUT", "--players", "players.csv", "hall.sqlite"), "players.csv", ".csv"),
]

# What writes otherwise than to one new file: each has a test of its own below.
OTHERWISE = {("look", "--dump"), ("referee", "--out"), ("referee", "--record"), ("synth", "--out"), ("zero", "--write"),
             ("hall", "--keep")}

# Options that name what is only read, and words by which other arguments are called that are no file's name.
ONLY_READ = {("calibrate", "--lens"), ("hall", "--players"), ("hall", "--rounds"), ("hall", "--broker-authority"),
             ("hall", "--broker-password"), ("look", "--calibration"), ("referee", "--broker-authority"),
             ("referee", "--broker-password"), ("referee", "--calibration"), ("referee", "--certificate"), ("referee", "--from"),
             ("referee", "--key"), ("standings", "--players"), ("standings", "--rounds"), ("zero", "--calibration")}
NO_FILE = {"ADDRESS", "BOOK", "COLOUR=NAME,...", "COLUMNSxROWS", "CORNER", "DAY", "DEGREES", "EVENT", "FORM", "GAME",
           "KB", "KIND", "KIND=MODE,...", "LENGTHxWIDTH", "MB", "MM", "N", "NAME", "SECONDS", "SIDE=NAME,...", "STAGE,...", "TABLES", "TIME", "WHO",
           "WIDTHxHEIGHT", "WxH", "mqtts://BROKER/HALL"}


def options_with_arguments():
    """Of each command, by its manual page, which is made of the table that the command itself reads."""
    def page(*command):
        return re.sub(r"\\f[A-Z]", "", run("help", "--man", *command).stdout).replace("\\-", "-")

    for command in sorted(set(re.findall(r"^squint-([a-z]+)\(1\)", page(), re.M))):
        for option, name in re.findall(r"^(?:-\S, )?(--[a-z-]+)\[?=(\S+?)\]?$", page(command), re.M):
            yield command, option, name


class Outputs(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        before = os.getcwd()
        self.addCleanup(os.chdir, before)
        os.chdir(self.folder.name)
        scenes = os.path.join(DATASETS, "scenes")
        name = sorted(n for n in os.listdir(scenes) if n.endswith(".jpg"))[0]
        shutil.copy(os.path.join(scenes, name), "mat.jpg")
        shutil.copy(os.path.join(scenes, name[:-4] + ".json"), "mat.json")
        os.mkdir("scenes")
        shutil.copy("mat.jpg", "scenes/" + name)
        shutil.copy("mat.json", "scenes/" + name[:-4] + ".json")
        shutil.copy(os.path.join(DATASETS, "game", "game.mp4"), "game.mp4")
        with open("seen.jsonl", "w", encoding="utf-8") as f:
            f.write("")
        for n in ("hall.sqlite", "players.csv"):
            with open(n, "wb") as f:
                f.write(FOREIGN)
        os.makedirs("kept/evidence")
        with open("kept/game.jsonl", "w", encoding="utf-8") as f:
            f.write('{"event":"game","rules":"etwa-2012","form":"pairs"}\n')
        for n in ("kept/looks.jsonl", "kept/evidence/0001.jpg", "hall.sqlite", "rounds.csv"):
            with open(n, "wb") as f:
                f.write(FOREIGN)

    def refuses(self, arguments, *words):
        before = bytes_of(".")
        done = run(*arguments)
        self.assertEqual(done.returncode, 2, (arguments, done.stdout, done.stderr))
        sentences = [line for line in done.stderr.splitlines() if re.match(r"squint( \w+)?: ", line)]
        self.assertEqual(len(sentences), 1, (arguments, done.stderr))
        for word in words:
            self.assertIn(word, sentences[0], arguments)
        self.assertEqual(bytes_of("."), before, arguments)

    def refuses_as_output(self, command, name, *words):
        """A name whose ending is no video's is refused as such by the options that write videos."""
        video = {"--annotate": ".mp4", "--film": ".mkv"}.get(command[command.index("OUT") - 1])
        said = (name,) if video and not name.endswith(video) else words
        self.refuses([name if a == "OUT" else a for a in command], *said)

    def test_an_input(self):
        for command, read, _ in COMMANDS:
            if read:
                self.refuses_as_output([command[0], "--force", *command[1:]], read, "give another name")

    def test_an_input_by_other_names(self):
        command, read, _ = COMMANDS[2]
        os.symlink(os.path.abspath(read), "soft.jpg")
        os.link(read, "hard.jpg")
        for name in ("./" + read, os.path.abspath(read), "scenes/../" + read, "soft.jpg", "hard.jpg"):
            self.refuses_as_output(command, name, name, "give another name")

    def test_a_part_of_a_kept_game(self):
        parts = ("kept/game.jsonl", "kept/looks.jsonl", "kept/evidence/0001.jpg")
        for i, (command, _, _) in enumerate(COMMANDS):
            part = parts[i % len(parts)]
            self.refuses_as_output([command[0], "--force", *command[1:]], part, part, "give another name")

    def test_a_file_that_squint_did_not_make(self):
        for command, _, ending in COMMANDS:
            name = "foreign" + ending
            with open(name, "wb") as f:
                f.write(FOREIGN)
            self.refuses_as_output(command, name, name, "--force")

    def test_two_outputs_of_one_name(self):
        self.refuses(["calibrate", "--out", "two.json", "--overlay", "two.json", "mat.jpg"], "--out and --overlay", "two.json")
        self.refuses(["referee", "--annotate", "two.mkv", "--film", "./two.mkv", "game.mp4"], "two.mkv")

    def test_an_overlay_in_the_pictures_own_folder(self):
        self.refuses(["look", "--overlay", "./", "mat.jpg"], "mat.jpg")

    def test_a_game_in_a_folder_with_the_users_pictures(self):
        os.mkdir("club")
        with open("club/0001.jpg", "wb") as f:
            f.write(FOREIGN)
        self.refuses(["referee", "--out", "club", "game.mp4"], "0001.jpg", "--force")
        self.refuses(["synth", "game", "--out", "kept"], "kept")

    def test_the_camera_of_a_game_that_is_put_aside(self):
        shutil.copy("mat.json", "kept/camera.json")
        self.refuses(["referee", "--out", "kept", "--calibration", "kept/camera.json", "game.mp4"], "camera.json")

    def test_the_source_of_a_game_that_goes_on(self):
        shutil.copy("game.mp4", "game.mkv")
        with open("kept/session.json", "w", encoding="utf-8") as f:
            json.dump({"format": 1, "squint": "1", "begun": "2026-01-01T10:00:00Z", "rules": "etwa-2012", "form": "pairs",
                       "source": os.path.abspath("game.mkv"), "source_bytes": os.path.getsize("game.mkv")}, f)
        self.refuses(["referee", "--resume", "--force", "--out", "kept", "--film", "game.mkv"], "game.mkv", "give another name")

    def test_no_option_is_forgotten(self):
        tried = {(command[0], command[command.index("OUT") - 1]) for command, _, _ in COMMANDS} | OTHERWISE
        known = tried | ONLY_READ
        files = {(command, option) for command, option, name in options_with_arguments() if name not in NO_FILE}
        self.assertGreater(len(files), 25)
        self.assertEqual(files - known, set(), "add these to COMMANDS, or to ONLY_READ if they write nothing")
        self.assertEqual(known - files, set(), "there are no such options")
        self.assertEqual(tried & ONLY_READ, set())

    def test_what_gets_a_key_more(self):
        for name in ("mat.jpg", "kept/game.jsonl", "players.csv"):
            self.refuses(["zero", "--write", name, "mat.jpg"], name)

    def test_what_halls_keep(self):
        for name in ("kept/game.jsonl", "players.csv"):
            self.refuses(["hall", "--players", "players.csv", "--keep", name, "mqtt://127.0.0.1:9/club"], name, "--keep")

    def test_pictures_of_the_stages(self):
        os.mkdir("stages")
        shutil.copy("mat.jpg", "stages/01-outline.png")
        self.refuses(["look", "--dump", "stages", "mat.jpg"], "01-outline.png", "--force")
        self.refuses(["look", "--force", "--dump", "stages", "stages/01-outline.png"], "01-outline.png", "give another name")

    def test_a_record(self):
        for name in ("game.mp4", "mat.json"):
            self.refuses(["referee", "--record", name, "--calibration", "mat.json", "game.mp4"], name, "give another name")
        self.refuses(["referee", "--record", "film.mkv", "--film", "film.mkv", "game.mp4"], "film.mkv", "give another name")
        for name in ("game.jsonl", "game-2.jsonl", "looks.jsonl", "evidence/0001.jpg", "session.json"):
            self.refuses(["referee", "--record", f"kept/{name}", "game.mp4"], f"kept/{name}", "part of a kept game", "another name")
        for name in ("players.csv", "seen.rules"):
            with open(name, "wb") as f:
                f.write(FOREIGN)
            self.refuses(["referee", "--record", name, "game.mp4"], name, "no game's record", "another name")
        self.refuses(["referee", "--record", "new.jsonl", "--out", "new", "game.mp4"], "--out or --record, not both")
        self.refuses(["referee", "--record", "new.jsonl", "--out", "kept", "--resume"], "--out or --record, not both")

    def test_a_long_line_is_not_read_to_its_end(self):
        with open("film.raw", "wb") as f:
            f.truncate(4 << 30)
        with subprocess.Popen([SQUINT, "referee", "--record", "film.raw", "game.mp4"], stderr=subprocess.PIPE, text=True) as process:
            said = process.stderr.read()
            _, status, use = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, 2, said)
        self.assertIn("no game's record", said)
        self.assertLess(use.ru_maxrss, 1 << 20, "KiB")

    def test_a_record_of_its_own_moves_aside(self):
        shutil.copy("kept/game.jsonl", "alone.jsonl")
        os.mkdir("pictures")
        shutil.copy("mat.jpg", "pictures/1.jpg")
        done = run("referee", "--record", "alone.jsonl", "pictures")
        self.assertIn("alone~1.jsonl", done.stderr)
        self.assertEqual(bytes_of(".")["./alone~1.jsonl"], bytes_of(".")["./kept/game.jsonl"])

    def test_a_rulings_picture(self):
        for name in ("kept/0007.jpg", "kept/game-2-0007.jpg"):
            self.assertEqual(run("look", "--overlay", "7.jpg", "mat.jpg").returncode, 0)
            shutil.copy("7.jpg", name)
            os.setxattr(name, "user.squint", os.getxattr("7.jpg", "user.squint"))
            os.utime(name, ns=(os.stat("7.jpg").st_mtime_ns,) * 2)  # as squint's own
            self.refuses(["look", "--overlay", name, "mat.jpg"], name, "part of a kept game")
            self.refuses(["show", "--out", name, "kept", "1"], name, "part of a kept game")

    def test_what_squint_cannot_know_it_does_not_say(self):
        self.assertEqual(run("board", "--pdf", "a.pdf").returncode, 0)
        shutil.copy("a.pdf", "b.pdf")  # without the mark
        self.refuses(["board", "--pdf", "b.pdf"], "squint cannot tell that it made it", "--force")

    def test_what_squint_made_is_replaced_until_somebody_changes_it(self):
        self.assertEqual(run("board", "--pdf", "a.pdf").returncode, 0)
        self.assertEqual(run("board", "--pdf", "a.pdf").returncode, 0)
        with open("a.pdf", "ab") as f:
            f.write(b"a note")
        self.refuses(["board", "--pdf", "a.pdf"], "--force")
        self.assertEqual(run("board", "--force", "--pdf", "a.pdf").returncode, 0)
        with open("a.pdf", "rb") as f:
            self.assertTrue(f.read().endswith(b"%%EOF\n"))

    def test_what_squint_made_is_not_replaced_by_another_kind_of_file(self):
        self.assertEqual(run("calibrate", "--out", "camera.json", "mat.jpg").returncode, 0)
        for command in (("board", "--pdf"), ("export", "--pdf", "kept", "--out"), ("export", "--csv", "kept", "--out"),
                        ("export", "--html", "kept", "--out")):
            self.refuses([*command, "camera.json"], "camera.json", "another kind of file", "give another name")
        self.assertEqual(run("calibrate", "--out", "camera.json", "mat.jpg").returncode, 0)
        self.assertEqual(run("board", "--force", "--pdf", "camera.json").returncode, 0)

    def test_an_output_that_fails_leaves_what_was_there(self):
        self.assertEqual(run("export", "--html", "--out", "sheet.html", "kept").returncode, 0)
        before = bytes_of(".")

        def without_room():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (512, 512))

        done = run("export", "--html", "--out", "sheet.html", "kept", preexec_fn=without_room)
        self.assertEqual(done.returncode, 2)
        self.assertIn("sheet.html", done.stderr)
        self.assertEqual(bytes_of("."), before)


if __name__ == "__main__":
    DATASETS = os.path.abspath(sys.argv.pop())
    SQUINT = os.path.abspath(sys.argv.pop())
    unittest.main()
