"""A review as one page that needs no other file."""

from __future__ import annotations

from html import escape

from wormgrill.presentation.review_view import ReviewView
from wormgrill.presentation.words import Words
from wormgrill.server.pages.rendering import STATIC, render

STYLES = ("app.css", "pages.css", "review.css")


def review_file(view: ReviewView, words: Words) -> str:
    """The page; fonts are those of the reader's device."""
    sheets = ((STATIC / name).read_text(encoding="utf-8") for name in STYLES)
    style = "\n".join(map(_alone, sheets))
    body = render("_review.html", words.language, review=view, birds=(), urls={"everybody": "", "moments": ""})
    return (
        f'<!doctype html>\n<html lang="{words.language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(view.title)} · wormgrill</title>\n<style>{style}</style>\n</head>\n"
        f'<body class="page reviewing">\n<main>{body}</main>\n</body>\n</html>\n'
    )


def _alone(sheet: str) -> str:
    """A style sheet that asks for no other file: without fonts and pictures."""
    first, *others = sheet.split("@font-face")
    lines = "".join([first, *(other.partition("}")[2] for other in others)]).splitlines()
    return "\n".join(line for line in lines if "url(" not in line)
