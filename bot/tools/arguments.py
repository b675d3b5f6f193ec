"""Parse and check the arguments of a tool call; a `UserError` tells the model what is wrong."""

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import TypeVar

from bot.messages import UserError

LONGEST_QUERY = 500  # characters
MOST_TEXTS = 100  # of one list

Arguments = Mapping[str, object]
Word = TypeVar("Word", bound=str)

TEXT = {"type": "string"}
TEXTS = {"type": "array", "items": {"type": "string"}}
COUNT = {"type": "integer"}
NUMBER = {"type": "number"}


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


def parse_query(arguments: Arguments, name: str, default: str | None = None) -> str:
    """Return what to look for, cut to what somebody might ask."""
    return parse_text(arguments, name, default)[:LONGEST_QUERY]


def parse_number(arguments: Arguments, name: str, default: float | None = None) -> float:
    """Return a number, also one that a model wrote as a text: `"5"`."""
    value = arguments.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise UserError(f"Give {name} as a number.")
    try:
        number = float(value)
    except (ValueError, OverflowError):  # a whole number of hundreds of digits
        raise UserError(f"Give {name} as a number.") from None
    if not isfinite(number):
        raise UserError(f"Give {name} as a number.")
    return number


def parse_count(arguments: Arguments, name: str, default: int, most: int) -> int:
    """Return how many are wanted, limited to 1 to `most`."""
    return max(1, min(int(parse_number(arguments, name, default)), most))


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
    if len(value) > MOST_TEXTS:
        raise UserError(f"Give at most {MOST_TEXTS} {name}.")
    return tuple(each.strip() for each in value if each.strip())
