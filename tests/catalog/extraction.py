"""The catalogue as the source has it, by Babel."""

import io
import json
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import write_po

from bot.settings.config import Settings
from bot.settings.reference import list_keys

ROOT = Path(__file__).parents[2]
SETTINGS = "config.example.json"
TEMPLATE = ROOT / "indexer" / "locale" / "multis.pot"
PAGE = ROOT / "adapters" / "web" / "sentences.json"
SOURCES = ("adapters", "bot", "indexer", "memory")
KEYWORDS: dict[str, Any] = {
    **dict.fromkeys(("_", "N_", "t")),
    **dict.fromkeys(("ngettext", "tn"), (1, 2)),
    **dict.fromkeys(("pgettext", "tp"), ((1, "c"), 2)),
}
LIBRARIES = "libraries"  # of the page, whose sentences are for programmers
STYLE: dict[str, Any] = {"sort_output": True, "include_lineno": False, "width": 100}
# No dates and no line numbers: the file changes only when a sentence does.
HEADER = r"""# Every sentence of multis for its users, made by `make catalog`.
msgid ""
msgstr ""
"Project-Id-Version: multis\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=utf-8\n"
"Content-Transfer-Encoding: 8bit\n"

"""


def extract() -> Catalog:
    with (ROOT / "babel.cfg").open() as file:
        methods, options = parse_mapping_cfg(file, "babel.cfg")  # type: ignore[no-untyped-call]  # Babel gives it no types
    catalog = Catalog()
    found = extract_from_dir(ROOT, methods, options, KEYWORDS, directory_filter=_is_ours)
    for name, line, message, comments, context in found:
        catalog.add(message, None, [(name, line)], auto_comments=comments, context=context)
    for key in list_keys(Settings):  # their meanings are comments in the code
        if key.meaning:
            catalog.add(key.meaning, None, [(SETTINGS, 0)])
    return catalog


def template(catalog: Catalog) -> str:
    """The text of `multis.pot`."""
    written = io.BytesIO()
    write_po(written, catalog, omit_header=True, **STYLE)
    return HEADER + written.getvalue().decode()


def page(catalog: Catalog) -> str:
    """The text of `sentences.json`: what the page's script asks for."""
    messages = [each for each in catalog if each.id and _in_script(each.locations)]
    plain = sorted(_key(each) for each in messages if isinstance(each.id, str))
    counted = sorted(list(each.id) for each in messages if not isinstance(each.id, str))
    return json.dumps({"plain": plain, "counted": counted}, indent=1, ensure_ascii=False) + "\n"


def _key(message: Message) -> str:
    """As gettext writes a message with its context."""
    return f"{message.context}\x04{message.id}" if message.context else str(message.id)


def _is_ours(folder: str) -> bool:
    path = Path(folder).relative_to(ROOT)
    return path.parts[0] in SOURCES and path.name not in ("__pycache__", LIBRARIES)


def _in_script(locations: list[tuple[str, int]]) -> bool:
    return any(name.endswith(".js") for name, _ in locations)
