"""Translate the page's HTML into the reader's language.

Every text in it is a sentence of the catalogue, and so are the attributes that people see or hear;
`translate="no"` on an element leaves it and its content as they are. A sentence may not contain
tags.
"""

import re
from collections.abc import Callable, Iterator
from html import escape
from html.parser import HTMLParser

from bot.messages import _, current_language

ATTRIBUTES = ("alt", "aria-label", "placeholder", "title")
VOID = ("br", "hr", "img", "input", "link", "meta")
WORD = re.compile(r"[^\W\d_]{2}")


def translate(html: str) -> str:
    """Translate `html`, a page of ours, into the current language."""
    language = current_language()
    if language.is_english:
        return html
    found = f'<html lang="{language.tag}" dir="{language.direction}">'
    return _Reader(html, _).render().replace('<html lang="en">', found, 1)


def list_sentences(html: str) -> Iterator[tuple[int, str]]:
    """Yield each sentence with its line number."""
    found: list[tuple[int, str]] = []

    def note(sentence: str) -> str:
        found.append((reader.getpos()[0], sentence))
        return sentence

    reader = _Reader(html, note)
    reader.render()
    yield from found


class _Reader(HTMLParser):
    """Copies HTML, with each sentence replaced by what `say` returns for it."""

    def __init__(self, html: str, say: Callable[[str], str]) -> None:
        super().__init__(convert_charrefs=True)
        self._html = html
        self._say = say
        self._parts: list[str] = []
        self._kept: list[str] = []  # open elements inside one that is not translated

    def render(self) -> str:
        self.feed(self._html)
        self.close()
        return "".join(self._parts)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._kept or ("translate", "no") in attrs:
            self._kept += [tag] if tag not in VOID else []
        self._parts.append(f"<{tag}{''.join(self._render_attribute(*each) for each in attrs)}>")

    def handle_endtag(self, tag: str) -> None:
        if self._kept:
            self._kept.pop()
        self._parts.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        self._parts.append(escape(self._translate(data), quote=False))

    def handle_decl(self, decl: str) -> None:
        self._parts.append(f"<!{decl}>")

    def handle_comment(self, data: str) -> None:
        self._parts.append(f"<!--{data}-->")

    def _render_attribute(self, name: str, value: str | None) -> str:
        if value is None:
            return f" {name}"
        shown = self._translate(value) if name in ATTRIBUTES else value
        return f' {name}="{escape(shown)}"'

    def _translate(self, text: str) -> str:
        sentence = text.strip()
        if self._kept or not WORD.search(sentence):
            return text
        return text.replace(sentence, self._say(sentence))
