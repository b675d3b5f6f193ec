"""TDLib's own entity code, which is what the Bot API server runs: the judge of what we send."""

import json
import re
from collections.abc import Sequence
from functools import cache
from typing import cast

import tdjson

from adapters.telegram.formatted import Entity, FormattedText, Kind

TDLIB: dict[Kind, str] = {
    "blockquote": "BlockQuote",
    "pre": "Pre",
    "code": "Code",
    "text_link": "TextUrl",
    "bold": "Bold",
    "italic": "Italic",
    "strikethrough": "Strikethrough",
}
KINDS: dict[str, Kind] = {name: kind for kind, name in TDLIB.items()} | {"PreCode": "pre"}
# `parseMarkdown` would read these as marking; entities are judged by place, not by letter.
MARKING = re.compile(r"[*_~|`\[\]()]")


class Refused(Exception):
    """TDLib's words for what is wrong with a text and its entities."""


@cache
def _silent() -> None:
    tdjson.td_execute(b'{"@type": "setLogVerbosityLevel", "new_verbosity_level": 0}')


def execute(query: object) -> dict[str, object]:
    _silent()
    told = tdjson.td_execute(json.dumps(query).encode()) or b"{}"
    answer = cast("dict[str, object]", json.loads(told))
    if answer["@type"] == "error":
        raise Refused(str(answer["message"]))
    return answer


def judged(formatted: FormattedText) -> FormattedText:
    """Return a text as TDLib changes it: cleaned, its entities checked, sorted, cut or dropped."""
    text = MARKING.sub("x", formatted.text)
    entities = [_described(entity) for entity in formatted.entities]
    query = {"@type": "formattedText", "text": text, "entities": entities}
    return _read(execute({"@type": "parseMarkdown", "text": query}))


def parsed_link(target: str) -> str | None:
    """The target as TDLib keeps it for a link; None if it drops the link."""
    mode = {"@type": "textParseModeHTML"}
    html = '<a href="' + target.replace("&", "&amp;").replace('"', "&quot;") + '">x</a>'
    answer = _read(execute({"@type": "parseTextEntities", "text": html, "parse_mode": mode}))
    return next((entity.url for entity in answer.entities), None)


def painted(formatted: FormattedText) -> list[frozenset[tuple[str, str]]]:
    """Return the styles of each UTF-16 unit: equal for two notations of the same formatting."""
    length = len(formatted.text.encode("utf-16-le")) // 2
    paint: list[set[tuple[str, str]]] = [set() for _ in range(length)]
    for entity in formatted.entities:
        for place in range(entity.offset, entity.end):
            paint[place].add((entity.kind, entity.language))
    return [frozenset(colours) for colours in paint]


def _described(entity: Entity) -> dict[str, object]:
    name = "PreCode" if entity.language else TDLIB[entity.kind]
    kind = {"@type": "textEntityType" + name, "url": entity.url, "language": entity.language}
    return {"offset": entity.offset, "length": entity.length, "type": kind}


def _read(answer: dict[str, object]) -> FormattedText:
    entities = cast("Sequence[dict[str, object]]", answer["entities"])
    return FormattedText(str(answer["text"]), tuple(_entity(entity) for entity in entities))


def _entity(entity: dict[str, object]) -> Entity:
    kind = cast("dict[str, str]", entity["type"])
    return Entity(
        KINDS[kind["@type"].removeprefix("textEntityType")],
        int(str(entity["offset"])),
        int(str(entity["length"])),
        kind.get("url", ""),
        kind.get("language", ""),
    )
