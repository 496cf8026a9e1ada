"""The umpire sets the position by hand (`set`)."""

from terms import COLOURS, following, opponents, refuse_unless


class Umpire:
    """Topic: `set`. What is not named stays."""

    def set_by_hand(self, v):
        fresh = "turn" in v
        if self.phase == "squidge-off":
            self.end_squidge_off_by_hand(v)
            fresh = True
        refuse_unless(self.phase != "ended" or ("phase" in v and "turn" in v), "the game is over")
        if self.foul is not None and not fresh:
            self.set_under_foul(v)
            return
        self.last_shot = self.turn_start = None
        self.winner = v.get("squidge_off", self.winner)
        self.set_owing(v)
        self.set_winks(v)
        self.set_phase(v)
        self.set_time(v)
        if v.get("phase") == "timed":
            self.period_over = False
        if fresh:
            self.set_turn(v)
        elif "shots" in v:
            self.shots = v["shots"]
        self.after_set(v, fresh)

    def set_time(self, v):
        """None: nobody knows how long the game was played, and its time does not end."""
        if "elapsed_s" not in v:
            return
        self.time_known, self.period_over = v["elapsed_s"] is not None, False
        if self.time_known:
            self.elapsed = v["elapsed_s"]

    def end_squidge_off_by_hand(self, v):
        winner = v.get("squidge_off", v.get("turn"))
        refuse_unless(winner is not None, "the squidge-off is not over")
        self.winner, self.phase, self.turn, self.shots = winner, "timed", v.get("turn", winner), 1

    def set_owing(self, v):
        refuse_unless("miss_turn" not in v, "this book misses no turns")
        self.forfeit = set(v.get("forfeit", self.forfeit))

    def set_winks(self, v):
        if "pot" in v or "baseline" in v:
            pot, home = set(v.get("pot", ())), set(v.get("baseline", ()))
            refuse_unless(not pot & home, "a wink is in the pot and behind its baseline")
            self.position.pot, self.position.home = pot, home
        if "over" in v:
            self.position.lay(v["over"])
        else:
            self.position.over = {(upper, lower) for upper, lower in self.position.over
                                  if self.position.on_mat(upper) and self.position.on_mat(lower)}

    def set_phase(self, v):
        out = [colour for colour in COLOURS if self.position.complete(colour)]
        was = self.phase
        kept = [[colour for colour in group if colour in out] for group in self.pot_outs]
        self.pot_outs = [group for group in kept if group]
        new = [colour for colour in out if not any(colour in group for group in self.pot_outs)]
        if new:
            self.pot_outs.append(new)
        self.phase = v.get("phase", "pot-out" if new else self.phase)
        refuse_unless((self.phase == "pot-out") == bool(out), "the phase does not agree with the colours potted out")
        if self.phase == "round-limit":
            if "phase" in v or "rounds_left" in v:
                self.set_rounds(v)
        else:
            self.rounds_left, self.extra_turn = None, False
            refuse_unless("rounds_left" not in v or v["rounds_left"] is None, "no rounds are counted")
        if self.phase == "pot-out" and self.UNDOES_SQUOPS:
            self.position.over = set()
            self.lift_duties()
        if was == "ended":
            self.reopen()

    def set_rounds(self, v):
        self.rounds_left = v.get("rounds_left", 5)
        self.running_over = self.rounds_left < 5
        self.extra_turn = False

    def set_turn(self, v):
        """A fresh turn; an open foul or a nomination is closed."""
        self.foul = None
        self.turn, self.shots = v.get("turn", self.turn), v.get("shots", 1)
        self.shot_is_used_up()
        self.turn_is_fresh()
        self.begun = self.stood = False
        self.replays, self.turn_start = 0, None

    def turn_is_fresh(self):
        """The turn set is another than the one in which free turns may have been counted."""
        self.fresh = False

    def after_set(self, v, fresh):
        if fresh or "squidge_off" in v:
            self.played = self.between_closer_and_turn()
        if self.phase == "pot-out":
            if self.pot_out_is_over():
                self.end_by_pot_outs()
                return
        elif not self.position.any_free() and self.ends_when_all_squopped():
            self.end_by_tiddlies()
            return
        self.duties_after_set()
        self.note_time()
        self.end_period_between_turns()
        if fresh:
            self.turn_begins()
        self.pass_after_set(v)
        self.go_on()

    def pass_after_set(self, v):
        """A book may let the turn pass as it was set."""

    def lift_duties(self):
        """A colour set potted out ends free turns and duties."""
        self.start_duties()

    def duties_after_set(self):
        if self.squop_up and self.position.side_free(opponents(self.squop_up[0])) > 0:
            self.squop_up = None

    def between_closer_and_turn(self):
        """The colours that have played in the round that runs."""
        played, colour = set(), following(self.closer())
        while colour != self.turn:
            played.add(colour)
            colour = following(colour)
        return played - {self.closer()}
