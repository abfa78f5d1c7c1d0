"""The templates, in every language, and the addresses of static files."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from wormgrill.presentation.words import languages, words_of

HERE = Path(__file__).parent
TEMPLATES = HERE / "templates"
STATIC = HERE / "static"


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
    made.globals.update(words=words, static=static, languages=[(code, words_of(code).name) for code in languages()])
    return made


def render(name: str, language: str, **values: object) -> str:
    """A template filled in."""
    return environment(language).get_template(name).render(**values)


@cache
def static(name: str) -> str:
    """The address of a static file; it changes with the file, so that browsers may keep it for good."""
    digest = hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:10]
    return f"/static/{name}?v={digest}"
