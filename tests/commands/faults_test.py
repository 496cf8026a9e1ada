"""Every command against what people do wrong: faults_test.py SQUINT DATASETS

A fault has an exit status that is not 0 and one sentence on the standard error, which names the thing and says what to do
about it; nothing crashes, and nothing that was there is lost."""
import json
import os
import re
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import unittest

GAME = '{"event":"game","rules":"etwa-2012","form":"pairs"}\n'


def run(*arguments, **how):
    plays = {"referee", "zero"} & set(arguments)  # the others need no slow search for GLib's leaks
    environment = {key: value for key, value in os.environ.items() if plays or not key.endswith("SAN_OPTIONS")}
    return subprocess.run([SQUINT, *arguments], env=environment, stderr=subprocess.PIPE, text=True, errors="replace",
                          timeout=300, **{"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, **how})


class Faults(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.before = os.getcwd()
        self.addCleanup(os.chdir, self.before)
        os.chdir(self.folder.name)
        os.mkdir("folder")
        for name, content in (("empty", b""), ("text", b"hello\n"), ("half.json", b'{"camera":'), ("noise", os.urandom(50000))):
            with open(name, "wb") as f:
                f.write(content)
        os.mkdir("game")
        with open("game/game.jsonl", "w", encoding="utf-8") as f:
            f.write(GAME)

    def refuses(self, *arguments, names, status=2):
        done = run(*arguments)
        self.assertEqual(done.returncode, status, (arguments, done.stderr))
        sentences = [line for line in done.stderr.splitlines() if line.startswith("squint: ")]
        self.assertEqual(len(sentences), 1, (arguments, done.stderr))
        self.assertIn(names, sentences[0])
        self.assertIn(";", sentences[0], arguments)  # the remedy

    def misuses(self, *arguments):
        """Wrong arguments: what is wrong, and where help is."""
        done = run(*arguments)
        self.assertEqual(done.returncode, 2, (arguments, done.stderr))
        self.assertTrue(done.stderr.startswith(f"squint {arguments[0]}: "), done.stderr)
        self.assertIn("--help", done.stderr)

    def test_options_that_would_have_no_effect(self):
        for option in (("--json",), ("--lens", "lens.json"), ("--blue", "upper-left"), ("--height", "1200"), ("--mat", "1829x914"),
                       ("--mirror",), ("--rotate", "90")):
            self.misuses("calibrate", "--board", *option, "board.jpg")
        self.misuses("calibrate", "--corners", "corners.vnl", "mat.jpg")
        for option in (("--squares", "9x6"), ("--thick", "3")):
            self.misuses("zero", *option, "card.jpg")
        for option in (("--size", "1280x720"), ("--rate", "30"), ("--no-lock",), ("--broker-password", "text"), ("--json", "--quiet"), ("--out", ""), ("--evidence", "5")):
            self.misuses("referee", *option, "text")
        self.misuses("rules", "--explain", "--sheet", "text")
        for option in (("--overlay", "x.png"), ("--json",), ("mat.jpg",)):
            self.misuses("look", "--stages", *option)
        self.misuses("synth", "--size", "99999999999x1", "scenes")
        for what, option in (("scenes", "--brisk"), ("crokinole", "--shots=3"), ("crokinole", "--odd=soft"), ("crokinole", "--lighting=panels"),
                             ("game", "--count=2"), ("game", "--odd=soft"), ("crokinole", "--rounds=1 --family=few")):
            self.misuses("synth", what, *option.split(), "--out", "x")

    def test_what_is_no_picture(self):
        for command in (("look",), ("calibrate",)):
            for name in ("none.jpg", "empty", "text", "noise", "folder"):
                self.refuses(*command, name, names=name)

    def test_a_picture_without_a_mat_is_named(self):
        with open("grey.ppm", "wb") as f:
            f.write(b"P6 640 480 255\n" + bytes([90, 120, 90]) * (640 * 480))
        self.refuses("calibrate", "grey.ppm", names="grey.ppm")
        self.refuses("look", "grey.ppm", names="grey.ppm")
        self.refuses("zero", "grey.ppm", names="grey.ppm")
        done = run("referee", "--game", "crokinole", "grey.ppm")
        self.assertIn("squint: grey.ppm: no crokinole board is seen", done.stderr)

    def test_a_run_that_sees_no_board_leaves_a_kept_game_alone(self):
        with open("grey.ppm", "wb") as f:
            f.write(b"P6 320 240 255 " + bytes([128]) * (3 * 320 * 240))
        record = '{"event":"game","rules":"crokinole","form":"singles","first":"light"}\n'
        os.mkdir("kept")
        with open("kept/game.jsonl", "w", encoding="utf-8") as f:
            f.write(record)
        done = run("referee", "--game", "crokinole", "--out", "kept", "grey.ppm")
        self.assertEqual(done.returncode, 2)
        self.assertIn("grey.ppm: nothing of it could be judged;", done.stderr)
        self.assertIn("the game from before is back in kept", done.stderr)
        with open("kept/game.jsonl", encoding="utf-8") as f:
            self.assertEqual(f.read(), record)
        self.assertFalse(os.path.exists("kept~1"))
        done = run("referee", "--game", "crokinole", "empty")
        self.assertNotIn("pauses", done.stderr)

    def test_drawn_boards_may_be_drawn_again(self):
        for _ in range(2):
            done = run("synth", "crokinole", "--family", "few", "--size", "320x270", "--out", "boards")
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_predictions_of_other_pictures_are_no_score(self):
        os.mkdir("boards")
        with open("boards/few_001.truth.json", "w", encoding="utf-8") as f:
            f.write('{"image":"few_001.jpg","ditch":[],"discs":[],"score":{"light":0,"dark":0}}')
        with open("seen.jsonl", "w", encoding="utf-8") as f:
            f.write('{"image":"another.jpg","discs":[]}\n')
        self.refuses("score", "boards", "seen.jsonl", names="none of the predictions is of a picture in boards")
        with open("scenes.jsonl", "w", encoding="utf-8") as f:
            f.write('{"image":"another.jpg","winks":[]}\n')
        self.refuses("score", f"{DATASETS}/scenes", "scenes.jsonl", names="none of the predictions is of a picture in")

    def test_a_record_of_another_game_is_no_score(self):
        with open("board.jsonl", "w", encoding="utf-8") as f:
            f.write('{"event":"game","rules":"crokinole","form":"singles","first":"light"}\n{"event":"shot","at":{"L1":10}}\n')
        self.refuses("score", f"{DATASETS}/game", "board.jsonl", names="is no record of tiddlywinks")

    def test_a_record_of_several_games_is_no_score(self):
        with open("truth.jsonl", "w", encoding="utf-8") as f:
            f.write('{"event":"game","rules":"crokinole","form":"singles","first":"light"}\n')
            f.write(97 * '{"event":"shot","at":{"L1":20}}\n{"event":"set","others":"hand","turn":"light","round":1}\n')
        self.refuses("score", "truth.jsonl", "truth.jsonl", names="more shots than one game's rounds")

    def test_what_is_no_camera_file(self):
        scene = f"{DATASETS}/scenes/isolated_001.jpg"
        for name in ("none.json", "empty", "text", "half.json", "folder"):
            self.refuses("look", "--calibration", name, scene, names=name)
            self.refuses("calibrate", "--lens", name, scene, names=name)
            self.refuses("referee", "--calibration", name, scene, names=name)
            self.refuses("zero", "--calibration", name, scene, names=name)

    def test_a_lens_of_another_camera_is_named(self):
        with open(f"{DATASETS}/scenes/isolated_001.json", encoding="utf-8") as f:
            lens = json.load(f)
        lens["camera"]["dist"][0] = -0.4
        with open("lens.json", "w", encoding="utf-8") as f:
            json.dump(lens, f)
        self.refuses("calibrate", "--lens", "lens.json", f"{DATASETS}/scenes/isolated_001.jpg", names="lens.json is the lens of another camera")

    def test_what_is_no_source(self):
        for name in ("none.mp4", "empty", "text", "noise", "folder", "https://", "/dev/null", "nothing ! at all"):
            self.refuses("referee", name, names=name)

    def test_what_is_no_game(self):
        for name in ("none", "empty", "text", "folder"):
            for command in (("show", name, "1"), ("bundle", name, "1"), ("rejudge", name), ("export", "--csv", name)):
                self.refuses(*command, names=name)
        self.refuses("rejudge", "none.tar.gz", names="none.tar.gz: cannot be read")
        self.refuses("rules", "empty", names="empty")
        self.refuses("rules", "none", names="none")
        self.refuses("rules", f"{DATASETS}/scenes/isolated_001.jpg", names="isolated_001.jpg: is no game record")
        with open("blank", "w+", encoding="utf-8") as blank:
            blank.write("\n\n")
            blank.seek(0)
            self.assertEqual(run("rules", "-", stdin=blank).returncode, 2)
        self.refuses("rules", "folder", names="folder")
        self.refuses("games", "none", names="none")
        self.refuses("referee", "--resume", "--out", "none", names="none")
        self.refuses("score", f"{DATASETS}/scenes", "text", names="text")
        self.assertFalse(os.path.exists("none"))

    def test_where_nothing_can_be_written(self):
        scene = f"{DATASETS}/scenes/isolated_001.jpg"
        self.refuses("look", "--overlay", "/dev/null/x.png", scene, names="/dev/null")
        for to, name in (("/dev/null/x.png", "/dev/null"), ("folder", "folder")):
            self.refuses("calibrate", "--out", to, scene, names=name)
            self.refuses("board", "--pdf", to, names=name)
            self.refuses("export", "--html", "--out", to, "game", names=name)
        self.refuses("referee", "--out", "text", scene, names="text")
        self.refuses("referee", "--out", "/dev/null/deep", scene, names="/dev/null")

    def test_a_full_disk_behind_the_output(self):
        scene = f"{DATASETS}/scenes/isolated_001.jpg"
        for arguments in (("games", "."), ("export", "--csv", "game"), ("rules", "game/game.jsonl"), ("calibrate", scene),
                          ("look", scene), ("look", "--json", scene), ("--version",), ("--help",)):
            with open("/dev/full", "w", encoding="utf-8") as full:
                done = run(*arguments, stdout=full)
            self.assertEqual(done.returncode, 2, (arguments, done.stderr))
            self.assertEqual(done.stderr.count("\n"), 1, (arguments, done.stderr))
            self.assertIn("cannot be written", done.stderr)

    def test_a_game_behind_a_full_disk(self):
        """Its sentences have nowhere to go; why is told, whatever went wrong before."""
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = run("referee", f"{DATASETS}/short_game/game.mp4", stdout=full)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("squint: the output cannot be written; check the disk's room\n", done.stderr)

    def test_a_reader_who_has_enough_ends_no_game(self):
        source = f"{DATASETS}/short_game/game.mp4"
        with subprocess.Popen([SQUINT, "referee", "--out", "short", source], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True) as process:
            process.stdout.close()
            told = process.stderr.read()
        self.assertEqual(process.returncode, run("referee", "--out", "whole", source).returncode, told)
        self.assertNotIn("cannot be written", told)
        self.assertNotIn("door", os.listdir("short"))
        with open("short/stream.jsonl", encoding="utf-8") as f:
            self.assertEqual(json.loads(f.readlines()[-1])["type"], "end")

    def test_a_file_that_gets_no_room_stays_as_it_was(self):
        def little_room():
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, resource.RLIM_INFINITY))

        with open("camera.json", "w", encoding="utf-8") as f:
            f.write("my camera\n")
        done = run("calibrate", "--out", "camera.json", f"{DATASETS}/scenes/isolated_001.jpg", preexec_fn=little_room,
                   restore_signals=False)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("camera.json", done.stderr)
        with open("camera.json", encoding="utf-8") as f:
            self.assertEqual(f.read(), "my camera\n")

    def test_a_film_without_room_has_as_many_frames_as_are_told(self):
        """The game goes on; pages and listeners hear of the film alone."""
        def some_room():
            resource.setrlimit(resource.RLIMIT_FSIZE, (300000, resource.RLIM_INFINITY))

        source = f"{DATASETS}/short_game/game.mp4"
        done = run("referee", "--out", "short", "--film", "film.mkv", source, preexec_fn=some_room, restore_signals=False)
        self.assertEqual(done.returncode, 1, done.stderr)
        filmed, dropped = map(int, re.search(r"film.mkv: (\d+) frames filmed, (\d+) dropped", done.stderr).groups())
        self.assertGreater(min(filmed, dropped), 0, done.stderr)
        with open("short/stream.jsonl", encoding="utf-8") as f:
            stream = [json.loads(line) for line in f]
        self.assertEqual([(n["kind"], n["file"]) for n in stream if "file" in n], [("files", "film")] * 2)
        self.assertEqual(stream[-1]["type"], "end")

    def test_a_slip_in_the_sources_name_leaves_the_game_where_it_is(self):
        done = run("referee", "--out", "game", "none.mp4")
        self.assertEqual(done.returncode, 2)
        self.assertIn("none.mp4", done.stderr)
        self.assertIn("is back in game", done.stderr)
        self.assertEqual(os.listdir("game"), ["game.jsonl"])
        self.assertEqual(sorted(os.listdir(".")), ["empty", "folder", "game", "half.json", "noise", "text"])
        self.refuses("referee", "--out", "fresh", "none.mp4", names="none.mp4")
        self.assertFalse(os.path.exists("fresh"))

    def test_a_run_that_is_broken_off_has_told_what_it_judged(self):
        scene = f"{DATASETS}/scenes/isolated_001.jpg"
        with subprocess.Popen([SQUINT, "look", "--json", *[scene] * 200], stdout=subprocess.PIPE, text=True) as process:
            self.assertEqual(json.loads(process.stdout.readline())["image"], scene)
            self.assertIsNone(process.poll())
            process.send_signal(signal.SIGTERM)
            for line in process.stdout:
                self.assertEqual(json.loads(line)["image"], scene)
        self.assertEqual(process.returncode, -signal.SIGTERM)

    def test_a_record_that_cannot_be_read(self):
        os.remove("game/game.jsonl")
        with socket.socket(socket.AF_UNIX) as nothing_to_read:  # not even for root
            nothing_to_read.bind("game/game.jsonl")
            for arguments in (("rules", "game/game.jsonl"), ("export", "--csv", "game"), ("rejudge", "game")):
                self.refuses(*arguments, names="game/game.jsonl: cannot be ")
        os.remove("game/game.jsonl")
        os.symlink("/proc/self/mem", "game/game.jsonl")  # opens, but gives nothing
        for arguments in (("rules", "game/game.jsonl"), ("export", "--csv", "game"), ("rejudge", "game")):
            self.refuses(*arguments, names="game/game.jsonl: cannot be read")

    def test_lines_that_are_left_out_are_told(self):
        with open("game/game.jsonl", "a", encoding="utf-8") as f:
            f.write("a slip of the pen\n")
        self.refuses("export", "--csv", "game", names="game/game.jsonl: line 2 cannot be read", status=1)
        self.refuses("rules", "--sheet", "game/game.jsonl", names="game/game.jsonl: line 2 is refused", status=1)
        self.assertEqual(run("rules", "--explain", "game/game.jsonl").stderr, "")  # told among the others

    def test_wrong_arguments(self):
        for arguments in (("look",), ("look", "--dance", "x"), ("calibrate",), ("calibrate", "a", "b"),
                          ("calibrate", "--height", "-5", "x"), ("calibrate", "--mat", "900x1800", "x"),
                          ("calibrate", "--blue", "middle", "x"), ("calibrate", "--squares", "5x4", "x"), ("board",), ("board", "--square", "0", "--pdf", "x"),
                          ("zero",), ("zero", "--limit", "nan", "x"), ("zero", "--card", "0", "x"), ("referee",),
                          ("referee", "a", "b"), ("referee", "--resume"), ("referee", "--limit", "inf", "x"),
                          ("referee", "--game", "crokinole", "--verbose", "x"), ("referee", "--game", "crokinole", "--games", "100", "x"),
                          ("referee", "--form", "fours", "x"), ("referee", "--rules", "mine", "x"),
                          ("referee", "--size", "99999999999x1", "x"), ("referee", "--size", "0x0", "x"),
                          ("referee", "--rate", "0", "x"), ("referee", "--evidence", "1e3", "x"), ("show", "game"),
                          ("show", "game", "first"), ("rejudge",), ("rejudge", "a", "b"), ("export", "game"),
                          ("export", "--pdf", "--csv", "game"), ("rules",),
                          ("rules", "--dry-run", "x"), ("score", "one"), ("synth",), ("synth", "cards"),
                          ("synth", "scenes", "--count", "0", "--out", "x"), ("synth", "scenes", "--size", "1x1", "--out", "x"),
                          ("synth", "scenes", "--family", "mine", "--out", "x")):
            self.misuses(*arguments)

    def test_the_last_game_that_is_named_is_played(self):
        self.refuses("referee", "--game", "crokinole", "--game", "tiddlywinks", "--players", "blue=Ann", "nosuch.mp4", names="nosuch.mp4")

    def test_values_that_are_empty(self):
        for arguments in (("look", "--overlay", "", "x"), ("look", "-o", "", "x"), ("look", "--overlay=", "x"), ("calibrate", "--out", "", "x"),
                          ("board", "--pdf", ""), ("score", "--worst", "", "x", "y")):
            self.misuses(*arguments)
            self.assertIn("has an empty value", run(*arguments).stderr)
        self.assertIn("doesn't allow an argument", run("look", "--json=", "x").stderr)
        self.assertTrue(run("board", "--paper", "b5", "--pdf", "x.pdf").stderr.startswith("squint board: --paper b5"))

    def test_predictions_of_another_game(self):
        scene = f"{DATASETS}/scenes"
        for name, line in (("winks.jsonl", '{"image":"a.jpg","winks":[]}'), ("discs.jsonl", '{"image":"a.jpg","discs":[]}')):
            with open(name, "w", encoding="utf-8") as f:
                f.write(line + "\n")
        os.mkdir("boards")
        with open("boards/a.truth.json", "w", encoding="utf-8") as f:
            f.write('{"image":"a.jpg","discs":[],"ditch":[],"score":{}}')
        self.refuses("score", "boards", "winks.jsonl", names="winks.jsonl")
        self.refuses("score", scene, "discs.jsonl", names="discs.jsonl")

    def test_what_a_hall_is_given(self):
        with open("long", "w", encoding="utf-8") as f:
            f.write("p" * 300 + "\n")
        for arguments, says in ((("--broker-password", "folder"), "Is a directory"), (("--broker-password", "empty"), "it is empty"),
                                (("--broker-password", "long"), "too long"), (("--broker-authority", "text"), "give mqtts://")):
            for command in (("hall", *arguments, "mqtt://localhost:1/x"), ("referee", "--table", "1", "--publish", "mqtt://localhost:1/x", *arguments, "none.mp4")):
                done = run(*command)
                self.assertEqual(done.returncode, 2, (command, done.stderr))
                self.assertIn(says, done.stderr)
        self.refuses("hall", "--players", "empty", "--keep", "k.sqlite", "mqtt://localhost:1/x", names="empty")

    def test_names_are_given_together_or_one_by_one(self):
        for given, status, says in ((("blue=Ann", "blue=Eve"), 2, "\"blue\" comes twice"), (("blue=Ann", "green=Bob"), 2, "nothere"),
                                    (("blue=" + 2000 * "A",), 2, "too long")):
            done = run("referee", *(f"--players={names}" for names in given), "nothere")
            self.assertEqual(done.returncode, status, done.stderr)
            self.assertIn(says, done.stderr)
        run("referee", "--players", "blue=Ann", "--players", "green=Bob", "--out", "named", f"{DATASETS}/short_game/game.mp4")
        with open("named/game.jsonl", encoding="utf-8") as f:
            self.assertEqual(json.loads(f.readline())["about"]["players"], {"blue": "Ann", "green": "Bob"})

    def test_a_colour_without_winks_has_no_player(self):
        done = run("referee", "--players", "purple=Di", "nothere")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("purple has no winks in etwa-2012", done.stderr)

    def test_a_word_that_lacks_something_is_shown_an_example(self):
        for command, example in (("say", "squint say tuesday red pots r3"), ("answer", "squint answer tuesday 5 2"), ("amend", "squint amend tuesday 9 pots r3")):
            done = run(command, "tuesday")
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(f"as in: {example}", done.stderr)

    def test_no_such_command(self):
        done = run("judge")
        self.assertEqual(done.returncode, 2)
        self.assertIn('no command "judge"; did you mean rejudge? squint --help lists them', done.stderr)
        self.assertEqual(run().returncode, 2)


if __name__ == "__main__":
    SQUINT, DATASETS = sys.argv[1:3]
    unittest.main(argv=sys.argv[:1])
