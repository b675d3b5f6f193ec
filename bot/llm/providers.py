"""Builds the library's model for an endpoint; each kind imports only its own provider's client.

A client takes seconds to import where nothing is compiled yet.
"""

from typing import TYPE_CHECKING

from pydantic_ai.exceptions import UserError as LibraryError

from bot.llm.errors import UNSET, explain_failure
from bot.llm.keys import choose_key
from bot.llm.model import Endpoint, ModelError

if TYPE_CHECKING:
    from httpx2 import AsyncClient
    from pydantic_ai.models import Model

OLLAMA = "http://127.0.0.1:11434/v1"
NO_KEY = (
    "{} has no key. Write it to api_key beside the model in config.json,"  # not translated: a log
    " or set the variable {}."
)


def build_model(endpoint: Endpoint, client: "AsyncClient") -> "Model":
    """Build the library's model for `endpoint`; a missing key raises `ModelError`."""
    kinds = {"anthropic": _build_anthropic, "ollama": _build_ollama}
    try:
        return kinds.get(endpoint.kind, _build_openai)(endpoint, client)
    except LibraryError as failure:
        if endpoint.api_key:
            raise explain_failure(failure, [endpoint.api_key]) from None
        # The library's own message is for programmers.
        detail = NO_KEY.format(endpoint.model, f"{endpoint.kind.upper()}_API_KEY")
        raise ModelError(UNSET, retryable=False, detail=detail) from None


def _build_anthropic(endpoint: Endpoint, client: "AsyncClient") -> "Model":
    from pydantic_ai.models.anthropic import AnthropicModel, AnthropicModelSettings
    from pydantic_ai.providers.anthropic import AnthropicProvider

    url, key = endpoint.base_url or None, choose_key(endpoint)
    provider = AnthropicProvider(base_url=url, api_key=key, http_client=client)
    # What changes seldom, and for the rounds of tools within one answer all of its conversation.
    kept = AnthropicModelSettings(
        anthropic_cache_tool_definitions=True,
        anthropic_cache_instructions=True,
        anthropic_cache_messages=True,
    )
    return AnthropicModel(endpoint.name, provider=provider, settings=kept)


def _build_ollama(endpoint: Endpoint, client: "AsyncClient") -> "Model":
    from pydantic_ai.models.ollama import OllamaModel
    from pydantic_ai.providers.ollama import OllamaProvider

    url, key = endpoint.base_url or OLLAMA, choose_key(endpoint)
    provider = OllamaProvider(base_url=url, api_key=key, http_client=client)
    return OllamaModel(endpoint.name, provider=provider)


def _build_openai(endpoint: Endpoint, client: "AsyncClient") -> "Model":
    from openai import OpenAIError
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    url, key = endpoint.base_url or None, choose_key(endpoint)
    try:
        provider = OpenAIProvider(base_url=url, api_key=key, http_client=client)
        return OpenAIChatModel(endpoint.name, provider=provider)
    except OpenAIError as failure:
        raise LibraryError(str(failure)) from None
