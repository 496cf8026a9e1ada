"""What all the books share: the squidge-off, the clock, turns, shots, forfeitures, rounds, the end.

Rule numbers are those of etwa-2012 unless a book is named. A book is a class that inherits from Game and from
the topics that it plays by (see books.py). Every event is carried out on a copy, so an event that turns out to be
impossible half-way changes nothing.
"""

import copy

from position import Position, colours_of
from terms import (COLOUR_OF, COLOURS, COLOURS_OF, PLACES, SIDE_OF, SIDES, following, in_order, opponents,
                   refuse_unless, shared)


class Game:
    """A game at one moment. Snapshots of it (for fouls and undo) are never changed after they were taken."""

    LIMITS = {}  # form: seconds
    TRANSFER = 1  # points that move to the winners of a pot-out (20.2)
    ENDS_WITH = "partnership"  # a pot-out is over when a "partnership", a "third" or a "first" colour is complete
    UNPLAYED_TIDDLIES = 0
    PASS_STARTS_CLOCK = True
    PASS_TAKES = "shot"  # or "turn", or None where the book knows no pass
    SHORT_ATTEMPTS = True
    HAS_TIDDLIES = True
    UNDOES_SQUOPS = True  # nothing stays squopped after a pot-out (20.1)
    LOSES_BY = None  # why a shot can be lost: "time", "flight", or never

    def __init__(self, form, limit=None):
        self.form, self.limit = form, self.LIMITS[form] if limit is None else limit
        self.phase, self.among, self.winner = "squidge-off", COLOURS, None
        self.position = Position()
        self.now, self.started, self.running, self.elapsed = None, False, True, 0.0
        self.time_known = True
        self.period_over = False  # no longer limit reopens the timed period, nor does a foul (17.1)
        self.turn, self.shots, self.forfeit = None, 0, set()
        self.begun = self.stood = False  # the turn's first shot was played; a shot of it stood
        self.turn_start = None  # the game at the start of the turn
        self.rounds_left, self.running_over, self.played, self.extra_turn = None, False, set(), False
        self.last_shot, self.foul, self.replays = None, None, 0
        self.goes_on = None  # while a wrong turn is accepted: the colour that plays on
        self.pot_outs, self.points, self.score = [], None, None
        self.start_duties()

    def clone(self):
        other = copy.copy(self)
        other.position = self.position.clone()
        other.forfeit, other.played, other.pot_outs = set(self.forfeit), set(self.played), list(self.pot_outs)
        return other

    def become(self, other):
        """Is from now on like `other`."""
        self.__dict__.clear()
        self.__dict__.update(other.clone().__dict__)

    # --- topics that a book adds; here: none ---------------------------------------------------------------

    def start_duties(self):
        """Free turns and what must be left free: at the start of the game."""

    def turn_begins(self):
        """The colour in `turn` is about to begin a turn."""

    def shot_stood(self):
        """A shot has come to rest and stands. True: the turn is over at once, for an offence."""
        return False

    def turn_ends(self, counts):
        """`counts`: the turn is one of the colour in turn. True: the side failed to free."""
        return False

    def between_turns(self, coming, failed):
        """The turn is over; `coming` begins the next one."""

    def time_waits(self):
        """The time that is up has not ended the timed period yet (22.3.4)."""
        return False

    def time_is_up(self):
        """The game's time has just been seen to have reached the limit."""

    def time_is_not_up(self):
        """The game's time is short of the limit (again: a longer limit was set)."""

    def plays_freely(self):
        """The colour in turn has a free shot, whatever it owes and whether or not it has a free wink."""
        return False

    def may_nominate(self, wink):
        return False

    def earning_colours(self, s):
        """Whose potted winks give the player of the shot extra shots."""
        return {self.turn}

    def owing_colours(self, s):
        """Whose winks cost the player of the shot a forfeiture when they leave."""
        return {self.turn}

    def leave_free(self):
        return None

    # --- the squidge-off (5.4) -----------------------------------------------------------------------------

    def squidge_off(self, mm):
        refuse_unless(self.phase == "squidge-off", "the squidge-off is over")
        refuse_unless(set(mm) == set(self.among), "other colours squidge off")
        far = {"pot": -1.0, "off": float("inf")}
        nearness = {colour: far.get(d, d) if isinstance(d, str) else d for colour, d in mm.items()}
        nearest = [colour for colour in in_order(mm) if nearness[colour] == min(nearness.values())]
        if len(nearest) > 1:
            self.among = tuple(nearest)
        else:
            self.start(nearest[0])

    def start(self, winner):
        self.phase, self.winner = "timed", winner
        self.begin(winner)

    # --- the clock (17) ------------------------------------------------------------------------------------

    def advance(self, t):
        refuse_unless(self.now is None or t >= self.now, "earlier than the line before")
        if self.started and self.running and self.now is not None:
            self.elapsed += t - self.now
        self.now = t
        self.note_time()

    def time_over(self):
        return self.phase == "timed" and (self.period_over or
                                          self.time_known and self.limit is not None and self.elapsed >= self.limit)

    def note_time(self):
        if self.time_over():
            self.time_is_up()
        else:
            self.time_is_not_up()

    def end_period_between_turns(self):
        """A turn begins with its first shot (18.1); so time that is up before it ends the period."""
        if self.time_over() and not self.begun and self.foul is None and not self.time_waits():
            self.begin_rounds(self.turn)

    def begin_rounds(self, due):
        """The timed period is over; `due` plays next (18)."""
        self.phase, self.rounds_left, self.running_over = "round-limit", 5, False
        self.period_over = True

    def clock(self, t, run, limit):
        refuse_unless(self.phase != "ended", "the game is over")
        if t is not None:
            self.advance(t)
        if run is not None:
            self.running = run
        if limit is not None:
            self.limit = limit
            self.note_time()
        if self.phase == "timed":
            self.end_period_between_turns()

    # --- shots ---------------------------------------------------------------------------------------------

    def shot(self, s):
        refuse_unless(self.phase not in ("squidge-off", "ended"), "nobody is due to play")
        if s.short:
            self.short_attempt(s)
            return
        if self.foul is not None and self.continues_wrong_turn(s):
            self.wrong_shot(s)
            return
        if self.foul is not None:
            self.accept_by_playing(s.colour, s.t)
        self.advance(s.t)
        self.started = True
        self.end_period_between_turns()
        if self.is_due(s):
            self.right_shot(s)
        else:
            self.wrong_shot(s)

    def is_due(self, s):
        """The shot's wink is one that is due to be played."""
        return s.colour == self.turn

    def short_attempt(self, s):
        """It did not cross the baseline: no shot (9.3). Only the time goes on."""
        refuse_unless(self.SHORT_ATTEMPTS, "no short attempts in this book")
        refuse_unless(self.foul is None, "a foul is open")
        refuse_unless(s.wink in self.position.home, f"{s.wink} is not behind its baseline")
        refuse_unless(self.is_due(s), f"{s.colour} is not due")
        refuse_unless(not s.potted and not s.off, "a short attempt moves no other wink")
        self.advance(s.t)
        self.advance(s.t_rest)
        self.end_period_between_turns()
        self.nominates(s)

    def nominates(self, s):
        """The attempt names what is played in a free shot."""

    def right_shot(self, s):
        """A shot with the colour due; with a squopped wink it is foul by itself (10.1)."""
        refuse_unless(s.wink not in self.position.pot, f"{s.wink} is in the pot")
        before = self.clone()
        foul = self.position.squopped(s.wink)
        self.advance(s.t_rest)
        rest = self.clone()
        self.carry_out(s)
        self.last_shot = (before, rest, s)
        if foul:
            self.open_foul()

    def carry_out(self, s, lie=None):
        """What a shot leads to; `lie`: it was a foul, which has been accepted, and so the winks lie."""
        earns, owes = self.earning_colours(s), self.owing_colours(s)
        self.begun = self.stood = True
        self.replays = 0
        if lie is None:
            self.position.play(s.wink, s.potted, s.off, s.over)
        else:
            self.position = lie.clone()
        if colours_of(s.off) & owes:
            self.forfeit.add(self.turn)
        self.shots += self.extra_shots(s, earns) - 1
        self.shot_is_used_up()
        self.potted_out()
        if self.phase == "ended":
            return
        failed = self.shot_stood()
        if lie is not None:
            self.failed_in_turn = failed
        elif failed:
            self.end_turn(failed=True)
        else:
            self.go_on()

    squop_up = None  # (side, turns left)
    accepting = failed_in_turn = False  # an accepted foul is carried out, and whether it failed to free

    def extra_shots(self, s, earns):
        return sum(COLOUR_OF[wink] in earns for wink in s.potted)

    def shot_is_used_up(self):
        """A free shot is over."""

    def pass_shot(self, t, colour):
        refuse_unless(self.PASS_TAKES is not None, "this book knows no pass")
        refuse_unless(self.phase not in ("squidge-off", "ended"), "nobody is due to play")
        if self.foul is not None:
            self.accept_by_playing(colour, t)
        refuse_unless(colour == self.turn, f"{colour} is not due")
        self.advance(t)
        self.started = self.started or self.PASS_STARTS_CLOCK
        self.end_period_between_turns()
        self.last_shot = None
        self.begun = self.stood = True
        self.replays = 0
        if self.plays_freely():
            self.forfeit.discard(self.turn)
        self.shot_is_used_up()
        self.shots = self.shots - 1 if self.PASS_TAKES == "shot" else 0
        self.go_on()

    def lost_shot(self, t, colour, why):
        """The colour due loses a shot without playing (9c of etwa-classic, 10 of parker)."""
        refuse_unless(why is not None and why == self.LOSES_BY, "no such loss in this book")
        refuse_unless(self.phase not in ("squidge-off", "ended"), "nobody is due to play")
        refuse_unless(self.foul is None and not self.awaits_aside(), "something else is awaited")
        refuse_unless(colour == self.turn, f"{colour} is not due")
        self.advance(t)
        self.end_period_between_turns()
        in_rounds = self.phase == "round-limit" and self.running_over and not self.extra_turn
        refuse_unless(why != "time" or in_rounds, "only in the five rounds (9c)")
        self.last_shot = None
        self.begun = self.stood = True
        if self.plays_freely():
            self.forfeit.discard(self.turn)
        self.shot_is_used_up()
        self.shots = self.shots - 1 if why == "time" else 0
        self.go_on()

    def awaits_aside(self):
        return False

    def nominate(self, colour, wink):
        refuse_unless(False, "this book knows no nomination")

    def aside(self, wink, over):
        refuse_unless(False, "this book moves nothing aside")

    # --- turns ---------------------------------------------------------------------------------------------

    def go_on(self):
        """Shots of the turn that pass by themselves (11.1, 14.5), then the next turn."""
        while self.shots > 0 and not self.plays_freely():
            if self.turn in self.forfeit:
                self.forfeit.discard(self.turn)
                self.shots -= 1
                self.begun = True  # a forfeited shot is one of the turn (14.5), though none was played
            elif self.position.free(self.turn) == 0:
                self.shots = 0
            else:
                break
        if self.shots <= 0:
            self.end_turn()
        elif self.turn_start is None:
            self.turn_start = self.clone()

    def end_turn(self, coming=None, failed=False, counts=True):
        """The turn is over; `coming` begins the next, if it is not simply the colour that follows. `counts`: the
        turn is one of the colour in turn (and not lost to a wrong turn: 23.3)."""
        was_timed = self.phase == "timed"
        # A wrong turn of the other side does not take the extra turn away (22.6.4 with 23.3).
        extra_taken = self.extra_turn and (counts or SIDE_OF[coming] != SIDE_OF[self.turn])
        failed = (self.turn_ends(counts) or failed) and not self.extra_turn
        over = counts and self.count_turn(self.turn)
        next_colour = coming or following(self.turn)
        if was_timed and self.time_over() and not self.time_waits():
            self.begin_rounds(next_colour)
        if next_colour in self.played:  # no colour has two turns in a round (23.3 ii)
            over = self.count_round() or over
        if self.phase == "round-limit" and (over or extra_taken):
            if not self.earns_extra_turn(failed, next_colour):
                self.end_by_tiddlies()
                return
            self.extra_turn = True
        self.between_turns(next_colour, failed)
        self.begin(next_colour)

    def earns_extra_turn(self, failed, coming):
        """A failure to free in the last turn of the fifth round (22.6.4)."""
        return failed and not self.extra_turn

    def count_turn(self, colour):
        """A turn of `colour` has been taken. True: the fifth round is over (18)."""
        self.played.add(colour)
        return colour == self.closer() and self.count_round()

    def closer(self):
        """The colour with whose turn a round ends."""
        return self.winner

    def count_round(self):
        """A round is over. True: it was the fifth."""
        self.played = set()
        if self.phase != "round-limit" or self.extra_turn:
            return False
        if not self.running_over:
            self.running_over = True
            return False
        self.rounds_left -= 1
        return self.rounds_left == 0

    def last_turn(self):
        """The turn that runs is the last of the game, unless it earns an extra one."""
        return self.phase == "round-limit" and (self.extra_turn or (
            self.rounds_left == 1 and self.running_over and self.turn == self.closer()))

    def ends_with_wrong_turn(self, taken):
        """An accepted wrong turn, after which `goes_on` plays, is the end of the game; `taken`: the colour due had had
        its turn before (23.3 ii)."""
        if self.phase != "round-limit" or not self.running_over or self.rounds_left != 1:
            return False
        had = self.played | ({self.turn} if taken else set())
        return self.goes_on in had or taken and self.turn == self.closer()

    def begin(self, colour):
        """A turn of `colour` begins; it may pass by itself at once."""
        self.turn, self.shots, self.begun, self.stood, self.replays = colour, 1, False, False, 0
        self.turn_begins()
        if self.phase == "timed":
            self.end_period_between_turns()
        self.turn_start = None
        self.go_on()

    # --- the end -------------------------------------------------------------------------------------------

    def potted_out(self):
        """Colours that are complete now have potted out (15), all of one shot together; and rule 21."""
        out = {colour for group in self.pot_outs for colour in group}
        new = [colour for colour in COLOURS if self.position.complete(colour) and colour not in out]
        if new:
            self.pot_outs.append(new)
            self.phase, self.rounds_left = "pot-out", None
            self.extra_turn = False
            self.start_duties()
        if self.phase == "pot-out":
            if self.UNDOES_SQUOPS:
                self.position.over = set()
            if self.pot_out_is_over():
                self.end_by_pot_outs()
        elif not self.position.any_free() and self.ends_when_all_squopped():
            self.end_by_tiddlies()

    def ends_when_all_squopped(self):
        return True

    def pot_out_is_over(self):
        out = {colour for group in self.pot_outs for colour in group}
        if self.ENDS_WITH == "partnership":
            return any(set(COLOURS_OF[side]) <= out for side in SIDES)
        return len(out) >= {"first": 1, "third": 3}[self.ENDS_WITH]

    def reopen(self):
        """The umpire goes on with a game that was over."""
        self.points = self.score = None

    def end(self):
        self.phase, self.turn, self.shots, self.rounds_left = "ended", None, 0, None
        self.forfeit, self.extra_turn, self.foul = set(), False, None
        self.start_duties()

    def add_up(self):
        self.score = {side: sum(self.points[colour] for colour in COLOURS_OF[side]) for side in SIDES}

    def end_by_tiddlies(self):
        """19.2, 21.1"""
        self.end()
        self.best_tiddlies()

    def best_tiddlies(self):
        tiddlies = self.tiddlies()
        levels = sorted(set(tiddlies.values()), reverse=True)
        self.points = shared([[c for c in COLOURS if tiddlies[c] == level] for level in levels])
        self.add_up()

    def end_by_pot_outs(self):
        """20.2. Where the third place is still open, its point is the partnership's that alone can take it."""
        self.end()
        self.points = shared(self.pot_outs)
        rest = [colour for colour in COLOURS if colour not in self.points]
        open_points = sum(PLACES[len(self.points):])
        if len(rest) == 1:
            self.points[rest[0]] = open_points
        self.score = {side: sum(self.points.get(colour, 0) for colour in COLOURS_OF[side]) for side in SIDES}
        if len(rest) == 2:
            self.points.update({colour: None for colour in rest})
            self.score[SIDE_OF[rest[0]]] += open_points
        first, second = (self.score[side] for side in SIDES)
        if first != second:
            winner = SIDES[0] if first > second else SIDES[1]
            self.score[winner] += self.TRANSFER
            self.score[opponents(winner)] -= self.TRANSFER

    def disrupt(self, colour):
        """24.4, 26.6"""
        refuse_unless(self.phase != "ended", "the game is over")
        self.end()
        self.last_shot = None
        self.points = {c: None for c in COLOURS}
        self.score = {SIDE_OF[colour]: 0, opponents(SIDE_OF[colour]): 7}

    # --- the state line ------------------------------------------------------------------------------------

    def tiddlies(self):
        return {colour: self.position.tiddlies(colour, self.UNPLAYED_TIDDLIES) for colour in COLOURS}

    def state(self):
        shown = self.foul["before"] if self.foul else self  # while a foul is open, most is as before it
        state = {
            "phase": shown.phase, "turn": shown.turn, "shots": shown.shots, "await": self.awaits(),
            "rounds_left": shown.rounds_left, "squop_up": shown.squop_up_state(), "leave_free": shown.leave_free(),
            "forfeit": in_order(shown.forfeit), "free": {c: self.position.free(c) for c in COLOURS},
            "tiddlies": self.tiddlies() if self.HAS_TIDDLIES else None, "pot_outs": shown.pot_outs,
            "points": shown.points, "score": shown.score,
            "foul": {"rule": self.foul["rule"], "by": self.foul["by"]} if self.foul else None,
            "nominated": shown.nominated_state(), "elapsed_s": self.elapsed,
            "limit_s": self.limit if self.time_known else None,
            "clock_runs": self.started and self.running and self.phase != "ended", "t": self.now,
            **self.position.lists()}
        if self.phase == "squidge-off":
            state["among"] = in_order(self.among)
        state.update(shown.book_state())
        return state

    def book_state(self):
        """Keys that only this book has."""
        return {}

    def awaits(self):
        if self.phase == "squidge-off":
            return "squidge-off"
        return "choose" if self.foul else "nominate" if self.awaits_nomination() else None

    def awaits_nomination(self):
        return False

    def squop_up_state(self):
        return None

    def nominated_state(self):
        return None
