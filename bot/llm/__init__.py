"""The model, behind one small type; importing this costs nothing until a question is asked."""

from bot.llm.connection import connect, warm
from bot.llm.contract import (
    Completion,
    Endpoint,
    LlmSettings,
    Model,
    ModelError,
    ModelMessage,
    Partial,
    Price,
    Prompt,
    Tool,
)
from bot.llm.metering import Meter, Usage

__all__ = [
    "Completion",
    "Endpoint",
    "LlmSettings",
    "Meter",
    "Model",
    "ModelError",
    "ModelMessage",
    "Partial",
    "Price",
    "Prompt",
    "Tool",
    "Usage",
    "connect",
    "warm",
]
