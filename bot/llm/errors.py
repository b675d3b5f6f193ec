"""What went wrong at the model, as one sentence for the person who asked.

A provider's own words are for the log only: they may quote the question or an address.
"""

from collections.abc import Iterable

from pydantic_ai import exceptions as raised

from bot.llm.model import ModelError

# The last four are what the clients stumble over when a server does not keep to the protocol: they
# do not check the types of what they read.
FAILURES = (
    raised.AgentRunError,
    raised.UserError,
    OSError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
)
UNSET = "The model is not set up correctly. The owner finds the reason in the log."
DETAIL = 500  # characters of the provider's words that go to the log

# The first that fits counts: the special stands before the general.
SENTENCES: tuple[tuple[type[Exception], bool, str], ...] = (
    (
        raised.ModelAuthenticationError,
        False,
        "The model did not accept the key. The owner can correct it under llm.api_key.",
    ),
    (
        raised.ModelNotFoundError,
        False,
        "The model is not known at its address. The owner can correct llm.model or llm.base_url.",
    ),
    (
        raised.ModelContextWindowExceededError,
        False,
        "This was too long for the model. Please ask a shorter question; the owner can lower"
        " memory.context_budget.",
    ),
    (
        raised.ModelQuotaExceededError,
        False,
        "The account at the model's provider is used up. The owner can top it up.",
    ),
    (
        raised.ModelRateLimitError,
        True,
        "The model has too many questions at once. Please try again in a minute.",
    ),
    (
        raised.ContentFilterError,
        False,
        "The model declined to answer this. Please put the question differently.",
    ),
    (
        raised.ModelRequestRejectedError,
        False,
        "The model did not take the question. The owner finds the reason in the log.",
    ),
    (
        raised.ModelTimeoutError,
        True,
        "The model took too long to answer. Please try again.",
    ),
    (TimeoutError, True, "The model took too long to answer. Please try again."),
    (
        raised.ModelConnectionError,
        True,
        "The model cannot be reached, or broke off. Please try again in a moment.",
    ),
    (OSError, True, "The model cannot be reached, or broke off. Please try again in a moment."),
    (
        raised.ModelAPIError,
        True,
        "The model's server has a problem. Please try again in a moment.",
    ),
    (
        raised.UserError,
        False,
        UNSET,
    ),
)
NONSENSE = "The model sent something I could not read. Please try again."
EMPTY = "The model sent an empty answer. Please try again."
DECLINED = "The model declined to answer this. Please put the question differently."


def explain_failure(failure: Exception, secrets: Iterable[str] = ()) -> ModelError:
    """One of `FAILURES` in our words; `secrets` are blotted out of the detail."""
    asked = failure.retry_after if isinstance(failure, raised.ModelAPIError) else None
    detail = f"{type(failure).__name__}: {failure}"
    for secret in secrets:
        detail = detail.replace(secret, "***") if secret else detail
    for kind, retryable, sentence in SENTENCES:
        if isinstance(failure, kind):
            return ModelError(
                sentence, retryable=retryable, retry_after=asked, detail=detail[:DETAIL]
            )
    return ModelError(NONSENSE, retryable=True, detail=detail[:DETAIL])
