"""`squint score` prints the table that an independent scorer prints: score_agrees.py SQUINT FOLDER

FOLDER holds the other scorer, evaluate.py, and scenes/. The predictions are the truth, spoilt in every way
that a count counts."""
import glob
import json
import os
import random
import subprocess
import sys
import tempfile

COLOURS = ("blue", "green", "red", "yellow")


def spoilt_wink(w):
    large = (w["diameter_mm"] > 19) != (random.random() < 0.03)
    return {"colour": w["colour"] if random.random() < 0.97 else "red", "size": "large" if large else "small",
            "x": w["x"] + random.gauss(0, 0.3), "y": w["y"] + random.gauss(0, 0.3), "sigma_mm": 0.3,
            "place": w["place"] if random.random() < 0.95 else "mat", "seen": random.choice((1, 1, 1, 0.5, 0)),
            "edge_to_pot_mm": w["nearest_edge_to_pot_mm"] + random.gauss(0, 0.3)}


def spoilt_squops(scene, index, claims):
    squops = [{"over": index[w["id"]], "under": index[u], "probability": random.random() ** 0.2,
               "call": random.choice(("squopped", "look", "clear"))}
              for w in scene["winks"] for u in w["over"]
              if w["id"] in index and u in index and random.random() < 0.9]
    for _ in range(6 if len(claims) > 1 else 0):
        over, under = random.sample(range(len(claims)), 2)
        squops.append({"over": over, "under": under, "probability": random.random() ** 3})
        if random.random() < 0.7:
            squops[-1]["call"] = random.choice(("squopped", "look"))
    return squops


def spoilt(scene):
    claims, index = [], {}
    for w in scene["winks"]:
        if random.random() > 0.06:
            index[w["id"]] = len(claims)
            claims.append(spoilt_wink(w))
    claims += [{"colour": "blue", "size": "small", "x": random.uniform(-900, 900), "y": random.uniform(-400, 400)}
               for _ in range(random.randrange(3))]
    low = {c: random.randrange(7) for c in COLOURS}
    return {"image": "some/folder/" + scene["image"], "winks": claims,
            "squops": spoilt_squops(scene, index, claims),
            "tiddlies": {c: {"low": low[c], "high": low[c] + random.choice((0, 0, 1, 3))} for c in COLOURS}}


def main(squint, folder):
    other, scenes = os.path.join(folder, "evaluate.py"), os.path.join(folder, "scenes")
    if not os.path.exists(other):
        print(f"no other scorer at {folder}: skipped")
        return 77
    with tempfile.TemporaryDirectory() as out:
        claims = os.path.join(out, "claims.jsonl")
        for seed in (1, 2, 3):
            random.seed(seed)
            with open(claims, "w") as f:
                for name in sorted(glob.glob(scenes + "/*.json"))[seed:]:
                    with open(name) as truth:
                        f.write(json.dumps(spoilt(json.load(truth))) + "\n")
            theirs = subprocess.run([sys.executable, "-B", other, scenes, claims], capture_output=True, text=True,
                                    check=True).stdout.splitlines()
            ours = subprocess.run([squint, "score", scenes, claims], capture_output=True, text=True,
                                  check=True).stdout.splitlines()
            for a, b in zip(ours, theirs):
                if a != b:
                    print(f"seed {seed}\nours:   {a}\ntheirs: {b}")
                    return 1
            if len(theirs) < 30 or len(ours) < len(theirs):
                print(f"seed {seed}: tables of {len(ours)} and {len(theirs)} lines")
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
