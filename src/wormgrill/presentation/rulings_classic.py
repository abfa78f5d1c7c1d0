"""Questions about the game without extras: a turn, taking a tile, failing, and the end."""

from __future__ import annotations

from wormgrill.game.rules import ShortGame, Specialist
from wormgrill.players.levels import message
from wormgrill.presentation.question import (
    Answer,
    Chapter,
    Question,
    Ruling,
    Topic,
    both,
    no,
    with_any_lower_tile,
    with_bratworms,
    with_declined_steals,
    with_low_tiles,
    with_owned_specialists,
    with_passing,
    with_short_game,
    with_specialist,
    with_specialists,
)

TURN = (
    Question(
        "my-turn",
        Topic.TURN,
        message("What do I do in my turn?"),
        (
            Answer(message("Roll the dice, and keep all dice of one face.")),
            Answer(message("Then roll the rest, or stop. With a worm and enough points, you get a tile.")),
        ),
    ),
    Question(
        "how-many-players",
        Topic.TURN,
        message("How many players can there be?"),
        (Answer(message("Two to seven, in every edition.")),),
    ),
    Question(
        "who-begins",
        Topic.TURN,
        message("Who begins, and who is next?"),
        (Answer(message("The first seat begins. Then it goes clockwise, also after a failed attempt.")),),
        (
            Ruling(
                Chapter.EVERY_EDITION,
                "Who sits where",
                "2005, preparation; 2014, how to play: the youngest begins",
                "The one who begins is seat 0, the next one clockwise seat 1, and so on.",
                ("classic_2005/test_setup.py::test_the_youngest_who_is_seat_0_starts_by_rolling",),
            ),
            Ruling(
                Chapter.EVERY_EDITION,
                "Who is next after a fail",
                "2014: German, English and French name the next player beside the success only",
                "The next player clockwise, as after a success.",
                ("classic_2014/test_languages.py::test_the_turn_passes_after_a_success_and_after_a_fail",),
            ),
        ),
    ),
    Question(
        "kept-face",
        Topic.TURN,
        message("Why can I not keep a face again?"),
        (
            Answer(message("Each face can be kept only once per turn.")),
            Answer(message("Keep a face that is new, and roll the others again if you like.")),
        ),
    ),
    Question(
        "all-of-a-face",
        Topic.TURN,
        message("May I keep only some of the dice that show a face?"),
        (Answer(message("No. You choose a face, and you keep all dice that show it.")),),
    ),
    Question(
        "when-to-stop",
        Topic.TURN,
        message("When may I stop?"),
        (
            Answer(message("Whenever you have just kept dice.")),
            Answer(message("Not before your first roll, and not between a roll and keeping.")),
            Answer(
                message("If a roll has nothing new and the weasel could roll again, you may also give up."),
                with_specialist(Specialist.WEASEL),
            ),
        ),
        (
            Ruling(
                Chapter.EVERY_EDITION,
                "When a turn may be ended",
                "2014, A: at any time; 2005, getting a tile: earlier, if wished",
                "After any keep, not before the first roll and not between a roll and its keep.",
                (
                    (
                        "classic_2014/test_ending_the_turn.py::"
                        "test_any_time_means_after_a_keep_and_not_between_roll_and_keep"
                    ),
                ),
            ),
            Ruling(
                Chapter.DELUXE,
                "When a turn can be finished",
                "English and French: at any time; Italian: right after laying dice aside",
                "After any keep, not before the first roll and not between roll and keep.",
                (
                    "deluxe_2018/test_stopping.py::test_finishing_needs_dice_laid_aside",
                    "deluxe_2018/test_stopping.py::test_a_player_may_finish_after_any_keep",
                ),
            ),
        ),
    ),
    Question(
        "stop-for-nothing",
        Topic.TURN,
        message("May I stop although I get nothing?"),
        (Answer(message("Yes, but it is a failed attempt.")),),
        (
            Ruling(
                Chapter.EVERY_EDITION,
                "Ending a turn that wins nothing",
                "2005, getting a tile: calls it senseless, does not forbid it",
                "Allowed; it is a fail.",
                ("classic_2005/test_getting_a_tile.py::test_ending_early_is_allowed_even_where_it_makes_no_sense",),
            ),
        ),
    ),
    Question(
        "six-faces",
        Topic.TURN,
        message("What if I have kept all six faces and dice are left?"),
        (Answer(message("Your turn ends by itself, because another roll could only fail.")),),
        (
            Ruling(
                Chapter.EVERY_EDITION,
                "All six faces kept, dice left",
                "2005, getting a tile: the turn is over; 2014 names only the case without dice, in its example",
                "The turn ends by itself in every edition; a further roll could only fail.",
                ("classic_2014/test_ending_the_turn.py::test_with_all_six_faces_aside_the_turn_ends_by_itself",),
            ),
        ),
    ),
)

TAKING = (
    Question(
        "worm-needed",
        Topic.TAKING,
        message("Do I need a worm?"),
        (
            Answer(message("Yes. Without a worm among the dice you have kept, you get no tile, however many points.")),
            Answer(message("The canned worm counts as one."), with_specialist(Specialist.CANNED_WORM)),
        ),
    ),
    Question(
        "enough-points",
        Topic.TAKING,
        message("How many points do I need?"),
        (
            Answer(message("At least as many as the lowest face-up tile on the grill."), no(with_low_tiles)),
            Answer(
                message("At least as many as the lowest face-up tile from 21 up; for 11 and 13 exactly 11 or 13."),
                with_low_tiles,
            ),
            Answer(message("Or exactly as many as the top tile of another player.")),
        ),
    ),
    Question(
        "worms-on-tiles",
        Topic.TAKING,
        message("Which tile has how many worms?"),
        (
            Answer(message("21 to 24 have one worm, 25 to 28 two, 29 to 32 three, and 33 to 36 four.")),
            Answer(message("11 and 13 have one each."), with_low_tiles),
        ),
        (
            Ruling(
                Chapter.EVERY_EDITION,
                "Worms on each tile",
                "2005, figure 2: one to four, not which tile has how many; 2014 does not say",
                "21-24 one, 25-28 two, 29-32 three, 33-36 four.",
                ("classic_2005/test_setup.py::test_every_tile_shows_one_to_four_worms",),
            ),
            Ruling(
                Chapter.DELUXE,
                "Worms on tiles 11 and 13",
                "The texts do not say how many, the scans do not show the tiles",
                "One each, as two published reviews of the tiles say.",
                ("deluxe_2018/test_setup.py::test_worms_on_the_tiles",),
            ),
        ),
    ),
    Question(
        "exact-tile",
        Topic.TAKING,
        message("What if my tile is on the grill, but I want a lower one?"),
        (
            Answer(message("You get the one with exactly your points. There is no choice."), no(with_any_lower_tile)),
            Answer(message("Here you may take any lower one from 21 up instead."), with_any_lower_tile),
        ),
        (
            Ruling(
                Chapter.EVERY_EDITION,
                "The exact tile lies on the grill, and a lower one would be welcome",
                "2005, getting a tile: a tile not above the sum may be taken",
                "The exact tile is taken; there is no choice, unless the table plays with `lower_tile=any`.",
                ("classic_2005/test_getting_a_tile.py::test_the_exact_tile_on_the_grill_leaves_no_choice",),
            ),
        ),
    ),
    Question(
        "lower-tile",
        Topic.TAKING,
        message("What if my tile is not on the grill?"),
        (
            Answer(message("You get the next lower face-up tile."), no(with_any_lower_tile)),
            Answer(message("Here you may take any lower face-up tile that you like."), with_any_lower_tile),
            Answer(message("But 11 and 13 are only for exactly 11 or 13 points."), with_low_tiles),
        ),
        (
            Ruling(
                Chapter.EVERY_EDITION,
                "Which lower tile",
                "2005, getting a tile: some lower tile, figure 4c: the next; 2014, special case: the next, "
                "example outside German: a lower one",
                "Always the next lower face-up tile.",
                ("classic_2014/test_languages.py::test_a_lower_tile_means_the_nearest_lower_one_and_not_any",),
            ),
            Ruling(
                Chapter.EVERY_EDITION,
                "Choosing among all lower tiles",
                "2005, getting a tile: its words allow any lower tile, and clubs play it",
                "The option `lower_tile=any`, for every edition: any face-up tile of 21 and up that is not above "
                "the points, even beside an exact one; 11 and 13 still exactly, a steal still forced unless "
                "`decline_steal`.",
                (
                    "readings/test_lower_tile.py::test_a_player_without_an_exact_tile_chooses_among_all_lower_ones",
                    "readings/test_lower_tile.py::test_the_lower_ones_may_be_chosen_beside_an_exact_tile_on_the_grill",
                    "readings/test_lower_tile.py::test_a_possible_steal_is_still_forced",
                    "readings/test_lower_tile.py::test_11_and_13_are_still_taken_exactly_only",
                ),
            ),
        ),
    ),
    Question(
        "too-many-points",
        Topic.TAKING,
        message("What if I have more points than the highest tile?"),
        (
            Answer(message("You get the highest face-up tile on the grill."), no(with_any_lower_tile)),
            Answer(message("Any face-up tile of 21 and more on the grill is yours to take."), with_any_lower_tile),
        ),
        (
            Ruling(
                Chapter.EVERY_EDITION,
                "More than 36 points",
                "No rulebook mentions it",
                "The highest face-up tile, like any sum whose tile cannot be seen.",
                ("classic_2005/test_getting_a_tile.py::test_more_points_than_any_tile_take_the_highest_face_up",),
            ),
        ),
    ),
    Question(
        "have-to-take",
        Topic.TAKING,
        message("Do I have to take a tile?"),
        (
            Answer(message("Yes. If you stop and there is something to take, you take it."), no(with_passing)),
            Answer(
                message("No. Here you may take nothing, even instead of a steal. That counts as a failed attempt."),
                with_passing,
            ),
        ),
        (
            Ruling(
                Chapter.EVERY_EDITION,
                "Whether a tile has to be taken",
                "Every rulebook: who has enough points can, or may, take it",
                "It is taken. With the option `may_pass` the player may take nothing and fail on purpose, also "
                "instead of a forced steal; it is asked only where there is something to claim.",
                (
                    "readings/test_passing.py::test_who_has_a_tile_to_claim_is_asked",
                    "readings/test_passing.py::test_passing_is_a_fail_in_every_respect",
                    "readings/test_passing.py::test_a_forced_steal_can_be_passed",
                    "readings/test_passing.py::test_where_nothing_can_be_claimed_nothing_is_asked",
                ),
            ),
        ),
    ),
    Question(
        "have-to-steal",
        Topic.TAKING,
        message("Do I have to steal?"),
        (
            Answer(
                message("Yes. If exactly your points lie on top of another player's stack, you steal that tile."),
                no(with_declined_steals),
            ),
            Answer(message("You get no lower tile instead."), no(with_declined_steals)),
            Answer(message("No. Here you may take a lower tile from the grill instead."), with_declined_steals),
            Answer(message("If there is none, you steal."), both(with_declined_steals, no(with_passing))),
            Answer(message("But you may take nothing, which is a failed attempt."), with_passing),
        ),
        (
            Ruling(
                Chapter.EVERY_EDITION,
                "Whether a steal may be declined (2005)",
                "2005, getting a tile and figure 4e: who does not notice it takes the lower tile",
                "`decline_steal` is on: the player chooses between the steal and the next lower tile.",
                ("classic_2005/test_getting_a_tile.py::test_figure_4e_heather_may_take_the_26_or_overlook_it",),
            ),
            Ruling(
                Chapter.EVERY_EDITION,
                "Whether a steal may be declined (2014)",
                "2014, stealing: may in German, English and French, does in Italian; the lower tile only if the "
                "exact one cannot be seen",
                "`decline_steal` is off: the steal is made. The option can be set.",
                ("classic_2014/test_languages.py::test_a_steal_is_not_optional",),
            ),
            Ruling(
                Chapter.DELUXE,
                "Whether a steal can be declined",
                "The text permits stealing, but gives the lower tile only to who finds no exact one",
                "The steal is made by itself; the option `decline_steal` opens the choice.",
                (
                    "deluxe_2018/test_stealing.py::test_a_possible_steal_is_made_without_asking",
                    "deluxe_2018/test_stealing.py::test_the_option_decline_steal_lets_the_thief_take_the_lower_tile",
                ),
            ),
            Ruling(
                Chapter.EVERY_EDITION,
                "Overlooking a steal with no lower tile on the grill",
                "2005, figure 4e",
                "Not possible: the steal is the only claim and is made by itself, it cannot be turned into a fail.",
                (
                    (
                        "classic_2005/test_getting_a_tile.py::"
                        "test_a_steal_cannot_be_overlooked_where_nothing_lower_is_left"
                    ),
                ),
            ),
        ),
    ),
    Question(
        "own-top",
        Topic.TAKING,
        message("What if I roll exactly what lies on my own stack?"),
        (
            Answer(message("Your own tile does not count.")),
            Answer(message("You get the next lower tile from the grill."), no(with_any_lower_tile)),
            Answer(message("You may take any lower tile from 21 up from the grill."), with_any_lower_tile),
            Answer(message("If there is none, your attempt fails.")),
            Answer(message("With 11 or 13 points, it always fails."), with_low_tiles),
        ),
        (
            Ruling(
                Chapter.EVERY_EDITION,
                "The sum is on top of the player's own stack",
                "2005, figure 4c: the next lower; 2014 does not mention it, and its German text has a tile before "
                "a player, not another player",
                "The own top is not available: the next lower tile, or a fail.",
                ("classic_2014/test_languages.py::test_a_tile_before_a_player_means_before_another_player",),
            ),
            Ruling(
                Chapter.DELUXE,
                "Points equal to the own top",
                "Stealing speaks of other players only",
                "The own top is not available: the next lower tile is taken, and with 11 or 13 the turn fails.",
                (
                    "deluxe_2018/test_stealing.py::test_the_own_top_is_not_stolen",
                    "deluxe_2018/test_special_case.py::test_the_own_11_or_13_is_not_available_again",
                ),
            ),
        ),
    ),
    Question(
        "eleven-and-thirteen",
        Topic.TAKING,
        message("What is special about 11 and 13?"),
        (
            Answer(message("You can take them only with exactly 11 or 13 points, and nobody can steal them.")),
            Answer(message("Like any other tile, they can be turned over.")),
            Answer(message("Specialists can stand on them."), with_specialists),
        ),
        (
            Ruling(
                Chapter.DELUXE,
                "11 and 13 as the highest tile at a fail",
                "Not mentioned",
                "They are turned down like any other.",
                ("deluxe_2018/test_failing.py::test_13_may_be_the_highest_and_is_turned_down",),
            ),
            Ruling(
                Chapter.EXTRAWURM,
                "11 and 13",
                "Reviews: exactly, and not stolen",
                "As in Deluxe.",
                ("extrawurm_2015/test_box.py::test_11_and_13_are_taken_exactly_only_and_never_stolen",),
            ),
        ),
        with_low_tiles,
    ),
)

FAILING = (
    Question(
        "lost-by-failing",
        Topic.FAILING,
        message("What do I lose if I fail?"),
        (
            Answer(message("Your top tile. It goes back to the grill.")),
            Answer(message("Your specialist goes back as well."), with_owned_specialists),
            Answer(message("But if you have the hen, only she goes."), with_specialist(Specialist.HEN)),
            Answer(message("You keep your bratworms."), with_bratworms),
        ),
    ),
    Question(
        "turned-tile",
        Topic.FAILING,
        message("Which tile is turned over after a failed attempt?"),
        (
            Answer(
                message("The highest face-up tile on the grill. If that is the one that has just gone back, none."),
                with_short_game(ShortGame.OFF),
            ),
            Answer(
                message("The highest face-up tile on the grill, even if it is the one that has just gone back."),
                with_short_game(ShortGame.ON),
            ),
            Answer(
                message("Here the one that has gone back, whatever its number, and no other."),
                with_short_game(ShortGame.RETURNED),
            ),
        ),
        (
            Ruling(
                Chapter.EVERY_EDITION,
                "What the highest tile on the grill is",
                "2014, B: the highest available in English, the highest lying there in the others; 2005, giving "
                "back: available, then on the grill",
                "The highest face-up tile, the returned one included; face-down tiles do not count.",
                ("classic_2014/test_languages.py::test_the_returned_tile_is_compared_with_the_face_up_tiles",),
            ),
            Ruling(
                Chapter.EVERY_EDITION,
                "The variant: which tile is turned",
                "2005, variant: the returned tile is turned down even if it is the highest",
                "`short_game` (`=true`) drops only the exception: the highest face-up tile is turned, also if it "
                "is the returned one; a lower returned tile stays face-up.",
                (
                    (
                        "classic_2005/test_variant.py::"
                        "test_a_returned_tile_that_is_not_the_highest_stays_face_up_and_can_be_taken"
                    ),
                ),
            ),
            Ruling(
                Chapter.EVERY_EDITION,
                "The variant: which figure belongs to it",
                "2005: in the scan the captions of Tom's 34 and Heather's 30 stand beside the variant; Heather's "
                "is figure 7b, Tom's fits 7a",
                "Tom's 34 is turned down in every reading: with a lower tile returned, and, in the variant, if it "
                "is the returned one.",
                ("classic_2005/test_variant.py::test_toms_34_is_turned_down_when_it_is_what_he_returns",),
            ),
            Ruling(
                Chapter.EVERY_EDITION,
                "The variant to the letter",
                "2005, variant: read word by word, the returned tile itself is turned down",
                "The option `short_game=returned`: the returned tile is turned down whatever its number, and no "
                "other. High tiles stay face-up then, so that games are not short but many times as long: between "
                "two roosters about 9 times as many plies as with `=true` in classic-2014, and about 15 times in "
                "deluxe-2018 (`wormgrill simulate --option short_game=returned --players-are rooster,rooster "
                "--games 60`).",
                (
                    (
                        "readings/test_short_game_returned.py::"
                        "test_the_returned_tile_is_turned_down_whatever_its_number_and_no_other"
                    ),
                    "readings/test_short_game_returned.py::test_the_specialist_of_the_highest_tile_stays_where_it_is",
                ),
            ),
            Ruling(
                Chapter.DELUXE,
                "Example B on the damaged scans",
                "The figure is only partly legible: a 28 on Bridget's side, 29 30 31 33 34 and one more on the grill",
                "Played with 28 on her stack and 35 as the highest tile.",
                ("deluxe_2018/test_failing.py::test_example_b_bridget_fails",),
            ),
        ),
    ),
    Question(
        "short-game-for-whom",
        Topic.FAILING,
        message("Who can play the short game?"),
        (
            Answer(message("Every table that wants to: in any edition, and with any number of players.")),
            Answer(message("It is a house rule about the tile that is turned over after a failed attempt.")),
        ),
        (
            Ruling(
                Chapter.EVERY_EDITION,
                "The variant: for whom",
                "2005, variant: five to seven players of that edition",
                "`short_game` is an option for every edition and any number of players.",
                ("classic_2005/test_variant.py::test_the_variant_can_be_played_with_any_edition",),
            ),
        ),
    ),
    Question(
        "no-tile-to-lose",
        Topic.FAILING,
        message("What if I fail and have no tile?"),
        (Answer(message("Then no tile goes back, and none is turned over.")),),
        (
            Ruling(
                Chapter.EVERY_EDITION,
                "A fail without a tile to give back",
                "2005 says only that a tile is given back if there is one; 2014, B: none is turned",
                "Nothing is turned in any edition.",
                ("classic_2005/test_returning_a_tile.py::test_without_a_tile_to_give_back_none_is_turned",),
            ),
        ),
    ),
    Question(
        "failing-at-the-end",
        Topic.FAILING,
        message("Can a failed attempt end the game?"),
        (
            Answer(message("No. A tile comes back, and at most one is turned over.")),
            Answer(message("The game ends only when somebody takes the last face-up tile.")),
        ),
        (
            Ruling(
                Chapter.EVERY_EDITION,
                "Whether a fail can end the game",
                "2005 and 2014, end: when no tile is face-up on the grill",
                "Never: a tile comes back and at most one is turned, with the variant too.",
                ("classic_2005/test_variant.py::test_a_fail_does_not_end_the_game_in_the_variant_either",),
            ),
            Ruling(
                Chapter.DELUXE,
                "What ends the game",
                "English and Italian: no tile face-up any more; French: the last visible tile is taken",
                "The same: a fail never empties the grill.",
                (
                    "deluxe_2018/test_failing.py::test_a_fail_never_empties_the_grill",
                    "deluxe_2018/test_end.py::test_a_fail_does_not_end_the_game",
                ),
            ),
        ),
    ),
)

END = (
    Question(
        "what-counts",
        Topic.END,
        message("What counts at the end?"),
        (
            Answer(message("All worms on your tiles. How many tiles you have does not matter.")),
            Answer(message("Each bratworm counts one."), with_bratworms),
            Answer(message("The apple counts three."), with_specialist(Specialist.APPLE)),
        ),
    ),
    Question(
        "tie",
        Topic.END,
        message("What if players have the same number of worms?"),
        (
            Answer(message("The highest single tile decides, wherever it lies in the stack.")),
            Answer(message("If tied players have no tile at all, they share the win.")),
        ),
        (
            Ruling(
                Chapter.EVERY_EDITION,
                "The highest tile on a tie",
                "2005 and 2014, end: the highest single tile, not said whether it must be visible",
                "The highest tile anywhere in the stack.",
                ("classic_2005/test_end.py::test_on_a_tie_a_covered_tile_counts_as_well_as_the_top",),
            ),
            Ruling(
                Chapter.EVERY_EDITION,
                "A tie between players without tiles",
                "2005 and 2014, end: not mentioned",
                "They share the win.",
                ("classic_2005/test_end.py::test_without_any_tiles_the_win_would_be_shared",),
            ),
        ),
    ),
    Question(
        "last-turn",
        Topic.END,
        message("Whose turn is shown when the game is over?"),
        (Answer(message("That of the player who had the last turn.")),),
        (
            Ruling(
                Chapter.DELUXE,
                "The seat shown when the game is over",
                "Not a question at a table of people",
                "The seat that had the last turn.",
                ("deluxe_2018/test_end.py::test_the_seat_at_the_end_is_the_one_that_had_the_last_turn",),
            ),
        ),
    ),
)
