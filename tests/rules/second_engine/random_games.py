"""Draws random games, seeded: whole records, sensible for the most part, with squops enough that free turns begin,
and with every kind of event, also such as must be refused. The second engine is asked what is due."""

import json
import random

from record import Record
from terms import COLOUR_OF, COLOURS, COLOURS_OF, SIDE_OF, SIDES, WINKS, opponents, winks_of


class Drawer:
    """Draws one game of a book."""

    BEFORE, AFTER = 20, 80  # fewest and most events after the start

    def __init__(self, book, forms, seed):
        self.book, self.dice = book, random.Random(seed)
        self.record, self.lines, self.states, self.t = Record(), [], [], 0.0
        self.forms = forms
        self.quiet = self.dice.random() < 0.3  # few interruptions

    # --- dice ---------------------------------------------------------------------------------------------

    def chance(self, p):
        return self.dice.random() < p

    def one(self, things):
        return self.dice.choice(list(things))

    def some(self, things, p):
        return [thing for thing in things if self.chance(p)]

    def later(self):
        """A time a little later, in quarters of a second, which add up without error."""
        self.t += self.dice.choice([0, 0.25, 1, 2, 2, 3, 5, 8] + ([40] if self.chance(0.1) else []))
        return self.t

    # --- the record so far --------------------------------------------------------------------------------

    @property
    def game(self):
        return self.record.games[-1]

    def put(self, event):
        text = event if isinstance(event, str) else json.dumps(event)
        self.lines.append(text)
        state = self.record.line(len(self.lines), text)
        if state is not None:
            self.states.append(state)

    def draw(self):
        self.start()
        events = self.dice.randint(self.BEFORE, self.AFTER)
        while events > 0 and not (self.game.phase == "ended" and self.chance(0.5)):
            self.put(self.event())
            events -= 1

    def start(self):
        game = {"event": "game", "rules": self.book, "form": self.one(self.forms)}
        if self.chance(0.6):
            game["limit_s"] = self.dice.randint(10, 120)
        if self.book == "parker":
            game.pop("limit_s", None)
        self.put(game)
        while self.game.phase == "squidge-off" and self.chance(0.8):
            distances = ["pot", "off", 5, 5, 80, 112.5, 31]
            self.put({"event": "squidge-off", "mm": {c: self.one(distances) for c in self.game.among}})
        if self.game.phase == "squidge-off" or self.chance(0.7):
            self.put(self.whole_set())

    # --- positions ----------------------------------------------------------------------------------------

    def whole_set(self):
        p_pot, p_home = self.one([0.2, 0.5, 0.7, 0.8]), self.one([0, 0, 0.05, 0.2])
        pot = [w for w in self.some(WINKS, p_pot)]
        for colour in COLOURS:
            if all(w in pot for w in winks_of(colour)) and not self.chance(0.04):
                pot.remove(self.one(winks_of(colour)))
        home = [w for w in self.some(WINKS, p_home) if w not in pot]
        turn, winner = self.one(COLOURS), self.one(COLOURS)
        event = {"event": "set", "turn": turn, "shots": self.one([1, 1, 1, 1, 2, 3]), "squidge_off": winner,
                 "pot": pot, "baseline": home, "over": self.squops([w for w in WINKS if w not in pot + home])}
        complete = any(all(w in pot for w in winks_of(colour)) for colour in COLOURS)
        event["phase"] = "pot-out" if complete else "timed"
        if not complete and self.book != "parker" and self.chance(0.35):
            event["phase"] = "round-limit"
            if self.chance(0.8):
                event["rounds_left"] = self.one([1, 1, 1, 2, 3, 4, 5])
        if self.chance(0.1):
            event["forfeit" if self.book != "parker" else "miss_turn"] = self.some(COLOURS, 0.4)
        return event

    def squops(self, mat):
        """A random complete list of squops; often one that leaves a side little or nothing free."""
        if len(mat) < 2 or self.chance(0.1):
            return []
        pairs = []
        if self.chance(0.6):
            side = self.one(SIDES)
            pairs = self.cover(side, mat, 0.95)
        for _ in range(self.dice.randint(0, 3)):
            pairs.append(self.dice.sample(mat, 2))
        return self.tidy(pairs)

    def cover(self, side, mat, p):
        """Squops of the winks of `side` by winks of the other side."""
        over = [w for w in mat if SIDE_OF[COLOUR_OF[w]] != side]
        over = over[:self.dice.randint(1, 3)] if over else []
        return [[self.one(over), w] for w in mat if SIDE_OF[COLOUR_OF[w]] == side and over and self.chance(p)]

    def tidy(self, pairs):
        """No pair twice, no two winks over each other."""
        kept = []
        for upper, lower in pairs:
            if upper != lower and [upper, lower] not in kept and [lower, upper] not in kept:
                kept.append([upper, lower])
        return kept

    # --- events -------------------------------------------------------------------------------------------

    def event(self):
        awaits = self.game.awaits()
        if awaits == "choose" and self.chance(0.75):
            return self.choose()
        if awaits == "nominate" and self.chance(0.4):
            return self.nominate()
        if awaits == "aside" and self.chance(0.9):
            return self.aside()
        interruption = self.dice.random() * (4 if self.quiet else 1)
        for p, kind in self.KINDS:
            if interruption < p:
                return getattr(self, kind)()
            interruption -= p
        return self.shot()

    KINDS = ((0.05, "pass_shot"), (0.07, "foul"), (0.03, "undo"), (0.015, "amend"), (0.04, "clock"), (0.03, "part_set"),
             (0.01, "whole_set"), (0.03, "short"), (0.003, "disrupt"), (0.01, "nominate"), (0.01, "choose"),
             (0.008, "nonsense"), (0.02, "lost_shot"), (0.005, "aside"))

    def due(self):
        return self.game.turn or self.one(COLOURS)

    def playable(self, colour):
        return [w for w in winks_of(colour) if self.game.position.is_free(w)]

    def shot(self):
        colour = self.due()
        if self.game.awaits() == "nominate" or self.chance(0.08):
            colour = self.one(COLOURS)
        if self.game.awaits() == "choose" and self.chance(0.7):
            colour = self.one(COLOURS_OF[opponents(self.game.foul["by"])])
        named = self.game.nominated_state()
        if named and self.chance(0.9):
            colour = named
        winks = self.playable(colour)
        if not winks or self.chance(0.04):
            winks = [w for w in winks_of(colour) if w not in self.game.position.pot] or winks_of(colour)
        event = {"event": "shot", "t": self.later(), "colour": colour, "wink": self.one(winks)}
        if self.chance(0.4):
            event["t_rest"] = self.later()
        self.leads_to(event)
        if self.chance(0.02):
            event[self.one(["wink", "colour"])] = self.one(WINKS + list(COLOURS))
        return event

    def leads_to(self, event):
        """What the shot led to."""
        position, wink = self.game.position, event["wink"]
        mat = [w for w in WINKS if position.on_mat(w) or w == wink and w not in position.pot]
        potted = self.some([wink], 0.2) + (self.some(mat, 0.06) if self.chance(0.2) else [])
        off = self.some([wink], 0.06) + (self.some(mat, 0.1) if self.chance(0.1) else [])
        event["potted"] = sorted(set(potted))
        event["off"] = sorted(set(off) - (set(potted) if self.chance(0.95) else set()))
        way = self.dice.random()
        if way > 0.25:
            lying = [w for w in mat if w not in event["potted"] + event["off"]]
            event["over"] = self.over_after(wink, lying, way)

    def over_after(self, wink, lying, way):
        kept = [list(pair) for pair in sorted(self.game.position.over) if pair[0] in lying and pair[1] in lying]
        if way < 0.4 or not lying:
            return kept
        if way < 0.5:
            return self.tidy([pair for pair in kept if self.chance(0.7)])
        if way < 0.6:
            return self.squops(lying)
        if way < 0.75 and len(lying) > 1:
            return self.tidy(kept + self.cover(self.one(SIDES), lying, 0.9))
        if way < 0.77 and len(lying) > 1:
            ring = self.dice.sample(lying, self.dice.randint(2, len(lying)))
            return [list(pair) for pair in zip(ring, ring[1:] + ring[:1])]
        others = [pair for pair in kept if pair[0] != wink]
        if wink in lying:
            others += [[wink, self.one(lying)] for _ in range(self.dice.randint(0, 2))]
        return self.tidy(others)

    def pass_shot(self):
        return {"event": "pass", "t": self.later(), "colour": self.due() if self.chance(0.9) else self.one(COLOURS)}

    def lost_shot(self):
        why = {"etwa-classic": "time", "parker": "flight"}.get(self.book, "time")
        return {"event": "lost-shot", "t": self.later(),
                "colour": self.due() if self.chance(0.9) else self.one(COLOURS),
                "why": why if self.chance(0.9) else self.one(["time", "flight", "rain"])}

    def aside(self):
        uppers = sorted({upper for upper, _ in self.game.position.over})
        event = {"event": "aside", "wink": self.one(uppers) if uppers and self.chance(0.95) else self.one(WINKS)}
        if self.chance(0.3):
            pairs = [list(pair) for pair in sorted(self.game.position.over) if pair[0] != event["wink"]]
            event["over"] = [pair for pair in pairs if self.chance(0.8)]
        return event

    def short(self):
        colour = self.due() if self.chance(0.8) else self.one(COLOURS)
        home = [w for w in winks_of(colour) if w in self.game.position.home] or winks_of(colour)
        return {"event": "shot", "t": self.later(), "colour": colour, "wink": self.one(home), "short": True}

    def foul(self):
        return {"event": "foul", "rule": "10.3"} if self.chance(0.5) else {"event": "foul"}

    def choose(self):
        event = {"event": "choose", "option": self.one(["replay", "accept"])}
        if self.game.foul and self.chance(0.95):
            event["colour"] = self.one(COLOURS_OF[opponents(self.game.foul["by"])])
        elif self.chance(0.5):
            event["colour"] = self.one(COLOURS)
        return event

    def nominate(self):
        if self.book == "etwa-classic" and self.chance(0.95):
            return {"event": "nominate", "wink": self.one(WINKS)}
        return {"event": "nominate", "colour": self.one(COLOURS)}

    def undo(self):
        return {"event": "undo"}

    def amend(self):
        n = self.dice.randint(1, len(self.lines))
        if self.chance(0.4):
            return {"event": "amend", "n": n, "with": None}
        old = json.loads(self.lines[n - 1]) if self.lines[n - 1].startswith("{\"event\": ") else {}
        if old.get("event") == "shot" and "wink" in old and old["wink"] in COLOUR_OF:
            old["potted"] = [old["wink"]] if self.chance(0.5) else []
            old.pop("over", None)
        elif self.chance(0.3):
            old = self.event_but_amend()
        return {"event": "amend", "n": n, "with": old}

    def event_but_amend(self):
        event = self.shot()
        event["t"] = self.one([0, self.t])
        event.pop("t_rest", None)
        return event

    def clock(self):
        if self.book != "parker" and self.chance(0.3):
            return {"event": "clock", "limit_s": self.dice.randint(5, 150)}
        return {"event": "clock", "t": self.later(), "run": self.chance(0.6)}

    def part_set(self):
        """Some of what `set` can name."""
        event = {"event": "set"}
        whole = self.whole_set()
        for key in self.some(whole, 0.35):
            event[key] = whole[key]
        if self.chance(0.2):
            event["elapsed_s"] = self.dice.randint(0, 100) if self.chance(0.8) else "unknown"
        return event

    def disrupt(self):
        return {"event": "disrupt", "by": self.one(COLOURS)}

    def nonsense(self):
        return self.one(["", "  ", "[]", "17", "{\"event\":", "{\"event\":\"dance\"}", "{\"event\":\"shot\"}",
                         "{\"event\":\"game\",\"rules\":\"" + self.book + "\",\"form\":\"pairs\"}"])


def draw(book, forms, seed):
    """The lines of one random game, and the second engine's states after them."""
    drawer = Drawer(book, forms, f"{book} {seed}")
    drawer.draw()
    return drawer.lines, drawer.states
