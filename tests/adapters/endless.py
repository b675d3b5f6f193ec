"""A server whose files never end, whatever size their senders named."""

from aiohttp import web

from tests.serving import LoopbackServer

PIECE = bytes(1 << 16)
ENOUGH = 64 << 20  # more than an adapter, its library and the kernel hold between them


class EndlessServer(LoopbackServer):
    """Serves any path until the other side hangs up; `served` counts what left.

    At `ENOUGH` bytes it stops, so that an adapter without a limit fails rather than hangs. With a
    `status` of its own, it is a refusal that never ends.
    """

    def __init__(self, status: int = 200) -> None:
        super().__init__()
        self.served = 0
        self._status = status

    def application(self) -> web.Application:
        app = web.Application()
        app.router.add_get("/{path:.*}", self._serve)
        return app

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        answer = web.StreamResponse(status=self._status)
        await answer.prepare(request)
        while self.served < ENOUGH:
            await answer.write(PIECE)
            self.served += len(PIECE)
        return answer
