"""A language that nobody speaks: every sentence of the catalogue in brackets."""

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from indexer.i18n import Languages
from tests.catalog.translations import read_template


def bracketed(text: str) -> str:
    return f"⟦{text}⟧"


def a_language(
    folder: Path, code: str = "de", other: Mapping[str, str] = MappingProxyType({})
) -> Languages:
    """English and one more, `code`, in `folder`; `other` sentences are added to it."""
    made = Catalog(locale=code)
    for message in read_template():
        if message.id and message.id not in other:
            made.add(message.id, _said(message.id, made.num_plurals), context=message.context)
    for english, translated in other.items():
        made.add(english, translated)
    path = folder / code / "LC_MESSAGES" / "multis.po"
    path.parent.mkdir(parents=True)
    written = io.BytesIO()
    write_po(written, made)
    path.write_bytes(written.getvalue())
    return Languages(folder)


def _said(english: str | Sequence[str], plurals: int) -> str | tuple[str, ...]:
    if isinstance(english, str):
        return bracketed(english)
    return tuple(bracketed(english[min(form, 1)]) for form in range(plurals))
