"""Loads the settings from config.json and the environment, once, into frozen dataclasses.

pydantic-settings validates them, and is imported only when there is something to validate: it takes
longer to load than most commands take to run.
"""

import errno
import json
import os
import re
import stat
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields, is_dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, get_type_hints

from bot.access.pin import SecuritySettings
from bot.access.quota_settings import QuotaSettings
from bot.access.rate_limit import RateLimitSettings
from bot.access.settings import EscalationSettings, ModeSettings
from bot.delivery.settings import InboxSettings
from bot.llm import LlmSettings
from bot.replica.settings import ReplicaSettings
from bot.voice.settings import VoiceSettings
from indexer.embedding.embedder import EmbedderSettings
from indexer.errors import UserError
from indexer.i18n import N_, Sentence, _, join_sentences
from indexer.parsing.limits import MIB, Limits
from indexer.search.ranking import RankingSettings, SearchSettings
from indexer.settings import Between, Count, Days, Port, Positive, Seconds
from indexer.store.engine.server import DatabaseSettings
from memory.settings import MemorySettings, ReminderSettings, VaultSettings

if TYPE_CHECKING:
    from bot.settings.validation import Origins

PREFIX = "MULTIS_"
LARGEST = 1 << 20  # bytes: a thousand times what anybody sets
# Where things are on this machine, for the program and for its tests.
NOT_SETTINGS = (
    *("MULTIS_HOME", "MULTIS_DATA", "MULTIS_MODEL", "MULTIS_SPEECH_MODEL"),
    "MULTIS_LIVE_TELEGRAM_TOKEN",
)

PERSON = re.compile(r"[^:\s]+:\S+")


class ConfigError(UserError):
    """A mistake in the configuration; the message names the full path of the key."""


def prompt_field(question: Sentence, *, secret: bool = False) -> str:
    """Return the field of a setting, empty by default, that `multis init` asks for."""
    value: str = field(default="", repr=not secret, metadata={"question": question})
    return value


@dataclass(frozen=True, slots=True)
class AccessSettings:
    # Who is answered: the owner alone, whoever the owner lets in, or everybody.
    policy: Literal["owner_only", "pairing", "open"] = "owner_only"


@dataclass(frozen=True, slots=True)
class TelegramSettings:
    enabled: bool = False  # whether `multis run` serves Telegram
    bot_token: str = field(default="", repr=False)  # from @BotFather
    base_url: str = "https://api.telegram.org/bot"  # of a Bot API server of your own
    base_file_url: str = "https://api.telegram.org/file/bot"  # where it serves files
    # Whether the people you let in may search kb in any chat, by the bot's name and words; turn on
    # inline mode at @BotFather (/setinline) too.
    inline: bool = False
    # Where Telegram reaches this machine, through a reverse proxy of yours, such as
    # https://bot.example.org/telegram; empty: multis asks Telegram for messages.
    webhook: str = ""
    webhook_port: Port = 8766  # on 127.0.0.1, where that proxy passes them on to


@dataclass(frozen=True, slots=True)
class WebSettings:
    enabled: bool = False  # whether `multis run` serves the page
    port: Port = 8765  # on 127.0.0.1
    origin: str = ""  # what browsers call it behind a proxy: https://multis.example.org
    keep_days: Days = 365  # days for which conversations stay on the page
    # Whether people open it in Telegram too, as a Mini App of the bot; takes an https `origin`.
    mini_app: bool = False


@dataclass(frozen=True, slots=True)
class MatrixSettings:
    enabled: bool = False  # whether `multis run` serves Matrix
    user_id: str = prompt_field(N_("The bot's own account, such as @multis:example.org"))
    # Its address; "": https:// and what follows the colon of `user_id`.
    homeserver: str = prompt_field(
        N_("Its homeserver's address (empty: the one in the account's name)")
    )
    password: str = prompt_field(N_("Its password"), secret=True)
    access_token: str = field(default="", repr=False)  # instead of a password


@dataclass(frozen=True, slots=True)
class BeeperSettings:
    enabled: bool = False  # whether `multis run` serves Beeper
    access_token: str = prompt_field(
        N_("An access token (Beeper Desktop, Settings, Developers)"), secret=True
    )
    base_url: str = "http://localhost:23373"  # on this machine
    poll_seconds: Seconds = 2.0  # how often it asks Beeper for new messages


@dataclass(frozen=True, slots=True)
class PlatformSettings:
    telegram: TelegramSettings = field(default_factory=TelegramSettings)
    web: WebSettings = field(default_factory=WebSettings)
    matrix: MatrixSettings = field(default_factory=MatrixSettings)
    beeper: BeeperSettings = field(default_factory=BeeperSettings)


PLATFORMS = (*(each.name for each in fields(PlatformSettings)), "console")


@dataclass(frozen=True, slots=True)
class WatchedFolder:
    folder: str  # whose files stay in the index as they are on the disk; such as ~/Documents
    scope: Literal["kb", "admin"] = "kb"  # who may read them: everybody let in, or the owner


@dataclass(frozen=True, slots=True)
class DocumentSettings:
    roots: tuple[str, ...] = ()  # folders /index may read; empty: the owner's home folder
    watch: tuple[WatchedFolder, ...] = ()  # folders that `multis run` follows, each with its scope
    # Who may read what the owner sends without saying so: everybody let in, or the owner.
    upload_scope: Literal["kb", "admin"] = "kb"
    # Of scans, such as "de" and "en"; empty: those of the text around and of the system.
    ocr_languages: tuple[str, ...] = ()
    # Whether pages of scans that tesseract can hardly read are sent to the model of
    # `llm.vision_model`, which costs; not those of watched folders.
    vision: bool = False
    keep_originals: bool = True  # the files that the owner sends, to be had back
    files_per_message: Positive = 20  # that are read; the others have to be sent again
    free_bytes: Count = 200 * MIB  # of disk that stay free: below it no file is taken in; 0: none
    quota: QuotaSettings = field(default_factory=QuotaSettings)  # of everyone but owners
    limits: Limits = field(default_factory=Limits)


@dataclass(frozen=True, slots=True)
class DigestSettings:
    # How often the owner is sent a summary of what was added, falls due or waits: every day, or
    # every week on Monday.
    every: Literal["never", "day", "week"] = "never"
    hour: Annotated[int, Between(0, 23)] = 8  # by the clock of the owner's reminders


@dataclass(frozen=True, slots=True)
class MetricsSettings:
    port: Port = 0  # on 127.0.0.1, for Prometheus; 0: none


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that config.json may say, with its defaults."""

    owner_ids: tuple[str, ...] = ()  # you, as platform:id, such as "telegram:123456789"
    access: AccessSettings = field(default_factory=AccessSettings)
    inbox: InboxSettings = field(default_factory=InboxSettings)
    modes: ModeSettings = field(default_factory=ModeSettings)
    escalation: EscalationSettings = field(default_factory=EscalationSettings)
    security: SecuritySettings = field(default_factory=SecuritySettings)
    rate_limit: RateLimitSettings = field(default_factory=RateLimitSettings)
    platforms: PlatformSettings = field(default_factory=PlatformSettings)
    database: DatabaseSettings = field(default_factory=DatabaseSettings)
    documents: DocumentSettings = field(default_factory=DocumentSettings)
    search: SearchSettings = field(default_factory=SearchSettings)
    embedder: EmbedderSettings = field(default_factory=EmbedderSettings)
    memory: MemorySettings = field(default_factory=MemorySettings)
    reminders: ReminderSettings = field(default_factory=ReminderSettings)
    digest: DigestSettings = field(default_factory=DigestSettings)
    vault: VaultSettings = field(default_factory=VaultSettings)
    llm: LlmSettings = field(default_factory=LlmSettings)
    voice: VoiceSettings = field(default_factory=VoiceSettings)
    metrics: MetricsSettings = field(default_factory=MetricsSettings)
    replica: ReplicaSettings = field(default_factory=ReplicaSettings)

    @property
    def ranking(self) -> RankingSettings:
        return RankingSettings(**asdict(self.search), decay_rate=self.memory.decay_rate)


def load_settings(path: Path, environ: Mapping[str, str]) -> Settings:
    """Load the settings in `path` (which need not exist), each overridden by MULTIS_A__B."""
    return parse_settings(read_object(path), path, environ)


def parse_settings(
    raw: dict[str, object], path: Path, environ: Mapping[str, str], typed: str = ""
) -> Settings:
    """Parse `raw` as if it were in `path`, with the overrides from `environ`.

    The value of the key `typed` is not in the file yet: a `ConfigError` sends nobody there.
    """
    overrides = find_variables(environ)
    _check_names(overrides)
    for name, value in overrides.items():
        _check_blocks(name, value)
    return _validate(raw, overrides, path, typed) if raw or overrides else Settings()


def find_variables(environ: Mapping[str, str]) -> dict[str, str]:
    """Return the variables that set something, whatever stands in the file."""
    return {
        name: value
        for name, value in environ.items()
        if name.startswith(PREFIX) and name not in NOT_SETTINGS
    }


def describe_unused(environ: Mapping[str, str]) -> list[str]:
    """Describe each variable that is named like a setting and sets none, as `MULTIS_OWNERIDS`.

    It ends no program: a cluster has variables for its services, and one of them may be `multis`.
    """
    known = {each.name for each in fields(Settings)}
    unused = [(name, name[len(PREFIX) :].lower().split("__")) for name in find_variables(environ)]
    unused = [(name, parts) for name, parts in unused if parts[0] not in known]
    if not unused:
        return []
    from bot.settings.validation import describe_unknown  # with pydantic

    keys = list(list_keys(Settings))
    return [describe_unknown(".".join(parts), keys, name) for name, parts in unused]


def read_text(path: Path) -> str:
    """Return the text of the file; an OSError also for a pipe, which never ends, or a huge file."""
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, _("it is not a file"))
        content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return content.decode()


def read_object(path: Path) -> dict[str, object]:
    """Return what a file of settings holds, nothing if there is none.

    Raises a `ConfigError` if it cannot be read or is no JSON object.
    """
    try:
        raw = json.loads(read_text(path), object_pairs_hook=partial(_build_block, str(path)))
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise ConfigError(_explain_unreadable(str(path), error)) from None
    except (ValueError, RecursionError):  # a number of thousands of digits, brackets without end
        raw = None
    if not isinstance(raw, dict):
        raise ConfigError(_("{path} must contain a single JSON object, {...}.", path=str(path)))
    return raw


def _explain_unreadable(
    path: str, error: OSError | UnicodeDecodeError | json.JSONDecodeError
) -> str:
    if isinstance(error, OSError):
        return _("{path} cannot be read: {reason}.", path=path, reason=str(error.strerror))
    if isinstance(error, UnicodeDecodeError):
        return _("{path} cannot be read: it is not UTF-8 text.", path=path)
    return _(
        "{path} is not valid JSON (line {line}, column {column}): {reason}.",
        path=path,
        line=str(error.lineno),
        column=str(error.colno),
        reason=error.msg,
    )


def _check_names(names: Iterable[str]) -> None:
    """Raise a `ConfigError` if two variables set the same thing: capitals make no difference."""
    first: dict[str, str] = {}
    for name in names:
        other = first.setdefault(name.upper(), name)
        if other != name:
            raise ConfigError(
                _(
                    "{variable} and {other} set the same thing. Keep one of them.",
                    variable=other,
                    other=name,
                )
            )


def _check_blocks(name: str, value: str) -> None:
    """Raise a `ConfigError` if a variable is JSON in which something stands twice."""
    with suppress(ValueError, RecursionError):  # no JSON: most are words, and need not be
        json.loads(value, object_pairs_hook=partial(_build_block, name))


def _build_block(origin: str, pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    """Build a block of JSON, which itself would take the last of two values without a word."""
    for key, times in Counter(key for key, _value in pairs).items():
        if times > 1:
            raise ConfigError(
                _(
                    "{path} has {key} twice in one block. Keep one of them.",
                    path=origin,
                    key=repr(key),
                )
            )
    return dict(pairs)


def _validate(
    raw: dict[str, object], overrides: Mapping[str, str], path: Path, typed: str
) -> Settings:
    from pydantic import ValidationError
    from pydantic_settings import SettingsError

    from bot.settings.validation import Origins, describe_problems, validate

    origins = Origins(path, PREFIX, overrides, typed)
    try:
        settings = validate(Settings(), raw, overrides)
    except ValidationError as error:
        problems = error.errors(include_input=False, include_url=False)
        sentences = describe_problems(problems, list(list_keys(Settings)), origins)
        raise ConfigError(join_sentences(*sentences)) from None
    except (SettingsError, RecursionError) as error:  # brackets without end
        raise ConfigError(
            _("An environment variable is not valid JSON: {reason}.", reason=str(error))
        ) from None
    _check_owners(settings.owner_ids, origins)
    _check_modes(settings.modes, origins)
    return settings


def _check_owners(owner_ids: Sequence[str], origins: "Origins") -> None:
    """Raise a `ConfigError` for what is nobody, or on a platform that is spelt like another.

    Any other name may be that of an adapter of your own.
    """
    from bot.settings.validation import suggest

    for each in owner_ids:
        platform = each.partition(":")[0]
        hint = "" if platform in PLATFORMS else suggest(platform, PLATFORMS)
        if hint or not PERSON.fullmatch(each):
            wrong = _(
                "owner_ids must be people as platform:id, such as {example}; "
                "it is set in {origin}.",
                example='["telegram:123456789"]',
                origin=origins.find(["owner_ids"]),
            )
            raise ConfigError(join_sentences(wrong, hint))


def _check_modes(modes: ModeSettings, origins: "Origins") -> None:
    """Raise a `ConfigError` for the mode of a platform that is spelt like another.

    Any other name may be that of an adapter of your own.
    """
    from bot.settings.validation import describe_unknown, find_nearest

    above = "modes.platforms."
    for name in modes.platforms:
        meant = "" if name in PLATFORMS else find_nearest(name, PLATFORMS)
        if meant:
            origin = origins.find(["modes", "platforms", name])
            raise ConfigError(describe_unknown(above + name, [above + meant], origin))


def list_keys(settings: type, above: str = "") -> Iterator[str]:
    """List every key that config.json may hold, by its full path."""
    hints = get_type_hints(settings)
    for each in fields(settings):
        yield above + each.name
        if is_dataclass(hints[each.name]):
            yield from list_keys(hints[each.name], f"{above}{each.name}.")
