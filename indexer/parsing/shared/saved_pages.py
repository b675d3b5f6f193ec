"""Tells the parts of saved web pages: browsers put pictures and scripts into a folder beside it."""

from collections.abc import Collection
from pathlib import PurePosixPath

PAGES = (".html", ".htm", ".xhtml")
# What browsers add to the name of the page, each in its own language.
ENDINGS = (
    *("_files", ".files", "-Dateien", "_fichiers", "_archivos", "_arquivos", "_bestanden"),
    *("_file", "_soubory", "_pliki", "_dosyalar", "-filer", "_tiedostot", "_fails", "_elemei"),
)


def list_page_names(folder: str) -> tuple[str, ...]:
    """Return the names that the page may have whose parts are in `folder`; none for most."""
    bases = (folder.removesuffix(ending) for ending in ENDINGS if folder.endswith(ending))
    return tuple(f"{base}{suffix}" for base in bases if base for suffix in PAGES)


def is_page_part(name: str, names: Collection[str]) -> bool:
    """Return whether a file of an archive is such a part; `names` are all of its files."""
    folders = (each for each in PurePosixPath(name).parents if each.name)
    pages = (each.with_name(page) for each in folders for page in list_page_names(each.name))
    return any(str(page) in names for page in pages)
