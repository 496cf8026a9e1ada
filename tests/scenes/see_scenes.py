"""Looks at a folder of scenes and holds what is seen to bounds: see_scenes.py SQUINT FOLDER file|mat

file: the truth file beside each picture is its camera. mat: the camera is found in the picture itself."""
import glob
import json
import os
import subprocess
import sys
import tempfile

PLAIN = ("isolated", "near-touch", "start", "edges")  # whole winks that lie flat: nothing excuses missing one
CLOSE = ("closeup",)  # shows no mat from which a camera could be found
DISTURBED = ("hand",)  # what lies near a hand is not judged


def look(squint, folder, camera, out):
    pictures = sorted(p for p in glob.glob(folder + "/*.*") if p.endswith((".jpg", ".png"))
                      and os.path.exists(os.path.splitext(p)[0] + ".json"))
    if camera == "mat":
        pictures = [p for p in pictures if not os.path.basename(p).startswith(CLOSE)]
    options = ["-c", folder] if camera == "file" else []
    with open(out, "w") as f:
        if subprocess.run([squint, "look", "--json", *options, *pictures], stdout=f, check=False).returncode:
            yield "a picture was not judged"


def counts(row):
    """winks, found, claims of a row of the table."""
    found = round(row["winks"] * (row["recall"] or 0))
    return row["winks"], found, round(found / row["precision"]) if row["precision"] else found


def faults_of_plain(name, row):
    winks, found, claims = counts(row)
    if found < 0.98 * winks:
        yield f"{name}: {found} of {winks} winks found"
    if found < 0.98 * claims:
        yield f"{name}: {claims - found} of {claims} claims are no winks"
    if row["colour_wrong"] + row["size_wrong"] > 0.01 * found:
        yield f"{name}: {row['colour_wrong']} colours and {row['size_wrong']} sizes of {found} are wrong"


def faults_of_file(families):
    for name, row in families.items():
        if name in PLAIN:
            yield from faults_of_plain(name, row)
            if row["mm_median"] > 0.25 or row["mm_p95"] > 0.8:
                yield f"{name}: off by {row['mm_median']} mm (median), {row['mm_p95']} mm (95 %)"


def faults_of_mat(families):
    for name, row in families.items():
        if name not in CLOSE and row["mm_median"] is not None and row["mm_median"] > 1.5:
            yield f"{name}: off by {row['mm_median']} mm (median)"


def faults_of_all(families, left_out):
    sums = [sum(n) for n in zip(*(counts(row) for name, row in families.items()
                                  if name not in (*left_out, "ALL")))]
    print("winks {}, found {}, claims {}".format(*sums))
    if sums[1] < 0.96 * sums[0]:
        yield f"all but {', '.join(left_out)}: {sums[1]} of {sums[0]} winks found"
    if sums[1] < 0.99 * sums[2]:
        yield f"all but {', '.join(left_out)}: {sums[2] - sums[1]} of {sums[2]} claims are no winks"


def main(squint, folder, camera):
    if not os.path.isdir(folder):
        print(f"no scenes at {folder}: skipped")
        return 77
    with tempfile.TemporaryDirectory() as scratch:
        out = os.path.join(scratch, "seen.jsonl")
        faults = list(look(squint, folder, camera, out))
        families = json.loads(subprocess.run([squint, "score", "--json", folder, out], capture_output=True, text=True,
                                             check=True).stdout)["families"]
    if camera == "file":
        faults += [*faults_of_file(families), *faults_of_all(families, DISTURBED)]
    else:
        faults += [*faults_of_mat(families), *faults_of_all(families, DISTURBED + CLOSE)]
    print("\n".join(faults))
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
