"""Build event contents from replies: Markdown for plain-text clients, HTML for the others.

HTML in the text stays text, an image stays its source (fetching it would reveal to its server that
the reply was read), and a definition such as `[1]: plan.pdf` stays a line.
"""

import html
import json
from collections.abc import Mapping, Sequence
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

from adapters.shared.math import enable_math
from adapters.shared.numbered import format_choices

# An event may have 65,536 bytes. Encryption adds a third, and the server some of its own.
EVENT_BYTES = 44_000
NESTING = 40

Content = dict[str, object]


@cache
def _build_parser() -> MarkdownIt:
    options = {"html": False, "linkify": False, "breaks": True, "maxNesting": NESTING}
    parser = MarkdownIt("commonmark", options).enable(["table", "strikethrough"])
    parser = enable_math(parser.disable(["reference", "image"]))
    parser.add_render_rule("math", _render_math)
    parser.add_render_rule("formula", _render_formula)
    return parser


def _render_math(
    _self: object, tokens: Sequence[Token], at: int, _options: object, _env: object
) -> str:
    """Render TeX as Matrix has it, with its source for clients that do not typeset it."""
    tex = html.escape(tokens[at].content)
    return f'<span data-mx-maths="{tex}"><code>{tex}</code></span>'


def _render_formula(
    _self: object, tokens: Sequence[Token], at: int, _options: object, _env: object
) -> str:
    tex = html.escape(tokens[at].content)
    return f'<div data-mx-maths="{tex}"><code>{tex}</code></div>'


def _format_list(choices: Sequence[str]) -> str:
    """Format the lines of `format_choices` as an HTML list with the same numbers."""
    if not choices:
        return ""
    first = choices[0].partition(")")[0]
    items = (line.partition(" ")[2] for line in choices)
    start = f' start="{first}"' if first != "1" else ""
    return f"<ol{start}>" + "".join(f"<li>{html.escape(item)}</li>" for item in items) + "</ol>"


def build_message(markdown: str, labels: Sequence[str] = ()) -> Content:
    """Build a message, with choices as numbered lines below it."""
    choices = format_choices(labels)
    body = "\n".join((markdown, "", *choices)).strip() if choices else markdown
    shown = str(_build_parser().render(markdown)).strip() + _format_list(choices)
    # An empty list of mentions: neither a name in an answer nor "@room" notifies anybody.
    plain: Content = {"msgtype": "m.text", "body": body, "m.mentions": {}}
    rich = plain | {"format": "org.matrix.custom.html", "formatted_body": shown}
    return rich if len(json.dumps(rich).encode()) <= EVENT_BYTES else plain


def build_edit(content: Content, event: str) -> Content:
    """Build the edit that changes the message `event` into `content`."""
    relation = {"rel_type": "m.replace", "event_id": event}
    # Clients that know no edits show this instead.
    fallback: Content = {"msgtype": "m.text", "body": f"* {str(content['body'])[:200]}"}
    return fallback | {"m.mentions": {}, "m.new_content": content, "m.relates_to": relation}


def add_to_topic(content: Content, root: str) -> Content:
    """Add a message to the thread that starts with the event `root`; "" means no thread."""
    if not root or "m.relates_to" in content:
        return content
    fallback = {"is_falling_back": True, "m.in_reply_to": {"event_id": root}}
    return content | {"m.relates_to": {"rel_type": "m.thread", "event_id": root, **fallback}}


def build_file(name: str, size: int, mimetype: str, source: Mapping[str, object]) -> Content:
    """Build the message for an uploaded file; `source` is its URL, with its keys if encrypted."""
    info = {"size": size, "mimetype": mimetype}
    plain: Content = {"msgtype": "m.file", "body": name, "filename": name, "info": info}
    return plain | ({"file": dict(source)} if "key" in source else dict(source))
