"""Squop-up turns (22 of etwa-2012) and the free shot with a nominated colour."""

from terms import SIDE_OF, SIDES, following, opponents, refuse_unless


class SquopUp:
    """Topic: squop-up turns. `squop_up` is (side, turns left); `duty` the side that must leave something free after
    a freeing shot (22.5.2), `bound` the colour that it must leave in this turn; `waits` the squopped-up side for
    whose turn the time waits (22.3.4)."""

    def start_duties(self):
        self.squop_up = self.duty = self.bound = self.waits = self.nominated = None
        self.free_shot, self.failing = False, None  # `failing`: the side that has just failed to free
        self.turn_free = set()  # the colours that were free when the turn began or after a shot of it

    # --- time ----------------------------------------------------------------------------------------------

    def time_is_up(self):
        if self.squop_up and self.waits is None and self.phase == "timed":
            self.waits = opponents(self.squop_up[0])

    def time_is_not_up(self):
        self.waits = None

    def time_waits(self):
        return self.waits is not None

    # --- turns ---------------------------------------------------------------------------------------------

    def turn_begins(self):
        side, can_play = SIDE_OF[self.turn], self.free_shot or self.position.free(self.turn) > 0
        self.bound, self.turn_free = None, self.position.free_colours()
        if self.waits == side and can_play:
            self.waits = None
            if self.phase == "timed":
                self.begin_rounds(self.turn)
        if self.duty is not None and self.duty != side and can_play:
            self.duty = None
        self.bind()

    def bind(self):
        """The opponents' colour due next must stay free if it is free at the start or after any shot (22.5.2)."""
        coming = following(self.turn)
        if self.duty == SIDE_OF[self.turn] and self.position.free(coming) > 0:
            self.bound = coming

    def shot_stood(self):
        self.freed()
        self.bind()
        return False

    def freed(self):
        """A freeing shot ends squop-up turns at once (22.5)."""
        self.turn_free = self.turn_free | self.position.free_colours()
        if self.squop_up and self.position.side_free(opponents(self.squop_up[0])) > 0:
            self.duty, self.squop_up = self.squop_up[0], None
            self.turn_free = self.position.free_colours()

    def turn_ends(self, counts):
        if not counts or self.phase == "pot-out":
            return False
        return self.side_turn_ends(SIDE_OF[self.turn], self.last_turn() or self.ends_with_wrong_turn(counts))

    def side_turn_ends(self, side, last):
        """A turn of `side` is over, `last`: and the game with it. True: it failed to free (22.6)."""
        self.failing = side
        if self.squop_up and self.squop_up[0] == side:
            left = self.squop_up[1] - 1
            self.squop_up = (side, left) if left else None
            return left == 0
        return self.duty == side and not last and not self.left_free(side)

    def left_free(self, side):
        if self.bound is not None:
            return self.position.free(self.bound) > 0
        return self.position.side_free(opponents(side)) > 0

    def earns_extra_turn(self, failed, coming):
        """Only the side that was to be freed does; after a wrong turn of its own the other side may go on."""
        return super().earns_extra_turn(failed, coming) and SIDE_OF[coming] != self.failing

    def between_turns(self, coming, failed):
        if failed:
            self.squop_up = self.duty = self.bound = None
            self.free_shot = SIDE_OF[coming] != self.failing  # nobody is awarded a shot for his own failure
        if self.squop_up or self.phase == "pot-out":
            return
        for side in SIDES:
            if self.position.side_free(side) == 0 and not (failed and side != self.failing):
                self.squop_up = (opponents(side), self.squop_up_turns(opponents(side), coming))
                self.duty = None

    def squop_up_turns(self, side, coming):
        """22.2, 22.2.3"""
        loose = len(self.position.loose())
        first = coming if SIDE_OF[coming] == side else following(coming)
        return 2 if loose == 0 and self.position.free(first) == 0 else loose + 1

    def lift_duties(self):
        """A free shot that is due stays: what `set` does not name stays."""
        free_shot, nominated = self.free_shot, self.nominated
        self.start_duties()
        self.free_shot, self.nominated = free_shot, nominated

    def duties_after_set(self):
        """The set position binds anew."""
        super().duties_after_set()
        self.bound = None
        self.bind()

    # --- wrong turns (23.3) --------------------------------------------------------------------------------

    def wrong_shot_stood(self, s):
        self.freed()
        self.bind()

    def wrong_turn_ends(self, side, taken, could_play):
        goes_on = self.goes_on  # it is the colour due next, and a colour that was free must be left free (22.5.2)
        self.bound = goes_on if goes_on in self.turn_free and SIDE_OF[goes_on] != self.duty else None
        if self.duty is not None and side != self.duty:
            self.duty = None
        if self.waits == side and could_play:
            self.waits = None
        if self.phase == "pot-out" or taken and side == SIDE_OF[self.turn]:
            return False
        return self.side_turn_ends(side, self.ends_with_wrong_turn(taken))

    # --- the free shot with a nominated colour (22.6) ------------------------------------------------------

    def plays_freely(self):
        return self.free_shot

    def awaits_nomination(self):
        return self.free_shot and self.nominated is None

    def nominate(self, colour, wink):
        refuse_unless(self.foul is None and self.awaits_nomination(), "no nomination is due")
        refuse_unless(self.position.free(colour) > 0, f"{colour} has no free wink")
        self.nominated = colour

    def is_due(self, s):
        if self.awaits_nomination():
            refuse_unless(self.position.free(s.colour) > 0, f"{s.colour} has no free wink to nominate")
            return True
        return s.colour == (self.nominated if self.free_shot else self.turn)

    def nominates(self, s):
        if self.free_shot:
            self.nominated = s.colour

    def earning_colours(self, s):
        return {self.turn, s.colour}

    owing_colours = earning_colours  # 22.6.3

    def shot_is_used_up(self):
        self.free_shot, self.nominated = False, None

    # --- what the state tells ------------------------------------------------------------------------------

    def squop_up_state(self):
        return {"by": self.squop_up[0], "turns_left": self.squop_up[1]} if self.squop_up else None

    def nominated_state(self):
        return self.nominated

    def leave_free(self):
        if self.turn is None:
            return None
        side = SIDE_OF[self.turn]
        if self.squop_up == (side, 1):
            return "any"
        if self.duty == side and not self.last_turn():
            return self.bound or "any"
        return None
