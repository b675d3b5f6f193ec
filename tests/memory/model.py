"""A fake model for captures, whose answers a test gives."""

import asyncio
import json
from collections.abc import Callable

from memory.capture.capture import SummaryFailedError


def own_lines(request: str) -> list[tuple[int, str]]:
    """The person's own lines of a capture's request, numbered."""
    lines = [json.loads(line) for line in request.split("\n")[1:]]
    return [(line["n"], line["text"]) for line in lines if line["own"]]


def notes_everything(request: str) -> str:
    """As a model that finds everything worth a note, in the person's words."""
    return "\n".join(f"- {text} [{number}]" for number, text in own_lines(request)[:12])


class Model:
    """`answer` makes an answer from the request; `away` fails instead; `gate` holds it back."""

    def __init__(self, answer: Callable[[str], str] = notes_everything) -> None:
        self.answer = answer
        self.requests: list[str] = []
        self.orders: list[str] = []
        self.away = False
        self.gate = asyncio.Event()
        self.gate.set()
        self.asked = asyncio.Event()
        self.at_once = 0
        self.most_at_once = 0

    async def __call__(self, system: str, request: str) -> str:
        self.requests.append(request)
        self.orders.append(system)
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        self.asked.set()
        try:
            await self.gate.wait()
        finally:
            self.at_once -= 1
        if self.away:
            raise SummaryFailedError("The model does not answer.")
        return self.answer(request)
