"""Writes large numbers without what separates their thousands: `24,000`, `24.000`, `24'000`.

Each language has its own sign for that; the other one may be a decimal point, and is left.
"""

import re
from collections.abc import Mapping

from indexer.late_patterns import compile_late

_COMMA = compile_late(r"(?<![\d.,:])[1-9]\d{0,2}(?:,\d{3})+(?![\d,:]|\.\d{3})")
_POINT = compile_late(r"(?<![\d.,:])[1-9]\d{0,2}(?:\.\d{3})+(?![\d.:]|,\d{3})")
_OTHER = compile_late(r"(?<![\d.,:])[1-9]\d{0,2}(?:['’ ]\d{3})+(?![\d:])")
_SEPARATED: Mapping[str, re.Pattern[str]] = {
    **dict.fromkeys(("en", "ja", "zh"), _COMMA),
    **dict.fromkeys(("de", "es", "it", "nl", "pt"), _POINT),
}
_SIGNS = re.compile(r"\D")


def write_thousands(text: str, language: str) -> str:
    """Write the numbers of a text in digits alone, but for a decimal point."""
    if not any(map(str.isdigit, text)):
        return text
    own = _SEPARATED.get(language)
    if own is not None:
        text = own.sub(lambda found: _SIGNS.sub("", found[0]), text)
    return _OTHER.sub(lambda found: _SIGNS.sub("", found[0]), text)
