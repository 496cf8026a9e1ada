"""What the referee made of a filmed game, against its truth: compare.py TRUTH.jsonl OUT

OUT is the folder that `squint referee --out` wrote: game.jsonl (the record) and rests.jsonl (the rests' positions).
Names are a convention of each side; they are matched by where the winks lay at the first rest."""
import json
import math
import sys

LATE_S = 1.5  # a shot's rest may be noticed so much later or earlier


def lines(path):
    with open(path, encoding="utf-8") as f:
        return [json.loads(line) for line in f if line.strip()]


def true_names(rest, seen):
    """Our name -> the truth's."""
    names = {}
    for wink in seen["winks"]:
        nearest = min(rest["winks"], key=lambda w: math.hypot(w["x"] - wink["x"], w["y"] - wink["y"]))
        if "id" in wink:
            names[wink["id"]] = nearest["id"]
    return names


def squops(rest, but):
    """(upper, lower) of a true rest, without winks in the pot, behind baselines, or in `but`."""
    there = {w["id"] for w in rest["winks"] if w["place"] in ("mat", "off")} - set(but)
    return {(w["id"], under) for w in rest["winks"] for under in w["over"] if {w["id"], under} <= there}


def tiddlies(rest):
    count = dict.fromkeys(("blue", "green", "red", "yellow"), 0)
    under = {lower for _, lower in squops(rest, ())}
    for w in rest["winks"]:
        if w["place"] in ("pot", "rim"):
            count[w["colour"]] += 3
        elif w["place"] != "baseline" and w["id"] not in under:
            count[w["colour"]] += 1
    return count


def same_outcome(event, shot, rest, names):
    translate = lambda ids: {names.get(i, i) for i in ids}
    return (translate(event.get("potted", [])) == set(shot["potted"]) and
            translate(event.get("off", [])) == set(shot["off"]) and
            {(names.get(a, a), names.get(b, b)) for a, b in event.get("over", [])} == squops(rest, shot["off"]))


def brief(event):
    return {key: event.get(key) for key in ("wink", "potted", "off", "over", "probability")}


def compare(truth, record, rests):
    """Counts of the shots of the truth, and what differs, in sentences."""
    game = [t for t in truth if t["type"] != "meta"]
    names = true_names(game[0], rests[0])
    events = [e for e in record if e["event"] == "shot"]
    count = dict.fromkeys(("shots", "colour", "right", "held", "wrong", "missed", "invented"), 0)
    remarks = []
    for i, shot in enumerate(game):
        if shot["type"] != "shot" or shot["kind"] != "shot":
            continue
        count["shots"] += 1
        mine = [e for e in events if abs(e["t_rest"] - shot["t_rest"]) < LATE_S]
        if not mine:
            count["missed"] += 1
            remarks.append(f"{shot['t_rest']:.1f} s: {shot['wink']} was played, and nobody noticed")
            continue
        event = min(mine, key=lambda e: abs(e["t_rest"] - shot["t_rest"]))
        events.remove(event)
        count["colour"] += event["colour"] == shot["colour"]
        right = names.get(event["wink"]) == shot["wink"] and same_outcome(event, shot, game[i + 1], names)
        count["held" if event.get("held") else "right" if right else "wrong"] += 1
        if event.get("held") or not right:
            what = "held" if event.get("held") else "wrong"
            remarks.append(f"{shot['t_rest']:.1f} s: {what}: {shot['wink']} {shot['note']}, told as {brief(event)}")
    count["invented"] = len(events)
    remarks += [f"{e['t_rest']:.1f} s: told, but it never happened: {brief(e)}" for e in events]
    return count, remarks, tiddlies(game[-1] if game[-1]["type"] == "rest" else game[-2])


if __name__ == "__main__":
    counts, told, final = compare(lines(sys.argv[1]), lines(f"{sys.argv[2]}/game.jsonl"),
                                  lines(f"{sys.argv[2]}/rests.jsonl"))
    print("\n".join(told + [f"{value:4d} {key}" for key, value in counts.items()]))
    print("true tiddlies at the end:", final)
