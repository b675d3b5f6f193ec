"""The model, behind one small type; importing this costs nothing until a question is asked."""

from bot.llm.connect import open_model, preload_library
from bot.llm.metering import Meter, TokenUsage
from bot.llm.model import (
    Completion,
    Endpoint,
    LlmSettings,
    Model,
    ModelError,
    ModelMessage,
    Partial,
    Picture,
    Price,
    Prompt,
    Tool,
)

__all__ = [
    "Completion",
    "Endpoint",
    "LlmSettings",
    "Meter",
    "Model",
    "ModelError",
    "ModelMessage",
    "Partial",
    "Picture",
    "Price",
    "Prompt",
    "TokenUsage",
    "Tool",
    "open_model",
    "preload_library",
]
