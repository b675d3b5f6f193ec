"""Whether a sentence denies something."""

import re

from indexer.text.unifying import unify

_WORDS = """
    not no never none cannot without nor neither nobody nothing impossible
    nicht kein keine keinen keinem keiner keines nie niemals nichts ohne
    ne pas jamais sans aucun aucune ni nunca sin ningún ninguna não nem nunca sem
    non mai senza nessun nessuna niet geen nooit zonder inte ingen aldrig ikke
    не нет никогда без ни nie nigdy bez
"""
_DENIAL = re.compile(
    rf"\b(?:{'|'.join(_WORDS.split())})\b|n['’]t\b|[不没沒無无未非]|ない|ません|なく|않|없|안 ",
    re.IGNORECASE,
)


def negated(text: str) -> bool:
    return bool(_DENIAL.search(unify(text)))
