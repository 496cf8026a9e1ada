"""Reads a record line by line and answers each with a state; undo and amend act on the lines carried out."""

import json
import math
import types

from books import BOOKS, EtwaClassic
from terms import COLOUR_OF, COLOURS, Refused, refuse_unless

NO_GAME = {"phase": None, "turn": None, "shots": 0, "await": None, "rounds_left": None, "squop_up": None,
           "leave_free": None, "forfeit": [], "free": None, "tiddlies": None, "pot_outs": [], "points": None,
           "score": None, "foul": None, "nominated": None, "elapsed_s": 0, "limit_s": None,
           "clock_runs": False, "t": None, "potted": [], "baseline": [], "over": []}


# --- the parts of a line ----------------------------------------------------------------------------------

def number(value):
    refuse_unless(isinstance(value, (int, float)) and not isinstance(value, bool), "not a number")
    return float(value)


def seconds(value):
    refuse_unless(number(value) >= 0, "a time is negative")
    return float(value)


def colour_of(value):
    refuse_unless(value in COLOURS if isinstance(value, str) else False, "no colour")
    return value


def wink_of(value):
    refuse_unless(value in COLOUR_OF if isinstance(value, str) else False, "no wink")
    return value


def a_list(value, of):
    refuse_unless(isinstance(value, list), "not a list")
    values = [of(part) for part in value]
    refuse_unless(len({str(part) for part in values}) == len(values), "named twice")
    return values


def pair_of(value):
    refuse_unless(isinstance(value, list) and len(value) == 2, "no pair of winks")
    return [wink_of(value[0]), wink_of(value[1])]


def distance(value):
    refuse_unless(value in ("pot", "off") if isinstance(value, str) else number(value) >= 0, "no distance")
    return value


def boolean(value):
    refuse_unless(isinstance(value, bool), "neither true nor false")
    return value


def one_of(*words):
    def read(value):
        refuse_unless(isinstance(value, str) and value in words, "not one of " + ", ".join(words))
        return value
    return read


def whole(least, most):
    def read(value):
        refuse_unless(number(value) == int(value) and least <= value <= most, "out of range")
        return int(value)
    return read


def given(event, key, read, default=None):
    return read(event[key]) if key in event else default


def needed(event, key, read):
    refuse_unless(key in event, f"{key} is missing")
    return read(event[key])


# --- events -----------------------------------------------------------------------------------------------

def read_shot(event):
    t = needed(event, "t", number)
    s = types.SimpleNamespace(
        t=t, t_rest=given(event, "t_rest", number, t), colour=needed(event, "colour", colour_of),
        wink=needed(event, "wink", wink_of), potted=given(event, "potted", lambda v: a_list(v, wink_of), []),
        off=given(event, "off", lambda v: a_list(v, wink_of), []),
        over=given(event, "over", lambda v: a_list(v, pair_of)), short=given(event, "short", boolean, False))
    refuse_unless(s.t_rest >= s.t, "at rest before it was played")
    refuse_unless(COLOUR_OF[s.wink] == s.colour, f"{s.wink} is not of {s.colour}")
    return s


SET_KEYS = {"turn": colour_of, "squidge_off": colour_of, "shots": whole(1, 24),
            "pot": lambda v: a_list(v, wink_of), "baseline": lambda v: a_list(v, wink_of),
            "over": lambda v: a_list(v, pair_of), "phase": one_of("timed", "round-limit", "pot-out"),
            "rounds_left": whole(0, 5), "elapsed_s": lambda v: None if v == "unknown" else seconds(v),
            "forfeit": lambda v: a_list(v, colour_of),
            "miss_turn": lambda v: a_list(v, colour_of)}


def carry_out_set(game, event):
    game.set_by_hand({key: read(event[key]) for key, read in SET_KEYS.items() if key in event})


def carry_out_clock(game, event):
    t, run = given(event, "t", number), given(event, "run", boolean)
    limit = given(event, "limit_s", number)
    refuse_unless(run is not None or limit is not None, "nothing to do")
    refuse_unless(run is None or t is not None, "t is missing")
    refuse_unless(limit is None or limit > 0, "a limit that is not positive")
    game.clock(t, run, limit)


def carry_out_nominate(game, event):
    if isinstance(game, EtwaClassic):
        game.nominate(None, needed(event, "wink", wink_of))
    else:
        game.nominate(needed(event, "colour", colour_of), None)


def carry_out_lost_shot(game, event):
    game.lost_shot(needed(event, "t", number), needed(event, "colour", colour_of),
                   needed(event, "why", one_of("time", "flight")))


def carry_out_aside(game, event):
    game.aside(needed(event, "wink", wink_of), given(event, "over", lambda v: a_list(v, pair_of)))


EVENTS = {
    "squidge-off": lambda game, e: game.squidge_off(
        {colour_of(c): distance(d) for c, d in needed(e, "mm", lambda v: v if isinstance(v, dict) else {}).items()}),
    "shot": lambda game, e: game.shot(read_shot(e)),
    "pass": lambda game, e: game.pass_shot(needed(e, "t", number), needed(e, "colour", colour_of)),
    "nominate": carry_out_nominate,
    "foul": lambda game, e: game.call_foul(),
    "choose": lambda game, e: game.choose(needed(e, "option", one_of("replay", "accept")),
                                          given(e, "colour", colour_of)),
    "lost-shot": carry_out_lost_shot,
    "aside": carry_out_aside,
    "clock": carry_out_clock,
    "set": carry_out_set,
    "disrupt": lambda game, e: game.disrupt(needed(e, "by", colour_of)),
}


def new_game(event):
    book = BOOKS[needed(event, "rules", one_of(*BOOKS))]
    form = needed(event, "form", one_of(*book.LIMITS))
    limit = given(event, "limit_s", number)
    refuse_unless(limit is None or limit > 0, "a limit that is not positive")
    return book(form, limit)


# --- the record -------------------------------------------------------------------------------------------

def parse(line):
    def refuse_constant(_):
        raise ValueError("no number of JSON")

    def finite(text):
        if math.isinf(float(text)):
            raise ValueError("too great a number")
        return float(text)
    try:
        event = json.loads(line, parse_constant=refuse_constant, parse_float=finite)
    except ValueError:
        return None
    return event if isinstance(event, dict) else None


class Record:
    """The lines read so far, and the game after each of those that are in force.

    A line that undo took back is out of force. An amend in force changes how a line reads, or, where it removes an
    undo, brings the line back that the undo took back. After either, the lines in force are played anew.
    """

    def __init__(self):
        self.lines = []  # the event of every line; None where there is none
        self.refused = set()  # numbers of lines that were refused; an amend alone can bring one back
        self.taken_back = {}  # number of an undo: the line that it took back
        self.games, self.numbers = [], []  # of the lines in force, the newest last

    # --- what is in force ---------------------------------------------------------------------------------

    def in_force(self):
        """(number, event as it reads now) of all lines in force, in order."""
        gone, removed = set(), self.removed_undos()
        for undo, line in self.taken_back.items():
            if undo not in removed:
                gone.add(line)
        reads = {}
        for n, event in self.amends():
            if n not in gone:
                reads[event["n"]] = event["with"]
        return [(n, reads.get(n, event)) for n, event in enumerate(self.lines, 1)
                if n not in gone and n not in self.taken_back and (n not in self.refused or n in reads)]

    def amends(self):
        return [(n, event) for n, event in enumerate(self.lines, 1)
                if event and event.get("event") == "amend" and n not in self.refused]

    def removed_undos(self):
        """Undos that an amend in force removes; the newest amends are asked first, since undo goes back in time."""
        removed = set()
        for n, event in reversed(self.amends()):
            undone = any(line == n and undo not in removed for undo, line in self.taken_back.items())
            if event["n"] in self.taken_back and not undone:
                removed.add(event["n"])
        return removed

    def play_anew(self):
        self.games, self.numbers = [], []
        for n, event in self.in_force():
            try:
                if isinstance(event, dict):
                    self.carry_out(n, event)
            except Refused:
                pass

    # --- one line more ------------------------------------------------------------------------------------

    def carry_out(self, n, event):
        """Carries out an event that is no undo, or raises Refused."""
        kind = event.get("event")
        if kind == "game":
            refuse_unless(not self.games, "a second game")
            game = new_game(event)
        else:
            refuse_unless(self.games, "there is no game yet")
            refuse_unless(kind in EVENTS or kind == "amend", "no such event")
            game = self.games[-1].clone()
            if kind != "amend":
                EVENTS[kind](game, event)
        self.games.append(game)
        self.numbers.append(n)

    def take(self, event):
        """The newest line, already in `lines`."""
        n, kind = len(self.lines), event.get("event")
        if kind == "undo":
            refuse_unless(len(self.games) > 1, "nothing to take back")
            self.taken_back[n] = self.numbers[-1]
            self.play_anew()
        elif kind == "amend":
            self.amend(n, event)
        else:
            self.carry_out(n, event)

    def amend(self, n, event):
        refuse_unless(self.games, "there is no game yet")
        self.refused.add(n)  # until it has proved possible
        line = needed(event, "n", whole(1, n - 1))
        refuse_unless("with" in event, "with is missing")
        self.refuse_amending(line, self.lines[line - 1], event["with"])
        before = self.games, self.numbers
        self.refused.discard(n)
        self.play_anew()
        if event["with"] is not None and line not in self.numbers:
            self.refused.add(n)
            self.games, self.numbers = before
            raise Refused("what the line would be cannot happen there")

    def refuse_amending(self, n, old, new):
        refuse_unless(old is not None and (old.get("event") != "amend" or n in self.refused), "nothing there to amend")
        refuse_unless(new is None or isinstance(new, dict) and new.get("event") not in ("undo", "amend"), "not this")
        if n in self.taken_back:
            refuse_unless(new is None and n not in self.removed_undos(), "an undo can only be removed")
            return
        refuse_unless(n not in [line for undo, line in self.taken_back.items() if undo not in self.removed_undos()],
                      "taken back by an undo")
        refuse_unless(new is not None or old.get("event") != "game" and self.can_be_removed(n), "cannot be removed")

    def can_be_removed(self, n):
        """Line n was carried out when it came, and no amend in force has removed it."""
        return n not in self.refused and dict(self.in_force()).get(n) is not None

    def line(self, n, text):
        """The state after line n, or None for a line of white space."""
        if not text.strip():
            self.lines.append(None)
            return None
        event, error = parse(text), None
        self.lines.append({} if event is None else event)
        try:
            refuse_unless(event is not None, "cannot be read")
            self.take(event)
        except Refused as why:
            error = str(why)
            self.refused.add(n)
        kind = event.get("event") if event else None
        state = {"type": "state", "version": 1, "n": n, "event": kind if isinstance(kind, str) else None}
        state.update(self.games[-1].state() if self.games else NO_GAME)
        if error:
            state["error"] = error
        return state


def states(lines):
    record = Record()
    answers = (record.line(n, text) for n, text in enumerate(lines, 1))
    return [answer for answer in answers if answer is not None]
