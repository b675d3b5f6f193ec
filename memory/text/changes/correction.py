"""Corrects one word of what was said before: `I meant Friday, not Thursday`. Pure.

Such a sentence says nothing by itself, so what it corrects keeps all its other words.
"""

import re
from functools import cache

from indexer.text.word_lists import build_alternatives, load_all_words

LONGEST_WORDS = 40  # characters of what was meant, and of what was not


def correct_words(new: str, old: str) -> str:
    """Return `old` with the words that `new` puts in the place of others; empty if it does not."""
    found = _compile_correction().fullmatch(new.strip().rstrip(".!"))
    if found is None:
        return ""
    wrong = re.escape(found["wrong"].strip())
    places = list(re.finditer(rf"(?<!\w){wrong}(?!\w)", old, re.IGNORECASE))
    if len(places) != 1:
        return ""
    return f"{old[: places[0].start()]}{found['right'].strip()}{old[places[0].end() :]}"


@cache
def _compile_correction() -> re.Pattern[str]:
    meant = build_alternatives(load_all_words("meant_words"))
    denials = build_alternatives(load_all_words("reversals") | load_all_words("negations"))
    each = rf"[^,;]{{1,{LONGEST_WORDS}}}"
    return re.compile(
        rf"(?i:{meant}) (?P<right>{each})[,;] (?i:and |und |et |y |e |en )?(?i:{denials})"
        rf" (?P<wrong>{each})"
    )
