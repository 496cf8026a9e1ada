"""Odd scenes, drawn anew: odd_things.py SQUINT. What is odd is said, and the rest is seen as if it were not there."""
import json
import math
import os
import subprocess
import sys
import tempfile

# Small and quick; and a light in which nothing is lost in a lamp's mirror image.
PLAIN = ("--size", "1280x720", "--seed", "1", "--lighting", "panels")


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def draw(squint, folder, family, odd, number=1, how=PLAIN):
    """What is seen of a scene, its truth, and a call for the words."""
    run(squint, "synth", "scenes", "--family", family, "--odd", odd, "--first", str(number), *how, "--out", folder)
    name = os.path.join(folder, f"{family}_{number:03}")
    picture = name + ".jpg"
    with open(name + ".json", encoding="utf-8") as f:
        truth = json.load(f)
    seen = json.loads(run(squint, "look", "--json", "-c", folder, picture))
    return seen, truth, lambda: run(squint, "look", "-c", folder, picture)


def distance(a, b):
    return math.hypot(a["x"] - b["x"], a["y"] - b["y"])


def unlike(seen, truth):
    """Winks that are not seen as they lie, to a millimetre; and claims that are none of them."""
    found = {i for i, w in enumerate(truth["winks"]) for s in seen["winks"]
             if distance(w, s) < 1 and w["colour"] == s["colour"]
             and (w["diameter_mm"] > 20) == (s["size"] == "large")}
    return len(truth["winks"]) - len(found), len(seen["winks"]) - len(found)


def surplus(seen):
    return sum(sum(n.values()) for n in seen.get("surplus", {}).values())


def crowd(squint, folder):
    seen, truth, words = draw(squint, folder, "isolated", "crowd")
    yield unlike(seen, truth) == (0, 0) and len(seen["winks"]) == 30, "30 winks are not seen as they lie"
    yield surplus(seen) == 6 and "more than the set has" in words(), "that there are six too many is not said"


def two_pots(squint, folder):
    seen, truth, words = draw(squint, folder, "isolated", "two-pots")
    yield unlike(seen, truth) == (0, 0), "beside two pots the winks are not seen as they lie"
    other = seen.get("other_pot")
    yield other and distance(other, truth["other_pot"]) < 5, f"the second pot is not told: {other}"
    yield "another pot stands" in words(), "the second pot is not said"
    yield seen["pot"] and distance(seen["pot"], truth["pot"]) < 1, "the first pot is lost beside it"


def no_pot(squint, folder):
    seen, truth, words = draw(squint, folder, "isolated", "no-pot")
    yield unlike(seen, truth) == (0, 0), "without a pot the winks are not seen as they lie"
    yield seen["pot"] is None and "no pot in sight" in words(), "that there is no pot is not said"


def is_wink(seen, true):
    return (seen["colour"] == true["colour"] and distance(seen, true) < 6
            and (seen["size"] == "large") == (true["diameter_mm"] > 20))


def wrong_squops(seen, truth):
    """The squops that are called and are none."""
    def named(wink):
        return {t["id"] for t in truth["winks"] if is_wink(wink, t)}
    over = {t["id"]: t["over"] for t in truth["winks"]}
    for s in seen["squops"]:
        uppers, lowers = named(seen["winks"][s["over"]]), named(seen["winks"][s["under"]])
        if s["call"] == "squopped" and not any(u in over[o] for o in uppers for u in lowers):
            yield s


def squeezed(squint, folder):
    """Piles in JPEGs of low quality: nothing is called that is not so."""
    for number in (1, 2):
        how = ("--size", "1280x720", "--seed", "61002")
        seen, truth, _ = draw(squint, folder, "piles", "squeezed", number, how)
        wrong = list(wrong_squops(seen, truth))
        yield not wrong and seen["squops"], f"of a poor picture {number} squops are called that are none: {wrong}"


def shade(squint, folder):
    """Winks beside a pot whose shade is coloured, as daylight and a lamp make it."""
    seen, truth, _ = draw(squint, folder, "isolated", "none", 5, ("--seed", "61001"))
    missed = [t["id"] for t in truth["winks"] if not any(is_wink(s, t) for s in seen["winks"])]
    yield not missed, f"in coloured shade these are missed: {missed}"


def dark(squint, folder):
    """A corner so dark that its noise shows the outlines of anything."""
    seen, _, words = draw(squint, folder, "edges", "none", 16, ("--seed", "7919"))
    yield seen["pot"] and "other_pot" not in seen and "another pot" not in words(), "noise is taken for a pot"


def nothing(squint, folder):
    seen, _, words = draw(squint, folder, "piles", "none")
    yield seen["pot"] and "other_pot" not in seen and "another pot" not in words(), "a pile is taken for a pot"
    seen, _, words = draw(squint, folder, "isolated", "none")
    yield surplus(seen) == 0 and "more than the set" not in words(), "a set of 24 is said to be too many"


def main():
    faults = []
    for case in (crowd, two_pots, no_pot, squeezed, shade, dark, nothing):
        with tempfile.TemporaryDirectory() as folder:
            faults += [text for holds, text in case(sys.argv[1], folder) if not holds]
    print("\n".join(faults))
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
