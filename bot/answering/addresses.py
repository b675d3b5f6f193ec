"""Finds web and mail addresses in a text, as an app that turns them into links would.

Each function takes time linear in the length of its text, which may be anybody's.
"""

import re
from collections.abc import Iterable, Iterator
from string import ascii_letters, digits

from msgspec import Struct

# Between the labels of a host: nobody sees it, and no app takes what it joins for an address.
JOINER = "\u2060"
# Around the number of a text that is kept as it is; see `bot.answering.with_model.links`.
OPEN, CLOSE = "\ue000", "\ue001"
CUT = "…"

_WORD = re.compile(rf"[^\s<>\"`|\\^{{}}\[\]{OPEN}{CLOSE}（）「」『』《》，、。；：！？]+")
_PIECE = re.compile(rf"[^\s<>\"`|\\^{{}}\[\](){OPEN}{CLOSE}（）「」『』《》，、。；：！？,;]+")
_HTTP = re.compile(r"https?://", re.IGNORECASE)
_NAME = re.compile(r"[\w.-]+")
_BEGINS_PATH = frozenset("/?#\\")
_ENDS = re.compile(r"[/?#\\]")
_UNSPACED = re.compile("[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]")
_IN_SCHEME = f"{ascii_letters}{digits}+.-"
_TRAILING = ".,;:!?'*_~…’”»"
_LEADING = "*_~'“‘«=…."
_IPV4 = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}")


class Found(Struct, frozen=True):
    """An address, and where it stands in its text."""

    start: int
    address: str

    @property
    def end(self) -> int:
        return self.start + len(self.address)


def find_urls(text: str) -> Iterator[Found]:
    """Yield the addresses with a scheme, such as `https://example.org/plan`, in their order."""
    if "://" not in text:
        return
    for word in _WORD.finditer(text):
        at = word[0].find("://")
        before = word[0][:at].rstrip(_IN_SCHEME) if at > 0 else word[0][:1]
        if len(before) < at:
            yield Found(word.start() + len(before), _trim(word[0][len(before) :]))


def find_bare(text: str) -> Iterator[Found]:
    """Yield the addresses without a scheme, such as `www.example.org/plan` or `me@example.org`."""
    if "." not in text:
        return
    for piece in _PIECE.finditer(text):
        if "." in piece[0]:
            bare = piece[0].lstrip(_LEADING)
            start = piece.end() - len(bare)
            if find_host(bare := _trim(bare)):
                yield Found(start, bare)


def _trim(address: str) -> str:
    """Cut off a parenthesis that opened before the address, and punctuation behind it."""
    depth = 0
    for at, character in enumerate(address):
        depth += (character == "(") - (character == ")")
        if depth < 0:
            address = address[:at]
            break
    return address.rstrip(_TRAILING)


def find_host(address: str) -> str:
    """Return the part of an address without a scheme that names its host, "" if it is none."""
    last = max(map(address.rfind, _BEGINS_PATH))
    for name in _NAME.finditer(address):
        follows = address[name.end() : name.end() + 1]
        has_path = follows in _BEGINS_PATH or (follows == ":" and last > name.end())
        for host in name[0].split("..") if "." in name[0] else ():
            host = host.strip(".")
            is_more = host.count(".") > 1 or host.lower().startswith("www.")
            if _is_host(host) and (is_more or has_path or _is_after_at(name)):
                return host
    return ""


def _is_after_at(name: re.Match[str]) -> bool:
    return name.string.startswith("@", name.start() - 1) if name.start() else False


def _is_host(name: str) -> bool:
    *labels, last = name.split(".")
    if not all(labels) or not labels:
        return False
    return (last.isalpha() and len(last) > 1) or bool(_IPV4.fullmatch(name))


def build_key(address: str) -> str:
    """Return the same key for addresses that differ in nothing that could carry a message."""
    bare = _HTTP.sub("", address.strip(), count=1).removeprefix("mailto:")
    end = found.start() if (found := _ENDS.search(bare)) else len(bare)
    return (bare[:end].lower() + bare[end:]).removesuffix("/")


def collect_keys(texts: Iterable[str]) -> frozenset[str]:
    """Return the keys of all addresses in `texts`, also of those that a line break divides."""
    keys = set[str]()
    for text in texts:
        for version in {text, text.replace("\n", "")}:
            keys.update(map(build_key, _list_addresses(version)))
    return frozenset(keys)


def _list_addresses(text: str) -> Iterator[str]:
    """Yield everything that somebody could mean as an address, `example.org` too."""
    for found in find_urls(text):
        yield found.address
        yield _trim(cut_unspaced(found.address))
    for piece in _PIECE.finditer(text):
        if "." in piece[0]:
            yield _trim(piece[0].lstrip(_LEADING))


def cut_unspaced(address: str) -> str:
    """Return `address` up to the first character of a script that has no spaces between words."""
    found = _UNSPACED.search(address)
    return address[: found.start()] if found else address


def format_host(address: str) -> str:
    """Return the host of an address as text that no app turns into a link: `example.org/…`."""
    scheme, divider, rest = address.partition("://")
    authority, *path = _ENDS.split(rest, maxsplit=1)
    host = authority.rpartition("@")[2].partition(":")[0] if divider else find_host(address)
    if not host:
        return address.replace(":", f":{JOINER}")
    named = f"{scheme}:" if divider and not scheme.lower().startswith("http") else ""
    cut = any(path) or (not divider and not address.endswith(host))
    return separate_labels(named + host) + (f"/{CUT}" if cut else "")


def separate_labels(text: str) -> str:
    """Return `text` with a joiner after every dot."""
    return text.replace(".", f".{JOINER}")
