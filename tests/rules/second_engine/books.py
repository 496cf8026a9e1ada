"""The books: which topics each plays by, and its values."""

from fouls import Fouls, PutBack
from free_turns import FreeTurns
from game import Game
from parker import Parker
from squop_up import SquopUp
from terms import COLOURS, COLOURS_OF, SIDE_OF, opponents
from umpire import Umpire


class Etwa2012(SquopUp, Fouls, Umpire, Game):
    LIMITS = {"pairs": 1500, "singles": 1200, "three": 1350}


class EtwaClassic(FreeTurns, Fouls, Umpire, Game):
    """The earlier full association rules."""

    LIMITS = {"pairs": 1500, "singles": 1200}  # 9(a); a form for three is not in it
    RIGHT_COLOUR, WRONG_COLOUR = "12(a)", "12(b)"
    BACK_TO = "shot"  # 12(b)(i) retracts the wrong shot and those after it
    FORFEITED_AFTER = None
    PASS_TAKES, PASS_STARTS_CLOCK = "turn", False  # 5(d): a player passes at a turn; 9(a): from the first shot
    LOSES_BY = "time"  # 9(c)
    ENDS_WITH = "third"  # 10(a) gives the third colour its point


class EtwaSimple(PutBack, Umpire, Game):
    """The simplified rules: no free turns, no fouls, no points."""

    LIMITS = {"pairs": 1500, "singles": 1500}
    PASS_TAKES = None
    SHORT_ATTEMPTS = False
    ENDS_WITH = "first"
    UNPLAYED_TIDDLIES = 1  # unpotted and not squopped
    UNDOES_SQUOPS = False
    winners = last_of_round = None

    def reopen(self):
        super().reopen()
        self.winners = None

    def begin_rounds(self, due):
        """Five turns for each colour, from the colour due."""
        super().begin_rounds(due)
        self.rounds_from(due)

    def rounds_from(self, due):
        self.last_of_round, self.running_over, self.played = COLOURS[COLOURS.index(due) - 1], True, set()

    def closer(self):
        return self.last_of_round if self.phase == "round-limit" else self.winner

    def after_set(self, v, fresh):
        if self.phase == "round-limit" and ("phase" in v or "rounds_left" in v):
            self.rounds_from(v.get("turn", self.turn))
        super().after_set(v, fresh)

    def end(self):
        super().end()
        self.winners = []

    def won_by(self, colours):
        sides = {SIDE_OF[colour] for colour in colours}
        self.winners = [colour for colour in COLOURS if SIDE_OF[colour] in sides]

    def end_by_pot_outs(self):
        self.end()
        self.won_by(self.pot_outs[0])

    def best_tiddlies(self):
        tiddlies = self.tiddlies()
        self.won_by([colour for colour in COLOURS if tiddlies[colour] == max(tiddlies.values())])

    def disrupt(self, colour):
        super().disrupt(colour)
        self.points = self.score = None
        self.won_by(COLOURS_OF[opponents(SIDE_OF[colour])])

    def book_state(self):
        return {"winners": self.winners}


class ParkerBook(Parker, PutBack, Umpire, Game):
    """The Parker Brothers rules."""

    LIMITS = {"pairs": None}
    PASS_TAKES = None
    SHORT_ATTEMPTS = False
    LOSES_BY = "flight"  # 10
    ENDS_WITH = "third"  # 5
    TRANSFER = 0
    HAS_TIDDLIES = False


BOOKS = {"etwa-2012": Etwa2012, "etwa-classic": EtwaClassic, "etwa-simple": EtwaSimple, "parker": ParkerBook}
