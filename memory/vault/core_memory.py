"""Core memory: lasting facts about the owner and the assistant, in a file a person can edit.

`Core.yaml` has two sections of keys and values, `user` and `agent`. What a person wrote there, in
whatever order and with whatever comments, stays as it is; only the named key changes.

Confirmations and errors are results of the core memory tools, which the model reads, so they are
English.
"""

from collections.abc import Callable, Mapping, MutableMapping
from functools import partial
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from indexer.errors import UserError
from memory.chat import notes_file
from memory.messages import replace_surrogates
from memory.storage.files import run_in_thread
from memory.storage.locks import Locks

if TYPE_CHECKING:
    from ruamel.yaml import YAML

SECTIONS = ("user", "agent")
EMPTY = "user: {}\nagent: {}\n"
LONGEST_KEY = 100  # characters
LONGEST_VALUE = 2000
NESTED = "it is nested too deeply"

Sections = MutableMapping[str, MutableMapping[object, object]]


class CoreMemory:
    """One per process and file; the lock is shared with every other writer of that file."""

    def __init__(self, path: Path, locks: Locks) -> None:
        self._path = path
        self._locks = locks

    async def get(self) -> str:
        """Return both sections as YAML; a `UserError` says where the file is not valid."""
        return await self.read() or EMPTY

    async def read(self) -> str:
        """Return the same for a prompt: empty where nothing is known."""
        return await run_in_thread(lambda: render_sections(notes_file.read(self._path)))

    async def has(self, section: str, key: str) -> bool:
        """Return whether a key is there; a section or key that cannot be is not."""
        return await run_in_thread(lambda: has_key(notes_file.read(self._path), section, key))

    async def update(self, section: str, key: str, value: str) -> str:
        """Create or change a key; returns the confirmation."""
        _check(section, key, value)
        await self._edit(
            partial(set_key, section=section, key=key, value=replace_surrogates(value))
        )
        return f"OK: {section}.{key} updated"

    async def delete(self, section: str, key: str) -> str:
        """Delete a key; returns the confirmation."""
        _check(section, key, "")
        await self._edit(partial(delete_key, section=section, key=key))
        return f"OK: {section}.{key} deleted"

    async def _edit(self, change: Callable[[str], str]) -> None:
        async with self._locks.hold(self._path.with_name(".core.lock")):
            await run_in_thread(partial(notes_file.edit, self._path, change))


def render_sections(text: str) -> str:
    """Render the sections of `text` as YAML without comments; empty where nothing is known."""
    if not text.strip():
        return ""
    sections = _get_sections(_parse(text))
    if not any(sections.values()):
        return ""
    return _dump({name: dict(values) for name, values in sections.items()})


def has_key(text: str, section: str, key: str) -> bool:
    values = _get_sections(_parse(text)).get(section, {})
    return _find_key(values, key) in values


def set_key(text: str, section: str, key: str, value: str) -> str:
    """Return `text` with `section.key` set; a missing key or section is created."""
    document = _parse(text)
    values = _get_sections(document)[section]
    # YAML takes this rare character for the end of a line, but the library does not quote it.
    values[_find_key(values, key)] = value.replace("\x85", "\n")
    document[section] = values
    return _dump(document)


def delete_key(text: str, section: str, key: str) -> str:
    """Return `text` without `section.key`; raises UserError if there is none."""
    document = _parse(text)
    values = _get_sections(document)[section]
    spelled = _find_key(values, key)
    if spelled not in values:
        raise UserError(f"Error: key '{key}' not found in '{section}'")
    del values[spelled]
    return _dump(document)


def _check(section: str, key: str, value: str) -> None:
    if section not in SECTIONS:
        raise UserError("Error: section must be 'user' or 'agent'")
    if not key.strip() or len(key) > LONGEST_KEY or not key.isprintable():
        raise UserError(f"Error: key must be one line of 1 to {LONGEST_KEY} characters")
    if len(value) > LONGEST_VALUE:
        raise UserError(f"Error: value must have at most {LONGEST_VALUE} characters")


def _find_key(values: MutableMapping[object, object], key: str) -> object:
    """Return the key as the file has it: a person may have written 2026 without quotes."""
    return next((each for each in values if str(each) == key), key)


def _parse(text: str) -> MutableMapping[str, object]:
    from ruamel.yaml.comments import CommentedMap
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    try:
        document: object = _create_yaml().load(text)
    except MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise _build_error(f"line {line}: {error.problem}") from None
    except YAMLError as error:
        raise _build_error(" ".join(str(error).split())) from None
    except (ValueError, OverflowError) as error:  # no such day, or a number of thousands of digits
        raise _build_error(str(error)) from None
    except RecursionError:
        raise _build_error(NESTED) from None
    if document is None:
        fresh: MutableMapping[str, object] = CommentedMap()
        return fresh
    if not isinstance(document, MutableMapping):
        raise _build_error("it must have the sections user and agent")
    return document


def _get_sections(document: MutableMapping[str, object]) -> Sections:
    """Return the sections of `document`, an empty one for each that is missing."""
    from ruamel.yaml.comments import CommentedMap

    found: dict[str, MutableMapping[object, object]] = {}
    for name in SECTIONS:
        values = document.get(name)
        if values is None:
            values = CommentedMap()
        if not isinstance(values, MutableMapping):
            raise _build_error(f"{name} must hold lines like `key: value`")
        found[name] = values
    return found


def _dump(document: Mapping[str, object]) -> str:
    written = StringIO()
    try:
        _create_yaml().dump(document, written)
    except RecursionError:
        raise _build_error(NESTED) from None
    return written.getvalue()


def _create_yaml() -> "YAML":
    from ruamel.yaml import YAML  # takes a tenth of a second to load

    yaml = YAML()
    yaml.allow_unicode = True
    yaml.width = LONGEST_VALUE
    yaml.preserve_quotes = True
    return yaml


def _build_error(why: str) -> UserError:
    return UserError(f"Core.yaml cannot be read ({why}). Please repair it; nothing was changed.")
