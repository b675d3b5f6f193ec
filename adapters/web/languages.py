"""Choose the language of a request, and list the sentences of the page's script in it."""

import json
from collections.abc import Iterator
from pathlib import Path

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from bot.messages import Language, Languages, _, ngettext, pgettext, use_language

SENTENCES = Path(__file__).parent / "sentences.json"  # made by `make catalog`
SHOWN = 200  # counts whose plural form is listed; above, the last two digits decide


class LanguageMiddleware:
    """Middleware that answers each request in the language that the browser prefers."""

    def __init__(self, app: ASGIApp, languages: Languages) -> None:
        self._app = app
        self._languages = languages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        header = Headers(scope=scope).get("accept-language", "") if "headers" in scope else ""
        with use_language(self._languages.choose(parse_accept_language(header))):
            await self._app(scope, receive, send)


def parse_accept_language(header: str) -> list[str]:
    """Parse an Accept-Language header; return its languages, the most preferred first."""
    return [name for _weight, name in sorted(_parse_weights(header), key=lambda each: -each[0])]


def _parse_weights(header: str) -> Iterator[tuple[float, str]]:
    for each in header.split(","):
        name, _line, weight = each.strip().partition(";q=")
        try:
            yield float(weight or 1), name.strip()
        except ValueError:
            continue


def list_page_sentences(language: Language) -> dict[str, object]:
    """Return the script's sentences by their English text, with all plural forms of a count."""
    raw = json.loads(SENTENCES.read_text(encoding="utf-8"))
    with use_language(language):
        plain = {key: _translate(key) for key in raw["plain"]}
        return {
            "plain": plain,
            "counted": {one: _list_forms(one, many) for one, many in raw["counted"]},
        }


def _translate(key: str) -> str:
    """Translate a sentence by its key: its English text, after its context if it has one."""
    context, _line, text = key.rpartition("\x04")
    return pgettext(context, text) if context else _(text)


def _list_forms(one: str, many: str) -> dict[str, object]:
    """Return the distinct plural forms, and for every count the index of its form."""
    said = [ngettext(one, many, count, count="{count}") for count in range(SHOWN)]
    forms = list(dict.fromkeys(said))
    return {"forms": forms, "at": "".join(str(forms.index(each)) for each in said)}
