"""The Parker Brothers rules: free turns (9c), the covering wink that is moved aside, missed turns (8).

`squop_up` is (side, free turns left); with none left the next shot must free. `owed` are the colours that were freed
and have not had a turn with a free wink since (the first note of 9c): their opponents must leave each a free wink.
"""

from position import colours_of
from terms import COLOUR_OF, COLOURS, COLOURS_OF, SIDE_OF, SIDES, WINKS, in_order, opponents, refuse_unless


class Parker:
    """Topic: free turns and duties by Parker's book."""

    def __init__(self, form, limit=None):
        super().__init__(form, limit)
        self.missed = frozenset()  # the colours that miss their next turn (8)
        refuse_unless(limit is None, "there is no time limit in this book")

    def start_duties(self):
        self.squop_up, self.owed, self.counted, self.fresh = None, frozenset(), frozenset(), False
        self.to_free = None  # what an awaited `aside` must free
        self.nobody = False  # no wink at all can be played

    # --- shots ---------------------------------------------------------------------------------------------

    def clock(self, t, run, limit):
        refuse_unless(limit is None, "there is no time limit in this book")
        super().clock(t, run, limit)

    def shot(self, s):
        refuse_unless(self.to_free is None, "a covering wink is to be moved aside first")
        super().shot(s)

    def lost_shot(self, t, colour, why):
        refuse_unless(not self.nobody, "nobody can play")
        super().lost_shot(t, colour, why)

    def earning_colours(self, s):
        return set(COLOURS)  # 7: for every wink he pots

    def owing_colours(self, s):
        return set()

    def carry_out(self, s, lie=None):
        self.before, self.played_wink = self.clone(), s.wink
        if self.turn in colours_of(s.off):
            self.missed |= {self.turn}  # 8
        super().carry_out(s, lie)

    def shot_stood(self):
        """True: the turn is over, since the shot did not free what it had to."""
        before, self.before = self.before, None
        if self.phase == "pot-out":
            return False
        goals = before.goals_unmet(self.position)
        self.count_freed()
        if not goals:
            self.count_free_turns()
            return False
        self.move_aside(goals)
        return True

    # --- what a shot must free -----------------------------------------------------------------------------

    def must_free_any(self):
        return bool(self.squop_up) and self.squop_up == (SIDE_OF[self.turn], 0)

    def must_free_some(self):
        """All free winks that were counted for this colour are potted (the second note of 9c)."""
        if not self.squop_up or self.squop_up[0] != SIDE_OF[self.turn] or self.fresh:
            return False
        mine = [wink for wink in self.counted if COLOUR_OF[wink] == self.turn]
        return bool(mine) and all(wink in self.position.pot for wink in mine) and not self.free_of_piles(self.turn)

    def free_of_piles(self, colour):
        """Winks neither covering nor covered nor potted; unplayed ones too."""
        in_piles = {wink for pair in self.position.over for wink in pair}
        return [wink for wink in WINKS if COLOUR_OF[wink] == colour and wink not in self.position.pot
                and wink not in in_piles]

    def to_leave(self):
        """The opponents' colours that must be left a free wink."""
        return [colour for colour in COLOURS if colour in self.owed and SIDE_OF[colour] != SIDE_OF[self.turn]
                and self.position.free(colour) > 0]

    def goals_unmet(self, after):
        """What had to be free after the shot that was due here and is not: a list of lists of winks; of each list
        one must be free."""
        theirs = [wink for wink in WINKS if SIDE_OF[COLOUR_OF[wink]] != SIDE_OF[self.turn]]
        goals = []
        if self.must_free_any():
            goals.append(theirs)
        elif self.must_free_some():
            goals.append([wink for wink in WINKS if self.position.squopped(wink)])
        goals += [[wink for wink in WINKS if COLOUR_OF[wink] == colour] for colour in self.to_leave()]
        return [goal for goal in goals if not any(after.is_free(wink) for wink in goal)]

    # --- counting ------------------------------------------------------------------------------------------

    def count_freed(self):
        """A freeing shot ends the free turns; whoever is freed is owed a turn."""
        if self.squop_up and self.position.side_free(opponents(self.squop_up[0])) > 0:
            self.owed |= set(COLOURS_OF[opponents(self.squop_up[0])])
            self.squop_up, self.fresh = None, False

    def count_free_turns(self):
        if self.squop_up or self.phase == "pot-out" or not self.position.any_free():
            return
        for side in SIDES:
            if self.position.side_free(side) == 0:
                by = opponents(side)
                self.counted = frozenset(wink for colour in COLOURS_OF[by] for wink in self.free_of_piles(colour))
                self.squop_up, self.fresh = (by, len(self.counted)), True
                self.owed -= set(COLOURS_OF[side])

    def ends_when_all_squopped(self):
        return False

    def end(self):
        super().end()
        self.missed = frozenset()

    # --- failures ------------------------------------------------------------------------------------------

    def move_aside(self, goals):
        """The covering wink is moved aside: by itself, if that of the wink played does it; else it is awaited."""
        moved = self.position.clone()
        moved.over = {pair for pair in moved.over if pair[0] != self.played_wink}
        if self.met(goals, moved):
            self.position = moved
            self.count_freed()
        else:
            self.to_free = goals

    def met(self, goals, position):
        return all(any(position.is_free(wink) for wink in goal) for goal in goals)

    def aside(self, wink, over):
        refuse_unless(self.to_free is not None, "nothing is to be moved aside")
        refuse_unless(any(upper == wink for upper, _ in self.position.over), f"{wink} lies over nothing")
        if over is None:
            self.position.over = {pair for pair in self.position.over if pair[0] != wink}
        else:
            self.position.lay(over)
        refuse_unless(self.met(self.to_free, self.position), "what must come free is still covered")
        self.to_free, self.last_shot = None, None
        self.count_freed()
        super().end_turn(failed=True)

    def awaits_aside(self):
        return self.to_free is not None

    # --- turns ---------------------------------------------------------------------------------------------

    def end_turn(self, coming=None, failed=False, counts=True):
        if self.to_free is not None:
            self.shots = 0
            return
        super().end_turn(coming, failed, counts)

    def turn_ends(self, counts):
        """A free turn is used up, unless it passed for want of a free wink."""
        if self.squop_up and self.squop_up[0] == SIDE_OF[self.turn] and not self.fresh and (self.stood or self.missing):
            self.squop_up = (self.squop_up[0], max(self.squop_up[1] - 1, 0))
        self.missing = False
        return False

    def between_turns(self, coming, failed):
        self.count_free_turns()
        self.fresh = False

    missing = False

    def go_on(self):
        if self.shots > 0 and self.phase != "pot-out" and not self.position.any_free():
            self.nobody = True
            return
        super().go_on()

    def turn_begins(self):
        if self.position.free(self.turn) > 0:
            self.owed -= {self.turn}
        self.miss_turn()

    def miss_turn(self):
        if self.turn in self.missed and self.position.any_free():
            self.missed -= {self.turn}
            self.missing, self.shots = True, 0

    # --- the umpire sets -----------------------------------------------------------------------------------

    def set_owing(self, v):
        refuse_unless("forfeit" not in v, "this book forfeits no shots")
        self.missed = frozenset(v.get("miss_turn", self.missed))

    def set_phase(self, v):
        refuse_unless(v.get("phase") != "round-limit", "no rounds in this book")
        super().set_phase(v)

    def duties_after_set(self):
        if self.squop_up and self.position.side_free(opponents(self.squop_up[0])) > 0:
            self.squop_up = None

    def after_set(self, v, fresh):
        """Any set ends what was awaited by `aside`; the turn is then over. It gives no claims."""
        self.to_free = None
        super().after_set(v, fresh)

    def pass_after_set(self, v):
        # 8: it is the next turn that is missed, not one that has been played in.
        if not self.stood and (self.nobody or not self.begun):
            self.miss_turn()
        self.nobody = False

    # --- what the state tells ------------------------------------------------------------------------------

    def awaits(self):
        if self.nobody:
            return "umpire"
        return "aside" if self.to_free is not None else super().awaits()

    def squop_up_state(self):
        return {"by": self.squop_up[0], "turns_left": self.squop_up[1]} if self.squop_up else None

    def leave_free(self):
        if self.turn is None or self.to_free is not None:
            return None
        if self.must_free_any():
            return "any"
        if self.must_free_some():
            return "wink"
        colours = self.to_leave()
        return colours if len(colours) > 1 else colours[0] if colours else None

    def book_state(self):
        return {"miss_turn": in_order(self.missed)}
