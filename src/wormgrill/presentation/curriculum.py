"""The lessons themselves: a first game, the deluxe box, and how to decide well."""

from __future__ import annotations

from wormgrill.players.levels import message
from wormgrill.presentation.lessons import Lesson, Scene, Step, Way

HILDA = ("Hilda",)
"""The hen who plays against every learner."""

_TAKES_25 = ("roll", "dice 12355WWW", "keep W", "roll", "dice 12355", "keep 5", "stop")
_TAKES_24 = ("roll", "dice 1223WWWW", "keep W", "roll", "dice 1223", "keep 2", "stop")
_TAKES_28 = ("roll", "dice 1244WWWW", "keep W", "roll", "dice 1244", "keep 4", "stop")
_FAILS = ("roll", "dice 12355WWW", "keep W", "roll", "dice 12355", "keep 5", "roll", "dice 5WW")

_TOO_EARLY = message("Stopping now would be a failed attempt. Roll first!")
_WORMS_FIRST = message("No worm, no tile. Let us take the worms first.")
_KEEP_WORMS = Step(
    message("Keep the worms."),
    (Way("keep W"),),
    dict.fromkeys(("keep 1", "keep 2", "keep 5"), _WORMS_FIRST),
)
_ROLL_ON = Step(message("Roll on."), (Way("roll", ("dice 12355",)),), {"stop": _TOO_EARLY})
"""Steps on the way to a turn that is in danger, in several scenes."""

FIRST_GAME = Scene(
    "classic-2014",
    HILDA,
    (),
    (
        Step(
            message("Roll all eight dice. You want tiles from the grill, because they have worms on them."),
            (Way("roll", ("dice 13344WWW",)),),
        ),
        Step(
            message("Now keep all dice of one face. Take the three worms: each counts 5, and you need at least one."),
            (Way("keep W"),),
            {"keep 1": _WORMS_FIRST, "keep 3": _WORMS_FIRST, "keep 4": _WORMS_FIRST},
        ),
        Step(
            message("15 points. The lowest tile costs 21, so roll the five dice that are left."),
            (Way("roll", ("dice 12445",)),),
            {"stop": _TOO_EARLY},
        ),
        Step(
            message("Each face can be kept only once in a turn. The two 4s bring you to 23: keep them."),
            (Way("keep 4"),),
            {
                "keep 1": message("That makes only 16. The 4s bring more."),
                "keep 2": message("That makes only 17. The 4s bring more."),
                "keep 5": message("That makes 20: one point short of the lowest tile!"),
            },
        ),
        Step(
            message("23 points and a worm: stop, and the 23 is yours."),
            (Way("stop", _TAKES_25),),
            {"roll": message("Brave! But three dice can fail, and this tile is sure. Stop this time.")},
        ),
        Step(
            message("The 23 lies before you. Hilda has taken the 25, as you can see on her stack. Roll again."),
            (Way("roll", ("dice 1122WWWW",)),),
        ),
        Step(
            message("Four worms are 20 points. Keep them!"),
            (Way("keep W"),),
            {"keep 1": _WORMS_FIRST, "keep 2": _WORMS_FIRST},
        ),
        Step(
            message("20 points: nearly there. Roll the other four."),
            (Way("roll", ("dice 1123",)),),
            {"stop": _TOO_EARLY},
        ),
        Step(
            message("Keep the 3, and you have 23 once more. But the 23 is no longer on the grill. What will happen?"),
            (Way("keep 3"),),
        ),
        Step(
            message("If your number is not on the grill, you get the next lower tile: here the 22. Stop!"),
            (Way("stop", _TAKES_28),),
        ),
        Step(
            message("Now Hilda has the 28 on top. Roll exactly 28, and you steal it from her."),
            (Way("roll", ("dice 12355WWW",)),),
        ),
        Step(
            message("Three worms again: keep them."),
            (Way("keep W"),),
            dict.fromkeys(("keep 1", "keep 2", "keep 3", "keep 5"), _WORMS_FIRST),
        ),
        Step(message("Roll on."), (Way("roll", ("dice 12455",)),), {"stop": _TOO_EARLY}),
        Step(
            message("The 5s bring you to 25. Keep them."),
            (Way("keep 5"),),
        ),
        Step(
            message("You could stop and take the 24. But three points more make 28. Roll, you feel lucky!"),
            (Way("roll", ("dice 123",)),),
            {"stop": message("The 24 would be fine. But today you steal!")},
        ),
        Step(
            message("There is the 3! Keep it."),
            (Way("keep 3"),),
        ),
        Step(
            message("28 points, the very number on top of Hilda's stack. Stop and steal it!"),
            (Way("stop", _FAILS),),
        ),
        Step(
            message(
                "Hilda rolled only faces that she had already: a failed attempt. Her top tile went back, and the "
                "highest tile was turned over for good. Your turn!"
            ),
            (Way("roll", ("dice 12255WWW",)),),
        ),
        _KEEP_WORMS,
        Step(message("And roll."), (Way("roll", ("dice 12355",)),), {"stop": _TOO_EARLY}),
        Step(
            message("Keep the 5s: 25 points."),
            (Way("keep 5"),),
        ),
        Step(
            message("The 25 would be yours. But see once what too much courage costs: roll the last three dice."),
            (Way("roll", ("dice 5WW",)),),
            {"stop": message("Wise! In a real game you would stop. Here you may fail for free: roll.")},
        ),
    ),
    message(
        "Only faces that you had already: your turn failed. The 28 went back to the grill, and the highest tile was "
        "turned over. So stop in time!"
    ),
)

THE_END = Scene(
    "classic-2014 tiles=22,24,30",
    HILDA,
    ("roll", "dice 11WWWWWW", "keep W", "stop", *_TAKES_24),
    (
        Step(
            message("One tile is left. When the grill is empty the game is over, and the most worms win. Roll."),
            (Way("roll", ("dice 1123WWWW",)),),
        ),
        Step(
            message("You know what to do."),
            (Way("keep W"),),
            dict.fromkeys(("keep 1", "keep 2", "keep 3"), _WORMS_FIRST),
        ),
        Step(message("Roll on: 22 points are enough."), (Way("roll", ("dice 1123",)),), {"stop": _TOO_EARLY}),
        Step(
            message("Keep what you like: now any face is enough for the 22."),
            (Way("keep 1"), Way("keep 2"), Way("keep 3")),
        ),
        Step(
            message("Stop, and take the last tile."),
            (Way("stop"),),
            {"roll": message("You have enough. Stop, and the game is yours!")},
        ),
    ),
    message(
        "You have the most worms: you win! If worms are equal, the highest tile decides. That is the whole game. "
        "Enjoy it!"
    ),
)

TWO_ONES = Scene(
    "deluxe-2018",
    HILDA,
    (),
    (
        Step(
            message("Deluxe has two more tiles, and figures that stand on some of them. Roll!"),
            (Way("roll", ("dice 11345WWW",)),),
        ),
        Step(
            message("Two 1s are worth little, but two or more of them kept at once earn a bratworm. Keep the 1s."),
            (Way("keep 1"),),
        ),
    ),
    message(
        "A bratworm is yours at once, even if this turn fails, and counts one worm. There are seven. When they are "
        "gone, you take one from another player."
    ),
)

RAVEN = Scene(
    "deluxe-2018",
    HILDA,
    ("roll", "dice 13344WWW", "keep W", "roll", "dice 12445", "keep 4"),
    (
        Step(
            message("You have 23 points, and the raven sits on the 23. Stop and take it."),
            (Way("stop"),),
        ),
    ),
    message("The raven brings you a bratworm and flies to the lowest tile without a figure. Nobody can own it."),
)

CANNED_WORM = Scene(
    "deluxe-2018",
    HILDA,
    ("roll", "dice 123445WW", "keep W", "roll", "dice 123445", "keep 1"),
    (
        Step(
            message("The tiles 11 and 13 are special: they take exactly 11 or 13 points. You have 11: stop."),
            (Way("stop", _TAKES_24),),
        ),
        Step(
            message("The canned worm came with it. Whoever takes a tile from the grill gets the figure on it. Roll."),
            (Way("roll", ("dice 12335555",)),),
        ),
        Step(
            message("No worm at all? Your can counts as one, and the board adds its 5 points already. Keep the 5s."),
            (Way("keep 5"),),
        ),
        Step(message("Roll the rest."), (Way("roll", ("dice 1123",)),)),
        Step(message("Keep the 3."), (Way("keep 3"),)),
        Step(
            message("Still no worm, but with your can you have 28 points. Stop!"),
            (Way("stop"),),
        ),
    ),
    message("Without a worm among your dice, the can stands for one and adds 5 points."),
)

HEN = Scene(
    "deluxe-2018",
    HILDA,
    ("roll", "dice 12455WWW", "keep W", "roll", "dice 12334", "keep 3"),
    (
        Step(
            message("21 points: the sitting hen is on the 21. Stop and take both."),
            (Way("stop", _TAKES_24),),
        ),
        Step(message("Now fail once, to see what she does. Roll."), (Way("roll", ("dice 12255WWW",)),)),
        _KEEP_WORMS,
        _ROLL_ON,
        Step(
            message("Keep the 5s."),
            (Way("keep 5"),),
        ),
        Step(
            message("And once more, with too much courage: roll."),
            (Way("roll", ("dice 5WW",)),),
            {"stop": message("Wise! But here you may fail for free: roll.")},
        ),
    ),
    message(
        "You failed, but your 21 is still there: the hen went back to the grill instead. And whoever wants to steal "
        "from you gets only the hen."
    ),
)

GOLDEN_DIE = Scene(
    "deluxe-2018",
    HILDA,
    ("roll", "dice 12345WWW", "keep W", "roll", "dice 12444", "keep 4"),
    (
        Step(
            message("27 points: the golden die lies on the 27. Stop and take both."),
            (Way("stop", _TAKES_24),),
        ),
        Step(
            message("At the start of your turn you choose: eight dice, or nine with the golden one. Take it along!"),
            (Way("roll golden", ("dice 12344WWW+W",)),),
            {"roll": message("Eight dice would do, too. But today you roll nine.")},
        ),
        Step(
            message("It counts like any other die: four worms are 20 points. Keep them."),
            (Way("keep W"),),
            dict.fromkeys(("keep 1", "keep 2", "keep 3", "keep 4"), _WORMS_FIRST),
        ),
    ),
    message("With nine dice high tiles are in reach, and one die more stays for the next roll."),
)

WEASEL_AND_APPLE = Scene(
    "deluxe-2018",
    HILDA,
    ("roll", "dice 12355WWW", "keep W", "roll", "dice 12355", "keep 5"),
    (
        Step(
            message("25 points: the weasel is on the 25. Stop and take both."),
            (Way("stop", _TAKES_24),),
        ),
        Step(message("Roll."), (Way("roll", ("dice 12255WWW",)),)),
        _KEEP_WORMS,
        _ROLL_ON,
        Step(
            message("Keep the 5s: 25 points."),
            (Way("keep 5"),),
        ),
        Step(
            message("With the weasel you may dare more. Roll the last three."),
            (Way("roll", ("dice 5WW",)),),
        ),
        Step(
            message("Nothing new to keep! But once in a turn the weasel rolls the same dice again."),
            (Way("weasel", ("dice 124",)),),
            {"stop": message("Not yet: the weasel can still save you.")},
        ),
        Step(
            message("Saved! Keep the 4: that makes 29, and on the 29 is the apple."),
            (Way("keep 4"),),
        ),
        Step(message("Stop and take it."), (Way("stop"),)),
        Step(
            message("Only one figure can stay with you. The apple is three worms at the end: which one do you keep?"),
            (Way("retain apple"), Way("retain weasel")),
        ),
    ),
    message("The other one went back to the lowest tile without a figure. Now you know all six. Have fun with them!"),
)

MANY_DICE = Scene(
    "classic-2014",
    HILDA,
    ("roll", "dice 1124445W"),
    (
        Step(
            message(
                "The numbers tell how many worms a choice brings on average, and how often it fails. What do you keep?"
            ),
            (Way("keep 4"),),
            {
                "keep W": message(
                    "You will need a worm, but five dice will likely find one. See what the three 4s bring."
                ),
                "keep 5": message("Only 5 points for a whole face. See what the three 4s bring."),
            },
        ),
    ),
    message("Many points for one face: that leaves five faces and five dice for what you still need."),
    has_numbers=True,
)

ROLL_ON = Scene(
    "classic-2014",
    HILDA,
    ("roll", "dice 12455WWW", "keep W", "roll", "dice 12334", "keep 3"),
    (
        Step(
            message(
                "21 points are one worm for sure. But only two faces are gone, and three dice are left. Stop or roll?"
            ),
            (Way("roll", ("dice 145",)),),
            {
                "stop": message(
                    "That is one worm. Rolling on brings nearly two on average, and fails only one time in twelve."
                )
            },
        ),
    ),
    message("With four faces open, three dice hardly ever fail. Early in a turn: be brave."),
    has_numbers=True,
)

STOP_NOW = Scene(
    "classic-2014",
    HILDA,
    (
        *("roll", "dice 112344WW", "keep W", "roll", "dice 123355", "keep 5"),
        *("roll", "dice 1124", "keep 4", "roll", "dice 113", "keep 3"),
    ),
    (
        Step(
            message("27 points, and four faces are gone. Two dice are left: stop or roll?"),
            (Way("stop"),),
            {
                "roll": message(
                    "Nearly every second time both dice show a face that you have. Look at the numbers again."
                )
            },
        ),
    ),
    message("Two dice and only two open faces: what you have is worth more than what may come. Late in a turn: stop."),
    has_numbers=True,
)

STEAL = Scene(
    "classic-2014",
    HILDA,
    (
        *("roll", "dice 13344WWW", "keep W", "roll", "dice 12445", "keep 4", "stop"),
        *_TAKES_25,
        *("roll", "dice 12344WWW", "keep W", "roll", "dice 12455"),
    ),
    (
        Step(
            message("Hilda has the 25 on top, and you have 15 points. Which dice do you keep?"),
            (Way("keep 5"),),
            {"keep 4": message("Not bad, but somebody's stack could give you more at once.")},
        ),
        Step(
            message("25 points: the steal counts twice, because you win two worms and Hilda loses them. Stop or roll?"),
            (Way("stop"),),
            {"roll": message("What you have in your hand is worth four worms. Hardly anything is better.")},
        ),
    ),
    message("Watch the tops of the other stacks: a steal is worth the most. Now you know more than most players!"),
    has_numbers=True,
)

LESSONS = {
    lesson.name: lesson
    for lesson in (
        Lesson(
            "first",
            message("Your first game"),
            message("Roll, keep, stop, steal, and what happens if it goes wrong."),
            (FIRST_GAME, THE_END),
        ),
        Lesson(
            "deluxe",
            message("The deluxe box"),
            message("Two 1s, bratworms, and what each figure does."),
            (TWO_ONES, RAVEN, CANNED_WORM, HEN, GOLDEN_DIE, WEASEL_AND_APPLE),
        ),
        Lesson(
            "deciding",
            message("Roll on or stop?"),
            message("How to decide well, in numbers."),
            (MANY_DICE, ROLL_ON, STOP_NOW, STEAL),
        ),
    )
}
"""By name, in the order in which they are taken."""
