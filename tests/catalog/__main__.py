"""Writes the catalogue; with `pending`, the list of files that have sentences outside it."""

import sys

from indexer.i18n.language import DOMAIN, LOCALES
from tests.catalog.extraction import PAGE, TEMPLATE, extract, page, template
from tests.catalog.outside import PENDING, pending
from tests.catalog.translations import WAITING, renew, waiting


def main() -> None:
    if sys.argv[1:] == ["pending"]:
        PENDING.write_text("".join(f"{each}\n" for each in pending()), encoding="utf-8")
        return
    catalog = extract()
    TEMPLATE.write_text(template(catalog), encoding="utf-8")
    PAGE.write_text(page(catalog), encoding="utf-8")
    for translation in sorted(LOCALES.glob(f"*/LC_MESSAGES/{DOMAIN}.po")):
        renew(translation, catalog)
    WAITING.write_text("".join(f"{each!r}\n" for each in waiting()), encoding="utf-8")


main()
