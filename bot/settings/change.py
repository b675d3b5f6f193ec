"""Changes one setting in config.json, checked as the whole file is when multis starts.

From a chat or the page only what cannot send anything elsewhere is changed: numbers, yes or no, a
choice of a few words, and a few plain words. Keys, addresses, folders, people and the platforms
themselves are changed in the file.
"""

import difflib
import math
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast

from msgspec import Struct

from bot.settings.config import PREFIX, Settings, find_variables, parse_settings
from bot.settings.reference import Key, list_keys
from indexer.cancellable import parse_json
from indexer.errors import UserError
from indexer.i18n import _, join_sentences

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

S = TypeVar("S", bound="DataclassInstance")

DEFAULT = "default"  # in place of a value
LONGEST = 200  # characters of a value
# Blocks that decide who reaches multis, what leaves the machine, and what foreign files may do.
CLOSED = ("platforms.", "replica.", "metrics.", "documents.limits.", "documents.vision")
OPEN_KINDS = ("whole number", "number", "true or false")
# Plain words and lists of them that name no place outside.
OPEN_TEXTS = (
    "documents.ocr_languages",
    "escalation.keywords",
    "llm.currency",
    "reminders.time_zone",
    "voice.language",
)
# Read again for each message; a process keeps all others as it was started with.
AT_ONCE = (
    "digest.",
    "documents.files_per_message",
    "documents.quota.",
    "documents.upload_scope",
    "escalation.",
    "llm.currency",
    "llm.daily_budget",
    "memory.context_budget",
    "modes.default",
    "rate_limit.",
    "reminders.time_zone",
    "security.prompt_injection_detection",
    "voice.long_minutes",
    "voice.most_minutes",
    "voice.price_per_minute",
)
SAID = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}


class Change(Struct, frozen=True):
    """A setting as it will be, and the whole file with it."""

    key: Key
    value: object
    raw: Mapping[str, object]


def find_key(path: str) -> Key:
    """Return the setting of that name; a `UserError` that names the nearest one."""
    keys = {each.path: each for each in list_keys(Settings)}
    if found := keys.get(path.lower()):
        return found
    near = difflib.get_close_matches(path.lower(), keys, n=1)
    unknown = _("There is no setting {key}.", key=path)
    hint = _("Did you mean {key}?", key=near[0]) if near else _("/settings lists them.")
    raise UserError(join_sentences(unknown, hint))


def is_changeable(key: Key) -> bool:
    """Return whether it may be changed from a chat or the page."""
    if key.secret or key.path == "security.pin" or key.path.startswith(CLOSED):
        return False
    return key.path in OPEN_TEXTS or key.kind.startswith(OPEN_KINDS) or bool(list_options(key))


def list_options(key: Key) -> list[str]:
    """Return the words of a setting that is one of a few; none for any other."""
    return [each.strip("`") for each in key.kind.split(" or ")] if key.kind[:1] == "`" else []


def takes_effect_at_once(key: Key) -> bool:
    return key.path.startswith(AT_ONCE)


def build_change(
    key: Key, text: str, raw: dict[str, object], file: Path, environ: Mapping[str, str]
) -> Change:
    """Return the change to what `text` says; a `UserError` if it is not allowed.

    `raw` is what `file` holds now.
    """
    _check_changeable(key, file, environ)
    parse_settings(raw, file, environ)  # a mistake elsewhere in the file is none of this value
    changed = _put(raw, key.path.split("."), _parse(key, text))
    value = get_setting(parse_settings(changed, file, environ, key.path), key.path)
    if isinstance(value, float) and not math.isfinite(value):
        raise UserError(_("{key} must be a number.", key=key.path))
    return Change(key, value, changed)


def _check_changeable(key: Key, file: Path, environ: Mapping[str, str]) -> None:
    if not is_changeable(key):
        raise UserError(_("{key} can only be changed in {file}.", key=key.path, file=str(file)))
    if variable := _find_variable(key.path, environ):
        raise UserError(
            _(
                "{key} is set by the environment variable {variable}, which takes precedence over "
                "{file}.",
                key=key.path,
                variable=variable,
                file=file.name,
            )
        )


def get_setting(settings: Settings, path: str) -> object:
    value: object = settings
    for part in path.split("."):
        value = getattr(value, part)
    return value


def replace_setting(settings: S, path: str, value: object) -> S:
    """Return `settings` with another value at `path`."""
    name, _dot, below = path.partition(".")
    if below:
        value = replace_setting(cast("DataclassInstance", getattr(settings, name)), below, value)
    return replace(settings, **{name: value})


def _find_variable(path: str, environ: Mapping[str, str]) -> str:
    """Return the variable that sets this key or a block that holds it; "" if there is none."""
    parts = path.upper().split(".")
    names = {PREFIX + "__".join(parts[:n]) for n in range(1, len(parts) + 1)}
    return next((each for each in find_variables(environ) if each.upper() in names), "")


def _parse(key: Key, text: str) -> object:
    """Return the value as JSON holds it; None for the default."""
    if len(text) > LONGEST or not text.isprintable():
        raise UserError(_("That is too long for {key}, or no plain text.", key=key.path))
    if text.lower() == DEFAULT:
        return None
    if key.kind == "list":
        return [each.strip() for each in text.split(",") if each.strip()]
    if key.kind == "true or false":
        return SAID.get(text.lower(), text)
    if key.kind.startswith(OPEN_KINDS):
        return _parse_number(text)
    return "" if text in ('""', "''") else text


def _parse_number(text: str) -> object:
    try:
        number = parse_json(text)
    except ValueError:
        return text
    return number if type(number) in (int, float) else text


def _put(raw: Mapping[str, object], parts: list[str], value: object) -> dict[str, object]:
    """Return `raw` with another value at the end of `parts`, or with none there."""
    name, *below = parts
    if not below and value is None:
        return {key: old for key, old in raw.items() if key != name}
    if below:
        block = raw.get(name)
        value = _put(block if isinstance(block, Mapping) else {}, below, value)
    return {**raw, name: value}
