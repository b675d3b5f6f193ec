"""The catalogue has every sentence of the source, and each translation has all of them."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.cli import _read_summaries
from indexer.i18n.language import LOCALES
from tests.catalog.extraction import (
    KEYWORDS,
    LIBRARIES,
    PAGE,
    ROOT,
    TEMPLATE,
    extract,
    page,
    template,
)
from tests.catalog.extractors import called
from tests.catalog.outside import modules, name_of
from tests.catalog.translations import PLACEHOLDER, faults, read_template, waiting

STATIC = ROOT / "adapters" / "web" / "static"
SCRIPTS = sorted(each for each in STATIC.rglob("*.js") if LIBRARIES not in each.parts)
PYTHON = ("_", "N_", "ngettext", "pgettext")
SHIPPED = sorted(LOCALES.glob("*/LC_MESSAGES/multis.po"))
PO = """
msgid ""
msgstr "Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Indexed {{name}}."
msgstr "{plain}"

msgid "{{count}} page"
msgid_plural "{{count}} pages"
msgstr[0] "{one}"
msgstr[1] "{many}"
"""


def test_the_catalogue_is_what_the_source_says_now() -> None:
    found = extract()
    assert TEMPLATE.read_text(encoding="utf-8") == template(found), "run `make catalog`"
    assert PAGE.read_text(encoding="utf-8") == page(found), "run `make catalog`"


def test_the_help_of_every_command_is_in_the_catalogue() -> None:
    ids = {each.id for each in read_template()}
    assert set(_read_summaries().values()) <= ids


def calls(path: Path) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and called(node) in PYTHON:
            yield node


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_a_sentence_is_a_literal_with_a_value_for_each_placeholder(path: Path) -> None:
    for call in calls(path):
        sentences = KEYWORDS[called(call)] or (1,)
        given = call.args[: len(sentences)]
        texts = [each.value for each in given if isinstance(each, ast.Constant)]
        if name_of(path) in EXCEPT:
            continue
        where = f"{name_of(path)}:{call.lineno}"
        assert len(texts) == len(sentences), f"{where}: not extracted, as it is no plain literal"
        named = {name for each in texts for name in PLACEHOLDER.findall(str(each))}
        values = {each.arg for each in call.keywords}
        if called(call) == "N_" and not values:
            continue  # filled in when it is shown
        if None not in values:
            assert named - {"count"} == values - {"count"}, f"{where}: placeholders and values"


# Where a sentence is looked up that stands elsewhere in the catalogue.
EXCEPT = {
    "adapters/web/languages.py": "the sentences of the page's script",
    "adapters/web/markup.py": "the sentences of the page's HTML",
    "bot/cli/__init__.py": "the first lines of the commands' modules",
    "bot/settings/reference.py": "the comments on the settings",
    "indexer/i18n/sentences.py": "it defines them",
}


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_nothing_else_is_called_as_gettext_is(path: Path) -> None:
    """Where `_` is the catalogue, a parameter or a variable must not be `_` too."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    if name_of(path) in EXCEPT or not any(called(each) == "_" for each in calls(path)):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            assert node.id not in PYTHON, f"line {node.lineno}: give it a name, such as `_rest`"
        if isinstance(node, ast.arg):
            assert node.arg not in PYTHON, f"line {node.lineno}: give it a name"


@pytest.fixture(scope="module")
def known() -> set[str]:
    """Every sentence of the source with its context, extracted once."""
    return {text for each in extract() for text in _texts(each.id, each.context)}


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_every_call_of_the_script_is_extracted(path: Path, known: set[str]) -> None:
    if path.name == "words.js":
        return
    source = path.read_text(encoding="utf-8")
    written = re.findall(r"""\bt[np]?\(\s*(["'`])(.*?)(?<!\\)\1""", source)
    assert len(written) == len(re.findall(r"\bt[np]?\(", source)), "not a plain literal"
    assert {text for _quote, text in written} <= known


def _texts(found: str | tuple[str, ...] | list[str] | None, context: str | None) -> set[str]:
    texts = {found} if isinstance(found, str) else set(found or ())
    return texts | ({context} if context else set())


def test_the_translations_are_right() -> None:
    found = {path: list(faults(path)) for path in SHIPPED}
    assert found == {path: [] for path in SHIPPED}


def test_a_release_has_every_sentence_in_every_language() -> None:
    """Between releases, whoever adds a sentence need not know all languages."""
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    if not re.search(r"^## Unreleased\n\s*^-", changes, re.MULTILINE):
        assert list(waiting()) == []


def test_sentences_that_are_not_translated_are_listed(tmp_path: Path) -> None:
    path = tmp_path / "de" / "LC_MESSAGES" / "multis.po"
    path.parent.mkdir(parents=True)
    path.write_text(PO.format(plain="", one="{count} Seite", many="{count} Seiten"), "utf-8")
    asked = tmp_path / "multis.pot"
    asked.write_text(PO.format(plain="", one="", many=""), encoding="utf-8")
    assert list(waiting(tmp_path, asked)) == ["de: Indexed {name}."]


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ({}, []),
        ({"one": "eine Seite"}, []),
        ({"plain": ""}, []),
        ({"plain": "{nmae} gelesen."}, ["placeholders ['nmae'] instead of ['name']"]),
        ({"plain": "Gelesen."}, ["placeholders [] instead of ['name']"]),
        ({"many": ""}, ["{count} page: a form is missing"]),
        ({"many": "viele Seiten"}, ["no number in 'viele Seiten'"]),
        ({"plain": "“{name}” gelesen."}, ["quotes are"]),
    ],
)
def test_what_is_wrong_with_a_translation_is_found(
    given: dict[str, str], found: list[str], tmp_path: Path
) -> None:
    right = {"plain": "{name} gelesen.", "one": "{count} Seite", "many": "{count} Seiten"}
    path = tmp_path / "de" / "LC_MESSAGES" / "multis.po"
    path.parent.mkdir(parents=True)
    path.write_text(PO.format(**{**right, **given}), encoding="utf-8")
    asked = tmp_path / "multis.pot"
    asked.write_text(PO.format(plain="", one="", many=""), encoding="utf-8")
    told = list(faults(path, asked))
    assert len(told) == len(found)
    assert all(each in line for each, line in zip(found, told, strict=True))


@pytest.mark.parametrize(("few", "found"), [("{count} صفحات", 0), ("صفحات", 1)])
def test_a_dual_needs_no_number_and_a_form_for_several_does(
    few: str, found: int, tmp_path: Path
) -> None:
    path = tmp_path / "ar" / "LC_MESSAGES" / "multis.po"
    path.parent.mkdir(parents=True)
    written = ["{count} صفحة", "صفحة واحدة", "صفحتان", few, "{count} صفحة", "{count} صفحة"]
    forms = "".join(f'msgstr[{form}] "{each}"\n' for form, each in enumerate(written))
    message = f'msgid "{{count}} page"\nmsgid_plural "{{count}} pages"\n{forms}'
    path.write_text(message, encoding="utf-8")
    asked = tmp_path / "multis.pot"
    asked.write_text(message, encoding="utf-8")
    assert len(list(faults(path, asked))) == found


def test_a_missing_and_a_stale_sentence_are_found(tmp_path: Path) -> None:
    path = tmp_path / "de" / "LC_MESSAGES" / "multis.po"
    path.parent.mkdir(parents=True)
    path.write_text('msgid "Gone"\nmsgstr "Weg"\n', encoding="utf-8")
    asked = tmp_path / "multis.pot"
    asked.write_text('msgid "New"\nmsgstr ""\n', encoding="utf-8")
    assert list(faults(path, asked)) == ["missing: New", "stale: Gone"]
