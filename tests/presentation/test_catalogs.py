"""The catalogs of the languages are held complete."""

from pathlib import Path

from babel.messages.catalog import Catalog

from wormgrill.presentation.catalogs import extracted, problems, read_catalog, update
from wormgrill.presentation.words import LOCALE, best_match, choose_language, languages, words_of


def catalog_of(*messages: tuple[object, object]) -> Catalog:
    made = Catalog("de")
    for message, translation in messages:
        made.add(message, translation)  # type: ignore[arg-type]  # texts, or pairs of them
    return made


def test_messages_of_code_and_templates_are_found() -> None:
    found = extracted()
    for message in ("Your turn", "The grill", ("Roll %(dice)d die", "Roll %(dice)d dice")):
        assert found.get(message if isinstance(message, str) else message[0]) is not None


def test_a_complete_catalog_has_no_problem() -> None:
    template = catalog_of(("Stop", ""), (("%(n)d die", "%(n)d dice"), ("", "")))
    complete = catalog_of(("Stop", "Halt"), (("%(n)d die", "%(n)d dice"), ("%(n)d Würfel", "%(n)d Würfel")))
    assert list(problems(complete, template)) == []


def test_what_is_missing_doubtful_or_unused_is_named() -> None:
    template = catalog_of(("Stop", ""), ("Roll", ""), ("Hello %(name)s", ""), (("%(n)d die", "%(n)d dice"), ("", "")))
    catalog = catalog_of(("Roll", "Würfeln"), ("Hello %(name)s", "Hallo %(nam)s"), ("Old", "Alt"))
    catalog.add(("%(n)d die", "%(n)d dice"), ("%(n)d Würfel", ""))
    message = catalog.get("Roll")
    assert message is not None
    message.flags.add("fuzzy")
    found = list(problems(catalog, template))
    assert [line.partition(":")[0] for line in found if "Hello" not in line] == [
        "missing",
        "fuzzy",
        "missing",
        "unused",
    ]
    assert any("Hello" in line for line in found)


def test_updating_keeps_translations_and_adds_what_is_new(tmp_path: Path) -> None:
    path = tmp_path / "de" / "LC_MESSAGES" / "messages.po"
    update(path, catalog_of(("Stop", "")))
    path.write_text(path.read_text().replace('msgid "Stop"\nmsgstr ""', 'msgid "Stop"\nmsgstr "Halt"'))
    update(path, catalog_of(("Stop", ""), ("Roll", "")))
    assert list(problems(read_catalog(path), catalog_of(("Stop", ""), ("Roll", "")))) == ["missing: 'Roll'"]


def test_every_catalog_can_be_loaded() -> None:
    assert languages()[0] == "en"
    for path in LOCALE.glob("*/LC_MESSAGES/messages.po"):
        assert words_of(path.parts[-3]).language == path.parts[-3]


def test_the_browser_s_first_language_that_is_there_is_chosen() -> None:
    assert choose_language("de-CH, fr;q=0.9") == "de"
    assert choose_language("xx, it;q=0.2, fr;q=0.7") == "fr"
    assert choose_language("fr;q=nonsense, xx") == "en"
    assert choose_language("") == "en"


def test_region_and_script_of_a_language_are_kept() -> None:
    there = ("en", "pt-BR", "zh-Hans", "zh-Hant")
    assert best_match("zh-Hant-TW", there) == "zh-Hant"
    assert best_match("zh-Hans", there) == "zh-Hans"
    assert best_match("pt", there) == "pt-BR"
    assert best_match("en-AU", there) == "en"
    assert best_match("nl", there) is None
