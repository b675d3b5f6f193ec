"""The settings of this process, some of which follow changes of config.json made through it."""

import asyncio
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from bot.settings.config import Settings, read_object


class ChangedSetting(Struct, frozen=True):
    """The outcome of a change; its values are those of the frozen settings."""

    key: str
    before: object  # in config.json
    after: object
    at_once: bool  # False: from the next start on


class LiveSettings:
    """Lives as long as the process; `current` is what its parts work with."""

    def __init__(self, file: Path, started: Settings, environ: Mapping[str, str]) -> None:
        self._file = file
        self._environ = environ
        self._lock = asyncio.Lock()
        self.current = started

    async def change(self, key: str, text: str) -> ChangedSetting:
        """Set `key` to what `text` says, "default" for its default; a `UserError` if it may not be.

        Stored in config.json; what needs a restart is as it was until then.
        """
        async with self._lock:
            return await asyncio.to_thread(self._change, key, text)

    def load_next(self) -> Settings:
        """Return the settings that the next start would read; a `UserError` if it could not."""
        from bot.settings.config import load_settings

        return load_settings(self._file, self._environ)

    def _change(self, key: str, text: str) -> ChangedSetting:
        # Few processes change anything, and what reads the meanings of settings is not light.
        from bot.settings.change import (
            build_change,
            find_key,
            get_setting,
            replace_setting,
            takes_effect_at_once,
        )
        from bot.settings.file import write_config

        found = find_key(key)
        before = get_setting(self.load_next(), found.path)
        change = build_change(found, text, read_object(self._file), self._file, self._environ)
        self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_config(self._file, change.raw)
        at_once = takes_effect_at_once(found)
        if at_once:
            self.current = replace_setting(self.current, found.path, change.value)
        return ChangedSetting(found.path, before, change.value, at_once)
