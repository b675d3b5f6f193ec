"""Recognizes a request to forget something, or a sentence that says it is no longer true. Pure.

A document may instruct a model to forget what it knows, and the model can always quote some words
of the person. So the quoted words themselves must ask for it. In a language without word lists here
the person has to send `/forget`.
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
