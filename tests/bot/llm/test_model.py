"""Which address and key each of the configured models has."""

import pytest

from bot.llm import LlmSettings

SERVED = {"base_url": "http://127.0.0.1:1/v1", "api_key": "k"}


@pytest.mark.parametrize(
    ("model", "own"), [("", False), ("openai:m", False), ("anthropic:m", True)]
)
def test_a_model_that_sees_has_the_configured_address_unless_it_is_another_provider_s(
    model: str, own: bool
) -> None:
    seer = LlmSettings(model=model, vision_model="openai:seer", **SERVED).vision  # type: ignore[arg-type]  # mypy: a mapping of texts
    assert seer
    assert (seer.base_url, seer.api_key) == (("", "") if own else tuple(SERVED.values()))
