"""Parse and check the arguments of a tool call; a `UserError` tells the model what is wrong."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from bot.messages import UserError

Arguments = Mapping[str, object]
Word = TypeVar("Word", bound=str)

TEXT = {"type": "string"}
TEXTS = {"type": "array", "items": {"type": "string"}}
NUMBER = {"type": "integer"}


def build_enum(*words: str) -> Arguments:
    return {"type": "string", "enum": list(words)}


def describe(kind: Arguments, description: str) -> Arguments:
    return {**kind, "description": description}


def build_parameters(required: Sequence[str], **properties: Arguments) -> Arguments:
    """Return the JSON schema of a tool's arguments."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


def parse_text(arguments: Arguments, name: str, default: str | None = None) -> str:
    """Return a text, stripped; a missing one is `default`, or an error without a default."""
    value = arguments.get(name, default)
    if value is None or not isinstance(value, str) or not (value.strip() or default is not None):
        raise UserError(f"Give {name} as a text.")
    return value.strip()


def parse_number(arguments: Arguments, name: str, default: int, most: int) -> int:
    """Return a whole number, limited to 1 to `most`."""
    value = arguments.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise UserError(f"Give {name} as a number.")
    return max(1, min(int(value), most))


def parse_choice(arguments: Arguments, name: str, words: Sequence[Word], default: Word) -> Word:
    value = arguments.get(name, default)
    found = next((word for word in words if word == value), None)
    if found is None:
        raise UserError(f"{name} must be one of: {', '.join(words)}.")
    return found


def parse_texts(arguments: Arguments, name: str) -> tuple[str, ...]:
    value = arguments.get(name, ())
    if not isinstance(value, list | tuple) or not all(isinstance(each, str) for each in value):
        raise UserError(f"Give {name} as a list of texts.")
    return tuple(each.strip() for each in value if each.strip())
