"""The templates, in every language, and the addresses of static files."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from functools import cache, lru_cache, partial
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from jinja2.runtime import Macro
from markupsafe import Markup

from wormgrill.players.levels import KNOWN_LEVELS
from wormgrill.presentation.art import symbols
from wormgrill.presentation.birds import BIRDS, bird_names
from wormgrill.presentation.talk import REACTIONS, reaction_names, reaction_text
from wormgrill.presentation.words import Words, languages, words_of

HERE = Path(__file__).parent
TEMPLATES = HERE / "templates"
STATIC = HERE / "static"
SHEET = {name: 40 * place for place, name in enumerate((*BIRDS, *KNOWN_LEVELS, *REACTIONS))}
"""Where each drawing begins on `static/birds.svg`."""
MACROS = ("_parts.html", "_things.html")
"""The templates whose macros all others know; the later ones know those of the earlier ones."""
PICTURES = (
    *("svg", "icon", "die", "dice", "worms", "tile", "picture", "rule_picture", "slot", "figure"),
    *("player_card", "hint", "told", "drawing", "bird"),
)
"""Macros of which the same pictures are asked for again and again: they are remembered."""
REMEMBERED = 2000
"""How many pictures of each of these macros are remembered, in each language."""


@cache
def environment(language: str) -> Environment:
    """The templates in a language. All text they are given is escaped."""
    words = words_of(language)
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        extensions=["jinja2.ext.i18n"],
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.install_gettext_translations(words.translations, newstyle=True)  # type: ignore[attr-defined]  # added by the extension
    made.globals["_"] = lru_cache(REMEMBERED)(partial(_message, words))
    made.globals.update(words=words, static=static, sheet=SHEET)
    made.globals["things"] = Markup(symbols())  # noqa: S704  # our own drawings
    made.globals.update(bird_names=bird_names(words), reaction_names=reaction_names(words), reaction_text=reaction_text)
    made.globals.update(languages=[(code, words_of(code).name) for code in languages()])
    for template in MACROS:
        made.globals.update(_macros(made, template))
    return made


def _message(words: Words, message: str, **values: object) -> Markup:
    """A message of a template, with values that are escaped."""
    return Markup(words.gettext(message)) % values  # noqa: S704  # our own messages


def _macros(made: Environment, template: str) -> Iterator[tuple[str, Callable[..., str]]]:
    for name, macro in vars(made.get_template(template).module).items():
        if isinstance(macro, Macro):
            yield name, lru_cache(REMEMBERED)(macro) if name in PICTURES else macro


def render(name: str, language: str, **values: object) -> str:
    """A template filled in.

    `Template.render` would look up every global one by one, which takes longer than filling in most fragments.
    """
    made, template = environment(language), _template(name, language)
    context = made.context_class(made, {**made.globals, **values}, name, template.blocks)
    try:
        return "".join(template.root_render_func(context))
    except Exception:  # raised again, with the lines of the template
        made.handle_exception()


@cache
def _template(name: str, language: str) -> Template:
    return environment(language).get_template(name)


@cache
def static(name: str) -> str:
    """The address of a static file; it changes with the file, so that browsers may keep it for good."""
    digest = hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:10]
    return f"/static/{name}?v={digest}"
