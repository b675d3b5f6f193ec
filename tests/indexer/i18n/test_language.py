"""The choice of a language, and where its translations are loaded from."""

import os
from pathlib import Path

import pytest

from indexer.i18n import ENGLISH, SHIPPED, Languages, _, list_system_languages, use_language
from indexer.i18n.language import compile_catalog
from tests.catalog.made_up import a_language


@pytest.mark.parametrize(
    ("wanted", "chosen"),
    [
        ([], "en"),
        ([""], "en"),
        (["de"], "de"),
        (["DE"], "de"),
        (["de-AT"], "de"),
        (["xx", "de"], "de"),
        (["en-GB", "de"], "en"),
        (["pt"], "pt_BR"),
        (["pt-PT"], "pt_BR"),
        (["pt-br"], "pt_BR"),
        (["xx"], "en"),
        (["../../etc"], "en"),
    ],
)
def test_the_first_wanted_language_that_there_is(
    wanted: list[str], chosen: str, tmp_path: Path
) -> None:
    a_language(tmp_path, "pt_BR")
    languages = a_language(tmp_path, "de")
    assert languages.list_codes() == ["en", "de", "pt_BR"]
    assert languages.choose(wanted).code == chosen
    assert languages.choose(wanted, languages.load("de")).code == (
        "de" if not set(wanted) & {"en-GB", "pt", "pt-PT", "pt-br"} else chosen
    )


def test_a_language_that_is_not_there_is_no_language() -> None:
    with pytest.raises(KeyError):
        SHIPPED.load("xx")
    assert SHIPPED.load("en") is ENGLISH


@pytest.mark.parametrize(
    ("environ", "languages"),
    [
        ({}, []),
        ({"LANG": "C"}, []),
        ({"LANG": "C.UTF-8", "LANGUAGE": "de"}, []),
        ({"LANG": "de_DE.UTF-8"}, ["de_DE.UTF-8"]),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "fr_FR"}, ["fr_FR"]),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "nds:de"}, ["nds", "de", "de_DE.UTF-8"]),
    ],
)
def test_what_the_machine_is_set_to(environ: dict[str, str], languages: list[str]) -> None:
    assert list_system_languages(environ) == languages


def test_a_compiled_catalogue_is_read_unless_its_source_is_newer(tmp_path: Path) -> None:
    a_language(tmp_path)
    source = tmp_path / "de" / "LC_MESSAGES" / "multis.po"
    compiled = source.with_suffix(".mo")
    compiled.write_bytes(compile_catalog(source))
    source.write_text(source.read_text(encoding="utf-8").replace("⟦", "<"), encoding="utf-8")
    os.utime(compiled, ns=(source.stat().st_mtime_ns,) * 2)
    with use_language(Languages(tmp_path).load("de")):
        assert _("No PIN is set.") == "⟦No PIN is set.⟧"
    os.utime(compiled, (0, 0))
    with use_language(Languages(tmp_path).load("de")):
        assert _("No PIN is set.") == "<No PIN is set.⟧"
    os.utime(compiled)
    source.unlink()  # as a wheel has it
    with use_language(Languages(tmp_path).load("de")):
        assert _("No PIN is set.") == "⟦No PIN is set.⟧"


@pytest.mark.parametrize(("code", "direction"), [("ar", "rtl"), ("de", "ltr"), ("tlh", "ltr")])
def test_a_language_knows_its_direction(code: str, direction: str, tmp_path: Path) -> None:
    path = tmp_path / code / "LC_MESSAGES" / "multis.mo"
    path.parent.mkdir(parents=True)
    empty = tmp_path / "de" / "LC_MESSAGES" / "multis.po"
    empty.parent.mkdir(parents=True, exist_ok=True)
    empty.write_text('msgid "a"\nmsgstr "b"\n', encoding="utf-8")
    path.write_bytes(compile_catalog(empty))
    assert Languages(tmp_path).load(code).direction == direction
    assert ENGLISH.direction == "ltr"
