"""Tells the parts of saved web pages: browsers put pictures and scripts into a folder beside it."""

from collections.abc import Collection
from pathlib import PurePosixPath

PAGES = (".html", ".htm", ".xhtml")
# What browsers add to the name of the page, each in its own language.
ENDINGS = (
    *("_files", ".files", "-Dateien", "_fichiers", "_archivos", "_arquivos", "_bestanden"),
    *("_file", "_soubory", "_pliki", "_dosyalar", "-filer", "_tiedostot", "_fails", "_elemei"),
)

# What browsers put there. Anything else, such as a contract, is none of the page's, whoever named
# a page so that it stands beside the folder.
PARTS = frozenset(
    {".html", ".htm", ".xhtml", ".php", ".aspx", ".txt", ".json", ".xml", ".css", ".map"}
    | {".js", ".mjs", ".download", ".woff", ".woff2", ".ttf", ".otf", ".eot", ".swf"}
    | {".png", ".jpg", ".jpeg", ".jpe", ".gif", ".webp", ".avif", ".bmp", ".ico", ".svg", ".svgz"}
    | {".mp3", ".mp4", ".webm"}
)


def may_be_part(name: str) -> bool:
    return PurePosixPath(name).suffix.lower() in PARTS


def list_page_names(folder: str) -> tuple[str, ...]:
    """Return the names that the page may have whose parts are in `folder`; none for most."""
    bases = (folder.removesuffix(ending) for ending in ENDINGS if folder.endswith(ending))
    return tuple(f"{base}{suffix}" for base in bases if base for suffix in PAGES)


def is_page_part(name: str, names: Collection[str]) -> bool:
    """Return whether a file of an archive is such a part; `names` are all of its files."""
    if not may_be_part(name):
        return False
    folders = (each for each in PurePosixPath(name).parents if each.name)
    pages = (each.with_name(page) for each in folders for page in list_page_names(each.name))
    return any(str(page) in names for page in pages)
