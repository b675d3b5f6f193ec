"""Lists forms of an Arabic word with other prefixes: who asks is another person than who tells.

"Do you accept …" and "we accept", "can I smoke" and "do not smoke" differ in their first letter,
as do "by cheque" and "cheques"; in dialects one more letter stands before a verb. Indexed stems
keep these letters, which are part of other words.
"""

import re

from indexer.text.normalize import fold
from indexer.text.stemming import stem

LANGUAGE = "ar"
_PERSONS = "ايتن"  # I, he, you or she, we
_WORD = re.compile(rf"[بلكفوح]?(?=(?P<whole>\w{{3,}}))(?P<person>[{_PERSONS}]?)(?P<root>\w{{3,}})")
_ENDING = re.compile(r"(?<=\w{3})(?:وا|ون|ين|ي)$")


def list_prefixed_forms(word: str) -> frozenset[str]:
    """List the terms of other forms of a word of a question."""
    found = _WORD.fullmatch(_ENDING.sub("", fold(word)))
    if found is None:
        return frozenset()
    forms = [found["whole"], found["root"]]
    if found["person"]:
        forms.extend(each + found["root"] for each in _PERSONS)
        forms.extend(_list_nouns(found["root"]))
    return frozenset(stem(each, LANGUAGE) for each in forms)


def _list_nouns(root: str) -> list[str]:
    """List the nouns that may say what a verb does: "smoking", "entry", "subscription"."""
    if len(root) == len("فعل"):
        return [f"ت{root[:2]}ي{root[2]}", f"{root[:2]}و{root[2]}"]
    if len(root) == len("فتعل") and root[1] == "ت":
        return [f"ا{root[:3]}ا{root[3]}"]
    return []
