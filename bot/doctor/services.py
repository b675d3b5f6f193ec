"""Checks the platforms and the models, with real requests unless offline, and the folders."""

import os
import shlex
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from pathlib import Path

from bot.doctor.findings import Finding, fail, ok, warn
from bot.home import Home
from bot.llm import Endpoint, Model, ModelError
from bot.llm.keys import find_missing_key
from bot.llm.model import ARE_YOU_THERE
from bot.messages import Adapter, Checkable, UserError
from bot.operations.systemd_units import NAME, escape_path
from bot.settings.config import Settings
from bot.voice.engine import TranscriptionError, get_host, is_local_engine
from bot.voice.local import suggest_ffmpeg
from bot.voice.settings import VoiceSettings, listens
from bot.voice.speech import build_engine
from indexer.embedding.embedder import EmbedderError
from indexer.embedding.factory import open_embedder
from indexer.i18n import _, format_number, join_sentences
from indexer.ingest.listing import is_closed, resolve_folder

SYSTEM_UNITS = Path("/etc/systemd/system")
HOMES = (Path("/home"), Path("/root"), Path("/run/user"))  # that ProtectHome hides
MOST_TOKENS = 16


async def check_platforms(enabled: Mapping[str, Adapter], offline: bool) -> AsyncIterator[Finding]:
    if not enabled:
        yield warn("platforms", _("None is enabled. `multis init` sets one up."))
    for name, adapter in enabled.items():
        if offline or not isinstance(adapter, Checkable):
            yield ok(name, _("Enabled; not contacted."))
            continue
        try:
            yield ok(name, _("Connected as {name}.", name=await adapter.check()))
        except UserError as error:
            yield fail(name, str(error))
        except ConnectionError as error:
            yield fail(
                name,
                _("{error}. Check the network, and base_url if you set one.", error=str(error)),
            )


def check_keys(settings: Settings, environ: Mapping[str, str]) -> Iterator[Finding]:
    """Check that every configured model has the key that its provider asks for."""
    seer = settings.llm.vision
    for place, endpoint in enumerate((*settings.llm.endpoints, *(seer.endpoints if seer else ()))):
        variable = find_missing_key(endpoint, environ)
        if variable:
            fallback = 0 < place < len(settings.llm.endpoints)
            key = f"llm.fallback[{place - 1}].api_key" if fallback else "llm.api_key"
            yield _report_missing_key(endpoint, key, variable)


def _report_missing_key(endpoint: Endpoint, key: str, variable: str) -> Finding:
    return fail(
        "key",
        _(
            "{model} has no key, so it cannot answer. Write it to {key} in config.json "
            "(`multis init model` asks for it), or set the variable {variable} where the "
            "assistant runs.",
            model=endpoint.model,
            key=key,
            variable=variable,
        ),
    )


async def check_model(
    model: Model | None, settings: Settings, offline: bool
) -> AsyncIterator[Finding]:
    if model is None:
        yield warn(
            "model",
            _(
                "None is configured, so answers quote passages. "
                "`multis init model` sets one up, for written answers."
            ),
        )
    elif offline:
        yield ok("model", _("{model}; not contacted.", model=settings.llm.model))
    else:
        yield await _ask_model(model, settings.llm.model)


async def _ask_model(model: Model, name: str) -> Finding:
    try:
        await model.complete(ARE_YOU_THERE, max_tokens=MOST_TOKENS)
    except ModelError as error:
        reason = join_sentences(str(error.sentence), error.detail)
        return fail("model", f"{name}: {reason}")
    return ok("model", _("{model} answers.", model=name))


async def check_embedder(settings: Settings, home: Home, offline: bool) -> AsyncIterator[Finding]:
    """Check the model that finds passages by meaning."""
    if offline:
        kind = settings.embedder.kind
        yield ok("meaning", _("embedder.kind is {kind}; not contacted.", kind=kind))
        return
    async with open_embedder(settings.embedder, home.models) as model:
        if model.name == "none":
            yield ok(
                "meaning",
                _("Search uses words alone. For search by meaning: `multis semantic install`."),
            )
            return
        try:
            await model.embed(["Are you there?"], urgent=True)
        except EmbedderError as error:
            text = join_sentences(str(error), _("Until then search uses words alone."))
            yield fail("meaning", f"{model.name}: {text}")
        else:
            yield ok("meaning", _("{model} answers.", model=model.name))


async def check_voice(settings: Settings, home: Home, offline: bool) -> AsyncIterator[Finding]:
    """Check the engine that writes down recordings, and say where these go."""
    voice = settings.voice
    if not listens(voice):
        yield ok(
            "voice",
            _(
                "Recordings are not listened to. `multis voice install` has them written down on "
                "this machine; voice.base_url names a server that does."
            ),
        )
        return
    where = _describe_listener(voice)
    if offline:
        yield ok("voice", join_sentences(where, _("Not contacted.")))
        return
    try:
        await build_engine(voice, home.models).check()
    except TranscriptionError as error:
        yield fail("voice", join_sentences(where, str(error)))
    else:
        yield ok("voice", join_sentences(where, _("The engine answers."), suggest_ffmpeg(voice)))


def _describe_listener(voice: VoiceSettings) -> str:
    if is_local_engine(voice):
        return _("Recordings stay on this machine.")
    return _("Recordings are sent to {host}.", host=get_host(voice))


def check_vault(settings: Settings) -> Iterator[Finding]:
    """Check that the vault can be written to; it is created when it is needed."""
    vault = Path(os.path.expanduser(settings.vault.dir))
    nearest = next(each for each in (vault, *vault.parents) if each.exists())
    if settings.vault.dir and not (nearest.is_dir() and os.access(nearest, os.W_OK | os.X_OK)):
        yield fail(
            "vault",
            _(
                "vault.dir is {folder}, which cannot be written to. Choose another folder.",
                folder=str(vault),
            ),
        )


def check_roots(settings: Settings) -> Iterator[Finding]:
    """Check that the folders of documents.roots are there."""
    for root in settings.documents.roots:
        if not os.path.isdir(os.path.expanduser(root)):
            yield warn(
                "documents",
                _(
                    "documents.roots names {folder}, which is not a folder. "
                    "Correct it, or create the folder.",
                    folder=str(root),
                ),
            )


def check_watched_folders(
    settings: Settings, home: Home, units: Path = SYSTEM_UNITS, homes: Sequence[Path] = HOMES
) -> Iterator[Finding]:
    """Check that the folders of documents.watch are there, and that the service may see them."""
    hidden = homes if (units / NAME).is_file() else ()
    for watched in settings.documents.watch:
        folder = Path(os.path.expanduser(watched.folder))
        if flaw := _find_flaw(folder, home):
            yield warn("documents", flaw)
        elif any(folder.is_relative_to(each) for each in hidden):
            yield warn("documents", _describe_hidden(folder, units))


def _find_flaw(folder: Path, home: Home) -> str:
    """Say why a folder cannot be watched, whoever starts multis; "" if it can."""
    if not (folder.is_dir() and os.access(folder, os.R_OK | os.X_OK)):
        return _(
            "documents.watch names {folder}, which is not a folder that I may read. "
            "Correct it, or create the folder.",
            folder=str(folder),
        )
    if is_closed(resolve_folder(folder), [resolve_folder(home.folder)]):
        return _(
            "documents.watch names {folder}, which belongs to multis itself: "
            "nothing there is indexed. Name another folder.",
            folder=str(folder),
        )
    return ""


def _describe_hidden(folder: Path, units: Path) -> str:
    return _(
        "The system service sees no home folders, and so not {folder}. Let others "
        "read the folder, and run as root: {command}",
        folder=str(folder),
        command=_render_drop_in(folder, units),
    )


def _render_drop_in(folder: Path, units: Path) -> str:
    """Return the command that shows a folder to the system service, to be read only."""
    place = units / f"{NAME}.d"
    conf = f"{place}/{folder.name or 'folder'}.conf"
    lines = "[Service]", "ProtectHome=tmpfs", f"BindReadOnlyPaths={escape_path(folder)}"
    written = " ".join(shlex.quote(line) for line in lines)
    return (
        f"mkdir -p {place} && printf '%s\\n' {written} > {shlex.quote(conf)}"
        f" && systemctl daemon-reload && systemctl restart {NAME}"
    )


def check_memory_settings(settings: Settings) -> list[Finding]:
    if settings.memory.decay_rate < 0.1:
        return [
            warn(
                "memory.decay_rate",
                _(
                    "{number} is for an older formula. Use 0.5.",
                    number=format_number(settings.memory.decay_rate),
                ),
            )
        ]
    return []
