"""Whether a sentence denies something."""

import re

from indexer.folding import fold, unify

_WORDS = frozenset(
    fold(word)
    for word in """
    not no never none cannot without nor neither nobody nothing impossible
    nicht kein keine keinen keinem keiner keines nie niemals nichts ohne
    ne pas jamais sans aucun aucune ni nunca sin ningún ninguna não nem nunca sem
    non mai senza nessun nessuna niet geen nooit zonder inte ingen aldrig ikke
    не нет никогда без ни nie nigdy bez
    """.split()  # noqa: SIM905 - eighty quoted words would hide that this is a list of words
)
_SIGNS = re.compile(r"[不没沒無无未非]|ない|ません|なく|않|없|안 ")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")


def negated(text: str) -> bool:
    unified = unify(text)
    words = (fold(word.replace("’", "'")) for word in _WORD.findall(unified))
    return bool(_SIGNS.search(unified)) or any(
        word in _WORDS or word.endswith("n't") for word in words
    )
