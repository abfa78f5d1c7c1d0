"""Programs as players: real processes over pipes, those that play and those that fail."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random

import psutil
import pytest

from tests.support.running import eventually
from wormgrill.arena.plan import Plan, Setting
from wormgrill.arena.programs import Program, ProgramFailed
from wormgrill.arena.protocol import HELLO, parse_question
from wormgrill.arena.rounds import play_passes
from wormgrill.arena.simulate import roll_dice
from wormgrill.arena.speaking import speak
from wormgrill.game.errors import InvalidNotation
from wormgrill.game.position import parse_state
from wormgrill.game.rules import EDITIONS
from wormgrill.game.state import Phase, State, apply, initial_state, winners
from wormgrill.players.policies import SensiblePlayer

PATIENT = 60_000
"""Milliseconds for a move on a slow machine."""
EXAMPLES = Path(__file__).parents[2] / "examples"
PYTHON = shlex.quote(sys.executable)
PROGRAMS = {
    "python": f"{PYTHON} -I -S {shlex.quote(str(EXAMPLES / 'line_bot.py'))}",
    "shell": f"sh {shlex.quote(str(EXAMPLES / 'line_bot.sh'))}",
    "greedy": f"{PYTHON} -m wormgrill bot greedy",
}
READY = "import sys, time; input(); print('ready odd', flush=True); "
GREETS = "print('ready', flush=True); input(); input()"
KEEPING = parse_state("classic-2014 | 21-36 | - - | seat=0 phase=keep rolled=1124445W")


def scripted(script: str) -> str:
    """A program that says it is ready and then does something else."""
    return f"{PYTHON} -c {shlex.quote(READY + script)}"


def play(programs: list[Program], edition: str, seed: int) -> State:
    """A whole game between programs, each told of every ply."""
    rules, rng = EDITIONS[edition], Random(seed)
    state, ply = initial_state(rules, len(programs)), 0
    for seat, program in enumerate(programs):
        program.begin(rules, len(programs), seat)
    while state.phase is not Phase.OVER:
        move = roll_dice(state, rng) if state.phase is Phase.CHANCE else programs[state.seat].choose(state)
        after = apply(state, move)
        for program in programs:
            program.follow(ply, state, move, after)
        state, ply = after, ply + 1
    for program in programs:
        program.end()
    return state


@pytest.fixture(scope="module")
def programs() -> Iterator[list[Program]]:
    """One program of each language, playing game after game."""
    with ExitStack() as stack:
        yield [stack.enter_context(Program(command, PATIENT)) for command in PROGRAMS.values()]


def test_programs_say_their_names(programs: list[Program]) -> None:
    assert [program.name for program in programs] == ["line bot", "shell bot", "greedy"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_programs_in_three_languages_play_whole_games(programs: list[Program], edition: str) -> None:
    assert winners(play(programs, edition, seed=1))
    assert all(program.is_running for program in programs)


def test_a_level_as_a_program_plays_as_the_level_does(programs: list[Program]) -> None:
    assert programs[-1].choose(KEEPING) == SensiblePlayer().choose(KEEPING)


@pytest.mark.parametrize(
    ("script", "milliseconds", "told"),
    [
        ("[print('move keep 3', flush=True) for line in sys.stdin if line.startswith('choose')]", PATIENT, "keep 3"),
        ("[print('hello', flush=True) for line in sys.stdin if line.startswith('choose')]", PATIENT, "hello"),
        ("print('x' * 20000, flush=True); sys.stdin.read()", PATIENT, "without end"),
        ("sys.exit(3)", PATIENT, "exit code 3"),
        ("sys.exit('out of worms')", PATIENT, "out of worms"),
        ("import os; os.kill(os.getpid(), 9)", PATIENT, "signal 9"),
        ("sys.stdin.read()", 50, "50 ms"),
    ],
)
def test_a_program_that_fails_is_told_with_its_line(script: str, milliseconds: int, told: str) -> None:
    with Program(scripted(script), milliseconds) as program, pytest.raises(ProgramFailed, match=told) as failure:
        program.choose(KEEPING)
    assert "'odd'" in str(failure.value)


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("/nowhere/a-bot", "cannot be started"),
        ("", "cannot be started"),
        ("'unclosed", "cannot be started"),
        (f"{PYTHON} -c pass", "exit code 0"),
        (f"{PYTHON} -c \"print('good morning')\"", "good morning"),
    ],
)
def test_what_does_not_begin_as_a_program_should_is_refused(command: str, told: str) -> None:
    with pytest.raises(ProgramFailed, match=told):
        Program(command).start()


def test_comments_and_what_is_written_to_the_error_output_are_no_answers() -> None:
    script = "[print('# hm', '', 'move keep W', sep=chr(10), flush=True) for line in sys.stdin if line[0] == 'c']"
    with Program(scripted(f"print('thinking', file=sys.stderr); {script}"), PATIENT) as program:
        program.begin(KEEPING.rules, 2, 0)
        assert str(program.choose(KEEPING)) == "keep W"


def test_a_program_that_failed_can_be_started_anew() -> None:
    with Program(PROGRAMS["python"], PATIENT) as program:
        program.close()
        assert not program.is_running
        with pytest.raises(ProgramFailed, match="not running"):
            program.choose(KEEPING)
        program.start()
        assert str(program.choose(KEEPING)) == "keep W"


def test_a_program_that_does_not_want_to_end_is_ended() -> None:
    with Program(scripted("[time.sleep(60) for line in iter(int, 1)]")) as program:
        pass
    assert not program.is_running


def test_what_a_program_has_started_ends_with_it(tmp_path: Path) -> None:
    file = tmp_path / "pid"
    child = f"import subprocess; open({str(file)!r}, 'w').write(str(subprocess.Popen(['sleep', '600']).pid)); "
    for how in (Program.close, Program.kill):
        program = Program(f"{PYTHON} -c {shlex.quote(child + GREETS)}")
        program.start()
        number = int(file.read_text())
        how(program)
        assert eventually(lambda: not _lives(number))  # noqa: B023  # asked at once


def _lives(number: int) -> bool:
    with suppress(psutil.NoSuchProcess):
        return psutil.Process(number).status() != psutil.STATUS_ZOMBIE
    return False


@pytest.mark.parametrize(
    ("said", "name"), [("[/red]", "[/red]"), ("a\\x1b[31mb", "a[31mb"), ("", "…"), ("x" * 50, "x" * 40)]
)
def test_a_name_has_only_letters_that_can_be_printed(said: str, name: str) -> None:
    script = f"print('ready {said}', flush=True); input(); input()"
    with Program(f"{PYTHON} -c {shlex.quote(script)}") as program:
        assert program.name.startswith(name)
        assert len(program.name) <= 40


EDITION_AND_PLAYERS = [("deluxe-2018", 4), ("deluxe-2018", 2), ("extrawurm-2015", 3), ("classic-2005", 2)]


@pytest.mark.parametrize(("edition", "players"), EDITION_AND_PLAYERS)
def test_games_between_the_examples_end(edition: str, players: int) -> None:
    plan = Plan(
        (f"cmd:{PROGRAMS['python']}", f"cmd:{PROGRAMS['shell']}"),
        (Setting(EDITIONS[edition], players),),
        milliseconds=0,
        adjusts_luck=False,
    )
    fold = play_passes(plan, 0, 1)
    assert (fold.unfinished, fold.failures) == (0, {})


@pytest.mark.parametrize("line", ["choose 0 roll", "choose roll", "choose 10", "position nonsense"])
def test_questions_that_cannot_be_understood_are_refused(line: str) -> None:
    with pytest.raises(InvalidNotation):
        speak("sensible", SensiblePlayer(), [HELLO, line], print)


def test_a_question_names_time_and_moves() -> None:
    assert parse_question("250 grill 24, steal 2").moves == ("grill 24", "steal 2")
