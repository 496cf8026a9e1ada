"""Each check of house.py finds what it is there for, and says nothing of a good house: house_test.py CC."""
import os
import subprocess
import sys
import tempfile
import unittest

from house import faults

GOOD = {
    "dev": "#!/bin/sh\n",
    "rules/terms/wink.h": '#include "rules/terms/gear.h"\n',
    "vision/frame/opencv.cc": "#include <opencv2/imgproc.hpp>\nnamespace {\n",
    "ui/command/look.c": '#include <jansson.h>\n#include "datasets/truth/truth.h"\n/* 24 / 7; see rule 12.1, and #7 of the list */\n',
    "datasets/a.jpg": b"\xff\xd8\xff",
}
BAD = [  # file, text, what is said
    ("rules/topic/turn.c", '\n#include "vision/frame/frame.h"\n', "rules/topic/turn.c:2: rules/ may not know vision/"),
    ("calib/mat/find_camera.c", '#include "datasets/truth/truth.h"\n', "calib/mat/find_camera.c:1: calib/ may not know datasets/"),
    ("vision/blob.c", "#include <opencv2/core.hpp>\n", "vision/blob.c:1: OpenCV"),
    ("vision/blob.cc", "using namespace cv;\n", "vision/blob.cc:1: C++"),
    ("vision/change/rest_detector.c", "#include <gst/gst.h>\n", "vision/change/rest_detector.c:1: GStreamer"),
    ("ui/command/look.c", "#include <libv4l2.h>\n", "ui/command/look.c:1: libv4l2"),
    ("vision/change/rest_detector.c", "#include <jansson.h>\n", "vision/change/rest_detector.c:1: JSON"),
    ("rules/topic/clock.c", "#include <time.h>\n", "rules/topic/clock.c:1: clock"),
    ("rules/topic/turn.c", "    p = malloc(8);\n", "rules/topic/turn.c:1: memory"),
    ("README.md", "a\nb\nSee issue 12.\n", 'README.md:3: "issue 12"'),
    ("ui/command/look.c", '"/' + 'home/me/a.jpg"\n', 'ui/command/look.c:1: "/home/"'),
    ("ui/command/look.c", "// TO" + "DO\n", "ui/command/look.c:1:"),
    ("vision/blob.c.orig", "", "vision/blob.c.orig:1: a tool has left it"),
    ("notes.txt", "", "notes.txt:1: has no place at the top"),
]


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
