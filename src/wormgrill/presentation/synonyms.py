"""Words that readers look for in the rules, beside those that the rules use, language by language."""

from __future__ import annotations

from collections.abc import Mapping

SYNONYMS: Mapping[str, tuple[str, ...]] = {
    "en": (
        "draw tie tied tiebreak tiebreaker equal same",
        "bust fail miss",
        "grab take collect",
        "points sum total score",
        "skip pass nothing",
        "domino portion tile",
        "w worm",
        "rob robbing snatch steal stolen theft",
        "flip down turned turning",
        "helper figure specialist",
        "finish end ends",
        "victory win winner winning won",
        "set aside keep kept",
        "throw roll reroll",
        "start starting begin begins first",
        "player players seat people persons",
        "neighbour neighbor opponent another",
        "order clockwise",
        "number many",
        "die dice",
        "joker wild wildcard canned",
        "lose losing lost",
        "chicken hen",
        "crow raven",
    ),
    "de": (
        "unentschieden gleichstand remis gleich",
        "fehlversuch fehlgeschlagen patzer fehlwurf",
        "holen greifen nehmen nimm nimmst",
        "summe augen punkte",
        "passen aussetzen verzichten nichts",
        "stein domino plättchen portion",
        "w wurm würmer",
        "stehlen rauben klauen klaust diebstahl gestohlen geklaut beklaue",
        "wenden umdrehen verdeckt umgedreht",
        "helfer figur spezialist",
        "schluss spielende ende endet beenden",
        "sieg sieger gewinnt gewinnen gewinner gewonnen",
        "behalten weglegen beiseite",
        "werfen würfeln wirf gewürfelt",
        "anfangen anfängt beginnen beginnt starten startspieler fängt erste",
        "spieler spielerzahl spieleranzahl mitspieler mitspielen personen platz",
        "bratwurm bratwürmer rostbratwurm rostbratwürmer",
        "joker dose dosenwurm",
        "verlieren verloren verliere",
        "henne huhn glucke",
        "nachbar gegner fremden",
        "reihenfolge uhrzeigersinn",
    ),
    "fr": (
        "match aequo égalité départage",
        "raté échec nul",
        "attraper ramasser prendre prends",
        "somme total points",
        "passer rien",
        "domino tuile pickomino",
        "w ver vers",
        "voler dérober vol larcin pique piquer",
        "cacher cachée retourner retourné",
        "figurine aide spécialiste",
        "terminer fin finit",
        "victoire vainqueur gagne gagner gagnant",
        "garder conserver côté",
        "jeter lancer relancer",
        "commencer commence débuter premier première",
        "joueur joueuse participants personnes place",
        "voisin adversaire autre",
        "ordre aiguilles",
        "joker boîte",
        "perdre perdu perds",
    ),
    "it": (
        "pareggio patta parità spareggio",
        "fallire fallito fallimento errore sballare sballato sballi sballo",
        "afferrare pigliare prendere prendi",
        "somma totale punteggio punti",
        "passare saltare niente",
        "domino tessera porzione",
        "w verme vermi",
        "furto soffiare rubare rubi",
        "coperta capovolta girare girata",
        "aiutante figura specialista",
        "termine fine finisce",
        "vittoria vincitore vincere vinto vince",
        "tenere conservare accantona",
        "tirare tiro lancio lancia",
        "inizia iniziare cominciare comincia primo",
        "giocatore giocatori partecipanti giocare posto",
        "vicino avversario altro",
        "ordine orario",
        "jolly barattolo lattina scatola",
        "perdere perso perdi perdo",
        "gallina chioccia",
        "dado dadi",
    ),
}
"""Groups of words that mean the same here; at least one of each group is a word of the rules."""

SMALL_WORDS: Mapping[str, str] = {
    "en": "a an and are at be can could do does for have how i if in is it may me must my of on or s should t the "
    "there to what when where which who whom whose why with you your",
    "de": "am an auf bei bin das dem den der des die ein eine einem einen einer es für hat ich im in ist kann man "
    "mein meine meinem meinen mit muss oder sind und von wann warum was welche welcher welches wem wen wenn "
    "wer wessen wie wo zu",
    "fr": "a au aux avec c ce d dans de des dois du elle en est et il ils j je l la le les m ma me mes mon n on ou "
    "où par peut peux pour puis qu quand que quel quelle quelles quels qui quoi s sa se ses si son sont sur t "
    "ta te tes ton tu un une y à",
    "it": "a ai al alla che chi ci come con cosa d da dei del della devo di do dove e gli ho i il in io l la le lo "
    "ma mi mia mio nel nella o per perché posso può qual quale quali quando se si sono su sul sulla tra tu un "
    "una uno è",
}
"""Words of a question that do not tell what it is about."""


def synonyms(language: str) -> str:
    """The groups of a language, one after the other as the page of the rules has them; none for other languages.

    >>> synonyms("en")[:33], synonyms("xx")
    ('draw tie tied tiebreak tiebreaker', '')
    """
    return ", ".join(SYNONYMS.get(language, ()))


def small_words(language: str) -> str:
    """The words of a language that a search leaves out; none for other languages.

    >>> small_words("de")[:16], small_words("xx")
    ('am an auf bei bi', '')
    """
    return SMALL_WORDS.get(language, "")
