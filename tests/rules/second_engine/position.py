"""Where the winks are: behind the baselines, on the mat, in the pot, and who lies over whom."""

from terms import COLOURS, COLOUR_OF, SIDE_OF, WINKS, refuse_unless, winks_of


class Position:
    """The winks, without any rule about turns. `over` holds pairs (upper, lower)."""

    def __init__(self):
        self.pot, self.home, self.over = set(), set(WINKS), set()

    def clone(self):
        other = Position()
        other.pot, other.home, other.over = set(self.pot), set(self.home), set(self.over)
        return other

    def on_mat(self, wink):
        return wink not in self.pot and wink not in self.home

    def squopped(self, wink):
        return any(lower == wink for _, lower in self.over)

    def is_free(self, wink):
        """Neither potted nor squopped; a wink behind its baseline is free too."""
        return wink not in self.pot and not self.squopped(wink)

    def free(self, colour):
        return sum(self.is_free(wink) for wink in winks_of(colour))

    def free_colours(self):
        return {colour for colour in COLOURS if self.free(colour)}

    def side_free(self, side):
        return sum(self.free(colour) for colour in COLOURS if SIDE_OF[colour] == side)

    def any_free(self):
        return any(self.free(colour) for colour in COLOURS)

    def loose(self, winks=WINKS):
        """The winks on the field of play that are in no pile."""
        in_piles = {wink for pair in self.over for wink in pair}
        return [wink for wink in winks if self.on_mat(wink) and wink not in in_piles]

    def complete(self, colour):
        return all(wink in self.pot for wink in winks_of(colour))

    def tiddlies(self, colour, unplayed=0):
        """Three for a potted wink, one for a free one that has been played (`unplayed` for one that has not)."""
        return sum(3 if wink in self.pot else 0 if self.squopped(wink) else
                   unplayed if wink in self.home else 1 for wink in winks_of(colour))

    def lists(self):
        """The winks as a state line tells them."""
        over = sorted(self.over, key=lambda pair: (WINKS.index(pair[1]), WINKS.index(pair[0])))
        return {"potted": [wink for wink in WINKS if wink in self.pot],
                "baseline": [wink for wink in WINKS if wink in self.home], "over": [list(pair) for pair in over]}

    def play(self, wink, potted, off, over):
        """All is at rest after a shot of `wink`. Raises Refused where the lists contradict each other."""
        for other in list(potted) + list(off):
            refuse_unless(other == wink or self.on_mat(other), f"{other} is not on the mat")
        refuse_unless(not set(potted) & set(off), "a wink is both potted and off")
        self.home.discard(wink)
        self.pot |= set(potted)
        if over is None:
            gone = set(potted) | set(off)
            self.over = {pair for pair in self.over if not gone & set(pair)}
        else:
            self.lay(over, off)

    def lay(self, over, off=()):
        """Takes a complete list of squops."""
        for upper, lower in over:
            refuse_unless(upper != lower, f"{upper} over itself")
            refuse_unless(self.on_mat(upper) and self.on_mat(lower), f"{upper} over {lower}: not both on the mat")
            refuse_unless(upper not in off and lower not in off, f"{upper} over {lower}: one is off")
            refuse_unless([lower, upper] not in over, f"{upper} and {lower} over each other")
        refuse_unless(len({tuple(pair) for pair in over}) == len(over), "a pair twice")
        self.over = {tuple(pair) for pair in over}


def colours_of(winks):
    return {COLOUR_OF[wink] for wink in winks}
