"""The block `platforms.web` of config.json."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self
from urllib.parse import urlsplit

from bot.messages import UserError, _

HERE = "127.0.0.1"
NAMES = (HERE, "localhost")


@dataclass(frozen=True, slots=True)
class WebSettings:
    port: int = 8765  # 0: any free one
    origin: str = ""  # what browsers call the page behind a proxy, such as https://multis.example
    mini_app: bool = False  # whether Telegram opens it too

    @classmethod
    def of(cls, raw: Mapping[str, object]) -> Self:
        port, origin = int(str(raw["port"])), str(raw["origin"]).rstrip("/")
        if not 0 <= port <= 65535:
            raise UserError(_("platforms.web.port must be a number from 1 to 65535."))
        parts = urlsplit(origin)
        if origin and (parts.scheme not in ("http", "https") or not parts.netloc or parts.path):
            raise UserError(_("platforms.web.origin must look like https://multis.example.org."))
        mini_app = raw.get("mini_app") is True
        if mini_app and parts.scheme != "https":
            raise UserError(
                _("platforms.web.mini_app needs an address with https in platforms.web.origin.")
            )
        return cls(port, origin, mini_app)

    def list_origins(self, port: int) -> frozenset[str]:
        """Return the origins under which a browser may reach the page on `port`."""
        here = {f"http://{name}:{port}" for name in NAMES}
        return frozenset(here | ({self.origin} if self.origin else set()))

    def format_address(self, port: int) -> str:
        """Return the URL that people open."""
        return self.origin or f"http://{HERE}:{port}"
