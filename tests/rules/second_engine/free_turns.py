"""Free turns (11 of etwa-classic) and the nominated wink. Rule numbers here are the classic book's.

They are the squop-up turns of etwa-2012 but for four things: they are counted as soon as a side has nothing free,
after every shot (11a); what must be left free is looked at after every shot (11c); an offence ends the turn at once
(11d); and what is nominated is a wink (11d).
"""

from squop_up import SquopUp
from terms import COLOUR_OF, SIDE_OF, SIDES, following, opponents, refuse_unless


class FreeTurns(SquopUp):
    """Topic: free turns. `fresh`: they were counted in the turn that runs, which is none of them."""

    def start_duties(self):
        super().start_duties()
        self.fresh, self.nominated_wink, self.bound_before = False, None, None

    # --- counting (11a) ------------------------------------------------------------------------------------

    def count_free_turns(self, coming, spared=None):
        """A side without a free wink gives the other free turns, unless it is `spared`."""
        if self.squop_up or self.phase == "pot-out" or self.extra_turn:
            return
        for side in SIDES:
            if side != spared and self.position.side_free(side) == 0:
                self.squop_up = (opponents(side), self.squop_up_turns(opponents(side), coming))
                self.duty = None
                self.fresh = True

    def freed(self):
        super().freed()
        if self.squop_up is None:
            self.fresh = False

    def time_is_up(self):
        if not self.fresh:
            super().time_is_up()

    # --- after a shot --------------------------------------------------------------------------------------

    def carry_out(self, s, lie=None):
        self.bound_before = self.must_leave()
        super().carry_out(s, lie)

    def must_leave(self):
        """What the shot that comes must leave free (11c): a colour, "any", or None."""
        if self.duty is None or self.duty != SIDE_OF[self.turn] or self.extra_turn:
            return None
        coming = following(self.turn)
        return coming if self.position.free(coming) > 0 else "any"

    def shot_stood(self):
        bound = self.bound_before
        self.freed()
        if bound is not None and not self.is_left(bound):
            self.failing = SIDE_OF[self.turn]
            self.count_free_turns(following(self.turn), spared=opponents(SIDE_OF[self.turn]))
            return True
        if not self.accepting:
            self.count_free_turns(following(self.turn))
        return False

    def is_left(self, bound):
        if bound == "any":
            return self.position.side_free(opponents(SIDE_OF[self.turn])) > 0
        return self.position.free(bound) > 0

    # --- turns ---------------------------------------------------------------------------------------------

    def bind(self):
        """Nothing binds for a whole turn in this book."""

    def side_turn_ends(self, side, last):
        self.failing = side
        if self.extra_turn:
            return False
        if self.squop_up and self.squop_up[0] == side and not self.fresh:
            left = self.squop_up[1] - 1
            self.squop_up = (side, left) if left else None
            return left == 0
        return False

    def wrong_turn_ends(self, side, taken, could_play):
        """A wrong turn that was accepted is tested as a whole: the colour that goes on must have a free wink left if it
        had one, or else its side."""
        binds = self.duty == side and not self.extra_turn
        failed = super().wrong_turn_ends(side, taken, could_play)
        if not binds or self.phase == "pot-out":
            return failed
        self.failing = side
        return failed or not self.is_left_to(self.goes_on if self.goes_on in self.seen_free else None, side)

    def is_left_to(self, colour, side):
        return self.position.free(colour) > 0 if colour else self.position.side_free(opponents(side)) > 0

    def between_turns(self, coming, failed):
        self.fresh = False
        if failed:
            if self.squop_up and self.squop_up[0] == self.failing:
                self.squop_up = None
            self.duty = None
            self.free_shot = SIDE_OF[coming] != self.failing
        self.count_free_turns(coming, opponents(self.failing) if failed else None)
        self.fresh = False

    # --- the nominated wink (11d) --------------------------------------------------------------------------

    def nominate(self, colour, wink):
        refuse_unless(self.foul is None and self.awaits_nomination(), "no nomination is due")
        refuse_unless(self.position.is_free(wink), f"{wink} is not free")
        self.nominated, self.nominated_wink = COLOUR_OF[wink], wink

    def lift_duties(self):
        wink = self.nominated_wink
        super().lift_duties()
        self.nominated_wink = wink

    def duties_after_set(self):
        """A nominated wink that is not free any more has to be named anew."""
        super().duties_after_set()
        if self.nominated_wink is not None and not self.position.is_free(self.nominated_wink):
            self.nominated = self.nominated_wink = None

    def is_due(self, s):
        if not self.free_shot:
            return s.colour == self.turn
        if self.nominated_wink is None:
            refuse_unless(self.position.is_free(s.wink), f"{s.wink} is not free to be nominated")
            return True
        return s.wink == self.nominated_wink

    def nominates(self, s):
        if self.free_shot:
            self.nominated, self.nominated_wink = s.colour, s.wink

    def earning_colours(self, s):
        return {s.colour}

    owing_colours = earning_colours

    def shot_is_used_up(self):
        self.free_shot, self.nominated, self.nominated_wink = False, None, None

    def leave_free(self):
        if self.turn is None or self.extra_turn:
            return None
        if self.squop_up == (SIDE_OF[self.turn], 1) and not self.fresh:
            return "any"
        return self.must_leave()

    def book_state(self):
        return {"nominated_wink": self.nominated_wink}
