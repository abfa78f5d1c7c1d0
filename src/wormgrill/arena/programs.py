"""Anybody's program as a player: it is started once, told of every ply, and asked for its moves over a pipe."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import threading
import time
from collections import deque
from contextlib import suppress
from queue import Empty, Queue
from types import TracebackType

from wormgrill.arena.protocol import COMMENT, HELLO, OVER, QUIT, READY, chosen_move, format_game_line, format_question
from wormgrill.game.errors import quoted
from wormgrill.game.moves import Move
from wormgrill.game.rules import Rules
from wormgrill.game.state import State, legal_moves
from wormgrill.game.trace import format_ply, format_trace

START_SECONDS = 20.0
"""How long a program may take to say that it is ready."""
END_SECONDS = 2.0
"""How long it may take to end when it is asked to; then it is killed."""
LAST_SECONDS = 0.5
"""How long it may take to end after it has closed its input or output."""
LONGEST_LINE = 10_000
"""A program that writes more than this without a line end writes garbage."""
NAME_LENGTH = 40
OWN_GROUP = 0 if os.name == "posix" else None
"""Ctrl+C at a terminal reaches all processes of a group. It is for the arena, which then ends its programs itself."""
TOLD_LINES = 3
"""So many of the last lines of its error output are told when it fails."""


class ProgramFailed(Exception):
    """A program has not answered as it should; the message says what it did, with the line."""


class Program:
    """One process that plays game after game. Use it in a `with` block: at its end the process is ended."""

    def __init__(self, command: str, milliseconds: int = 1000) -> None:
        self.command = command
        self._milliseconds = milliseconds
        self._process: subprocess.Popen[bytes] | None = None
        self._answers: Queue[bytes | None] = Queue()
        self._complaints: deque[str] = deque(maxlen=TOLD_LINES)
        self._readers: list[threading.Thread] = []
        self.name = ""
        """What it calls itself, once it is ready."""

    def __enter__(self) -> Program:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def start(self) -> None:
        """Start it, or start it anew; `ProgramFailed` if it does not say that it is ready."""
        self.close()
        try:
            words = shlex.split(self.command)
            self._process = subprocess.Popen(  # noqa: S603  # the command that the user has given
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, process_group=OWN_GROUP
            )
        except (OSError, ValueError, IndexError) as problem:
            raise ProgramFailed(f"{quoted(self.command)} cannot be started: {problem}") from None
        self._answers = Queue()
        self._complaints.clear()
        self._readers = [
            threading.Thread(target=work, args=(self._process, self._answers), daemon=True)
            for work in (self._read_answers, self._read_complaints)
        ]
        for reader in self._readers:
            reader.start()
        try:
            self._greet()
        except ProgramFailed:
            self.kill()
            raise

    def _greet(self) -> None:
        with suppress(ProgramFailed):  # it has ended already: what it wrote, or how it ended, comes next
            self._tell(HELLO)
        line = self._answer(START_SECONDS)
        word, _, name = line.partition(" ")
        if word != READY:
            raise self._failed(f"it began with {quoted(line)}: the first line is '{READY}' and its name")
        printable = "".join(letter for letter in name if letter.isprintable())
        self.name = printable.strip()[:NAME_LENGTH] or _shortened(self.command)

    @property
    def is_running(self) -> bool:
        """Whether its process lives."""
        return self._process is not None and self._process.poll() is None

    def close(self) -> None:
        """Ask it to end, and see to it that it does, with all that it has started."""
        process, self._process = self._process, None
        if process is None:
            return
        if process.stdin:
            with suppress(OSError, RuntimeError):  # it may have closed its end, or an interrupt came in a write to it
                process.stdin.write(f"{QUIT}\n".encode())
            with suppress(OSError, RuntimeError):
                process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            process.wait(END_SECONDS)
        _kill(process)

    def kill(self) -> None:
        """End it at once, with all that it has started: it has failed."""
        process, self._process = self._process, None
        if process is not None:
            _kill(process)
            if process.stdin:
                with suppress(OSError, RuntimeError):
                    process.stdin.close()

    # ------------------------------------------------------------------------------------------------ a game

    def begin(self, rules: Rules, players: int, seat: int) -> None:
        """Tell it that a game begins."""
        self._tell(format_game_line(seat, players), *format_trace(rules, players, ()))

    def follow(self, ply: int, before: State, move: Move, after: State) -> None:
        """Tell it of a ply, its own included."""
        self._tell(format_ply(ply, before, move, after))

    def choose(self, state: State) -> Move:
        """The move that it chooses; `ProgramFailed` if it does not answer in time, or with no legal move."""
        self._tell(*format_question(state, self._milliseconds))
        line = self._answer(self._milliseconds / 1000 if self._milliseconds else None)
        try:
            return chosen_move(line, legal_moves(state))
        except ValueError as problem:
            raise self._failed(str(problem)) from None

    def end(self) -> None:
        """Tell it that the game is over."""
        self._tell(OVER)

    # ------------------------------------------------------------------------------------------------ the pipe

    def _tell(self, *lines: str) -> None:
        if self._process is None or self._process.stdin is None:
            raise self._failed("it is not running")
        try:
            self._process.stdin.write("".join(f"{line}\n" for line in lines).encode())
            self._process.stdin.flush()
        except OSError:
            raise self._failed(self._how_it_ended("input")) from None

    def _answer(self, seconds: float | None) -> str:
        """Its next line that is no comment; what it thinks longer than it may is its fault."""
        end = None if seconds is None else time.monotonic() + seconds
        while True:
            try:
                line = self._answers.get(timeout=None if end is None else max(0.0, end - time.monotonic()))
            except Empty:
                raise self._failed(f"it did not answer within {(seconds or 0) * 1000:.0f} ms") from None
            if line is None:
                raise self._failed(self._how_it_ended("output"))
            text = line.decode("utf-8", "replace").strip()
            if len(line) >= LONGEST_LINE:
                raise self._failed(f"it wrote a line without end: {quoted(text)}")
            if text and not text.startswith(COMMENT):
                return text

    def _how_it_ended(self, closed: str) -> str:
        """How its process has ended; if it goes on, it has closed this end of its pipe."""
        with suppress(subprocess.TimeoutExpired):
            code = self._process.wait(LAST_SECONDS) if self._process else None
            if code is not None:
                for reader in self._readers:  # its last words
                    reader.join(LAST_SECONDS)
                return f"it ended with exit code {code}" if code >= 0 else f"it was ended by signal {-code}"
        return f"it closed its {closed}"

    def _failed(self, what: str) -> ProgramFailed:
        """The failure as it is told, with what the program itself complained about."""
        complaints = " / ".join(self._complaints)
        return ProgramFailed(f"{quoted(self.name or self.command)}: {what}{f' ({complaints})' if complaints else ''}")

    def _read_answers(self, process: subprocess.Popen[bytes], answers: Queue[bytes | None]) -> None:
        """Read lines in a thread of its own: only so a line can be waited for with a limit, on every system."""
        if process.stdout:
            with process.stdout as lines:
                while line := lines.readline(LONGEST_LINE):
                    answers.put(line)
        answers.put(None)

    def _read_complaints(self, process: subprocess.Popen[bytes], _answers: Queue[bytes | None]) -> None:
        if process.stderr:
            with process.stderr as lines:
                while line := lines.readline(LONGEST_LINE):
                    if text := line.decode("utf-8", "replace").strip():
                        self._complaints.append(text[:200])


def _shortened(command: str) -> str:
    """A command as a name: its end tells more than its beginning."""
    return command if len(command) <= NAME_LENGTH else f"…{command[1 - NAME_LENGTH :]}"


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End a process and what it has started, if anything of it is still there."""
    if OWN_GROUP is None:
        process.kill()
    else:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()
