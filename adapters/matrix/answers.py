"""Translate the library's answers and failures into exceptions of our own."""

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

import nio
from aiohttp import ClientConnectorError, ClientError
from nio.exceptions import (
    EncryptionError,
    OlmTrustError,
    ProtocolError,
    SendRetryError,
    VerificationError,
)
from peewee import PeeweeException  # type: ignore[import-untyped]  # comes with nio

from adapters.shared.sending import NotSentError
from bot.messages import UserError, _

ANSWER_SECONDS = 60.0
# What the library raises on what it does not expect; the errors of its encryption are ValueErrors.
BROKEN = (
    *(ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError),
    *(RecursionError, EncryptionError, OlmTrustError, ProtocolError, VerificationError),
)

T = TypeVar("T")


class MatrixRequestError(Exception):
    """The request was refused and would be refused again."""


class AnswerTooLargeError(ConnectionError):
    """The answer is larger than what is read of one."""


class RateLimitedError(Exception):
    """The server accepts no requests for `seconds`."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"wait {seconds} s")  # not translated: a line of the log
        self.seconds = seconds


async def get_answer(asking: Awaitable[T], seconds: float = ANSWER_SECONDS) -> T:
    """Return the library's answer; a ConnectionError if none comes.

    A `MatrixRequestError` if the library itself finds the request invalid, or fails at the answer.
    """
    try:
        async with asyncio.timeout(seconds):
            return await asking
    except AnswerTooLargeError:
        raise
    except ClientConnectorError as error:
        raise NotSentError(f"Matrix cannot be reached ({type(error).__name__})") from None
    except (ClientError, OSError, TimeoutError, SendRetryError) as error:
        raise ConnectionError(f"Matrix did not answer ({type(error).__name__})") from None
    except PeeweeException as error:  # such as a full disk under the keys
        raise ConnectionError(f"the keys cannot be kept ({error})") from None
    except ProtocolError as error:
        raise MatrixRequestError(str(error)) from None
    except BROKEN as error:
        # Not its words: they may quote what somebody wrote.
        raise MatrixRequestError(type(error).__name__) from error


def check_answer(answer: T) -> T:
    """Return `answer`, or raise the exception for the error that it is."""
    if not isinstance(answer, nio.ErrorResponse):
        return answer
    if answer.status_code == "M_LIMIT_EXCEEDED":
        raise RateLimitedError((answer.retry_after_ms or 5000) / 1000)
    sent = answer.transport_response
    if sent is not None and 400 <= sent.status < 500 and answer.status_code != "M_UNKNOWN_TOKEN":
        raise MatrixRequestError(f"{answer.status_code}: {answer.message}")
    raise ConnectionError(f"Matrix did not answer as it should ({answer.status_code})")


def build_login_error(answer: object) -> Exception:
    """Return a UserError if the server rejects the login, else a ConnectionError."""
    code = str(getattr(answer, "status_code", "") or "")
    if code in ("M_FORBIDDEN", "M_UNKNOWN_TOKEN", "M_USER_DEACTIVATED", "M_MISSING_TOKEN"):
        return UserError(
            _(
                "The Matrix server rejects the bot's login. Check platforms.matrix.user_id and its "
                "password or access token. If you changed the password or token, also delete the "
                "folder platforms/matrix in the home folder of multis."
            )
        )
    return ConnectionError(f"Matrix did not answer as it should ({code or 'no reason given'})")
