"""How many numbers the house holds, room by room: count_numbers.py FOLDER. Fails where there are more than MOST.

A number is an SQ_NUMBER (vision/math/tunable_number.h), a #define or an enumerator with a value that is written down. MOST is
what was reached: who takes numbers away lowers it, who adds one finds another to take away, or says in the commit why
it must be more. docs/sensitivity.md tells what each is worth."""
import os
import re
import sys

FOLDERS = ("rules", "vision", "calib", "datasets", "ui")
MOST = {"vision": 650, "calib": 289}  # the rooms whose numbers decide what is seen; 79 and 30 of them see crokinole boards, 6 what is foreign to one, 2 how many rims in luma tell a deviation

COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
NUMBER = re.compile(r"^SQ_NUMBER\(\s*(\w+)", re.M)
DEFINE = re.compile(r"^#define (\w+) +([^\n\\]*\d[^\n\\]*)$", re.M)
ENUM = re.compile(r"\benum \w* ?\{([^}]*)\}", re.S)
ENUMERATOR = re.compile(r"\b([A-Z]\w+) = ([^,]*\d[^,]*)")


def numbers(text):
    """The names of the numbers of a source file."""
    text = COMMENT.sub(" ", text)
    found = NUMBER.findall(text)
    found += [name for name, value in DEFINE.findall(text) if '"' not in value and "__" not in value and not name.endswith("_H")]
    for body in ENUM.findall(text):
        found += [name for name, value in ENUMERATOR.findall(body)]
    return found


def count(top):
    """How many in each room."""
    rooms = {}
    for folder in FOLDERS:
        for base, _, names in sorted(os.walk(os.path.join(top, folder))):
            for name in names:
                if name.endswith((".c", ".h", ".cc")):
                    with open(os.path.join(base, name), encoding="utf-8") as f:
                        room = os.path.relpath(base, top)
                        rooms[room] = rooms.get(room, 0) + len(numbers(f.read()))
    return rooms


def main(top):
    rooms, status = count(top), 0
    for room, n in sorted(rooms.items()):
        print(f"{n:5}  {room}")
    for folder, most in MOST.items():
        n = sum(n for room, n in rooms.items() if room.split("/")[0] == folder)
        print(f"{n:5}  of at most {most} in {folder}/")
        if n > most:
            print(f"{folder}/: {n - most} numbers more than there were; take others away, or derive one from another")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
