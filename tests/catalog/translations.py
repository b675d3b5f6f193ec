"""What `make catalog` does to the translations, and what is wrong with one."""

import io
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from indexer.i18n.language import DOMAIN, LOCALES, compile_catalog
from tests.catalog.extraction import ROOT, STYLE, TEMPLATE

WAITING = ROOT / "tests" / "catalog" / "waiting.txt"  # sentences that are not translated yet
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


def waiting(template: Path = TEMPLATE) -> Iterator[str]:
    """The sentences that some language still lacks."""
    paths = sorted(LOCALES.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))
    done = [{_key(each) for each in read(path) if each.id and _is_done(each)} for path in paths]
    wanted = (_key(each) for each in read_template(template) if each.id)
    yield from (each for each in wanted if not all(each in keys for keys in done))


def _is_done(message: Message) -> bool:
    return all(_texts(message.string))


def faults(path: Path, template: Path = TEMPLATE) -> Iterator[str]:
    """What a translation lacks, has too much, or has wrong."""
    catalog, wanted = read(path), read_template(template)
    ids = {_key(each) for each in catalog if each.id}
    yield from (f"missing: {_key(each)}" for each in wanted if each.id and _key(each) not in ids)
    asked = {_key(each) for each in wanted}
    for message in catalog:
        if not message.id:
            continue
        if _key(message) not in asked:
            yield f"stale: {_key(message)}"
        yield from (f"{_key(message)}: {each}" for each in _wrong(message, catalog.num_plurals))


def read_template(path: Path = TEMPLATE) -> Catalog:
    with path.open("rb") as file:
        return read_po(file)


def _key(message: Message) -> str:
    text = _texts(message.id)[0] if message.id else ""
    return f"{message.context}: {text}" if message.context else text


def _wrong(message: Message, plurals: int) -> Iterator[str]:
    ids, forms = _texts(message.id), _texts(message.string)
    if message.fuzzy:
        yield "fuzzy"
    if not all(forms):
        yield "not translated"
    if len(ids) > 1 and len(forms) != plurals:
        yield f"{len(forms)} forms instead of {plurals}"
    known = set(PLACEHOLDER.findall(" ".join(ids)))
    for form in filter(None, forms):
        used = set(PLACEHOLDER.findall(form))
        if used - known or known - used - {"count"}:  # "one page" needs no number
            yield f"placeholders {sorted(used)} instead of {sorted(known)}"


def _texts(found: str | Sequence[str] | None) -> list[str]:
    return [found] if isinstance(found, str) else list(found or ())
