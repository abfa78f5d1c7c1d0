"""Play passes of a plan: every round with its dice, players and programs, down to folded results.

`play_passes` is all that the rest of the arena knows of playing: plan and numbers in, a `Fold` out. Levels play each
other on arrays; where a program takes part, games are played one by one. The games are the same in both ways.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from types import TracebackType

from wormgrill.arena.arrays import play_levels
from wormgrill.arena.fold import Fold, RoundResult, fold_pass
from wormgrill.arena.luck import Luck
from wormgrill.arena.plan import Plan, Round, Seating, command_of, copies, is_program, player_seed
from wormgrill.arena.programs import Program, ProgramFailed
from wormgrill.batch.dice import sides_of_roll
from wormgrill.batch.noise import seed_in_game
from wormgrill.game.moves import Dice, Move
from wormgrill.game.state import Phase, State, apply, initial_state, scores, thrown
from wormgrill.players.factory import make_player
from wormgrill.players.player import Chooser
from wormgrill.players.policies import RandomPlayer


class Programs:
    """The processes of the programs that play: each is started when it is first needed and plays game after game."""

    def __init__(self, milliseconds: int) -> None:
        self._milliseconds = milliseconds
        self._running: dict[tuple[str, int], Program] = {}

    def get(self, command: str, copy: int) -> Program:
        """A program that runs, a process for each copy at a table; `ProgramFailed` if it cannot be started."""
        program = self._running.setdefault((command, copy), Program(command, self._milliseconds))
        if not program.is_running:
            program.start()
        return program

    def __enter__(self) -> Programs:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End all of them."""
        for program in self._running.values():
            program.close()
        self._running.clear()


@dataclass
class Played:
    """How one game has ended."""

    raw: list[float]
    luck: list[float]
    plies: int
    is_finished: bool = True
    failed: dict[int, str] = field(default_factory=dict)
    """By seat what was told of a program that failed."""


def play_passes(plan: Plan, first: int, last: int, programs: Programs | None = None) -> Fold:
    """Play the passes from `first` to before `last`; the results depend on plan and numbers alone."""
    return play_one_by_one(plan, first, last, programs) if plan.has_programs else play_levels(plan, first, last)


def play_one_by_one(plan: Plan, first: int, last: int, programs: Programs | None = None) -> Fold:
    """Play these passes game by game, with programs and levels."""
    own = programs or Programs(plan.milliseconds)
    fold = Fold()
    try:
        for number in range(first, last):
            fold.merge(_play_pass(plan, number, own))
    finally:
        if own is not programs:
            own.close()
    return fold


def _play_pass(plan: Plan, number: int, programs: Programs) -> Fold:
    counted, results = Fold(), []
    for round_ in plan.rounds(number):
        games = [play_game(plan, round_, seating, programs) for seating in round_.seatings]
        raw = [game.raw for game in games]
        adjusted = [[won - luck for won, luck in zip(game.raw, game.luck, strict=True)] for game in games]
        results.append(RoundResult(round_.setting, round_.seatings, raw, adjusted))
        for place, (seating, game) in enumerate(zip(round_.seatings, games, strict=True)):
            counted.plies += game.plies
            counted.unfinished += not game.is_finished
            for seat, told in game.failed.items():
                key = str(seating[seat])
                counted.failures[key] = counted.failures.get(key, 0) + 1
                counted.told.append((round_.number, place, told))
    fold = fold_pass(number, len(plan.entrants), results)
    fold.merge(counted)
    return fold


# -------------------------------------------------------------------------------------------------------------- a game


def play_game(plan: Plan, round_: Round, seating: Seating, programs: Programs) -> Played:
    """Play one game of a round."""
    return _Game(plan, round_, seating, programs).play()


class _Game:
    """One game while it is played."""

    def __init__(self, plan: Plan, round_: Round, seating: Seating, programs: Programs) -> None:
        self.plan, self.round, self.seating = plan, round_, seating
        self.setting = plan.settings[round_.setting]
        self.copies = copies(seating)
        self.failed: dict[int, str] = {}
        self.programs: dict[int, Program] = {}
        self.players: list[Chooser | None] = [self._player(seat) for seat in range(len(seating))]
        self.luck = Luck(len(seating))
        for seat, entrant in enumerate(seating):
            if is_program(plan.entrants[entrant]):
                self._start(seat, programs)

    def _player(self, seat: int) -> Chooser | None:
        entrant = self.seating[seat]
        text = self.plan.entrants[entrant]
        if is_program(text):
            return None
        seed = player_seed(self.plan.seed, entrant, self.copies[seat])
        return make_player(text, seed_in_game(seed, self.round.number))

    def _start(self, seat: int, programs: Programs) -> None:
        try:
            program = programs.get(command_of(self.plan.entrants[self.seating[seat]]), self.copies[seat])
            self.programs[seat] = program
            program.begin(self.setting.rules, len(self.seating), seat)
        except ProgramFailed as problem:
            self._fail(seat, problem)

    def _fail(self, seat: int, problem: ProgramFailed) -> None:
        """Take a program out of the game: it is last, and a random player goes on in its seat."""
        self.failed.setdefault(seat, str(problem))
        program = self.programs.pop(seat, None)
        if program:
            program.kill()
        seed = player_seed(self.plan.seed, self.seating[seat], self.copies[seat])
        self.players[seat] = RandomPlayer(Random(seed_in_game(seed, self.round.number)))  # noqa: S311  # a player of a simulation

    def play(self) -> Played:
        state, rolls, plies = initial_state(self.setting.rules, len(self.seating)), 0, 0
        while state.phase is not Phase.OVER and plies < self.plan.max_plies and not self._is_decided:
            if state.phase is Phase.CHANCE:
                move: Move = self._roll(state, rolls)
                rolls += 1
            else:
                move = self._choose(state)
                if self._is_decided:
                    break
            after = apply(state, move)
            self._tell(plies, state, move, after)
            state, plies = after, plies + 1
        for seat, program in [*self.programs.items()]:
            with suppress(ProgramFailed):  # the game is over: what it does now is no part of it
                program.end()
                continue
            self.programs.pop(seat).close()
        is_finished = state.phase is Phase.OVER or self._is_decided
        raw = self._results(state) if is_finished else [1 / len(self.seating)] * len(self.seating)
        return Played(raw, self.luck.seats, plies, is_finished, self.failed)

    @property
    def _is_decided(self) -> bool:
        """Whether everybody but one has failed."""
        return len(self.failed) >= len(self.seating) - 1

    def _roll(self, state: State, number: int) -> Dice:
        fallen = sides_of_roll(self.plan.seed, self.round.number, number)
        dice = thrown(state, fallen[: state.turn.dice_left])
        if self.plan.adjusts_luck:
            self.luck.follow(state, dice)
        return dice

    def _choose(self, state: State) -> Move:
        seat = state.seat
        if seat in self.programs:
            try:
                return self.programs[seat].choose(state)
            except ProgramFailed as problem:
                self._fail(seat, problem)
        player = self.players[seat]
        assert player is not None  # noqa: S101  # a contract: a seat without a program has a player
        return player.choose(state)

    def _tell(self, ply: int, before: State, move: Move, after: State) -> None:
        for seat, program in [*self.programs.items()]:
            try:
                program.follow(ply, before, move, after)
            except ProgramFailed as problem:
                self._fail(seat, problem)

    def _results(self, state: State) -> list[float]:
        """1 for the winner, an equal share of 1 for those who share the win; nobody who failed wins."""
        ranks = {
            seat: (score, max(stack, default=0))
            for seat, (score, stack) in enumerate(zip(scores(state), state.stacks, strict=True))
            if seat not in self.failed
        }
        if not ranks:  # the last two have failed at the same ply
            return [1 / len(self.seating)] * len(self.seating)
        won = [seat for seat, rank in ranks.items() if rank == max(ranks.values())]
        return [1 / len(won) if seat in won else 0.0 for seat in range(len(self.seating))]
