"""The house's rules that no compiler checks: check_sources.py FOLDER [LIBRARY...] prints FILE:LINE: what is wrong.

ROOMS is the one place in which the order of the rooms is defined. docs/rooms.md says what each of them holds."""
import os
import re
import subprocess
import sys

# Each room may include itself and those before it.
ROOMS = """
    rules/terms rules/other rules/crokinole rules/book rules/topic rules/variant rules
    vision/math vision/system vision/markers vision/frame vision/restore vision/capture vision/geometry vision/position vision/change
    vision/segment vision/explain vision/pot vision/review vision/crokinole vision vision/play
    calib/measure calib/camera calib/mat calib/lens calib/crokinole calib
    datasets/scene datasets/render datasets/crokinole datasets/truth datasets/film datasets/score
    ui/umpire ui/umpire/crokinole ui/words ui/game ui/files ui/stream ui/overrule ui/publish ui/canvas ui/plate ui/crokinole ui/draw ui/serve ui/pages ui/session ui/referee ui/export ui/rules ui/hall/store ui/hall/results ui/hall ui/terminal ui/score ui/command
    tests
""".split()
TOP_FOLDERS = {room.split("/")[0] for room in ROOMS}
TOP = {"README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "CMakeLists.txt", "dev", "docs", "debian", "build", "out",
       *TOP_FOLDERS}
MOST_FILES = 25  # in a room: as many names as one takes in at a look
# What decides about a game reads no pixel, no file and no clock: these rooms may include their own and these alone.
DECIDES = {
    "vision/position": ("rules/", "vision/math/", "vision/geometry/", "vision/position/"),
    "vision/play": ("rules/", "vision/math/", "vision/geometry/", "vision/position/", "vision/play/"),
    "ui/umpire": ("rules/", "vision/math/", "vision/geometry/", "vision/position/", "vision/play/", "vision/system/failure.h",
                  "ui/umpire/"),
    "ui/umpire/crokinole": ("rules/", "vision/math/", "vision/geometry/", "vision/crokinole/position.h", "vision/system/failure.h",
                            "ui/umpire/other_game_told.h", "ui/umpire/crokinole/"),
}
ONLY_IN = {  # a line that matches may stand in files that match
    "OpenCV": (r"#include [<\"]opencv", r"vision/(frame/opencv|markers/opencv_markers)\.cc"),
    "C++": (r"^(using )?namespace |^template <", r"vision/(frame/opencv|markers/opencv_markers)\.cc"),
    "GStreamer": (r"#include <gst/",
                  r"vision/capture/(stream_recorder\.c|gst_frame\.[ch]|video_file\.c|network_stream\.c|video_writer\.c)|tests/.*"),
    "libv4l2": (r"#include <(libv4l|linux/video)", r"vision/capture/v4l2_(device|source)\.c|tests/.*"),
    "GdkPixbuf": (r"#include <gdk-pixbuf", r"vision/frame/picture_file\.c"),
    "libjpeg": (r"#include <(turbo)?jpeg", r"vision/frame/jpeg\.c"),
    "libmosquitto": (r"#include <mosquitto", r"ui/publish/broker\.c|tests/.*"),
    "libevent": (r"#include <event2/", r"ui/(serve|pages)/\w+\.[ch]|ui/hall/hall_pages\.c|tests/unit/ui/serve/.*"),
    "OpenSSL": (r"#include <openssl/", r"ui/serve/(encryption|certificate)\.c|ui/publish/(broker|record_hash)\.c|ui/hall/broker_access\.c|tests/unit/ui/serve/.*"),
    "SQLite": (r"#include <sqlite3", r"ui/game/game_index\.c|ui/hall/store/sql_sqlite\.c|tests/.*"),
    "libpq": (r"#include <libpq", r"ui/hall/store/sql_postgres\.c"),
    "libarchive": (r"#include <archive", r"ui/files/game_bundle\.c"),
    "libqrencode": (r"#include <qrencode", r"ui/serve/qr_code\.c"),
    "Pango and cairo": (r"#include <(pango|cairo)", r"ui/canvas/(letters|surface)\.c|ui/export/paper\.c"),
    "JSON": (r"#include <jansson", r"rules/(\w+/)?record\w*\.[ch]|calib/.*|datasets/.*|ui/(?!umpire/).*|tests/.*"),
    "clock, thread or file": (r"#include <(time|pthread|threads|fcntl|unistd|sys/\w+)\.h>",
                              r"(?!rules/|vision/position/|vision/play/|ui/umpire/).*"),
    "the name of a rule book": (r'"(etwa-(2012|classic|simple)|parker)"',
                                r"(?!rules/(topic|variant)/|vision/|calib/|datasets/|ui/(umpire|words|draw|plate|stream)/|ui/rules/sheet).*"),
    "memory": (r"\b(malloc|calloc|realloc|strdup)\(", r"rules/(record\w*|game)\.c|(?!rules/).*"),
}
# A change in what the eye or the camera's finding works out shows itself in the file's own test, not as "no mat found". Files
# of these rooms without a test of their own, and what tests them instead:
TESTED = ("vision/", "calib/")
TESTED_ELSEWHERE = {
    "calib/camera/camera_json.c": "the two files that it is the common part of: camera_file, lens",
    "vision/capture/container_check.c": "behind sq_capture_open: capture",
    "vision/capture/gst_frame.c": "needs a pipeline: capture, network_stream",
    "vision/capture/v4l2_device.c": "needs a camera: v4l2_source has one that is none",
    "vision/explain_clusters.c": "needs the stages before it: sight",
    "vision/markers/markers.c": "needs a printed board: calib/lens",
    "vision/play/hypotheses.c": "scripts in tests/play",
    "vision/play/doubts_of_reading.c": "scripts in tests/play",
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


def room_of(path):
    """The room in which a file lies: the longest of ROOMS that its path begins with; None elsewhere."""
    return max((room for room in ROOMS if path.startswith(room + "/")), key=len, default=None)


def faults_of_include(room, included):
    """What is wrong with a line of a file of a room that includes a file of the house."""
    theirs = room_of(included)
    if theirs and ROOMS.index(theirs) > ROOMS.index(room):
        yield f"{room}/ may not know {theirs}/"
    if room in DECIDES and not included.startswith(DECIDES[room]):
        yield f"{room}/ decides about a game and may not know {included}: no pixel, no file, no clock"


def faults_of_text(path, text):
    room = room_of(path)
    source = path.endswith((".c", ".h", ".cc"))
    if path.endswith(".h") and room:
        guard = "SQ_" + re.sub(r"\W", "_", path[:-2]).upper() + "_H"
        if f"#ifndef {guard}\n#define {guard}\n" not in text:
            yield 1, f"its guard is not {guard}"
    if source and room and room != "tests" and not text.startswith("/*"):
        yield 1, "opens without a sentence that says what the file is"
    for n, line in enumerate(text.splitlines(), 1):
        word = FORBIDDEN.search(line)
        if word:
            yield n, f'"{word.group()}" says something of the work, not of the project'
        include = re.match(r'#include "([^"]+)"', line) if source and room else None
        if include:
            yield from ((n, what) for what in faults_of_include(room, include[1]))
        for what, (pattern, where) in ONLY_IN.items() if source else ():
            if re.search(pattern, line) and not re.fullmatch(where, path):
                yield n, f"{what} has its own file: {where}"


TYPE = re.compile(r"^(?:typedef (?:struct|union|enum) \w* ?\{.*?^\} (\w+);|typedef [^{;]*?(\w+);)", re.M | re.S)


def faults_of_types(texts):
    """No two headers give one name to two types: texts is (path, text) of all headers."""
    first = {}
    for path, text in texts:
        for match in TYPE.finditer(text):
            name = match[1] or match[2]
            line = text.count("\n", 0, match.start()) + 1
            if name in first:
                yield f"{path}:{line}: the type {name} is also that of {first[name]}"
            first.setdefault(name, path)


def faults_of_rooms(paths):
    """Files that lie in no room, and rooms with too many."""
    count = {}
    for path in paths:
        if path.split("/")[0] in TOP_FOLDERS - {"tests"} and path.endswith((".c", ".h", ".cc")):
            if os.path.dirname(path) not in ROOMS:
                yield f"{path}:1: lies in no room"
            count[os.path.dirname(path)] = count.get(os.path.dirname(path), 0) + 1
    for room, n in sorted(count.items()):
        if n > MOST_FILES:
            yield f"{room}:1: {n} files, and {MOST_FILES} are enough"


def faults_of_tests(texts):
    """Each .c of TESTED with a function that others call has a test of its own name: texts is {path: text}."""
    for path, text in sorted(texts.items()):
        called = re.search(r"^(?!static|typedef)\w[^;{}=]*\bsq_\w+\([^;{}]*\) \{$", text, re.M)
        if not (path.startswith(TESTED) and path.endswith(".c") and called):
            continue
        test = f"tests/unit/{os.path.dirname(path)}/test_{os.path.basename(path)}"
        if test in texts and path in TESTED_ELSEWHERE:
            yield f"{path}:1: has a test of its own, and tests/house/check_sources.py lists it among those without"
        if test not in texts and path not in TESTED_ELSEWHERE:
            yield f"{path}:1: has no test {test}"


def faults_of_guide(top):
    """docs/rooms.md has a line for each room, in the order of ROOMS."""
    guide = os.path.join(top, "docs", "rooms.md")
    with open(guide, encoding="utf-8") as f:
        told = re.findall(r"^\| `([\w/]+)` \|", f.read(), re.M)
    if told != ROOMS:
        yield "docs/rooms.md:1: its rooms are not those of tests/house/check_sources.py, in their order"


def faults_of_package(texts):
    """What ./dev installs for a build is what the Debian package is built with."""
    asked = set(re.findall(r"\blib[\w.+-]+-dev\b", texts.get("debian/control", "")))
    for line in texts.get(".packages", "").splitlines():
        name, _, what = line.partition(" ")
        if what.split()[:1] == ["build"] and name.endswith("-dev") and name not in asked:
            yield f"debian/control:1: its Build-Depends lack {name} of .packages"


DECLARED = re.compile(r"^(?:async )?function (\w+)|^(?:const|let|class) (.*)", re.M)
NAMED = re.compile(r"(?:^|, )(\w+)(?= = | \{|;|,)")


def faults_of_pages(texts):
    """No name is declared by two scripts of one page: the browser would run neither of them whole. texts is {path: text}."""
    scripts = {os.path.basename(path): path for path in texts if path.endswith(".js")}
    for page, text in sorted(texts.items()):
        if not page.endswith(".html"):
            continue
        first = {}
        for name in re.findall(r'<script src="/(\w+\.js)"', text):
            for match in DECLARED.finditer(texts.get(scripts.get(name), "")):
                for declared in [match[1]] if match[1] else NAMED.findall(match[2]):
                    if first.setdefault(declared, name) != name:
                        line = texts[scripts[name]].count("\n", 0, match.start()) + 1
                        yield f"{scripts[name]}:{line}: {declared} is also declared by {first[declared]}, on the page {page}"


def thread_bytes(library):
    """What each thread holds of a library's thread-local variables."""
    sections = subprocess.run(["readelf", "-SW", library], capture_output=True, text=True, check=True).stdout
    return sum(int(size, 16) for size in re.findall(r"\.t(?:bss|data)\S*(?: +\S+){3} +([0-9a-f]+) ", sections))


def faults(top, libraries):
    for name in sorted(os.listdir(top)):
        if name not in TOP and not name.startswith("."):
            yield f"{name}:1: has no place at the top"
    headers, texts = [], {}
    yield from faults_of_rooms(sorted(files(top)))
    yield from faults_of_guide(top)
    for path in sorted(files(top)):
        if LEFT_BY_TOOLS.search(path):
            yield f"{path}:1: a tool has left it"
        try:
            with open(os.path.join(top, path), encoding="utf-8") as f:
                text = f.read()
            yield from (f"{path}:{n}: {what}" for n, what in faults_of_text(path, text))
            texts[path] = text
            if path.endswith(".h") and not path.startswith("tests/"):
                headers.append((path, text))
        except UnicodeDecodeError:
            pass  # a picture or a video
    yield from faults_of_types(headers)
    yield from faults_of_tests(texts)
    yield from faults_of_package(texts)
    yield from faults_of_pages(texts)
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
