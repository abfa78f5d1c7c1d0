"""Questions about the extras: bratworms, specialists, and the expansion that brought them."""

from __future__ import annotations

from wormgrill.game.dice import GOLDEN_DIE_FACES
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
    with_bratworms,
    with_declined_steals,
    with_golden_die,
    with_late_golden_die,
    with_low_tiles,
    with_name,
    with_owned_specialists,
    with_short_game,
    with_specialist,
    with_specialists,
    with_two_owned_specialists,
)

BRATWORMS = (
    Question(
        "bratworm-at-once",
        Topic.BRATWORMS,
        message("When do I get the bratworm for two 1s?"),
        (
            Answer(message("At once, before you roll on, take a tile or fail.")),
            Answer(message("It stays yours even if your attempt fails.")),
        ),
        (
            Ruling(
                Chapter.DELUXE,
                "When the bratworm of a double 1 is taken",
                "At once, but the supply may be empty in the middle of the turn",
                "The rob is open right after the keep, before rolling on, claiming or failing.",
                (
                    "deluxe_2018/test_double_one.py::test_a_double_one_opens_the_rob_in_the_middle_of_the_turn",
                    "deluxe_2018/test_double_one.py::test_a_rob_by_the_last_dice_comes_before_the_claim",
                    "deluxe_2018/test_double_one.py::test_a_rob_by_the_last_dice_comes_before_the_fail",
                ),
            ),
        ),
        with_bratworms,
    ),
    Question(
        "more-ones",
        Topic.BRATWORMS,
        message("What if I keep more than two 1s?"),
        (
            Answer(message("You get one bratworm all the same.")),
            Answer(message("A 1 on the golden die counts as well."), with_specialist(Specialist.GOLDEN_DIE)),
        ),
        (
            Ruling(
                Chapter.DELUXE,
                "More than two 1s",
                "Two or more 1s earn a bratworm; four could be read as two pairs",
                "One bratworm per keep of 1s.",
                ("deluxe_2018/test_double_one.py::test_more_than_two_ones_earn_one_bratworm_too",),
            ),
            Ruling(
                Chapter.DELUXE,
                "A golden 1 in a double 1",
                "Not mentioned",
                "It counts.",
                ("deluxe_2018/test_double_one.py::test_the_golden_die_is_one_of_the_two",),
            ),
        ),
        with_bratworms,
    ),
    Question(
        "empty-supply",
        Topic.BRATWORMS,
        message("What if no bratworm is left in the supply?"),
        (
            Answer(message("You take one from another player of your choice.")),
            Answer(message("Never from the owner of the hen."), with_specialist(Specialist.HEN)),
            Answer(message("If only one player has one to give, nobody asks. If nobody can give one, you get none.")),
        ),
        (
            Ruling(
                Chapter.DELUXE,
                "A bratworm nobody can give",
                "Supply empty, and all bratworms with the player or the hen's owner",
                "None is gained, and the game goes on.",
                (
                    "deluxe_2018/test_bratworms.py::test_if_nobody_can_give_one_none_is_gained",
                    "deluxe_2018/test_bratworms.py::test_if_only_the_hens_owner_has_bratworms_none_is_gained",
                ),
            ),
            Ruling(
                Chapter.DELUXE,
                "A single player who can be robbed",
                "The text speaks of a choice",
                "Robbed without asking.",
                ("deluxe_2018/test_bratworms.py::test_a_single_possible_victim_is_robbed_without_asking",),
            ),
        ),
        with_bratworms,
    ),
)

SPECIALISTS = (
    Question(
        "second-specialist",
        Topic.SPECIALISTS,
        message("What if I get a second specialist?"),
        (
            Answer(message("You choose which one you keep, even if you got it with the last tile.")),
            Answer(message("The other goes back to the grill. Until you have chosen, nobody has them.")),
        ),
        (
            Ruling(
                Chapter.DELUXE,
                "A second specialist during the choice",
                "The text has no moment at which a player holds two",
                "Both are in hand until one is retained; neither has an owner or a tile.",
                ("deluxe_2018/test_obtaining_specialists.py::test_a_second_specialist_from_the_grill_opens_a_choice",),
            ),
            Ruling(
                Chapter.DELUXE,
                "The hen as a second specialist",
                "Who is to put which back is not said for the hen taken instead of a tile",
                "The thief chooses as always; the tile stays with its owner either way.",
                ("deluxe_2018/test_obtaining_specialists.py::test_the_hen_as_a_second_specialist_opens_a_choice",),
            ),
            Ruling(
                Chapter.DELUXE,
                "A second specialist with the last tile",
                "Is there still a choice when the grill is empty",
                "Yes, as the apple may decide the game; the other one leaves.",
                ("deluxe_2018/test_end.py::test_the_last_tile_with_a_second_specialist_opens_the_choice_first",),
            ),
        ),
        with_two_owned_specialists,
    ),
    Question(
        "back-to-the-grill",
        Topic.SPECIALISTS,
        message("To which tile does a specialist go back?"),
        (
            Answer(message("To the lowest face-up tile of the grill on which no other one stands.")),
            Answer(message("11 and 13 are places like the others."), with_low_tiles),
            Answer(
                message("A tile that goes back and is turned over at once is no place for it."),
                no(with_short_game(ShortGame.OFF)),
            ),
            Answer(message("If there is no free tile, it is out of the game.")),
        ),
        (
            Ruling(
                Chapter.DELUXE,
                "A free tile that is face-down",
                "English and Italian: unoccupied and face-up; French: just free",
                "Only face-up tiles of the grill.",
                ("deluxe_2018/test_returning_specialists.py::test_face_down_and_taken_tiles_are_passed_over",),
            ),
            Ruling(
                Chapter.DELUXE,
                "11 and 13 as places for specialists",
                "They are excluded from much else",
                "They are places like the others.",
                ("deluxe_2018/test_returning_specialists.py::test_11_and_13_are_places_like_the_others",),
            ),
            Ruling(
                Chapter.DELUXE,
                "`short_game` and a specialist on the returned tile",
                "The variant of 2005 knows no specialists",
                "No place on a tile that is turned at once: the next free one, or out of the game.",
                ("deluxe_2018/test_failing.py::test_short_game_leaves_no_place_on_the_returned_and_turned_tile",),
            ),
        ),
        with_specialists,
    ),
    Question(
        "back-in-order",
        Topic.SPECIALISTS,
        message("What if two specialists go back at once?"),
        (
            Answer(
                message(
                    "First that of the player who has failed, then the one that stood on the tile that is turned over."
                )
            ),
        ),
        (
            Ruling(
                Chapter.DELUXE,
                "Own specialist or the turned tile's first",
                "English and French: the other one after that; Italian: after the own one",
                "The own one first.",
                (
                    (
                        "deluxe_2018/test_returning_specialists.py::"
                        "test_the_own_specialist_is_placed_before_the_one_of_the_turned_tile"
                    ),
                    (
                        "deluxe_2018/test_returning_specialists.py::"
                        "test_with_one_place_the_own_specialist_gets_it_and_the_other_leaves"
                    ),
                ),
            ),
            Ruling(
                Chapter.DELUXE,
                "Turning the highest tile before or after placing the own specialist",
                "The order of these two is not said",
                "It makes no difference, also with `short_game`.",
                (
                    (
                        "deluxe_2018/test_returning_specialists.py::"
                        "test_turning_before_or_after_placing_makes_no_difference"
                    ),
                    (
                        "deluxe_2018/test_returning_specialists.py::"
                        "test_turning_before_or_after_placing_makes_no_difference_on_any_grill"
                    ),
                ),
            ),
        ),
        both(with_owned_specialists, no(with_short_game(ShortGame.RETURNED))),
    ),
    Question(
        "specialist-without-tile",
        Topic.SPECIALISTS,
        message("What if I fail with a specialist but without a tile?"),
        (
            Answer(message("The specialist goes back all the same.")),
            Answer(message("Only the hen stays."), with_specialist(Specialist.HEN)),
        ),
        (
            Ruling(
                Chapter.DELUXE,
                "The specialist of a player without tiles at a fail",
                "The text has the tile go first, then the specialist; without a tile only the hen is spoken of",
                "Any other specialist goes back all the same (play never leads there: who loses the last tile "
                "loses the specialist too).",
                (
                    (
                        "deluxe_2018/test_returning_specialists.py::"
                        "test_a_player_without_tiles_puts_the_specialist_back_too"
                    ),
                ),
            ),
        ),
        with_owned_specialists,
    ),
)

CANNED_WORM = (
    Question(
        "can-by-itself",
        Topic.SPECIALISTS,
        message("Do I have to use the canned worm?"),
        (
            Answer(message("It is used by itself when you stop without a worm, because you would only fail.")),
            Answer(message("Worms that you have rolled but not kept do not matter.")),
        ),
        (
            Ruling(
                Chapter.DELUXE,
                "Whether the canned worm has to be used",
                "English: it counts as a worm; French: it replaces one",
                "Used by itself whenever no kept die is a worm, as without it the turn would only fail.",
                (
                    "deluxe_2018/test_canned_worm.py::test_it_makes_no_move_of_its_own",
                    "deluxe_2018/test_canned_worm.py::test_it_is_used_by_itself_when_no_dice_are_left",
                ),
            ),
            Ruling(
                Chapter.DELUXE,
                "Worms rolled but not kept, and the canned worm",
                "English: no dice worm in the result; French and Italian: among the dice laid aside",
                "Only kept worms bar it.",
                ("deluxe_2018/test_canned_worm.py::test_a_worm_rolled_but_not_kept_does_not_bar_it",),
            ),
        ),
        with_specialist(Specialist.CANNED_WORM),
    ),
    Question(
        "can-in-the-points",
        Topic.SPECIALISTS,
        message("Are the 5 points of the canned worm in the points that I see?"),
        (
            Answer(message("Yes, as long as you have kept no worm.")),
            Answer(message("With them you can also get exactly 11 or 13."), with_low_tiles),
        ),
        (
            Ruling(
                Chapter.DELUXE,
                "The canned worm in the points shown",
                "Not mentioned",
                "Points are those of the kept dice; the 5 are added when the turn is settled.",
                ("deluxe_2018/test_canned_worm.py::test_it_is_not_shown_in_the_points_of_the_dice",),
            ),
            Ruling(
                Chapter.DELUXE,
                "11 and 13 with the canned worm",
                "Exactly 11 or 13 with the dice, says the text",
                "Its 5 points count like those of a die.",
                ("deluxe_2018/test_canned_worm.py::test_eleven_and_thirteen_can_be_reached_with_it",),
            ),
        ),
        with_specialist(Specialist.CANNED_WORM),
    ),
)

HEN = (
    Question(
        "hen-on-the-grill",
        Topic.SPECIALISTS,
        message("What if the hen stands on a tile of the grill?"),
        (Answer(message("Take the tile, and you get both of them.")),),
        (
            Ruling(
                Chapter.DELUXE,
                "The hen as an exception of obtaining",
                "Hen and raven are named as exceptions; for the hen this could also mean its tile on the grill",
                "The exception is the steal: with a tile of the grill the hen comes like any other.",
                (
                    "deluxe_2018/test_obtaining_specialists.py::test_a_tile_from_the_grill_brings_the_specialist_on_it",
                    "deluxe_2018/test_hen.py::test_the_hen_is_obtained_together_with_a_tile_of_the_grill",
                ),
            ),
        ),
        with_specialist(Specialist.HEN),
    ),
    Question(
        "stealing-from-the-hen",
        Topic.SPECIALISTS,
        message("What if I steal from the owner of the hen?"),
        (
            Answer(message("You get the hen, and the tile stays where it is. That is no failed attempt.")),
            Answer(message("You get no lower tile instead."), no(with_declined_steals)),
            Answer(message("Here you may take a lower tile from the grill instead."), with_declined_steals),
        ),
        (
            Ruling(
                Chapter.DELUXE,
                "A thief who gets only the hen",
                "It is no tile, so it could be a fail",
                "No fail, and no lower tile instead.",
                (
                    "deluxe_2018/test_hen.py::test_getting_only_the_hen_is_no_failed_attempt",
                    "deluxe_2018/test_hen.py::test_the_hen_is_taken_although_the_grill_has_a_lower_tile",
                ),
            ),
            Ruling(
                Chapter.DELUXE,
                "Declining to steal from the hen's owner",
                "Only arises with the option `decline_steal`",
                "The choice is between the hen alone and the lower tile.",
                ("deluxe_2018/test_stealing.py::test_a_declined_steal_from_the_hens_owner_leaves_the_hen",),
            ),
        ),
        with_specialist(Specialist.HEN),
    ),
    Question(
        "failing-with-the-hen",
        Topic.SPECIALISTS,
        message("What if I fail with the hen?"),
        (
            Answer(
                message("Only the hen goes back. You keep your tile, whatever its number, and none is turned over.")
            ),
            Answer(message("If you have no tile, she stays with you.")),
        ),
        (
            Ruling(
                Chapter.DELUXE,
                "The hen on 11 or 13 at a fail",
                "Only the steal is excluded by name",
                "The hen goes back and the tile stays.",
                ("deluxe_2018/test_hen.py::test_at_a_fail_the_hen_goes_back_instead_of_11_or_13_too",),
            ),
        ),
        with_specialist(Specialist.HEN),
    ),
    Question(
        "hen-without-tile",
        Topic.SPECIALISTS,
        message("Can the hen be stolen from a player without tiles?"),
        (Answer(message("No. She goes only in place of a tile.")),),
        (
            Ruling(
                Chapter.DELUXE,
                "The hen of a player without tiles",
                "Can it be taken for its own sake",
                "No: it goes instead of a tile.",
                ("deluxe_2018/test_hen.py::test_without_a_tile_the_hen_cannot_be_stolen",),
            ),
        ),
        with_specialist(Specialist.HEN),
    ),
)

RAVEN = (
    Question(
        "raven-hops-on",
        Topic.SPECIALISTS,
        message("Where does the raven go?"),
        (
            Answer(message("Nobody keeps it: it hops to the lowest free face-up tile, or out of the game.")),
            Answer(message("It does so after the bratworm has been given."), with_bratworms),
        ),
        (
            Ruling(
                Chapter.DELUXE,
                "Where the raven goes",
                "English: the lowest unoccupied tile; French and Italian: back on the grill",
                "As if it were put back: lowest unoccupied face-up tile, else out of the game.",
                (
                    "deluxe_2018/test_raven.py::test_then_it_moves_to_the_lowest_unoccupied_tile",
                    "deluxe_2018/test_raven.py::test_without_a_free_tile_it_leaves_the_game",
                ),
            ),
            Ruling(
                Chapter.DELUXE,
                "The raven while its rob is open",
                "It moves after the bratworm",
                "It is in hand, neither on the grill nor out of the game.",
                ("deluxe_2018/test_raven.py::test_with_the_supply_used_up_a_player_is_chosen_before_it_moves",),
            ),
        ),
        with_specialist(Specialist.RAVEN),
    ),
    Question(
        "raven-turned-over",
        Topic.SPECIALISTS,
        message("What if the tile of the raven is turned over?"),
        (
            Answer(message("The raven hops on.")),
            Answer(message("Nobody gets a bratworm for that."), with_bratworms),
        ),
        (
            Ruling(
                Chapter.DELUXE,
                "The raven on a tile that is turned down",
                "Obtaining is spoken of, turning is not",
                "Relocated, without a bratworm.",
                (
                    (
                        "deluxe_2018/test_returning_specialists.py::"
                        "test_a_raven_on_a_turned_tile_is_relocated_without_a_bratworm"
                    ),
                ),
            ),
        ),
        with_specialist(Specialist.RAVEN),
    ),
    Question(
        "raven-on-the-last-tile",
        Topic.SPECIALISTS,
        message("What if the raven stands on the last tile?"),
        (Answer(message("You get the bratworm first, if need be from another player. Then the game is over.")),),
        (
            Ruling(
                Chapter.DELUXE,
                "The raven on the last tile",
                "Does the game end before the bratworm",
                "The bratworm first, by a rob if need be.",
                (
                    "deluxe_2018/test_raven.py::test_on_the_last_tile_it_gives_the_bratworm_and_leaves_the_game",
                    "deluxe_2018/test_raven.py::test_on_the_last_tile_the_rob_comes_before_the_end",
                ),
            ),
        ),
        both(with_specialist(Specialist.RAVEN), with_bratworms),
    ),
)

WEASEL = (
    Question(
        "weasel-after-a-failed-roll",
        Topic.SPECIALISTS,
        message("Can the weasel save a failed roll?"),
        (
            Answer(message("Yes. If nothing new was rolled, you may roll these dice once more.")),
            Answer(message("Or you stop, and your attempt has failed.")),
        ),
        (
            Ruling(
                Chapter.DELUXE,
                "The weasel after a failed roll",
                "The dice just rolled are rolled again; whether a roll that fails the turn is one is not said",
                "It is: `weasel` or `stop`, and stopping there is a fail.",
                (
                    "deluxe_2018/test_weasel.py::test_a_failed_roll_offers_only_stop_and_weasel",
                    "deluxe_2018/test_weasel.py::test_stopping_on_a_failed_roll_is_a_fail_whatever_the_points",
                ),
            ),
        ),
        with_specialist(Specialist.WEASEL),
    ),
    Question(
        "weasel-after-keeping",
        Topic.SPECIALISTS,
        message("May I use the weasel after I have kept dice?"),
        (Answer(message("No, only between a roll and keeping. After your next roll you may, once per turn.")),),
        (
            Ruling(
                Chapter.DELUXE,
                "The weasel after a keep",
                "Just rolled could include the dice just kept",
                "Only between the roll and the keep.",
                ("deluxe_2018/test_weasel.py::test_it_is_not_offered_after_the_keep",),
            ),
        ),
        with_specialist(Specialist.WEASEL),
    ),
)

GOLDEN_DIE = (
    Question(
        "golden-faces",
        Topic.SPECIALISTS,
        message("What does the golden die show?"),
        (
            Answer(message("1 to 5 and a worm, like the other dice."), with_golden_die(GOLDEN_DIE_FACES[0])),
            Answer(message("Three 1s and three worms."), with_golden_die(GOLDEN_DIE_FACES[1])),
            Answer(message("The rulebooks do not say it, so each table chooses one of two golden dice.")),
        ),
        (
            Ruling(
                Chapter.DELUXE,
                "Faces of the golden die",
                "The rulebooks call it a ninth die, and their lists of contents give the faces 1 to 5 and worm "
                "for the white dice only; reviews say that the printed golden die has ones and worms only",
                "`12345W` unless the table says `golden_die_faces=111WWW`, the die as reviews describe it; both "
                "are offered as equals.",
                (
                    "deluxe_2018/test_golden_die.py::test_the_ninth_die_of_the_text_may_show_any_face",
                    "deluxe_2018/test_golden_die.py::test_the_printed_die_shows_only_ones_and_worms",
                ),
            ),
            Ruling(
                Chapter.EXTRAWURM,
                "Faces of its golden die",
                "Reviews: ones and worms",
                "`111WWW`, three of each; the other die can be chosen as in Deluxe.",
                ("extrawurm_2015/test_box.py::test_the_golden_die_has_ones_and_worms_only",),
            ),
        ),
        with_specialist(Specialist.GOLDEN_DIE),
    ),
    Question(
        "golden-left-out",
        Topic.SPECIALISTS,
        message("May I leave the golden die out?"),
        (
            Answer(message("Yes. You decide with your first roll, for the whole turn."), no(with_late_golden_die)),
            Answer(message("Yes. You may still add it before any later roll, once per turn."), with_late_golden_die),
        ),
        (
            Ruling(
                Chapter.DELUXE,
                "Leaving the golden die out",
                "Its owner may use it; when that is decided is not said",
                "Decided at the start of each turn, for the whole turn, unless the table plays with "
                "`golden_die_joins=any_roll`.",
                (
                    "deluxe_2018/test_golden_die.py::test_its_owner_may_leave_it_out",
                    "deluxe_2018/test_golden_die.py::test_it_is_left_out_for_the_whole_turn",
                    "deluxe_2018/test_golden_die.py::test_it_is_not_taken_out_again_in_the_turn",
                ),
            ),
            Ruling(
                Chapter.DELUXE,
                "Adding the golden die later",
                "You may use it as a ninth die: that can be read as from any roll on",
                "The option `golden_die_joins=any_roll`: it may be added before any roll of the turn, once. While it "
                "waits it is none of the dice left, so the turn ends with the eighth die kept.",
                (
                    "deluxe_2018/test_golden_die.py::test_you_may_use_it_as_a_ninth_die_at_a_later_roll",
                    "deluxe_2018/test_golden_die.py::test_it_is_used_once_in_a_turn",
                    "deluxe_2018/test_golden_die.py::test_it_is_no_die_left_while_it_waits",
                ),
            ),
        ),
        with_specialist(Specialist.GOLDEN_DIE),
    ),
)

EXPANSION = (
    Question(
        "extrawurm",
        Topic.SPECIALISTS,
        message("Where do the rules of Extrawurm come from?"),
        (
            Answer(message("From reviews of the expansion of 2015, which agree on what is in the box.")),
            Answer(message("All else is played as in Deluxe (2018).")),
        ),
        (
            Ruling(
                Chapter.EXTRAWURM,
                "What is in the box",
                "Reviews only",
                "Tiles 11 and 13, seven bratworms, five specialists and the golden die.",
                (
                    "extrawurm_2015/test_box.py::test_11_and_13_join_the_grill_with_one_worm_each",
                    "extrawurm_2015/test_box.py::test_there_are_seven_round_worms",
                ),
            ),
            Ruling(
                Chapter.EXTRAWURM,
                "Which specialists, and where",
                "Reviews: five, the apple came in 2018",
                "Canned worm 11, hen 21, raven 23, weasel 25, golden die 27.",
                ("extrawurm_2015/test_box.py::test_five_specialists_and_no_apple",),
            ),
            Ruling(
                Chapter.EXTRAWURM,
                "Everything else",
                "Reviews do not say",
                "As in Deluxe, and the steal is forced as in the game of 2014, which it expands.",
                (
                    "extrawurm_2015/test_box.py::test_it_is_the_deluxe_box_without_the_apple_but_for_the_die",
                    "extrawurm_2015/test_box.py::test_the_other_axes_are_those_of_2014",
                ),
            ),
        ),
        with_name("extrawurm-2015"),
    ),
)
