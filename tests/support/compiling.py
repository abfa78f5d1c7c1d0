"""Compile what many tests need, once, before several workers and all of their servers do so at the same time."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context


def compile_bots() -> None:
    """The solver and the net, which bots' processes load."""
    from wormgrill.game.rules import EDITIONS  # noqa: PLC0415  # in the process that compiles
    from wormgrill.server.services.bots import _warm_up  # noqa: PLC0415

    for edition in EDITIONS:
        _warm_up(edition, chances=False)
        _warm_up(edition, chances=True)


def compile_environments() -> None:
    """The steps of games side by side."""
    from wormgrill.envs import PickominoVectorEnv  # noqa: PLC0415  # the same

    envs = PickominoVectorEnv(2)
    envs.reset(seed=1)
    envs.step(envs.action_masks().argmax(axis=1))


def main() -> None:
    """Both side by side."""
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        for compiling in [pool.submit(compile_bots), pool.submit(compile_environments)]:
            compiling.result()


if __name__ == "__main__":
    main()
