"""How many numbers the house holds, room by room: count_numbers.py FOLDER. Fails where there are more than MOST.

A number is an SQ_NUMBER (vision/math/tunable_number.h), a #define, an enumerator or a const with a value that is written down;
not what stands in a table, nor what is reckoned from variables. All of them count, and have a ceiling. Most are choices: they could
be otherwise, and something would be seen, asked or kept otherwise. Those have a ceiling of their own. The others are no choices, by
these rules alone, so that no choice hides among them:

- derived: a name stands in the value, and no other literal than 0, 1 and 2. It changes with the number that it is made of.
- capacity: an enumerator whose name ends in _CAP, _MAX or _TEXT: the size of an array. Reaching it is reported; less memory
  would do as well.
- sentinel: -1.
- given: a constant of a file format, of a unit or of another's library. GIVEN lists them.

docs/number-sensitivity.md tells what each is worth: a row whose number is no more in its file, or has another value there, is a
fault too.

An SQ_NUMBER is always a choice. MOST is what was reached: who takes numbers away lowers it, who adds one finds another to take
away, or says in the commit why it must be more."""
import os
import re
import sys

FOLDERS = ("rules", "vision", "calib", "datasets", "ui")
# The rooms whose numbers decide what is seen: choices, and all. 88 and 33 of them see crokinole boards.
MOST = {"vision": (556, 631), "calib": (255, 273)}
# TIFF's tags, JPEG's markers, MPEG's ticks, the dictionary of OpenCV's markers, red, green and blue, a normal distribution's
# deviation by its median, degrees in a radian, millimetres in a metre and in a printer's point.
GIVEN = re.compile(r"(TIFF|JPEG)_\w+|TICKS_PER_S|SQ_CV_MARKERS|SQ_CV_MARKER_BITS|SQ_CHANNELS|SQ_SIGMA_OF_MEDIAN|SQ_DEGREES|METRE_MM"
                   r"|POINT_MM")

COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
NUMBER = re.compile(r"^SQ_NUMBER\(\s*(\w+)", re.M)
VALUED = re.compile(r"^SQ_NUMBER\(\s*(\w+),\s*(.+)\);", re.M)
ROW = re.compile(r"^\| `(\w+)` \|.*?`([\w/.]+\.[ch])` \| *([-+.\de]+) *\|")
WORTH = "docs/number-sensitivity.md"
DEFINE = re.compile(r"^#define (\w+) +([^\n\\]*\d[^\n\\]*)$", re.M)
CONSTS = re.compile(r"^ *(?:static )?const (?:double|float|int) (\w+ = [^;{]*);", re.M)
CONST = re.compile(r"(\w+) = (-?[\d.][^,]*)")
RECKONED = re.compile(r"(?<![\w.])[a-z]")
ENUM = re.compile(r"\benum \w* ?\{([^}]*)\}", re.S)
ENUMERATOR = re.compile(r"\b([A-Z]\w+) = ([^,]*\d[^,]*)")
LITERAL = re.compile(r"(?<![\w.])\d[\w.]*")


def kind(name, value, is_size):
    """What a #define or an enumerator is; is_size: an enumerator."""
    if re.search(r"\b[A-Z]\w+", value) and set(LITERAL.findall(value)) <= {"0", "1", "2"}:
        return "derived"
    if is_size and re.search(r"_(CAP|MAX|TEXT)$", name):
        return "capacity"
    if value.strip() == "-1":
        return "sentinel"
    return "given" if GIVEN.fullmatch(name) else "choice"


def numbers(text):
    """The kinds of the numbers of a source file, by number."""
    text = COMMENT.sub(" ", text)
    found = [(name, "choice") for name in NUMBER.findall(text)]
    found += [(name, kind(name, value, False)) for name, value in DEFINE.findall(text)
              if '"' not in value and "__" not in value and not name.endswith("_H")]
    found += [(name, kind(name, value, False)) for written in CONSTS.findall(text) for name, value in CONST.findall(written)
              if not RECKONED.search(value)]
    for body in ENUM.findall(text):
        found += [(name, kind(name, value, True)) for name, value in ENUMERATOR.findall(body)]
    return found


def count(top):
    """The kinds of the numbers in each room."""
    rooms = {}
    for folder in FOLDERS:
        for base, _, names in sorted(os.walk(os.path.join(top, folder))):
            for name in names:
                if name.endswith((".c", ".h", ".cc")):
                    with open(os.path.join(base, name), encoding="utf-8") as f:
                        room = os.path.relpath(base, top)
                        rooms.setdefault(room, []).extend(found for _, found in numbers(f.read()))
    return rooms


def is_stale(name, value, text):
    """Whether a row's number is not in the file's text with this value. A value that is reckoned is not compared."""
    there = dict(VALUED.findall(text))
    try:
        return name not in there or abs(float(there[name].rstrip("f")) - float(value)) > 1e-5 * abs(float(value))
    except ValueError:
        return False


def stale_rows(top):
    with open(os.path.join(top, WORTH), encoding="utf-8") as f:
        for n, line in enumerate(f, 1):
            row = ROW.match(line)
            path = row and os.path.join(top, row[2])
            if not row:
                continue
            text = ""
            if os.path.exists(path):
                with open(path, encoding="utf-8") as source:
                    text = source.read()
            if is_stale(row[1], row[3], text):
                yield f"{WORTH}:{n}: {row[1]} is not in {row[2]}, or has another value than {row[3]} there"


def main(top):
    rooms, faults = count(top), list(stale_rows(top))
    print("\n".join(faults), end="\n" if faults else "")
    status = 1 if faults else 0
    for room, kinds in sorted(rooms.items()):
        print(f"{len(kinds):5}  {room}")
    for folder, most in MOST.items():
        kinds = [k for room, found in rooms.items() if room.split("/")[0] == folder for k in found]
        others = ", ".join(f"{kinds.count(k)} {k}" for k in ("derived", "capacity", "sentinel", "given"))
        for n, limit, what in ((kinds.count("choice"), most[0], "choices"), (len(kinds), most[1], "numbers")):
            print(f"{n:5}  of at most {limit} {what} in {folder}/" + (f" (and {others})" if what == "choices" else ""))
            if n > limit:
                print(f"{folder}/: {n - limit} {what} more than there were; take others away, or derive one from another")
                status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
