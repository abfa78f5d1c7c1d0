"""`wormgrill admin`: look after tables and people."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from wormgrill.cli.common import add_database_argument, whole_number

if TYPE_CHECKING:
    from wormgrill.server.services.operator import Operator

DESCRIPTION = """\
Look after the tables and people of a server, while it runs or not: on its machine, as the user who runs it. What is
done here is seen on all open pages within a second or two.

  wormgrill admin tables --life playing
  wormgrill admin people ada
  wormgrill admin remove k7mq2x9dhw4np8rt 2
  wormgrill admin delete-person h3f8zq6v2m5c7xkd

Ids are in the lists; that of a table is in the address of its page as well.
"""
LISTED = 50
LIVES = ("waiting", "playing", "finished", "abandoned")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)

    def add(name: str, summary: str, act: Action) -> argparse.ArgumentParser:
        action = actions.add_parser(name, help=summary, description=f"{summary[:1].upper()}{summary[1:]}.")
        action.set_defaults(act=act)
        add_database_argument(action)
        return action

    tables = add("tables", "list tables, the newest first", _list_tables)
    tables.add_argument("--life", choices=LIVES, help="only tables of this kind (default: all)")
    people = add("people", "list people, whoever was here last first", _list_people)
    people.add_argument("name", nargs="?", default="", metavar="NAME", help="only people with this in their names")
    aside = add("set-aside", "list the tables that cannot be read, and why", _list_set_aside)
    for listing in (tables, people, aside):
        listing.add_argument("--json", action="store_true", help="print JSON, an object in each line")
    for listing in (tables, people):
        listing.add_argument(
            "--most", type=whole_number(1), default=LISTED, metavar="N", help=f"list so many (default: {LISTED})"
        )
    end = add("end", "end a game for good, or close a table that has not begun; what was played stays", _end)
    remove = add("remove", "remove a person from a table for good; once the game has begun a bot plays on", _remove)
    delete_table = add("delete-table", "delete a table with its game, readable or not", _delete_table)
    for action in (end, remove, delete_table):
        action.add_argument("table", metavar="TABLE", help="the id of a table")
    remove.add_argument("seat", type=whole_number(1, 7), metavar="SEAT", help="the number of the seat, from 1 on")
    mute = add("mute", "take the chat of all tables from a person, who can still play", _mute)
    unmute = add("unmute", "give it back", _unmute)
    delete_person = add(
        "delete-person", "delete a person and all that is stored about them, as they could themselves", _delete_person
    )
    for action in (mute, unmute, delete_person):
        action.add_argument("person", metavar="PERSON", help="the id of a person")
    for action in (delete_table, delete_person):
        action.add_argument("--yes", action="store_true", help="do not ask whether it is meant")


def run(options: argparse.Namespace) -> int:
    """Do it."""
    import asyncio

    return asyncio.run(_run(options))


Action = Callable[["Operator", argparse.Namespace], Awaitable[int]]
"""One thing to do; its exit code."""


async def _run(options: argparse.Namespace) -> int:
    from wormgrill.server.services.operator import operating
    from wormgrill.server.settings import read_settings

    act: Action = options.act
    async with operating(read_settings(database=options.database).database) as operator:
        return await act(operator, options)


# ------------------------------------------------------------------------------------------------------------- lists


async def _list_tables(operator: Operator, options: argparse.Namespace) -> int:
    from wormgrill.cli.admin_tables import print_tables
    from wormgrill.server.model.table import Life

    life = Life(options.life) if options.life else None
    print_tables(await operator.tables(life, options.most), is_json=options.json)
    return 0


async def _list_people(operator: Operator, options: argparse.Namespace) -> int:
    from wormgrill.cli.admin_tables import print_people

    print_people(await operator.people(options.name, options.most), is_json=options.json)
    return 0


async def _list_set_aside(operator: Operator, options: argparse.Namespace) -> int:
    from wormgrill.cli.admin_tables import print_set_aside

    print_set_aside(await operator.set_aside(), is_json=options.json)
    return 0


# ----------------------------------------------------------------------------------------------------------- actions


async def _end(operator: Operator, options: argparse.Namespace) -> int:
    await operator.end(options.table)
    return _said(f"the table {options.table} is closed")


async def _remove(operator: Operator, options: argparse.Namespace) -> int:
    name = await operator.remove(options.table, options.seat - 1)
    return _said(f"{name} is removed from the table {options.table}")


async def _mute(operator: Operator, options: argparse.Namespace) -> int:
    person = await operator.mute(options.person, is_muted=True)
    return _said(f"{person.name} is muted at all tables")


async def _unmute(operator: Operator, options: argparse.Namespace) -> int:
    person = await operator.mute(options.person, is_muted=False)
    return _said(f"{person.name} can talk again")


async def _delete_table(operator: Operator, options: argparse.Namespace) -> int:
    if not _is_meant(options, f"Delete the table {options.table} for good?"):
        return _said("nothing was deleted", code=1)
    await operator.delete_table(options.table)
    return _said(f"the table {options.table} is deleted")


async def _delete_person(operator: Operator, options: argparse.Namespace) -> int:
    if not _is_meant(options, f"Delete the person {options.person} and all that is stored about them for good?"):
        return _said("nothing was deleted", code=1)
    person = await operator.delete_person(options.person)
    return _said(f"{person.name} is deleted")


def _said(sentence: str, code: int = 0) -> int:
    sys.stdout.write(f"{sentence}\n")
    return code


def _is_meant(options: argparse.Namespace, question: str) -> bool:
    """Ask, unless it is said already; nobody can be asked where there is no terminal."""
    if options.yes:
        return True
    if not sys.stdin.isatty():
        raise ValueError("nobody can be asked here whether this is meant: add --yes if it is")
    return input(f"{question} [y/N] ").strip().lower() in ("y", "yes")
