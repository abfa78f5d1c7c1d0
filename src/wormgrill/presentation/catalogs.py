"""Keep the catalogs of the languages in step with the messages in code and templates.

`python -m wormgrill.presentation.catalogs` brings every catalog up to date: new messages come in untranslated, messages
that nothing uses go. `--check` changes nothing and fails if a message is missing, doubtful, unused or has other
placeholders than the English one. A new language begins with `--new LANGUAGE`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.frontend import parse_keywords
from babel.messages.pofile import read_po, write_po

from wormgrill.presentation.words import CATALOG, LOCALE

SOURCE = Path(__file__).parents[1]
METHODS = [("server/pages/templates/**.html", "jinja2.ext:babel_extract"), ("**.py", "python")]
OPTIONS = {"server/pages/templates/**.html": {"newstyle_gettext": "true", "trimmed": "true", "silent": "false"}}
OWN_KEYWORDS = ("n_:1,2", "message", "Message:1,1t", "Message:1,2,3t", "Message:1,2,4t")
"""Our names for gettext and ngettext, marked texts, and the messages of reasons: without a plural, with one, and with
one and a comma at the end."""
KEYWORDS = {**DEFAULT_KEYWORDS, **parse_keywords(OWN_KEYWORDS)}
HEADER = "# The messages of wormgrill in this language."
NOISE = tuple(
    f'"{name}:'
    for name in (
        "Project-Id-Version",
        "Report-Msgid-Bugs-To",
        "POT-Creation-Date",
        "PO-Revision-Date",
        "Last-Translator",
        "Language-Team",
        "Generated-By",
    )
)
"""Lines of the header that change without a reason, or say nothing."""


def extracted() -> Catalog:
    """All messages of the server's code and templates."""
    found = Catalog(project="wormgrill", charset="utf-8", header_comment=HEADER)
    for name, _line, message, comments, context in extract_from_dir(SOURCE, METHODS, OPTIONS, KEYWORDS, ["Note:"]):
        found.add(message, None, [(name.replace("\\", "/"), 0)], auto_comments=comments, context=context)
    return found


def read_catalog(path: Path) -> Catalog:
    """The catalog in a file; what it marks as obsolete comes along."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parts[-3])


def update(path: Path, template: Catalog) -> None:
    """Bring the catalog in a file up to date, or begin it."""
    language = path.parts[-3]
    catalog = read_catalog(path) if path.exists() else Catalog(language, project="wormgrill", charset="utf-8")
    catalog.update(template, no_fuzzy_matching=True)
    catalog.header_comment = HEADER
    catalog.fuzzy = False
    written = BytesIO()
    write_po(written, catalog, width=116, sort_by_file=True, ignore_obsolete=True, include_lineno=False)
    lines = written.getvalue().decode().splitlines(keepends=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(line for line in lines if not line.startswith(NOISE)), encoding="utf-8")


def problems(catalog: Catalog, template: Catalog) -> Iterator[str]:
    """What is wrong with a catalog, a line for each."""
    for message in _messages(template):
        translation = catalog.get(message.id, message.context)
        if translation is None or not all(_texts(translation)):
            yield f"missing: {_first(message)!r}"
        elif translation.fuzzy:
            yield f"fuzzy: {_first(message)!r}"
        else:
            yield from (f"{problem}: {_first(message)!r}" for problem in translation.check(catalog))
    for message in _messages(catalog):
        if template.get(message.id, message.context) is None:
            yield f"unused: {_first(message)!r}"
    for message in catalog.obsolete.values():
        yield f"obsolete: {_first(message)!r}"


def _messages(catalog: Catalog) -> Iterator[Message]:
    return (message for message in catalog if message.id)


def _texts(message: Message) -> Sequence[str]:
    return message.string if isinstance(message.string, list | tuple) else (message.string or "",)


def _first(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def main(arguments: Sequence[str] | None = None) -> int:
    """Update or check all catalogs; how many have problems."""
    parser = argparse.ArgumentParser(prog="python -m wormgrill.presentation.catalogs", description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing, fail if a catalog is not complete")
    parser.add_argument("--new", metavar="LANGUAGE", help="begin a catalog for this language")
    options = parser.parse_args(arguments)
    template = extracted()
    paths = sorted(LOCALE.glob(CATALOG))
    if options.new:
        paths.append(LOCALE / options.new / "LC_MESSAGES" / "messages.po")
    bad = 0
    for path in paths:
        if not options.check:
            update(path, template)
        found = list(problems(read_catalog(path), template))
        bad += bool(found)
        shown = found if options.check else found[:0]
        sys.stdout.writelines(f"{path.parts[-3]}: {line}\n" for line in shown)
        sys.stdout.write(f"{path.parts[-3]}: {len(list(_messages(template)))} messages, {len(found)} to do\n")
    return min(bad, 1) if options.check else 0


if __name__ == "__main__":
    sys.exit(main())
