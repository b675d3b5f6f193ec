"""Finds the key of an endpoint: its own, or the one in its provider's variable.

A variable's key is its provider's: a server at another address, such as LM Studio on this machine
or somebody's proxy, is not shown it.
"""

from collections.abc import Mapping
from urllib.parse import urlsplit

from bot.llm.model import Endpoint

# Ollama needs none, nor does a server at an address of one's own.
VARIABLES = {"anthropic": "ANTHROPIC_API_KEY", "openai": "OPENAI_API_KEY"}
DOMAINS = {"anthropic": "anthropic.com", "openai": "openai.com", "ollama": "ollama.com"}
UNSET = "unset"  # for servers that ask for no key: the libraries insist on some text


def find_missing_key(endpoint: Endpoint, environ: Mapping[str, str]) -> str:
    """Return the variable that could hold the missing key; empty if no key is missing."""
    variable = VARIABLES.get(endpoint.kind, "")
    found = endpoint.api_key or not is_provider_address(endpoint) or environ.get(variable)
    return "" if found else variable


def choose_key(endpoint: Endpoint) -> str | None:
    """Return the key to send; None leaves it to the library, which reads the variable."""
    return endpoint.api_key or (None if is_provider_address(endpoint) else UNSET)


def is_provider_address(endpoint: Endpoint) -> bool:
    """Return whether requests go to the provider itself; Ollama's own is this machine."""
    if not endpoint.base_url:
        return endpoint.kind in VARIABLES
    host, domain = urlsplit(endpoint.base_url).hostname or "", DOMAINS.get(endpoint.kind, "")
    return bool(domain) and f".{host}".endswith(f".{domain}")
