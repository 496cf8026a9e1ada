"""The game's words: colours, partnerships, winks, and what an engine answers when an event cannot happen."""

COLOURS = ("blue", "green", "red", "yellow")  # also the order of play (rule 7)
SIDES = ("blue-red", "green-yellow")
SIDE_OF = {"blue": "blue-red", "red": "blue-red", "green": "green-yellow", "yellow": "green-yellow"}
COLOURS_OF = {"blue-red": ("blue", "red"), "green-yellow": ("green", "yellow")}
PLACES = (4, 2, 1, 0)  # points of the first to the fourth


def winks_of(colour):
    """The six winks of a colour: two large, four small."""
    large, small = colour[0].upper(), colour[0]
    return [large + "1", large + "2"] + [small + n for n in "1234"]


WINKS = [wink for colour in COLOURS for wink in winks_of(colour)]
COLOUR_OF = {wink: colour for colour in COLOURS for wink in winks_of(colour)}


class Refused(Exception):
    """The event cannot be read or cannot happen now; the game stays as it was."""


def refuse_unless(possible, why):
    if not possible:
        raise Refused(why)


def following(colour):
    """The colour whose turn comes after this one's."""
    return COLOURS[(COLOURS.index(colour) + 1) % 4]


def opponents(side):
    return SIDES[1 - SIDES.index(side)]


def in_order(colours):
    """Colours in the order of play."""
    return [colour for colour in COLOURS if colour in colours]


def shared(groups, worths=PLACES):
    """Points for groups of colours in the order in which they came in; level colours share their places."""
    points, place = {}, 0
    for group in groups:
        part = sum(worths[place:place + len(group)]) / len(group)
        points.update({colour: part for colour in group})
        place += len(group)
    return points
