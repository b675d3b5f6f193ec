"""Choices on a platform without buttons: numbered lines, and the choice behind each number.

A choice whose label is a number belongs to a list in the text above it and needs no line; which
number each has says `bot.messages.numbering`.

Offers are stored in one file, so that a number still means the same after a restart. A bare number
refers to the newest reply of its chat, or to the message that it quotes.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import cast

from bot.messages import assign_numbers, replace_json

KEPT = 256  # offers; older ones are forgotten

Offer = dict[str, object]  # chat, message (its reference, "" until sent), keys, newest
Keys = Mapping[int, str]  # number -> the key that it stands for


class NumberedChoices:
    """The choices offered by one adapter, stored in `path`."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._offers = _load_offers(path)

    def offer(self, chat: str, choices: Keys, message: str = "") -> None:
        """Let numbers in `chat` stand for `choices` from now on; for nothing if there are none.

        Called before sending, and again with the reference of the sent message once it is known.
        """
        keys = {str(number): key for number, key in choices.items()}
        for each in self._offers:
            if each["chat"] == chat:
                each["newest"] = False
        same = [e for e in self._offers if e["chat"] == chat and e["keys"] == keys]
        if keys and not same:
            same = [{"chat": chat, "message": "", "keys": keys, "newest": False}]
            self._offers += same
        for each in same:
            each |= {"newest": True, "message": message or each["message"]}
        self._offers = self._offers[-KEPT:]
        self._write()

    def resolve(self, chat: str, text: str, quoted: str = "") -> str:
        """Return the key that `text` stands for; "" if it is not a number on offer."""
        number = text.strip().removesuffix(".").removesuffix(")")
        if not (number.isascii() and number.isdecimal()):
            return ""
        keys = next(self._list_offers(chat, quoted), {})
        return keys.get(number.lstrip("0"), "")

    def _list_offers(self, chat: str, quoted: str) -> Iterator[Mapping[str, str]]:
        for each in reversed(self._offers):
            if each["chat"] == chat and (each["message"] == quoted if quoted else each["newest"]):
                yield cast("Mapping[str, str]", each["keys"])

    def _write(self) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        replace_json(self._path, {"offers": self._offers})


def format_choices(labels: Sequence[str]) -> list[str]:
    """Return the lines for the choices that need one, each with its number once."""
    numbered = zip(assign_numbers(labels), labels, strict=True)
    return [f"{n}) {label.removeprefix(f'{n}. ')}" for n, label in numbered if str(n) != label]


def _load_offers(path: Path) -> list[Offer]:
    """Load the stored offers; none if the file is missing or cannot be parsed."""
    try:
        offers = json.loads(path.read_text(encoding="utf-8"))["offers"]
        known = [each for each in offers if {"chat", "message", "keys", "newest"} <= set(each)]
        return [{**each, "keys": _parse_keys(each["keys"])} for each in known]
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        return []


def _parse_keys(stored: Mapping[str, str] | Iterable[str]) -> dict[str, str]:
    """Return the keys by number; before version 0.1 they were stored as a list."""
    if isinstance(stored, Mapping):
        return dict(stored)
    return {str(number): key for number, key in enumerate(stored, 1)}
