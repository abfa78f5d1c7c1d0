"""The game told in sentences, in the reader's language: what a move did, what came of it, whose turn it is.

Every sentence is whole in the catalogs. `you` is the reader's seat when they have exactly one; a family that shares a
device is told with names.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wormgrill.game.dice import FACE_TEXT, FACES, WORM, Counts
from wormgrill.game.events import Event, Failed, GotBratworm, GotSpecialist, LeftSpecialist, MissedBratworm, Stole, Took
from wormgrill.game.moves import Dice, Grill, Keep, Move, Pass, Retain, Rob, Roll, Steal, Stop, Weasel
from wormgrill.game.rules import Rules, Specialist
from wormgrill.game.state import State
from wormgrill.game.tiles import worms
from wormgrill.players.levels import message
from wormgrill.players.reasons import Reason, explain
from wormgrill.presentation.failing import Cause, Fail
from wormgrill.presentation.labels import edition_title, house_options
from wormgrill.presentation.story import PlyStory, TurnStory
from wormgrill.presentation.words import Words

NUMBERS = (
    message("two"),
    message("three"),
    message("four"),
    message("five"),
    message("six"),
    message("seven"),
    message("eight"),
    message("nine"),
)
"""So many dice of a face, from two on."""


@dataclass(frozen=True)
class Teller:
    """Tells one reader about one game."""

    words: Words
    names: tuple[str, ...]
    you: int | None = None
    """The seat that the reader calls theirs, if it is exactly one."""

    # ------------------------------------------------------------------------------------------------ things

    def face(self, face: int) -> str:
        """A face as it is said."""
        return self.words.pgettext("face of a die", "worm") if face == WORM else FACE_TEXT[face - 1]

    def dice_of(self, face: int, number: int) -> str:
        """So many dice of a face as they are said: `three 4s`, `one worm`."""
        n_ = self.words.ngettext
        if face == WORM:
            text = n_("one worm", "%(number)s worms", number)
        else:
            text = n_("one %(face)s", "%(number)s %(face)ss", number)
        return text % {"number": self.words.gettext(NUMBERS[number - 2]), "face": FACE_TEXT[face - 1]}

    def dice(self, counts: Counts) -> str:
        """A roll as it is said: `1, two 4s, three worms`."""
        parts = (
            self.face(face) if number == 1 else self.dice_of(face, number)
            for face, number in zip(FACES, counts, strict=True)
            if number
        )
        return ", ".join(parts)

    def worms(self, number: int) -> str:
        """So many worms."""
        return self.words.ngettext("%(number)d worm", "%(number)d worms", number) % {"number": number}

    def worms_in_all(self, number: int, bratworms: int) -> str:
        """So many worms, with how many of them are bratworms, if any."""
        if not bratworms:
            return self.worms(number)
        text = self.words.ngettext(
            "%(worms)s, including %(number)d bratworm", "%(worms)s, %(number)d of them bratworms", bratworms
        )
        return text % {"worms": self.worms(number), "number": bratworms}

    def points(self, number: int) -> str:
        """So many points."""
        return self.words.ngettext("%(number)d point", "%(number)d points", number) % {"number": number}

    def tile(self, tile: int) -> str:
        """A tile with its worms."""
        message = self.words.ngettext(
            "Tile %(tile)d with %(worms)d worm", "Tile %(tile)d with %(worms)d worms", worms(tile)
        )
        return message % {"tile": tile, "worms": worms(tile)}

    def specialist(self, specialist: Specialist) -> str:
        """The name of a specialist, as a title."""
        _ = self.words.gettext
        return {
            Specialist.CANNED_WORM: _("Canned worm"),
            Specialist.HEN: _("Sitting hen"),
            Specialist.RAVEN: _("Raven"),
            Specialist.WEASEL: _("Weasel"),
            Specialist.GOLDEN_DIE: _("Golden die"),
            Specialist.APPLE: _("Apple"),
        }[specialist]

    def the_specialist(self, specialist: Specialist) -> str:
        """The name of a specialist after a colon, with its article."""
        _ = self.words.gettext
        return {
            Specialist.CANNED_WORM: _("the canned worm"),
            Specialist.HEN: _("the sitting hen"),
            Specialist.RAVEN: _("the raven"),
            Specialist.WEASEL: _("the weasel"),
            Specialist.GOLDEN_DIE: _("the golden die"),
            Specialist.APPLE: _("the apple"),
        }[specialist]

    def power(self, specialist: Specialist) -> str:
        """What a specialist does, in a sentence or two."""
        _ = self.words.gettext
        return {
            Specialist.CANNED_WORM: _("If you have kept no worm, the can counts as one and adds 5 points."),
            Specialist.HEN: _(
                "Guards your top tile and your bratworms. After a failed attempt or a theft, you lose only her."
            ),
            Specialist.RAVEN: _("Take its tile to get a bratworm. Then the raven hops on to another tile."),
            Specialist.WEASEL: _("Once per turn, you may roll the dice again that you have just rolled."),
            Specialist.GOLDEN_DIE: _("You may roll a ninth die."),
            Specialist.APPLE: _("Counts as 3 worms at the end."),
        }[specialist]

    def edition(self, rules: Rules) -> str:
        """The name of the edition with its year, and whether the table has rules of its own."""
        name = edition_title(rules.edition, self.words)
        return self.words.gettext("%(game)s, house rules") % {"game": name} if house_options(rules) else name

    # ------------------------------------------------------------------------------------------------ moves

    def move(self, before: State, move: Move) -> str | None:
        """What a player did, if it is worth a sentence of its own."""
        _ = self.words.gettext
        is_you, values = before.seat == self.you, {"name": self.names[before.seat]}
        match move:
            case Dice():
                text = _("You roll: %(dice)s.") if is_you else _("%(name)s rolls: %(dice)s.")
                return text % {**values, "dice": self.dice(move.counts)}
            case Keep(face):
                rolled = before.turn.rolled
                number = rolled.counts[face - 1] if rolled else 0
                text = _("You keep %(dice)s.") if is_you else _("%(name)s keeps %(dice)s.")
                return text % {**values, "dice": self.dice_of(face, number)}
            case Weasel():
                text = _("Your weasel rolls again.") if is_you else _("%(name)s's weasel rolls again.")
                return text % values
        return None

    def short(self, before: State, move: Move) -> str:
        """A move in a word or three, as one option among others."""
        _ = self.words.gettext
        match move:
            case Roll(golden):
                return _("Roll with the golden die") if golden else _("Roll")
            case Keep(face):
                number = before.turn.rolled.counts[face - 1] if before.turn.rolled else 0
                return _("Keep %(dice)s") % {"dice": self.dice_of(face, number)}
            case Weasel():
                return self.specialist(Specialist.WEASEL)
            case Stop():
                return _("Stop")
            case Grill(tile):
                return _("Take %(tile)d") % {"tile": tile}
            case Pass():
                return _("Take nothing")
            case Steal(seat) | Rob(seat):
                return _("Steal from %(name)s") % {"name": self.names[seat]}
            case Retain(specialist):
                return self.specialist(specialist)
            case Dice():
                return self.dice(move.counts)

    def reason(self, reason: Reason) -> str:
        """Why a bot likes a move, or does not."""
        return explain(reason, self.words, self.names)

    # ------------------------------------------------------------------------------------------------ events

    def told(self, turn: TurnStory) -> str:
        """All that came of a turn."""
        return " ".join(self.event(event, turn) for event in turn.events)

    def event(self, event: Event, turn: TurnStory) -> str:
        """What a move of this turn brought about."""
        _ = self.words.gettext
        match event:
            case Took(seat, tile):
                text = _("You take %(tile)d.") if seat == self.you else _("%(name)s takes %(tile)d.")
                return text % {"name": self.names[seat], "tile": tile}
            case Stole():
                return self._theft(event)
            case Failed():
                return self._fail(event, turn)
            case GotBratworm():
                return self._bratworm(event)
            case MissedBratworm(seat):
                text = _("No bratworm is left for you.") if seat == self.you else _("No bratworm is left for %(name)s.")
                return text % {"name": self.names[seat]}
            case GotSpecialist(seat, specialist):
                if specialist is turn.had:
                    text = _("You keep %(specialist)s.") if seat == self.you else _("%(name)s keeps %(specialist)s.")
                elif seat == self.you:
                    text = _("You now have %(specialist)s.")
                else:
                    text = _("%(name)s now has %(specialist)s.")
                return text % {"name": self.names[seat], "specialist": self.the_specialist(specialist)}
            case LeftSpecialist(specialist, None):
                return _("Out of the game: %(specialist)s.") % {"specialist": self.the_specialist(specialist)}
            case LeftSpecialist(specialist, place):
                values = {"specialist": self.the_specialist(specialist), "tile": place}
                return _("Back on the grill, on %(tile)d: %(specialist)s.") % values

    def _theft(self, event: Stole) -> str:
        _ = self.words.gettext
        values = {"name": self.names[event.seat], "victim": self.names[event.victim], "tile": event.tile}
        if event.tile is None:
            if event.seat == self.you:
                return _("You wanted %(victim)s's tile, but you get the hen.") % values
            if event.victim == self.you:
                return _("%(name)s wanted your tile, but gets your hen.") % values
            return _("%(name)s wanted %(victim)s's tile, but gets the hen.") % values
        if event.seat == self.you:
            return _("You steal %(tile)d from %(victim)s.") % values
        if event.victim == self.you:
            return _("%(name)s steals your %(tile)d.") % values
        return _("%(name)s steals %(tile)d from %(victim)s.") % values

    def _fail(self, event: Failed, turn: TurnStory) -> str:
        _ = self.words.gettext
        is_you = event.seat == self.you
        values = {"name": self.names[event.seat], "tile": event.returned, "turned": event.turned}
        if event.on_purpose:
            text = (_("You take nothing.") if is_you else _("%(name)s takes nothing.")) % values
            return f"{text} {self._back(event)}".rstrip()
        if event.returned is None and turn.has_bratworm:
            text = (
                _("Bad luck, but you keep your bratworm.")
                if is_you
                else _("Bad luck, but %(name)s keeps the bratworm.")
            )
            return text % values
        if event.returned is None:
            return (_("Bad luck! You get nothing.") if is_you else _("Bad luck! %(name)s gets nothing.")) % values
        if event.turned is None:
            text = (
                _("Bad luck: your %(tile)d goes back.") if is_you else _("Bad luck for %(name)s: %(tile)d goes back.")
            )
        elif event.turned == event.returned:
            text = (
                _("Bad luck: your %(tile)d goes back and is turned over.")
                if is_you
                else _("Bad luck for %(name)s: %(tile)d goes back and is turned over.")
            )
        else:
            text = (
                _("Bad luck: your %(tile)d goes back, %(turned)d is turned over.")
                if is_you
                else _("Bad luck for %(name)s: %(tile)d goes back, %(turned)d is turned over.")
            )
        return text % values

    def why(self, fail: Fail) -> str:
        """Why a turn has failed."""
        _ = self.words.gettext
        text = {
            Cause.NOTHING_NEW: _("Nothing new to keep."),
            Cause.NO_WORM: _("No worm among the kept dice."),
            Cause.TOO_FEW_POINTS: _("Too few points for a tile: %(points)d."),
            Cause.NO_TILE: _("No tile to be had with %(points)d points."),
        }[fail.cause]
        return text % {"points": fail.points}

    def _back(self, event: Failed) -> str:
        """What goes back and is turned over, without a word on luck."""
        _ = self.words.gettext
        if event.returned is None:
            return ""
        if event.turned is None:
            text = _("%(tile)d goes back.")
        elif event.turned == event.returned:
            text = _("%(tile)d goes back and is turned over.")
        else:
            text = _("%(tile)d goes back, %(turned)d is turned over.")
        return text % {"tile": event.returned, "turned": event.turned}

    def _bratworm(self, event: GotBratworm) -> str:
        _ = self.words.gettext
        is_you = event.seat == self.you
        if event.victim is None:
            text = _("A bratworm for you.") if is_you else _("A bratworm for %(name)s.")
            return text % {"name": self.names[event.seat]}
        values = {"name": self.names[event.seat], "victim": self.names[event.victim]}
        if is_you:
            return _("A bratworm for you, from %(victim)s.") % values
        if event.victim == self.you:
            return _("One of your bratworms goes to %(name)s.") % values
        return _("A bratworm for %(name)s, from %(victim)s.") % values

    def sentences(self, event: Event, turn: TurnStory) -> Iterator[str]:
        """What a move of this turn brought about; of a fail also why, before that."""
        if isinstance(event, Failed) and turn.fail:
            yield self.why(turn.fail)
        yield self.event(event, turn)

    def lines(self, ply: PlyStory) -> Iterator[str]:
        """All that there is to say of one ply."""
        sentence = self.move(ply.before, ply.move)
        if sentence:
            yield sentence
        for event in ply.events:
            yield from self.sentences(event, ply.turn)
