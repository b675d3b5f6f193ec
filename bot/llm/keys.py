"""Finds out which configured models lack the key that their provider asks for."""

from collections.abc import Mapping

from bot.llm.model import Endpoint

# Ollama needs none, nor does a server at an address of one's own that speaks OpenAI's protocol.
VARIABLES = {"anthropic": "ANTHROPIC_API_KEY", "openai": "OPENAI_API_KEY"}


def find_missing_key(endpoint: Endpoint, environ: Mapping[str, str]) -> str:
    """Return the variable that could hold the missing key; empty if no key is missing."""
    variable = VARIABLES.get(endpoint.kind, "")
    own_server = endpoint.kind == "openai" and endpoint.base_url
    found = endpoint.api_key or own_server or environ.get(variable)
    return "" if found else variable
