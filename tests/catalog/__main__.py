"""Writes the catalogue; `pending` writes the list of files that have sentences outside it.

`waiting` prints the sentences that some translation still lacks, and fails if there are any.
"""

import sys

from indexer.i18n.language import DOMAIN, LOCALES
from tests.catalog.extraction import PAGE, TEMPLATE, extract, page, template
from tests.catalog.outside import PENDING, pending
from tests.catalog.translations import renew, waiting


def main(arguments: list[str]) -> int:
    match arguments:
        case ["pending"]:
            PENDING.write_text("".join(f"{each}\n" for each in pending()), encoding="utf-8")
        case ["waiting"]:
            lacking = list(waiting())
            sys.stdout.writelines(f"{each}\n" for each in lacking)
            return 1 if lacking else 0
        case _:
            _write_catalog()
    return 0


def _write_catalog() -> None:
    catalog = extract()
    TEMPLATE.write_text(template(catalog), encoding="utf-8")
    PAGE.write_text(page(catalog), encoding="utf-8")
    for translation in sorted(LOCALES.glob(f"*/LC_MESSAGES/{DOMAIN}.po")):
        renew(translation, catalog)


sys.exit(main(sys.argv[1:]))
