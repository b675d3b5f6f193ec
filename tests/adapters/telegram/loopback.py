"""The fake Bot API without a network: the client library's HTTP requests end in this process.

No socket and no clock of the machine take part, so that what happens depends on a seed alone.
"""

from urllib.parse import parse_qsl

import httpx

from tests.adapters.fake_bot_api import FakeBotApi
from tests.adapters.fake_bot_api.errors import ApiError, Json
from tests.adapters.fake_bot_api.faults import Refuse
from tests.adapters.fake_bot_api.world import Call


class Loopback(httpx.AsyncBaseTransport):
    """Of the weather it knows refusals, which need no connection to break."""

    def __init__(self, fake: FakeBotApi) -> None:
        self._fake = fake

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        method = request.url.path.rpartition("/")[2].lower()
        body = (await request.aread()).decode()
        given = dict(parse_qsl(body, keep_blank_values=True))
        try:
            answer: Json = {"ok": True, "result": self._result(method, given)}
            code, outcome = 200, "ok"
        except ApiError as error:
            answer, code, outcome = error.body(), error.code, error.description
        world = self._fake.world
        world.calls.append(Call(method, dict(given), outcome, world.clock()))
        return httpx.Response(code, json=answer)

    def _result(self, method: str, given: dict[str, str]) -> object:
        fault = self._fake.weather.next(method)
        if isinstance(fault, Refuse):
            raise fault.error
        return self._fake.methods[method](given)
