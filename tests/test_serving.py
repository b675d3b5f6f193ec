"""What tests take for granted of the servers that they put up."""

import httpx
import pytest
from aiohttp import web

from tests.serving import LoopbackServer


class Counter(LoopbackServer):
    def __init__(self) -> None:
        super().__init__()
        self.asked = 0

    def application(self) -> web.Application:
        app = web.Application()
        app.router.add_get("/", self._count)
        return app

    async def _count(self, request: web.Request) -> web.Response:
        self.asked += 1
        return web.Response(text=str(self.asked))


async def test_a_server_that_was_away_comes_back_where_it_was_and_knows_everything() -> None:
    async with httpx.AsyncClient() as client, Counter() as server:
        address = server.address
        assert (await client.get(address)).text == "1"
        await server.stop()
        with pytest.raises(httpx.ConnectError):
            await client.get(address)
        await server.start()
        assert (await client.get(address)).text == "2"


async def test_nothing_is_served_once_the_block_has_ended() -> None:
    async with httpx.AsyncClient() as client:
        async with Counter() as server:
            assert (await client.get(server.address)).text == "1"
        with pytest.raises(httpx.ConnectError):
            await client.get(server.address)
