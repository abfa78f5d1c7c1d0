"""The rules of a table in full, in the reader's language: every sentence follows from an axis of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wormgrill.game.dice import GOLDEN_DIE_FACES
from wormgrill.game.rules import LowerTile, Rules, ShortGame, Specialist
from wormgrill.game.tiles import LOWEST_STEALABLE, format_tiles
from wormgrill.presentation.teller import Teller


@dataclass(frozen=True)
class Point:
    """One rule, in a sentence or two."""

    text: str
    is_house_rule: bool = False
    """Whether the table plays it otherwise than the edition is printed."""


@dataclass(frozen=True)
class Helper:
    """A specialist as the rules tell of it."""

    id: str
    name: str
    power: str
    place: str
    """Where it stands at the start."""


@dataclass(frozen=True)
class Section:
    """Some rules under a heading."""

    title: str
    points: tuple[Point, ...]
    helpers: tuple[Helper, ...] = ()


@dataclass(frozen=True)
class Rulebook:
    """All that a table plays by."""

    title: str
    sections: tuple[Section, ...]

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
    return Rulebook(teller.edition(rules), tuple(_sections(rules, teller)))


def _sections(rules: Rules, teller: Teller) -> Iterator[Section]:
    _ = teller.words.gettext
    yield Section(_("The aim of the game"), tuple(_aim(rules, teller)))
    yield Section(_("Your turn"), tuple(_turn(teller)))
    yield Section(_("Taking a tile"), tuple(_claiming(rules, teller)))
    yield Section(_("A failed attempt"), tuple(_failing(rules, teller)))
    if rules.bratworms:
        yield Section(_("Bratworms"), tuple(_bratworms(rules, teller)))
    elif "bratworms" in rules.options:
        yield Section(_("Bratworms"), (Point(_("There are none."), is_house_rule=True),))
    if not rules.specialists and "specialists" in rules.options:
        yield Section(_("Specialists"), (Point(_("There are none."), is_house_rule=True),))
    if rules.specialists:
        yield Section(_("Specialists"), tuple(_specialists(rules, teller)), tuple(_helpers(rules, teller)))
    yield Section(_("The end"), tuple(_end(rules, teller)))


def _aim(rules: Rules, teller: Teller) -> Iterator[Point]:
    _, n_ = teller.words.gettext, teller.words.ngettext
    yield Point(
        _("Collect tiles with worms. Only the top tile of your stack can be seen, and only that one can be stolen.")
    )
    tiles = n_("This tile is on the grill: %(tiles)s.", "These tiles are on the grill: %(tiles)s.", len(rules.tiles))
    yield Point(tiles % {"tiles": _row(rules.tiles)}, "tiles" in rules.options)
    yield Point(_("Tiles 21 to 24 have one worm, 25 to 28 have two, 29 to 32 have three, and 33 to 36 have four."))


def _row(tiles: tuple[int, ...]) -> str:
    """Tiles in a row, such as 11, 13, 21 to 36."""
    return format_tiles(tiles).replace("-", "\N{EN DASH}").replace(",", ", ")


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


def _claiming(rules: Rules, teller: Teller) -> Iterator[Point]:
    _ = teller.words.gettext
    options = rules.options
    yield Point(_("You need at least one worm among the dice you have kept."))
    if rules.lower_tile is LowerTile.ANY:
        text = _("Take any face-up tile from the grill that is not higher than your points.")
    else:
        text = _(
            "Take the tile from the grill that is exactly as high as your points. If it is not there, take "
            "the next lower one."
        )
    yield Point(text, "lower_tile" in options)
    if rules.decline_steal:
        text = _(
            "If a tile with exactly your points is on top of another player's stack, steal it, or take one from "
            "the grill."
        )
    else:
        text = _("If a tile with exactly your points is on top of another player's stack, you steal it.")
    yield Point(text, "decline_steal" in options)
    if rules.tiles[0] < LOWEST_STEALABLE:
        yield Point(
            _(
                "Tiles 11 and 13 have one worm each. You can take them only with exactly 11 or 13 points, "
                "and nobody can steal them."
            )
        )
    if rules.may_pass:
        yield Point(_("You may also take nothing. That counts as a failed attempt."), "may_pass" in options)


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
    yield Point(text, "short_game" in rules.options)


def _bratworms(rules: Rules, teller: Teller) -> Iterator[Point]:
    _, n_ = teller.words.gettext, teller.words.ngettext
    yield Point(
        _("If you keep two or more 1s at once, you get a bratworm, whatever happens later. It counts as one worm.")
    )
    text = n_(
        "There is %(number)d in the supply. When it is gone, take one from another player of your choice.",
        "There are %(number)d in the supply. When they are gone, take one from another player of your choice.",
        rules.bratworms,
    )
    yield Point(text % {"number": rules.bratworms}, "bratworms" in rules.options)
    if rules.has(Specialist.HEN):
        yield Point(_("Nobody may take a bratworm from the owner of the hen."))


def _specialists(rules: Rules, teller: Teller) -> Iterator[Point]:
    _ = teller.words.gettext
    text = _("You get a specialist with the tile it stands on, or with a tile that you steal from its owner.")
    yield Point(text, "specialists" in rules.options)
    yield Point(_("You can have only one. The other goes back to the lowest free face-up tile."))
    yield Point(_("After a failed attempt, yours goes back as well. If no tile is free, it is out of the game."))
    if rules.has(Specialist.GOLDEN_DIE):
        if rules.golden_die_faces == GOLDEN_DIE_FACES[0]:
            yield Point(_("The golden die is a die like the others: 1 to 5 and a worm."))
        else:
            yield Point(_("The golden die has three 1s and three worms."))


def _helpers(rules: Rules, teller: Teller) -> Iterator[Helper]:
    for tile, specialist in rules.specialists:
        place = teller.words.gettext("On %(tile)d at the start") % {"tile": tile}
        yield Helper(specialist.value, teller.specialist(specialist), teller.power(specialist), place)


def _end(rules: Rules, teller: Teller) -> Iterator[Point]:
    _ = teller.words.gettext
    yield Point(_("The game ends when no face-up tile is left on the grill. The player with the most worms wins."))
    if rules.has(Specialist.APPLE):
        yield Point(_("The player with the apple counts three more worms."))
    yield Point(_("If players have the same number of worms, the highest single tile decides."))
