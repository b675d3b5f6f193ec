"""What `make catalog` does to the translations, and what is wrong with one."""

import io
import re
from collections.abc import Iterator, Sequence
from functools import cache
from gettext import c2py
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from indexer.i18n.language import DOMAIN, LOCALES, compile_catalog
from tests.catalog.extraction import STYLE, TEMPLATE
from tests.catalog.typography import find_typing_errors

# Without dates, so that nothing but a sentence changes the file.
HEADER = r"""# multis in {name}.
msgid ""
msgstr ""
"Project-Id-Version: multis\n"
"Language: {code}\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=utf-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Plural-Forms: {plurals}\n"

"""
PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.parent.parent.name, abort_invalid=True)


def renew(path: Path, template: Catalog) -> None:
    """New sentences are added untranslated, and those that are gone are taken out."""
    catalog = read(path)
    catalog.update(template, no_fuzzy_matching=True, keep_user_comments=True)
    catalog.obsolete.clear()
    path.write_text(translation(catalog), encoding="utf-8")
    path.with_suffix(".mo").write_bytes(compile_catalog(path))


def translation(catalog: Catalog) -> str:
    """The text of a `multis.po`, which changes only when a sentence does."""
    written = io.BytesIO()
    write_po(written, catalog, omit_header=True, no_location=True, **STYLE)
    head = HEADER.format(
        name=catalog.locale.english_name if catalog.locale else "",
        code=catalog.locale_identifier,
        plurals=catalog.plural_forms,
    )
    return head + written.getvalue().decode()


def waiting(locales: Path = LOCALES, template: Path = TEMPLATE) -> Iterator[str]:
    """What the translations still lack, by language."""
    for path in sorted(locales.glob(f"*/LC_MESSAGES/{DOMAIN}.po")):
        done = {_key(each) for each in read(path) if each.id and all(_texts(each.string))}
        lacking = (each for each in read_template(template) if each.id and _key(each) not in done)
        yield from (f"{path.parent.parent.name}: {_key(each)}" for each in lacking)


def faults(path: Path, template: Path = TEMPLATE) -> Iterator[str]:
    """What a translation has wrong; a sentence without one is no fault, see `waiting`."""
    catalog, wanted = read(path), read_template(template)
    ids = {_key(each) for each in catalog if each.id}
    yield from (f"missing: {_key(each)}" for each in wanted if each.id and _key(each) not in ids)
    asked = {_key(each) for each in wanted}
    for message in catalog:
        if not message.id:
            continue
        if _key(message) not in asked:
            yield f"stale: {_key(message)}"
        yield from (f"{_key(message)}: {each}" for each in _wrong(message, catalog))


def read_template(path: Path = TEMPLATE) -> Catalog:
    with path.open("rb") as file:
        return read_po(file)


def _key(message: Message) -> str:
    text = _texts(message.id)[0] if message.id else ""
    return f"{message.context}: {text}" if message.context else text


def _wrong(message: Message, catalog: Catalog) -> Iterator[str]:
    ids, forms = _texts(message.id), _texts(message.string)
    plurals = catalog.num_plurals
    if message.fuzzy:
        yield "fuzzy"
    if not any(forms):
        return
    if not all(forms):
        yield "a form is missing"
    if len(ids) > 1 and len(forms) != plurals:
        yield f"{len(forms)} forms instead of {plurals}"
    known = set(PLACEHOLDER.findall(" ".join(ids)))
    for form in filter(None, forms):
        used = set(PLACEHOLDER.findall(form))
        if used - known or known - used - {"count"}:  # "one page" needs no number
            yield f"placeholders {sorted(used)} instead of {sorted(known)}"
    if len(ids) > 1 and "count" in known:
        counted = _find_forms_of_several(catalog.plural_expr)
        uncounted = [each for each in forms if each and "{count}" not in each]
        yield from (f"no number in {each!r}" for each in uncounted if forms.index(each) in counted)
    yield from find_typing_errors(catalog.locale_identifier or "", forms)


@cache
def _find_forms_of_several(rule: str) -> frozenset[int]:
    """Return the forms that serve several numbers: the first in Russian serves 1, 21 and 31.

    Those for 0 and 1 alone say so in words, and so does a dual: two pages are one word in Arabic.
    """
    choose = c2py(rule)
    numbers = {form: [n for n in range(200) if choose(n) == form] for form in range(6)}
    several = (form for form, served in numbers.items() if len(served) > 1)
    return frozenset(form for form in several if set(numbers[form]) - {0, 1})


def _texts(found: str | Sequence[str] | None) -> list[str]:
    return [found] if isinstance(found, str) else list(found or ())
