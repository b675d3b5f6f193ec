"""A Matrix client without a server, for tests of what reads from one."""

from adapters.matrix.client import Client
from adapters.matrix.session import Session


class NoServer(Client):
    """Is logged in and exchanges no keys; what else a test needs, it answers itself."""

    def __init__(self) -> None:
        pass

    @property
    def me(self) -> str:
        return "@multis:here"

    async def log_in(self) -> Session:
        return Session(self.me, "device", "token")

    def resume(self, session: Session) -> None:
        pass

    async def sync_keys(self) -> None:
        pass

    async def introduce(self) -> None:
        pass
