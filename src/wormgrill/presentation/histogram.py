"""The dice of games as a picture: a bar for each face, what fair dice do, and what that says in words."""

from __future__ import annotations

from dataclasses import dataclass

from wormgrill.game.dice import FACE_TEXT, FACES
from wormgrill.presentation.tally import ENOUGH_DICE, Tally
from wormgrill.presentation.teller import Teller
from wormgrill.presentation.words import Words

WIDTH, HEIGHT = 336, 224
TOP, GROUND = 12, 156
"""Between these heights the bars are drawn."""
SLOT, BAR, DIE = WIDTH / len(FACES), 34, 32
HEADROOM = 1.04
"""How much higher than the highest bar, or the band, the picture is."""


@dataclass(frozen=True)
class Bar:
    """How often a face fell."""

    face: str
    """As in the names of the drawings of faces."""
    name: str
    count: str
    difference: str
    """To what is expected."""
    is_outside: bool
    """Whether it does not end inside the band."""
    middle: float
    left: float
    top: float
    height: float


@dataclass(frozen=True)
class Histogram:
    """Bars for the six faces, with what is expected of fair dice; lengths are those of the drawing."""

    bars: tuple[Bar, ...]
    line: float
    """The height of what is expected on average."""
    band_top: float
    band_height: float
    label: str
    """The whole picture in words, for people who do not see it."""
    games: str
    dice: str
    expected: str
    band: tuple[str, str]
    sentences: tuple[str, ...]
    """What the picture says."""
    width: int = WIDTH
    height: int = HEIGHT
    ground: int = GROUND
    bar: int = BAR
    die: int = DIE


def make_histogram(tally: Tally, words: Words) -> Histogram | None:
    """The picture of a tally; None without dice."""
    if not tally.dice:
        return None
    _ = words.gettext
    low, high = tally.band
    scale = (GROUND - TOP) / (HEADROOM * max(high, *tally.counts))
    expected, band = _average(tally.expected, words), (words.count(low), words.count(high))
    bars = tuple(_bar(tally, face, scale, words) for face in FACES)
    counts = ", ".join(_("%(what)s: %(detail)s") % {"what": bar.name, "detail": bar.count} for bar in bars)
    label = _(
        "Six bars show how often each face came up: %(counts)s. The expected number is %(expected)s for each. The "
        "band goes from %(low)s to %(high)s."
    )
    return Histogram(
        bars,
        line=round(GROUND - tally.expected * scale, 2),
        band_top=round(GROUND - high * scale, 2),
        band_height=round((high - low) * scale, 2),
        label=label % {"counts": counts, "expected": expected, "low": band[0], "high": band[1]},
        games=words.count(tally.games),
        dice=words.count(tally.dice),
        expected=expected,
        band=band,
        sentences=(_about_band(tally, words), _about_chance(tally, words)),
    )


def _bar(tally: Tally, face: int, scale: float, words: Words) -> Bar:
    count, middle = tally.counts[face - 1], SLOT * (face - 0.5)
    height = round(count * scale, 2)
    difference = count - tally.expected
    return Bar(
        FACE_TEXT[face - 1],
        Teller(words, ()).face(face),
        words.count(count),
        ("+" if difference >= 0.05 else "") + _average(difference, words),
        face in tally.outside,
        middle=middle,
        left=middle - BAR / 2,
        top=round(GROUND - height, 2),
        height=height,
    )


def _average(number: float, words: Words) -> str:
    """A number of dice that need not be whole; small ones with a decimal place."""
    return words.count(round(number)) if abs(number) >= 100 or number == round(number) else words.number(number, 1)


def _about_band(tally: Tally, words: Words) -> str:
    if not tally.outside:
        return words.gettext(
            "All six bars end inside the band, as they do in at least 95 of 100 cases if the dice are fair."
        )
    text = words.ngettext(
        "%(number)d bar ends outside the band. With fair dice that happens in at most 5 of 100 cases: rarely, but "
        "it does happen.",
        "%(number)d bars end outside the band. With fair dice that happens in at most 5 of 100 cases: rarely, but "
        "it does happen.",
        len(tally.outside),
    )
    return text % {"number": len(tally.outside)}


def _about_chance(tally: Tally, words: Words) -> str:
    """How often fair dice do the same, in so many words."""
    _, n_ = words.gettext, words.ngettext
    if not tally.has_enough:
        return _("Fewer than %(number)d dice do not say much yet: let a few more roll.") % {"number": ENOUGH_DICE}
    thousandths, hundredths = round(tally.chance * 1000), round(tally.chance * 100)
    square = words.number(tally.chi_square, 1)
    if thousandths < 1:
        text = _(
            "How uneven is that? The same number of fair dice would be at least this uneven less than once in 1000 "
            "times (chi-square %(square)s)."
        )
        return text % {"square": square}
    if thousandths < 10:
        text = n_(
            "How uneven is that? The same number of fair dice would be at least this uneven about %(number)d time "
            "in 1000 (chi-square %(square)s).",
            "How uneven is that? The same number of fair dice would be at least this uneven about %(number)d times "
            "in 1000 (chi-square %(square)s).",
            thousandths,
        )
        return text % {"number": thousandths, "square": square}
    text = n_(
        "How uneven is that? The same number of fair dice would be at least this uneven about %(number)d time in "
        "100 (chi-square %(square)s).",
        "How uneven is that? The same number of fair dice would be at least this uneven about %(number)d times in "
        "100 (chi-square %(square)s).",
        hundredths,
    )
    return text % {"number": hundredths, "square": square}
