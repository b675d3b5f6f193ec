"""The model and the embedder of a kept home: the same when it is written and when it is opened."""

import hashlib
import json
import re
from collections.abc import Callable

from aiohttp import web

from tests.fake_llm import Call, FakeLlm
from tests.llm_wire import Hangs, Says, Step

QUESTION = "lighthouse?"  # asked about it, the model thinks for too long, if it is told to
OWN = re.compile(r'^\{.*"own": true.*\}$', re.MULTILINE)


class Thinker(FakeLlm):
    """Answers by what it is asked; `hangs` on questions about the lighthouse."""

    def __init__(self) -> None:
        super().__init__(self.think)
        self.hangs = False
        self.hanging = 0
        self.before_noting: Callable[[], object] = str

    def application(self) -> web.Application:
        app = super().application()
        app.router.add_post("/v1/embeddings", self.embed)
        return app

    def think(self, call: Call) -> Step:
        asked = last_words(call)
        if own := OWN.findall(asked):
            self.before_noting()
            return Says(self.notes([json.loads(line) for line in own]))
        if "RULE:" in call.text:
            return Says("RULE: Name the pier. [1]\nFACT: Owns a sailing boat. [1, 2, 3]")
        if QUESTION in asked and self.hangs:
            self.hanging += 1
            return Hangs()
        if QUESTION in asked:
            return Says("The lighthouse of Hamn was built in 1901 [1].")
        return Says("The ferry leaves Hamn at nine [1]." if "ferry" in asked[-200:] else "Fine.")

    def notes(self, own: list[dict[str, str]]) -> str:
        """Everything that is no question, in the person's own words."""
        told = [line for line in own if not line["text"].endswith("?")][:12]
        return "\n".join(f"- {line['text']} [{line['n']}]" for line in told) or (
            "No notable information."
        )

    async def embed(self, request: web.Request) -> web.Response:
        asked = await request.json()
        data = [{"index": n, "embedding": vector(text)} for n, text in enumerate(asked["input"])]
        return web.json_response({"data": data})


def last_words(call: Call) -> str:
    """The text of the last message that the model was given."""
    messages = call.body["messages"]
    assert isinstance(messages, list)
    content = messages[-1]["content"]
    if isinstance(content, str):
        return content
    return "\n".join(str(part.get("text", "")) for part in content)


def vector(text: str) -> list[float]:
    digest = hashlib.sha512(text.encode()).digest()
    return [byte - 127.5 for byte in digest]
