"""Every setting with its meaning, its value and where that was set; secrets are not shown."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass

from bot.desk.views import Arguments, View, ViewContext
from bot.settings.config import PREFIX, Settings
from bot.settings.reference import Key, list_keys


@dataclass(frozen=True, slots=True)
class SettingView:
    key: str
    kind: str  # English, as in the reference
    meaning: str  # English, as in the reference
    default: str  # JSON
    value: str  # JSON; empty for a secret
    secret: bool
    set: bool  # for a secret, whether there is one
    origin: str  # default, file or environment
    variable: str  # the environment variable that sets it


@dataclass(frozen=True, slots=True)
class SettingsView:
    path: str  # of config.json
    rows: tuple[SettingView, ...]


async def show(context: ViewContext, _arguments: Arguments) -> SettingsView:
    """Return the settings with which this process was started."""
    services = context.turn.services
    raw = _read_file(context)
    rows = (_build(each, services.settings, raw) for each in list_keys(Settings))
    return SettingsView(str(services.home.config), tuple(rows))


def _read_file(context: ViewContext) -> object:
    try:
        return json.loads(context.turn.services.home.config.read_text(encoding="utf-8"))
    except (OSError, ValueError):  # none, or it was damaged since the start
        return {}


def _build(key: Key, settings: Settings, raw: object) -> SettingView:
    value: object = settings
    for part in key.path.split("."):
        value = getattr(value, part)
    shown = json.dumps(value, default=_to_list, ensure_ascii=False)
    return SettingView(
        key=key.path,
        kind=key.kind,
        meaning=key.meaning,
        default="" if key.secret else key.default,
        value="" if key.secret else shown,
        secret=key.secret,
        set=shown != key.default,
        origin=_find_origin(key.path, raw),
        variable=_name_variable(key.path),
    )


def _to_list(value: object) -> object:
    return sorted(value) if isinstance(value, frozenset) else str(value)


def _name_variable(path: str) -> str:
    return PREFIX + path.upper().replace(".", "__")


def _find_origin(path: str, raw: object) -> str:
    names = {name.upper() for name in os.environ}
    parts = path.split(".")
    if any(_name_variable(".".join(parts[:n])) in names for n in range(1, len(parts) + 1)):
        return "environment"
    for part in parts:
        if not isinstance(raw, Mapping) or part not in raw:
            return "default"
        raw = raw[part]
    return "file"


view = View("settings", show, owner_only=True)
