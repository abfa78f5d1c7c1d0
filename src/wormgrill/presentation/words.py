"""Languages: the messages of the pages, and numbers as each language writes them.

A language is a catalog `locale/<language>/LC_MESSAGES/messages.po`, compiled in memory when it is first needed: adding
a language is adding a catalog. English is what the code says.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from functools import cache, cached_property, lru_cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

from babel import Locale
from babel.core import get_global
from babel.dates import format_date
from babel.localedata import locale_identifiers
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal, format_percent

LOCALE = Path(__file__).parent / "locale"
SOURCE = "en"
CATALOG = "*/LC_MESSAGES/messages.po"
MINUS = "\N{MINUS SIGN}"
REMEMBERED = 500
"""Languages with regions; the regions are what browsers say."""


class Words:
    """One language: its messages and its numbers.

    >>> words = words_of("en")
    >>> words.ngettext("%(number)d worm", "%(number)d worms", 2) % {"number": 2}, words.percent(0.234)
    ('2 worms', '23%')
    >>> words.number(-0.364, 2) == MINUS + "0.36", words.number(-0.001, 2)
    (True, '0.00')
    """

    def __init__(self, language: str, translations: NullTranslations, region: str = "") -> None:
        self.language = language
        self.translations = translations
        self._locale = Locale.parse(language, sep="-")
        self._region = region if region in locale_identifiers() else str(self._locale)

    def gettext(self, message: str) -> str:
        """The message in this language."""
        return self.translations.gettext(message)

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        """The message in this language, as this number of things wants it."""
        return self.translations.ngettext(singular, plural, number)

    def pgettext(self, context: str, message: str) -> str:
        """The message in this language, where English has one word for several things."""
        return self.translations.pgettext(context, message)

    def number(self, value: float, digits: int = 0) -> str:
        """A number with so many decimal places."""
        pattern = f"0.{'0' * digits}" if digits else "0"
        rounded = round(value, digits) or 0.0  # never a negative nothing
        return format_decimal(rounded, format=pattern, locale=self._locale).replace("-", MINUS)

    def count(self, number: int) -> str:
        """A whole number, however large, as the language sets its digits apart.

        >>> words_of("en").count(1234567)
        '1,234,567'
        """
        return format_decimal(number, locale=self._locale).replace("-", MINUS)

    def percent(self, share: float) -> str:
        """A share in whole percent."""
        return format_percent(share, format="0%" if self.language == SOURCE else None, locale=self._locale)

    def date(self, day: date) -> str:
        """A day as people of the reader's region write it.

        >>> words_of("en", "en_GB").date(date(2026, 11, 19)), words_of("en").date(date(2026, 11, 19))
        ('19 November 2026', 'November 19, 2026')
        """
        return format_date(day, "long", locale=self._region)

    @cached_property
    def locale(self) -> str:
        """The language with the country where most people speak it.

        >>> words_of("en").locale, words_of("de").locale
        ('en_US', 'de_DE')
        """
        likely = Locale.parse(get_global("likely_subtags")[self.language])
        return f"{likely.language}_{likely.territory}"

    @property
    def name(self) -> str:
        """What the language calls itself."""
        name = self._locale.get_display_name() or self.language
        return name[0].upper() + name[1:]


def region_of(accepted: str, language: str) -> str:
    """The locale of a reader of a language, as the header `Accept-Language` says it; empty if it does not.

    >>> region_of("de-AT,en-GB;q=0.8,en", "en"), region_of("en", "en")
    ('en_GB', '')
    """
    found = re.search(rf"\b{language}-([A-Za-z]{{2}})\b", accepted[:500])
    return f"{language}_{found[1].upper()}" if found else ""


@cache
def languages() -> tuple[str, ...]:
    """The languages there are as tags, English first: a folder `pt_BR` is the language `pt-BR`."""
    return (SOURCE, *sorted(path.parts[-3].replace("_", "-") for path in LOCALE.glob(CATALOG)))


def best_match(tag: str, available: Sequence[str]) -> str | None:
    """The language that serves a reader of this tag best: the same, else a wider one, else one of another region.

    >>> [best_match(tag, ("en", "pt-BR", "zh-Hans")) for tag in ("EN-gb", "pt_BR", "pt-PT", "zh-Hans-CN", "fi")]
    ['en', 'pt-BR', 'pt-BR', 'zh-Hans', None]
    """
    known = {language.lower(): language for language in available}
    wanted = tag.replace("_", "-").lower()
    parts = wanted.split("-")
    wider = ("-".join(parts[:length]) for length in range(len(parts), 0, -1))
    found = next((known[each] for each in wider if each in known), None)
    return found or next((known[each] for each in known if each.split("-")[0] == parts[0]), None)


@lru_cache(REMEMBERED)
def words_of(language: str, region: str = "") -> Words:
    """The words of a language, or of the one nearest to it; English if there is none.

    With a locale such as `en_GB` days are written as they are there.
    """
    if region:
        known = words_of(language)
        return Words(known.language, known.translations, region)
    tag = best_match(language, languages()) or SOURCE
    if tag == SOURCE:
        return Words(SOURCE, NullTranslations())
    folder = tag.replace("-", "_")
    with (LOCALE / folder / "LC_MESSAGES" / "messages.po").open("rb") as file:
        catalog = read_po(file, locale=folder)
    compiled = BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    return Words(tag, GNUTranslations(compiled))


def choose_language(accepted: str) -> str:
    """The best language for a browser that accepts these, as its header `Accept-Language` says it.

    >>> choose_language("xx, en;q=0.3")
    'en'
    """
    preferences: list[tuple[float, int, str]] = []
    for place, part in enumerate(accepted[:500].split(",")):
        tag, _, quality = part.strip().partition(";q=")
        try:
            weight = float(quality) if quality else 1.0
        except ValueError:
            continue
        preferences.append((-weight, place, tag))
    found = (best_match(tag, languages()) for _, _, tag in sorted(preferences))
    return next((language for language in found if language), SOURCE)
