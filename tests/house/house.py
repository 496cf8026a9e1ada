"""The house's rules that no compiler checks: house.py FOLDER [LIBRARY...] prints FILE:LINE: what is wrong.

The rooms and what each may use are told in README.md."""
import os
import re
import subprocess
import sys

ROOMS = ["rules", "vision", "calib", "datasets", "ui", "tests"]  # each may include itself and those before it
TOP = {"CMakeLists.txt", "README.md", "dev", "build", "out", *ROOMS}
ONLY_IN = {  # a line that matches may stand in files that match
    "OpenCV": (r"#include [<\"]opencv", r"vision/cv\.cc"),
    "C++": (r"^(using )?namespace |^template <", r"vision/cv\.cc"),
    "GStreamer": (r"#include <gst/", r"vision/(film\.c|gst_frame\.[ch]|capture_video\.c|capture_stream\.c|video_out\.c)|tests/.*"),
    "libv4l2": (r"#include <(libv4l|linux/video)", r"vision/(capture_)?v4l2\.c|tests/.*"),
    "libjpeg": (r"#include <(turbo)?jpeg", r"vision/jpeg\.c"),
    "Pango and cairo": (r"#include <(pango|cairo)", r"ui/export_pdf\.c"),
    "JSON": (r"#include <jansson", r"rules/record\w*\.[ch]|calib/.*|datasets/.*|ui/.*|tests/.*"),
    "clock, thread or file": (r"#include <(time|pthread|threads|fcntl|unistd|sys/\w+)\.h>", r"(?!rules/).*"),
    "memory": (r"\b(malloc|calloc|realloc|strdup)\(", r"rules/(record\w*|game)\.c|(?!rules/).*"),
}
# Of thread-local memory, in a library: it comes off a thread's stack, and OpenCV's workers have no more than 4 MB.
THREAD_BYTES = 1 << 20
FORBIDDEN = re.compile(r"(?i)workplace|\b(this|last|next|previous|earlier) session\b|\bissue #?\d+|\bticket #?\d+"
                       r"|(?<![\w.])/(work|home|root)/|\blanguage model\b|\bTODO\b|\bFIXME\b|\bfor now\b|#if 0")


LEFT_BY_TOOLS = re.compile(r"\.(orig|rej|bak)$")


def files(top):
    for base, dirs, names in os.walk(top):
        dirs[:] = [d for d in dirs if d not in (".git", "build", "out", "house")]
        yield from (os.path.relpath(os.path.join(base, n), top) for n in names if n != ".git")


def faults_of_text(path, text):
    room = path.split("/")[0]
    source = path.endswith((".c", ".h", ".cc"))
    for n, line in enumerate(text.splitlines(), 1):
        word = FORBIDDEN.search(line)
        if word:
            yield n, f'"{word.group()}" says something of the work, not of the project'
        include = re.match(r'#include "(\w+)/', line) if source and room in ROOMS else None
        if include and include[1] in ROOMS and ROOMS.index(include[1]) > ROOMS.index(room):
            yield n, f"{room}/ may not know {include[1]}/"
        for what, (pattern, where) in ONLY_IN.items() if source else ():
            if re.search(pattern, line) and not re.fullmatch(where, path):
                yield n, f"{what} has its own file: {where}"


def thread_bytes(library):
    """What each thread holds of a library's thread-local variables."""
    sections = subprocess.run(["readelf", "-SW", library], capture_output=True, text=True, check=True).stdout
    return sum(int(size, 16) for size in re.findall(r"\.t(?:bss|data)\S*(?: +\S+){3} +([0-9a-f]+) ", sections))


def faults(top, libraries):
    for name in sorted(os.listdir(top)):
        if name not in TOP and not name.startswith("."):
            yield f"{name}:1: has no place at the top"
    for path in sorted(files(top)):
        if LEFT_BY_TOOLS.search(path):
            yield f"{path}:1: a tool has left it"
        try:
            with open(os.path.join(top, path), encoding="utf-8") as f:
                yield from (f"{path}:{n}: {what}" for n, what in faults_of_text(path, f.read()))
        except UnicodeDecodeError:
            pass  # a picture or a video
    for library in libraries:
        for line in subprocess.run(["nm", "-Al", "--defined-only", library], capture_output=True, text=True,
                                   check=True).stdout.splitlines():
            symbol = re.match(r"(\S+):\S* [TDBRC] (?!sq_|__odr_asan)(\S+)(?:\t(.*))?", line)
            if symbol:
                yield f"{symbol[3] or symbol[1]}: external symbol {symbol[2]} has no sq_ before it"
        if thread_bytes(library) > THREAD_BYTES:
            yield f"{library}: {thread_bytes(library)} bytes in each thread, and {THREAD_BYTES} are enough"


if __name__ == "__main__":
    found = list(faults(sys.argv[1], sys.argv[2:]))
    print("\n".join(found) or "the house is in order")
    sys.exit(bool(found))
