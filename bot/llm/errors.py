"""Turns a failure of the model into one sentence for the person who asked.

A provider's own words are told to nobody, and not logged: they may repeat the prompt. The log has
the kind of failure, the status, and the provider's code for it.
"""

import re
from collections.abc import Iterable

from pydantic_ai import exceptions as raised

from bot.llm.model import ModelError
from indexer.i18n import N_, Sentence

# The clients raise the last four when a server breaks the protocol: they do not check the types of
# what they read.
FAILURES = (
    raised.AgentRunError,
    raised.UserError,
    OSError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
)
UNSET = N_("The model is not set up correctly. The owner can find the reason in the log.")
DETAIL = 500  # characters that go to the log
_CODE = re.compile(r"[\w.-]{1,40}", re.ASCII)  # such as "invalid_api_key"

TIMED_OUT = N_("The model took too long to answer. Please try again.")
UNREACHABLE = N_(
    "The model cannot be reached, or the connection was lost. Please try again in a moment."
)
UNREADABLE = N_("The model's reply could not be read. Please try again.")
EMPTY = N_("The model sent an empty answer. Please try again.")
DECLINED = N_("The model declined to answer this. Please rephrase the question.")

# The first that fits counts: the special stands before the general.
SENTENCES: tuple[tuple[type[Exception], bool, Sentence], ...] = (
    (
        raised.ModelAuthenticationError,
        False,
        N_("The model's provider did not accept the key. The owner can correct it in llm.api_key."),
    ),
    (
        raised.ModelNotFoundError,
        False,
        N_(
            "The model was not found at its address."
            " The owner can correct llm.model or llm.base_url."
        ),
    ),
    (
        raised.ModelContextWindowExceededError,
        False,
        N_(
            "That was too long for the model. Please ask a shorter question; the owner can lower"
            " memory.context_budget."
        ),
    ),
    (
        raised.ModelQuotaExceededError,
        False,
        N_("The credit with the model's provider is used up. The owner can top it up."),
    ),
    (
        raised.ModelRateLimitError,
        True,
        N_("The model is receiving too many requests. Please try again in a minute."),
    ),
    (raised.ContentFilterError, False, DECLINED),
    (
        raised.ModelRequestRejectedError,
        False,
        N_("The model rejected the request. The owner can find the reason in the log."),
    ),
    (raised.ModelTimeoutError, True, TIMED_OUT),
    (TimeoutError, True, TIMED_OUT),
    (raised.ModelConnectionError, True, UNREACHABLE),
    (OSError, True, UNREACHABLE),
    (
        raised.ModelAPIError,
        True,
        N_("The model's server reported a problem. Please try again in a moment."),
    ),
    (raised.UserError, False, UNSET),
)


def explain_failure(failure: Exception, secrets: Iterable[str]) -> ModelError:
    """Explain one of `FAILURES` in our words; `secrets` are removed from the detail."""
    wait = failure.retry_after if isinstance(failure, raised.ModelAPIError) else None
    detail = _describe(failure)
    for secret in secrets:
        detail = detail.replace(secret, "***") if secret else detail
    for kind, retryable, sentence in SENTENCES:
        if isinstance(failure, kind):
            return ModelError(
                sentence, retryable=retryable, retry_after=wait, detail=detail[:DETAIL]
            )
    return ModelError(UNREADABLE, retryable=True, detail=detail[:DETAIL])


def _describe(failure: Exception) -> str:
    """Describe a failure for the log without a word that a server wrote, but its code."""
    kind = type(failure).__name__
    if isinstance(failure, raised.UserError):  # raised before anything was sent
        return f"{kind}: {failure}"
    if not isinstance(failure, raised.ModelHTTPError):
        return kind
    return " ".join((kind, str(failure.status_code), *_list_codes(failure.body)))


def _list_codes(body: object) -> list[str]:
    """List the provider's code and kind of an error, where its answer has them."""
    told = body.get("error", body) if isinstance(body, dict) else None
    found = [told.get(name) for name in ("code", "type")] if isinstance(told, dict) else []
    return [each for each in found if isinstance(each, str) and _CODE.fullmatch(each)]
