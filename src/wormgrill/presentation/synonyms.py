"""Words that readers look for in the rules, beside those that the rules use, language by language."""

from __future__ import annotations

from collections.abc import Mapping

SYNONYMS: Mapping[str, tuple[str, ...]] = {
    "en": (
        "draw tie tied equal",
        "bust fail miss",
        "grab take collect",
        "points sum total score",
        "skip pass nothing",
        "domino portion tile",
        "w worm",
        "rob snatch steal stolen",
        "flip down turned",
        "helper figure specialist",
        "finish end ends",
        "victory win",
        "set aside keep",
        "throw roll",
    ),
    "de": (
        "unentschieden gleichstand remis gleich",
        "fehlversuch patzer fehlwurf",
        "holen greifen nehmen nimm nimmst",
        "summe augen punkte",
        "passen aussetzen verzichten nichts",
        "stein domino plättchen portion",
        "w wurm würmer",
        "stehlen rauben klauen klaust",
        "wenden verdeckt umgedreht",
        "helfer figur spezialist",
        "schluss ende endet",
        "sieg sieger gewinnt",
        "behalten weglegen beiseite",
        "werfen würfeln wirf",
    ),
    "fr": (
        "match aequo égalité",
        "raté échec nul",
        "attraper ramasser prendre prends",
        "somme total points",
        "passer rien",
        "domino tuile pickomino",
        "w ver vers",
        "voler dérober pique piquer",
        "cacher cachée retourné",
        "figurine aide spécialiste",
        "terminer fin finit",
        "victoire vainqueur gagne",
        "garder conserver côté",
        "jeter lancer relancer",
    ),
    "it": (
        "pareggio patta parità pari",
        "fallire fallito errore sballato sballi",
        "afferrare pigliare prendere prendi",
        "somma totale punteggio punti",
        "passare saltare niente",
        "domino tessera porzione",
        "w verme vermi",
        "furto soffiare rubare rubi",
        "coperta capovolta girata",
        "aiutante figura specialista",
        "termine fine finisce",
        "vittoria vincitore vince",
        "tenere conservare accantona",
        "tirare tiro lancio lancia",
    ),
}
"""Groups of words that mean the same here; at least one of each group is a word of the rules."""


def synonyms(language: str) -> str:
    """The groups of a language, one after the other as the page of the rules has them; none for other languages.

    >>> synonyms("en")[:33], synonyms("xx")
    ('draw tie tied equal, bust fail mi', '')
    """
    return ", ".join(SYNONYMS.get(language, ()))
