"""Build the entries of the page as JSON."""

import json
from collections.abc import Mapping, Sequence

from adapters.shared.marks import REPEATED
from adapters.web.marks import build_tree
from bot.messages import Attachment, Choice, Draft, Reply, Source


def build_question(text: str, files: Sequence[Attachment], *, pressed: bool = False) -> str:
    """Build the entry for a person's message or the button they pressed."""
    question = {"text": text, "files": [each.name for each in files], "pressed": pressed}
    return json.dumps(question, ensure_ascii=False)


def build_reply(
    reply: Reply,
    keys: Mapping[Choice, str],
    files: Mapping[str, str],
    *,
    repeated: bool = False,
) -> str:
    """Build the entry for a reply; its buttons send `keys`, `files` maps names to references."""
    before = f"{REPEATED} " if repeated else ""
    marks = [len(before) + mark for mark in reply.marks]
    return json.dumps(
        {
            "tree": build_tree(before + reply.text, marks),
            "text": reply.text,  # to be copied
            "begins": reply.begins_conversation,
            "failed": reply.failed,
            "removes": reply.removes,
            "files": [{"name": name, "reference": each} for name, each in files.items()],
            "sources": [_build_source(each) for each in reply.sources],
            "choices": _list_choices(reply, keys),
        },
        ensure_ascii=False,
    )


def _list_choices(reply: Reply, keys: Mapping[Choice, str]) -> list[dict[str, str]]:
    """List the buttons, without those that show a source: its citation opens it."""
    shown = {f"/show {source.chunk_id}" for source in reply.sources}
    return [
        {"label": choice.label or choice.message, "key": key}
        for choice, key in keys.items()
        if choice.message not in shown
    ]


def build_draft(key: str, draft: Draft) -> str:
    """Build the draft of the answer to the message `key`."""
    return json.dumps({"key": key, "tree": build_tree(draft.text)}, ensure_ascii=False)


def build_silence(key: str) -> str:
    """Build the notice that the message `key` gets no answer."""
    return json.dumps({"key": key, "tree": None})


def _build_source(source: Source) -> dict[str, object]:
    return {
        "n": source.n,
        "id": source.chunk_id,
        "file": source.file,
        "name": source.name,
        "first": source.page_start,
        "last": source.page_end,
    }
