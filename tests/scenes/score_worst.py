"""`squint score --worst` draws the worst faults of predictions: score_worst.py SQUINT SCENES"""
import glob
import json
import os
import struct
import subprocess
import sys
import tempfile


def main(squint, scenes):
    with tempfile.TemporaryDirectory() as out:
        claims, sheet = os.path.join(out, "claims.jsonl"), os.path.join(out, "worst.png")
        with open(claims, "w") as f:
            for name in sorted(glob.glob(scenes + "/*.json")):
                with open(name) as truth:
                    image = json.load(truth).get("image")
                if image:  # nothing is seen in it
                    f.write(json.dumps({"image": image, "winks": []}) + "\n")
        run = [squint, "score", scenes, claims, "--worst"]
        subprocess.run(run + [sheet], stdout=subprocess.DEVNULL, check=True)
        with open(sheet, "rb") as f:
            head = f.read(24)
        width, height = struct.unpack(">II", head[16:24])
        assert head[:8] == b"\x89PNG\r\n\x1a\n" and width > height > 500, (width, height)
        for bad, word in (("/dev/null/where.png", "/dev/null"), (os.path.join(out, "x.txt"), "x.txt")):
            failed = subprocess.run(run + [bad], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            assert failed.returncode == 2 and word in failed.stderr, failed
        failed = subprocess.run([squint, "score", scenes, "-", "--worst", sheet], input="", capture_output=True, text=True)
        assert failed.returncode == 2 and "standard input" in failed.stderr, failed
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
