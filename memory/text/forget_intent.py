"""Whether a person's words ask for something to be forgotten, or say that it no longer holds. Pure.

A model may be told by a document to forget what it knows, and a quote of the person's own words is
always at hand. So the words themselves must be such. A language that is missing here costs the
person a `/forget`.
"""

import re

from memory.text.words import folded

_BEGINNINGS = """
    forget delet remov eras discard wipe unlearn scrap
    vergiss vergess losch entfern streich
    oubli supprim effac
    olvid borra borre elimin
    dimentic cancell rimuov
    esquec apag
    vergeet verwijder
    glom radera slett slet fjern glem
    zapomn usun skasuj
    забуд удали сотри
    unut
""".split()  # noqa: SIM905 - fifty quoted words would hide that this is a list of words
_NO_LONGER = (
    r"no longer|(?:not|\w+n't)\b.{0,60}\bany ?more|nicht mehr|kein\w* .{0,60}\bmehr"
    r"|ne .{0,60}\bplus|ya no|non .{0,60}\bpiu|niet meer|больше не"
)
_SIGNS = "忘|删|刪|削除|消して|잊|지워|삭제"
_WISH = re.compile(rf"\b(?:{'|'.join(_BEGINNINGS)})|\b(?:{_NO_LONGER})\b|{_SIGNS}")


def asks_to_forget(text: str) -> bool:
    return bool(_WISH.search(folded(text)))
