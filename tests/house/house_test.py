"""Each check of check_sources.py finds what it is there for, and says nothing of a good house: house_test.py CC."""
import os
import subprocess
import sys
import tempfile
import unittest

from count_numbers import is_stale, numbers
from check_sources import ROOMS, faults



def header(path, text):
    """A header of the house: its guard is its path."""
    guard = "SQ_" + path[:-2].replace("/", "_").upper() + "_H"
    return f"/* It. */\n#ifndef {guard}\n#define {guard}\n{text}#endif\n"


def guide(rooms):
    """docs/rooms.md with these rooms."""
    return "| room | holds |\n| --- | --- |\n" + "".join(f"| `{room}` | files |\n" for room in rooms)


GOOD = {
    "dev": "#!/bin/sh\n",
    "LICENSE": "",
    ".packages": "# NAME, part\nlibevent-dev build the pages\nlld test links\n",
    "debian/control": "Build-Depends: cmake,\n libevent-dev\n",
    "docs/rooms.md": guide(ROOMS),
    "rules/terms/wink.h": header("rules/terms/wink.h", '#include "rules/terms/equipment_sizes.h"\ntypedef struct {\n    int n;\n} sq_wink;\n'),
    "vision/frame/opencv.cc": "/* It. */\n#include <opencv2/imgproc.hpp>\nnamespace {\n",
    "vision/judge_frame.c": '/* It. */\n#include "vision/explain/pile_search.h"\n#include "vision/judge_frame.h"\n',
    "vision/play/track_winks.c": '/* It. */\n#include "vision/position/position.h"\n',
    "ui/command/look.c": '/* It. */\n#include <jansson.h>\n#include "datasets/truth/truth_file.h"\n/* 24 / 7; see rule 12.1, and #7 of the list */\n',
    "vision/segment/felt_window.c": "/* It. */\nvoid sq_window_free(void) {\n}\nstatic int sq_own(void) {\n}\n",
    "tests/unit/vision/segment/test_felt_window.c": "",
    "tests/unit/vision/markers/test_markers.c": "",
    "calib/camera/camera_json.c": "/* It. */\nbool sq_json_numbers(void) {\n}\n",
    "datasets/a.jpg": b"\xff\xd8\xff",
    "ui/serve/pages/scoreboard.html": '<script src="/stream.js"></script>\n<script src="/scoreboard.js"></script>\n',
    "ui/serve/pages/stream.js": "const SILENT_MS = 1700, REOPEN_MS = 500;\nfunction byId(id) {}\n",
    "ui/serve/pages/scoreboard.js": "// It.\nconst WIDE = 1;\nfunction draw() {\n  const REOPEN_MS = 2;\n}\n",
    "ui/serve/pages/phone.js": "const REOPEN_MS = 1000;\n",
}
TWO_TYPES = header("vision/pot/cup.h", "typedef struct {\n    double x;\n} sq_wink;\n")
LISTED = "/* It. */\nbool sq_jpeg_decode(void) {\n}\n"  # among those that are tested elsewhere
BAD = [  # file, text, what is said
    ("rules/topic/turn.c", '/* It. */\n#include "vision/frame/frame.h"\n', "rules/topic/turn.c:2: rules/topic/ may not know vision/frame/"),
    ("rules/terms/event.c", '/* It. */\n#include "rules/engine.h"\n', "rules/terms/event.c:2: rules/terms/ may not know rules/"),
    ("vision/segment/blob.c", '/* It. */\n#include "vision/explain/disc_fit.h"\n', "vision/segment/blob.c:2: vision/segment/ may not know vision/explain/"),
    ("calib/mat/creases.c", '/* It. */\n#include "datasets/truth/truth_file.h"\n', "calib/mat/creases.c:2: calib/mat/ may not know datasets/truth/"),
    ("vision/play/play_priors.c", '/* It. */\n#include "vision/frame/frame.h"\n', "vision/play/play_priors.c:2: vision/play/ decides about a game"),
    ("ui/umpire/umpire.c", '/* It. */\n#include "vision/judge_frame.h"\n', "ui/umpire/umpire.c:2: ui/umpire/ decides about a game"),
    ("ui/umpire/umpire.c", "/* It. */\n#include <time.h>\n", "ui/umpire/umpire.c:2: clock"),
    ("vision/segment/blob.c", "/* It. */\n#include <opencv2/core.hpp>\n", "vision/segment/blob.c:2: OpenCV"),
    ("vision/segment/blob.cc", "/* It. */\nusing namespace cv;\n", "vision/segment/blob.cc:2: C++"),
    ("vision/change/rest_detector.c", "/* It. */\n#include <gst/gst.h>\n", "vision/change/rest_detector.c:2: GStreamer"),
    ("ui/command/look.c", "/* It. */\n#include <libv4l2.h>\n", "ui/command/look.c:2: libv4l2"),
    ("vision/change/rest_detector.c", "/* It. */\n#include <jansson.h>\n", "vision/change/rest_detector.c:2: JSON"),
    ("rules/topic/clock.c", "/* It. */\n#include <time.h>\n", "rules/topic/clock.c:2: clock"),
    ("rules/topic/turn.c", "/* It. */\n    p = malloc(8);\n", "rules/topic/turn.c:2: memory"),
    ("README.md", "a\nb\nSee issue 12.\n", 'README.md:3: "issue 12"'),
    ("ui/command/look.c", '/* It. */\n"/' + 'home/me/a.jpg"\n', 'ui/command/look.c:2: "/home/"'),
    ("ui/command/look.c", "/* It. */\n// TO" + "DO\n", "ui/command/look.c:2:"),
    ("vision/blob.c.orig", "", "vision/blob.c.orig:1: a tool has left it"),
    ("notes.txt", "", "notes.txt:1: has no place at the top"),
    ("docs/rooms.md", guide(ROOMS[1:]), "docs/rooms.md:1: its rooms are not those of tests/house/check_sources.py"),
    ("docs/rooms.md", guide(reversed(ROOMS)), "docs/rooms.md:1: its rooms are not those of tests/house/check_sources.py"),
    ("vision/heaps/blob.c", "/* It. */\n", "vision/heaps/blob.c:1: lies in no room"),
    ("vision/pot/cup.h", "/* It. */\n#ifndef SQ_CUP_H\n#define SQ_CUP_H\n#endif\n", "vision/pot/cup.h:1: its guard is not SQ_VISION_POT_CUP_H"),
    ("vision/pot/cup.h", TWO_TYPES, "vision/pot/cup.h:4: the type sq_wink is also that of rules/terms/wink.h"),
    ("vision/pot/cup.c", "/* It. */\nbool sq_cup(int a,\n            int b) {\n}\n", "vision/pot/cup.c:1: has no test tests/unit/vision/pot/test_cup.c"),
    ("vision/markers/markers.c", LISTED, "vision/markers/markers.c:1: has a test of its own"),
    ("debian/control", "Build-Depends: cmake\n", "debian/control:1: its Build-Depends lack libevent-dev"),
    ("ui/serve/pages/scoreboard.js", "// It.\nlet wide = 1, REOPEN_MS = 2;\n", "ui/serve/pages/scoreboard.js:2: REOPEN_MS is also declared by stream.js"),
    ("ui/serve/pages/scoreboard.js", "// It.\nasync function byId() {\n}\n", "ui/serve/pages/scoreboard.js:2: byId is also declared by stream.js"),
    ("vision/pot/cup.c", '#include "vision/pot/find_pot.h"\n/* It. */\n', "vision/pot/cup.c:1: opens without a sentence"),
]


class Numbers(unittest.TestCase):
    def test_each_kind_is_counted(self):
        for line in ("SQ_NUMBER(SQ_A, 0.5f);\n", "#define SQ_A 2.5\n", "#define SQ_A (SQ_B * 2)\n", "enum { SQ_A = 12 };\n"):
            with self.subTest(line):
                self.assertEqual([name for name, _ in numbers(line)], ["SQ_A"])

    def test_a_choice_hides_among_no_others(self):
        for line, kind in (("SQ_NUMBER(SQ_A_CAP, 2.5);\n", "choice"), ("#define SQ_A_CAP 12\n", "choice"), ("#define SQ_A (3 * SQ_B)\n", "choice"),
                           ("enum { SQ_A = 12 };\n", "choice"), ("enum { SQ_A_CAP = 12 };\n", "capacity"), ("enum { NONE = -1 };\n", "sentinel"),
                           ("enum { SQ_A = 2 * SQ_B + 1 };\n", "derived"), ("#define TICKS_PER_S 90000\n", "given"),
                           ("    static const double widest = 1.25; /* radii */\n", "choice"),
                           ("static const int every = 2 * DISC_PX + 1;\n", "derived")):
            with self.subTest(line):
                self.assertEqual([k for _, k in numbers(line)], [kind])

    def test_nothing_else_is(self):
        for line in ("#define SQ_A_H\n", '#define SQ_A "2 winks"\n', "/* #define SQ_A 2.5 */\n", "enum { SQ_A, SQ_B };\n", "int a = 12;\n"):
            with self.subTest(line):
                self.assertEqual(numbers(line), [])


class House(unittest.TestCase):
    def found(self, tree, libraries=()):
        with tempfile.TemporaryDirectory() as top:
            for path, text in tree.items():
                full = os.path.join(top, path)
                os.makedirs(os.path.dirname(full), exist_ok=True)
                with open(full, "wb") as f:
                    f.write(text if isinstance(text, bytes) else text.encode())
            return list(faults(top, libraries))

    def test_a_good_house(self):
        self.assertEqual(self.found(GOOD), [])

    def test_each_fault_alone(self):
        for path, text, said in BAD:
            with self.subTest(said):
                found = self.found({**GOOD, path: text})
                self.assertEqual(len(found), 1, found)
                self.assertTrue(found[0].startswith(said), found)

    def test_a_number_whose_worth_was_told_of_another_value(self):
        text = "SQ_NUMBER(SQ_A, 0.30);\nSQ_NUMBER(SQ_B, 2.0f);\nSQ_NUMBER(SQ_C, 2 * SQ_B);\n"
        for name, value, stale in (("SQ_A", "0.3", False), ("SQ_A", "0.31", True), ("SQ_B", "2", False), ("SQ_C", "4", False), ("SQ_D", "1", True)):
            self.assertEqual(is_stale(name, value, text), stale, name)

    def test_a_room_that_is_full(self):
        tree = {f"calib/lens/part_{i}.c": "/* It. */\n" for i in range(25)}
        self.assertEqual(self.found({**GOOD, **tree}), [])
        self.assertEqual(self.found({**GOOD, **tree, "calib/lens/part_25.c": "/* It. */\n"}), ["calib/lens:1: 26 files, and 25 are enough"])

    def test_a_symbol_without_its_prefix(self):
        with tempfile.TemporaryDirectory() as top:
            source, library = os.path.join(top, "a.c"), os.path.join(top, "a.o")
            with open(source, "w") as f:
                f.write("int sq_a;\nstatic int b(void) { return sq_a; }\nint log_init(void) { return b(); }\n")
            subprocess.run([COMPILER, "-g", "-c", source, "-o", library], check=True)
            found = self.found(GOOD, [library])
            self.assertEqual(len(found), 1, found)
            self.assertRegex(found[0], r"a\.c:3: external symbol log_init")

    def test_too_much_in_each_thread(self):
        with tempfile.TemporaryDirectory() as top:
            source, library = os.path.join(top, "a.c"), os.path.join(top, "a.o")
            for size, count in ((1 << 20, 0), ((1 << 20) + 1, 1)):
                with open(source, "w") as f:
                    f.write(f"_Thread_local char sq_room[{size}];\n")
                subprocess.run([COMPILER, "-c", source, "-o", library], check=True)
                found = self.found(GOOD, [library])
                self.assertEqual(len(found), count, found)
                self.assertTrue(all("bytes in each thread" in f for f in found), found)


if __name__ == "__main__":
    COMPILER = sys.argv.pop()
    unittest.main()
