"""An answer other than "ok"."""

from collections.abc import Mapping

Json = dict[str, object]


class ApiError(Exception):
    """The Bot API's answer to a request that it refuses."""

    def __init__(
        self, code: int, description: str, parameters: Mapping[str, object] | None = None
    ) -> None:
        super().__init__(description)
        self.code = code
        self.description = description
        self.parameters = dict(parameters or {})

    def body(self) -> Json:
        told: Json = {"ok": False, "error_code": self.code, "description": self.description}
        return told | ({"parameters": self.parameters} if self.parameters else {})


def bad(description: str) -> ApiError:
    return ApiError(400, f"Bad Request: {description}")


def flood(seconds: int) -> ApiError:
    told = f"Too Many Requests: retry after {seconds}"
    return ApiError(429, told, {"retry_after": seconds})


def conflict() -> ApiError:
    reason = (
        "terminated by other getUpdates request; make sure that only one bot instance is running"
    )
    return ApiError(409, f"Conflict: {reason}")
