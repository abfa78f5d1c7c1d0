"""The rules of a table in full, in the reader's language: what is told and shown follows from the axes of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wormgrill.game.dice import GOLDEN_DIE_FACES
from wormgrill.game.rules import GoldenDieJoins, LowerTile, Rules, ShortGame, Specialist
from wormgrill.game.tiles import LOWEST_STEALABLE, format_tiles, worms
from wormgrill.presentation.pictures import ARROW, BRATWORM, STEAL, Picture, dice, figure, sign, tile
from wormgrill.presentation.question import Topic
from wormgrill.presentation.rulings import Asked, place_of, questions_of
from wormgrill.presentation.teller import Teller


@dataclass(frozen=True)
class Point:
    """One rule, in a sentence or two."""

    text: str
    is_house_rule: bool = False
    """Whether the table plays it otherwise than the edition is printed."""
    picture: Picture = ()
    """What the sentence says, as things of the game."""


@dataclass(frozen=True)
class Helper:
    """A specialist as the rules tell of it."""

    id: str
    name: str
    power: str
    place: str
    """Where it stands at the start."""
    anchor: str
    """Its place in an address, after the `#`."""


@dataclass(frozen=True)
class Section:
    """Some rules under a heading, an example first."""

    id: str
    """Its place in an address, after the `#`."""
    title: str
    points: tuple[Point, ...]
    examples: tuple[Point, ...] = ()
    helpers: tuple[Helper, ...] = ()


@dataclass(frozen=True)
class Questions:
    """What players ask about one topic."""

    title: str
    asked: tuple[Asked, ...]


@dataclass(frozen=True)
class Rulebook:
    """All that a table plays by."""

    title: str
    sections: tuple[Section, ...]
    questions: tuple[Questions, ...]
    """What the rules above leave open, topic by topic."""

    @property
    def has_house_rules(self) -> bool:
        """Whether a rule is the table's own."""
        return any(point.is_house_rule for section in self.sections for point in section.points)


def make_rulebook(rules: Rules, teller: Teller) -> Rulebook:
    """These rules in full.

    >>> from wormgrill.game.rules import parse_rules
    >>> from wormgrill.presentation.words import words_of
    >>> book = make_rulebook(parse_rules("classic-2014 may_pass"), Teller(words_of("en"), ()))
    >>> book.title, [point.text for part in book.sections for point in part.points if point.is_house_rule]
    ('Pickomino (2014), house rules', ['You may also take nothing. That counts as a failed attempt.'])
    """
    return Rulebook(teller.edition(rules), tuple(_sections(rules, teller)), tuple(_questions(rules, teller)))


def _sections(rules: Rules, teller: Teller) -> Iterator[Section]:
    _, titles = teller.words.gettext, _titles(teller)
    yield Section("the-aim", _("The aim of the game"), tuple(_aim(rules, teller)))
    yield Section("the-turn", titles[Topic.TURN], tuple(_turn(teller)), tuple(_turn_examples(teller)))
    claiming = tuple(_claiming(rules, teller))
    yield Section("taking-a-tile", titles[Topic.TAKING], claiming, tuple(_claim_examples(rules, teller)))
    yield Section("failing", titles[Topic.FAILING], tuple(_failing(rules, teller)), tuple(_fail_examples(teller)))
    none = Point(_("There are none."), is_house_rule=True)
    if rules.bratworms or "bratworms" in rules.options:
        points = tuple(_bratworms(rules, teller)) if rules.bratworms else (none,)
        yield Section("bratworms", titles[Topic.BRATWORMS], points)
    if rules.specialists:
        points, helpers = tuple(_specialists(rules, teller)), tuple(_helpers(rules, teller))
        yield Section("specialists", titles[Topic.SPECIALISTS], points, helpers=helpers)
    elif "specialists" in rules.options:
        yield Section("specialists", titles[Topic.SPECIALISTS], (none,))
    yield Section("the-end", titles[Topic.END], tuple(_end(rules, teller)))


def _titles(teller: Teller) -> dict[Topic, str]:
    _ = teller.words.gettext
    return {
        Topic.TURN: _("Your turn"),
        Topic.TAKING: _("Taking a tile"),
        Topic.FAILING: _("A failed attempt"),
        Topic.BRATWORMS: _("Bratworms"),
        Topic.SPECIALISTS: _("Specialists"),
        Topic.END: _("The end"),
    }


def _questions(rules: Rules, teller: Teller) -> Iterator[Questions]:
    found = tuple(questions_of(rules, teller.words))
    for topic, title in _titles(teller).items():
        of_topic = tuple(asked for asked in found if asked.topic is topic)
        if of_topic:
            yield Questions(title, of_topic)


def _aim(rules: Rules, teller: Teller) -> Iterator[Point]:
    _, n_ = teller.words.gettext, teller.words.ngettext
    yield Point(
        _("Collect tiles with worms. Only the top tile of your stack can be seen, and only that one can be stolen.")
    )
    tiles = n_("This tile is on the grill: %(tiles)s.", "These tiles are on the grill: %(tiles)s.", len(rules.tiles))
    yield Point(tiles % {"tiles": _row(rules.tiles)}, "tiles" in rules.options)
    lowest = {worms(number): number for number in reversed(rules.tiles) if number >= LOWEST_STEALABLE}
    yield Point(
        _("Tiles 21 to 24 have one worm, 25 to 28 have two, 29 to 32 have three, and 33 to 36 have four."),
        picture=tuple(thing for _worms, number in sorted(lowest.items()) for thing in tile(number)),
    )
    if rules.edition == "extrawurm-2015":
        yield Point(
            _(
                "The rules of Extrawurm follow published descriptions of the expansion, because we have not seen its "
                "leaflet."
            )
        )


def _row(tiles: tuple[int, ...]) -> str:
    """Tiles in a row, such as 11, 13, 21 to 36."""
    return format_tiles(tiles).replace("-", "\N{EN DASH}").replace(",", ", ")


def _turn_examples(teller: Teller) -> Iterator[Point]:
    _ = teller.words.gettext
    yield Point(
        _("You roll all eight dice and keep the three worms: 15 points."),
        picture=(*dice("13344", "left"), *dice("WWW"), *sign("= 15")),
    )
    yield Point(
        _("You roll the other five. Worms are kept already, so you keep the two 4s: 23 points."),
        picture=(*dice("12", "left"), *dice("44"), *dice("W", "barred"), *sign("15 + 8 = 23")),
    )


def _turn(teller: Teller) -> Iterator[Point]:
    _ = teller.words.gettext
    yield Point(
        _(
            "Roll all eight dice. Choose one face and keep all dice that show it: 1 to 5 count as their "
            "number, a worm counts as 5."
        )
    )
    yield Point(_("Then roll the rest, or stop. Each face can be kept only once per turn."))
    yield Point(_("When no dice are left, or you have kept all six faces, your turn ends by itself."))


def _claim_examples(rules: Rules, teller: Teller) -> Iterator[Point]:
    if 23 in rules.tiles:  # the points of the turn of which the section before tells
        text = teller.words.gettext("You stop with 23 points and a worm, and you take the 23.")
        yield Point(text, picture=(*dice("WWW44"), *ARROW, *tile(23)))


def _claiming(rules: Rules, teller: Teller) -> Iterator[Point]:
    _ = teller.words.gettext
    options = rules.options
    yield Point(_("You need at least one worm among the dice you have kept."), picture=dice("W"))
    if rules.lower_tile is LowerTile.ANY:
        text = _("Take any face-up tile from the grill that is not higher than your points.")
    else:
        text = _(
            "Take the tile from the grill that is exactly as high as your points. If it is not there, take "
            "the next lower one."
        )
    lower = (*tile(22), *tile(21)) if rules.lower_tile is LowerTile.ANY else tile(22)
    shown = (*sign("23"), *ARROW, *tile(23, "gone"), *lower) if {21, 22, 23} <= {*rules.tiles} else ()
    yield Point(text, "lower_tile" in options, shown)
    if rules.decline_steal:
        text = _(
            "If a tile with exactly your points is on top of another player's stack, steal it, or take one from "
            "the grill."
        )
    else:
        text = _("If a tile with exactly your points is on top of another player's stack, you steal it.")
    shown = (*sign("26"), *ARROW, *tile(26), *STEAL) if 26 in rules.tiles else ()
    yield Point(text, "decline_steal" in options, shown)
    if rules.tiles[0] < LOWEST_STEALABLE:
        yield Point(
            _(
                "Tiles 11 and 13 have one worm each. You can take them only with exactly 11 or 13 points, "
                "and nobody can steal them."
            ),
            picture=tuple(thing for number in rules.tiles if number < LOWEST_STEALABLE for thing in tile(number)),
        )
    if rules.may_pass:
        yield Point(_("You may also take nothing. That counts as a failed attempt."), "may_pass" in options)


def _fail_examples(teller: Teller) -> Iterator[Point]:
    text = teller.words.gettext("You have kept worms and 5s, and you roll a 5 and two worms: nothing new.")
    yield Point(text, picture=(*dice("WWW55"), *ARROW, *dice("5WW", "barred")))


def _failing(rules: Rules, teller: Teller) -> Iterator[Point]:
    _ = teller.words.gettext
    yield Point(
        _(
            "Your attempt fails if a roll shows no new face, if you have no worm, or if there is no tile for "
            "you to take."
        )
    )
    yield Point(_("Your top tile goes back to the grill. If you have no tile, you lose nothing."))
    match rules.short_game:
        case ShortGame.RETURNED:
            text = _("Only the tile that goes back is turned over. It is out of the game at once.")
        case ShortGame.ON:
            text = _(
                "After a tile has gone back, the highest one is turned over for good, even if it is that very tile."
            )
        case ShortGame.OFF:
            text = _(
                "After a tile has gone back, the highest one is turned over for good, unless it is that very tile."
            )
    *_others, second, highest = (0, *rules.tiles)
    is_returned_turned = rules.short_game is ShortGame.RETURNED
    shown = (*tile(second, "down"), *tile(highest)) if is_returned_turned else (*tile(second), *tile(highest, "down"))
    yield Point(text, "short_game" in rules.options, shown if second else ())


def _bratworms(rules: Rules, teller: Teller) -> Iterator[Point]:
    _, n_ = teller.words.gettext, teller.words.ngettext
    yield Point(
        _("If you keep two or more 1s at once, you get a bratworm, whatever happens later. It counts as one worm."),
        picture=(*dice("11"), *ARROW, *BRATWORM),
    )
    text = n_(
        "There is %(number)d in the supply. When it is gone, take one from another player of your choice.",
        "There are %(number)d in the supply. When they are gone, take one from another player of your choice.",
        rules.bratworms,
    )
    yield Point(text % {"number": rules.bratworms}, "bratworms" in rules.options)
    if rules.has(Specialist.HEN):
        yield Point(_("Nobody may take a bratworm from the owner of the hen."), picture=figure(Specialist.HEN))


def _specialists(rules: Rules, teller: Teller) -> Iterator[Point]:
    _ = teller.words.gettext
    text = _("You get a specialist with the tile it stands on, or with a tile that you steal from its owner.")
    number, specialist = rules.specialists[-1]
    yield Point(text, "specialists" in rules.options, (*tile(number), *figure(specialist)))
    yield Point(_("You can have only one. The other goes back to the lowest free face-up tile."))
    yield Point(_("After a failed attempt, yours goes back as well. If no tile is free, it is out of the game."))
    if rules.has(Specialist.GOLDEN_DIE):
        if rules.golden_die_faces == GOLDEN_DIE_FACES[0]:
            yield Point(_("The golden die is a die like the others: 1 to 5 and a worm."))
        else:
            yield Point(_("The golden die has three 1s and three worms."))
    if rules.golden_die_joins is GoldenDieJoins.ANY_ROLL:
        text = _(
            "The golden die may be added before any roll of the turn, once, and stays in until the end of the turn. If "
            "you keep all other dice before you add it, your turn is over."
        )
        yield Point(text, "golden_die_joins" in rules.options, figure(Specialist.GOLDEN_DIE))


def _helpers(rules: Rules, teller: Teller) -> Iterator[Helper]:
    for number, specialist in rules.specialists:
        place = teller.words.gettext("On %(tile)d at the start") % {"tile": number}
        name, power = teller.specialist(specialist), teller.power(specialist)
        yield Helper(specialist.value, name, power, place, place_of(specialist))


def _end(rules: Rules, teller: Teller) -> Iterator[Point]:
    _ = teller.words.gettext
    yield Point(_("The game ends when no face-up tile is left on the grill. The player with the most worms wins."))
    if rules.has(Specialist.APPLE):
        yield Point(_("The player with the apple counts three more worms."))
    *_others, second, highest = (0, *rules.tiles)
    yield Point(
        _("If players have the same number of worms, the highest single tile decides."),
        picture=(*tile(highest), *sign(">"), *tile(second)) if second else (),
    )
