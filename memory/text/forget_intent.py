"""Whether a person's words ask for something to be forgotten, or say that it no longer holds. Pure.

A model may be told by a document to forget what it knows, and a quote of the person's own words is
always at hand. So the words themselves must be such. A language that is missing here costs the
person a `/forget`.
"""

import re
from functools import cache

from indexer.text.word_lists import build_alternatives, load_all_words
from memory.text.words import fold_words


def is_forget_request(text: str) -> bool:
    return bool(_compile_request().search(fold_words(text)))


@cache
def _compile_request() -> re.Pattern[str]:
    stems = build_alternatives(load_all_words("forget_stems"))
    no_longer = "|".join(sorted(load_all_words("no_longer_patterns")))
    signs = build_alternatives(load_all_words("forget_signs"))
    return re.compile(rf"\b(?:{stems})|\b(?:{no_longer})\b|{signs}")
