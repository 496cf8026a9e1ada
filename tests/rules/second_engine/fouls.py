"""Foul shots (23) and the opponents' choice after them.

An open foul remembers the game before the foul shot, the game at the start of the turn, and each foul shot with the
time at which it came to rest, so that either choice can be carried out afterwards.
"""

from position import colours_of
from terms import COLOUR_OF, COLOURS, SIDE_OF, opponents, refuse_unless


class Fouls:
    """Topic: fouls of kind 23.2 (the right colour) and 23.3 (a wrong one)."""

    FORFEITED_AFTER = 3  # replays in succession that cost the next shot (23.2.1); None: never
    RIGHT_COLOUR, WRONG_COLOUR = "23.2", "23.3"  # the numbers of both kinds
    BACK_TO = "turn"  # a wrong turn is taken back to the start of the "turn", or to the first wrong "shot"

    # --- a foul is called or seen -------------------------------------------------------------------------

    def call_foul(self):
        refuse_unless(self.foul is None, "a foul is open already")
        refuse_unless(self.last_shot is not None, "there is no last shot")
        self.open_foul()

    def open_foul(self):
        """The last shot, of the right colour, was foul (23.2)."""
        before, rest, s = self.last_shot
        self.go_back_to(before)
        self.lies_after(before, s)
        self.foul = {"rule": self.RIGHT_COLOUR, "by": SIDE_OF[before.turn], "before": before, "rest": rest, "shot": s,
                     "lie": self.position}
        self.last_shot = None

    def go_back_to(self, before):
        """The game is as in `before`, but for the clock."""
        clock = self.clock_of()
        self.become(before)
        self.set_clock(clock)

    def lies_after(self, before, s):
        """The winks lie as they came to rest; only in a pot-out they have been moved apart (20.1)."""
        self.position = before.position.clone()
        self.position.play(s.wink, s.potted, s.off, s.over)
        if before.phase == "pot-out":
            self.position.over = set()

    def set_under_foul(self, v):
        """The umpire corrects how the winks lie after the foul shot, without closing the foul."""
        refuse_unless(not set(v) & {"phase", "rounds_left", "shots"}, "a foul is open; name the turn too")
        self.set_winks(v)
        if self.phase == "pot-out":
            self.position.over = set()  # 20.1, as after the shot itself
        refuse_unless(self.phase != "pot-out" or any(self.position.complete(colour) for colour in COLOURS),
                      "no colour is potted out any more")
        foul = dict(self.foul)
        if foul["rule"] == self.RIGHT_COLOUR:
            foul["lie"] = self.position.clone()
        else:
            s, clock, _ = foul["shots"][-1]
            foul["shots"] = foul["shots"][:-1] + ((s, clock, self.position.clone()),)
        for at in ("before", "start", "rest"):
            if at in foul:
                foul[at] = foul[at].clone()
                if "squidge_off" in v:
                    foul[at].winner = v["squidge_off"]
                    foul[at].played = foul[at].between_closer_and_turn()
                foul[at].forfeit = set(v.get("forfeit", foul[at].forfeit))
        self.winner = v.get("squidge_off", self.winner)
        self.forfeit = set(v.get("forfeit", self.forfeit))
        self.set_time(v)
        self.foul = foul

    def clock_of(self):
        return self.now, self.started, self.running, self.elapsed, self.time_known, self.limit, self.period_over

    def set_clock(self, clock):
        self.now, self.started, self.running, self.elapsed, self.time_known, self.limit, self.period_over = clock

    def wrong_shot(self, s):
        """A shot of a colour that is not due (23.3): the first of a wrong turn, or a further one."""
        refuse_unless(s.wink not in self.position.pot, f"{s.wink} is in the pot")
        side, before = SIDE_OF[s.colour], self.clone()
        if self.foul is None:
            start = self.turn_start if self.BACK_TO == "turn" else before
            shots = self.shots if side == SIDE_OF[self.turn] else 1
            self.foul = {"rule": self.WRONG_COLOUR, "by": side, "before": before, "colour": s.colour, "left": shots,
                         "shots": (), "start": start}
        else:
            self.advance(s.t)
        self.advance(s.t_rest)
        self.lies_after(self, s)
        earned = sum(COLOUR_OF[wink] == s.colour for wink in s.potted)
        self.foul = dict(self.foul, left=self.foul["left"] - 1 + earned,
                         shots=self.foul["shots"] + ((s, self.clock_of(), self.position.clone()),))
        self.last_shot = None

    def continues_wrong_turn(self, s):
        foul = self.foul
        return foul["rule"] == self.WRONG_COLOUR and s.colour == foul["colour"] and foul["left"] > 0

    # --- the opponents choose ------------------------------------------------------------------------------

    def choose(self, option, colour):
        refuse_unless(self.foul is not None, "no foul is open")
        if option == "replay":
            self.put_back()
        else:
            refuse_unless(self.foul["rule"] == self.RIGHT_COLOUR or colour is not None, "the colour is missing")
            self.accept(colour)

    def put_back(self):
        foul, clock = self.foul, self.clock_of()
        back = foul["before"] if foul["rule"] == self.RIGHT_COLOUR else foul["start"]
        replays = foul["before"].replays
        start = back.turn_start
        self.become(back)
        if start is None:  # `back` is itself the start of a turn
            self.turn_start = back
        self.set_clock(clock)
        self.foul = self.last_shot = None
        self.replays = replays
        self.note_time()
        if foul["rule"] == self.WRONG_COLOUR:
            self.end_period_between_turns()
            self.go_on()  # what was set by hand meanwhile may let it pass
            return
        self.begun, self.replays = True, replays + 1
        if self.FORFEITED_AFTER is not None and self.replays == self.FORFEITED_AFTER:
            self.replays, self.shots = 0, self.shots - 1
            self.shot_is_used_up()
        self.go_on()

    def accept(self, colour):
        """The foul stands and the turn is over; after a wrong turn, `colour` of the opponents goes on."""
        foul, clock = self.foul, self.clock_of()
        if foul["rule"] == self.RIGHT_COLOUR:
            self.accept_foul_shot(foul, clock)
        else:
            self.accept_wrong_turn(foul, clock, colour)
        self.last_shot = None

    def accept_foul_shot(self, foul, clock):
        self.become(foul["rest"])
        self.accepting = True
        self.carry_out(foul["shot"], lie=foul["lie"])
        self.accepting = False
        self.set_clock(clock)
        if self.phase != "ended":
            if self.time_over():
                self.time_is_up()
            self.end_turn(failed=self.failed_in_turn)

    def accept_wrong_turn(self, foul, clock, colour):
        refuse_unless(SIDE_OF[colour] != foul["by"], f"{colour} is not an opponent")
        self.become(foul["before"])
        taken, could_play = self.stood, self.position.free(foul["colour"]) > 0
        self.shot_is_used_up()  # a free shot is for the turn that has been lost
        self.goes_on, self.seen_free = colour, self.position.free_colours()
        for s, rested, lie in foul["shots"]:
            self.set_clock(rested)
            self.note_time()
            self.carry_out_wrong(s, lie)
            if self.phase == "ended":
                break
        self.set_clock(clock)
        if self.phase != "ended":
            self.note_time()
            failed = self.wrong_turn_ends(foul["by"], taken, could_play)
            self.end_turn(coming=colour, failed=failed, counts=taken)
        self.goes_on = None

    def carry_out_wrong(self, s, lie):
        """A shot of a wrong turn that was accepted, and where it left the winks."""
        self.position = lie.clone()
        if s.colour in colours_of(s.off):
            self.forfeit.add(s.colour)
        self.seen_free |= self.position.free_colours()
        self.potted_out()
        if self.phase != "ended":
            self.wrong_shot_stood(s)

    def wrong_shot_stood(self, s):
        """What a shot of an accepted wrong turn does to free turns."""

    def wrong_turn_ends(self, side, taken, could_play):
        """A wrong turn of `side` is over; `taken`: the colour due had played before; `could_play`: the wrong colour
        had a free wink. True: a failure to free."""
        return False

    def accept_by_playing(self, colour, t):
        """The opponents play on at the time t (23.4); until then the turn had not ended."""
        refuse_unless(SIDE_OF[colour] == opponents(self.foul["by"]), "the opponents have the choice")
        self.advance(t)
        self.accept(colour)
        refuse_unless(self.phase != "ended", "with that foul accepted the game is over")


class PutBack:
    """Topic: books without a remedy for fouls. What was foul is put back at once, but for the time that it took."""

    def call_foul(self):
        refuse_unless(self.last_shot is not None, "there is no last shot")
        before, _, _ = self.last_shot
        clock = self.now, self.started, self.running, self.elapsed, self.time_known, self.limit, self.period_over
        self.become(before)
        self.now, self.started, self.running, self.elapsed, self.time_known, self.limit, self.period_over = clock
        self.last_shot = None
        self.begun = True  # as after 23.2(i) of etwa-2012, the further shot is part of the same turn
        self.note_time()

    def open_foul(self):
        self.call_foul()

    def wrong_shot(self, s):
        """Played with a colour that is not due: only the time goes on."""
        refuse_unless(s.wink not in self.position.pot, f"{s.wink} is in the pot")
        self.clone().position.play(s.wink, s.potted, s.off, s.over)
        self.advance(s.t_rest)
        self.last_shot = None
        self.end_period_between_turns()

    def choose(self, option, colour):
        refuse_unless(False, "this book offers no choice")
