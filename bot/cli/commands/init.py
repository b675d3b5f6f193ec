"""Set up a platform (default: Telegram) or a language model, and write config.json."""

import argparse
import asyncio
import os
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields

from bot.access.policy import Access
from bot.cli import model_setup, session
from bot.cli.console import ask, draw_code
from bot.desk.sessions import PLATFORM as PAGE
from bot.home import Home, find_home
from bot.llm import Endpoint
from bot.llm.local_servers import find_local_models
from bot.messages import Adapter, Checkable, Linkable, UserError
from bot.runtime.process_lock import hold_use_lock
from bot.settings.config import (
    PlatformSettings,
    Settings,
    load_settings,
    parse_settings,
    read_object,
)
from bot.settings.file import write_config
from indexer.i18n import _, format_list

MODEL = "model"
TOKEN = re.compile(r"\d+:[A-Za-z0-9_-]{30,}")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    names = [each.name for each in fields(PlatformSettings)]
    parser.add_argument("platform", nargs="?", choices=[*names, MODEL], default="telegram")
    parser.add_argument("--token", help=_("Telegram's bot token; without it, you are asked"))
    parser.add_argument(
        "--offline", action="store_true", help=_("do not contact the platform to try the settings")
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help=_("a setting of the platform or model; without it, you are asked"),
    )


def run(arguments: argparse.Namespace) -> int:
    home, platform = find_home(arguments.home, os.environ), arguments.platform
    # A broken file is reported, never overwritten.
    settings = load_settings(home.config, os.environ)
    if platform == MODEL:
        return _set_up_model(home, settings, arguments.set)
    given = _collect_settings(arguments, settings)
    if platform == "telegram":
        given["bot_token"] = _get_token(arguments, given.get("bot_token", ""), settings)
    raw = enable_platform(read_object(home.config), platform, given)
    adapter = _connect(home, platform, parse_settings(raw, home.config, os.environ))
    if not arguments.offline:
        _try_out(adapter)
    _write(home, raw)
    print(_("Wrote {file}. Only you can read it.", file=str(home.config)))
    if platform == PAGE:
        print(_("Start `multis run`; then `multis web` prints a link to the page."))
    elif not settings.owner_ids:
        _print_first_step(adapter, _create_claim_code(home))
    return 0


def _write(home: Home, raw: Mapping[str, object]) -> None:
    with hold_use_lock(home):
        home.create()
        write_config(home.config, raw)


def _print_first_step(adapter: Adapter, code: str) -> None:
    """Print how to become the owner: with a link, where the platform has links and answered."""
    link = adapter.build_start_link(code) if isinstance(adapter, Linkable) else ""
    if link:
        print(_("Start `multis run`, then open this within 15 minutes: {link}", link=link))
        if sys.stdout.isatty() and (code := draw_code(link)):
            print(f"\n{code}")
            print(_("Or point the camera of your phone at it."))
        return
    print(
        _(
            "Start `multis run`, then send your bot this within 15 minutes: {command}",
            command=f"/start {code}",
        )
    )


def _set_up_model(home: Home, settings: Settings, given: Sequence[str]) -> int:
    endpoint = model_setup.parse_endpoint(given) or _choose_model()
    print(_("Waiting for an answer of {model} …", model=endpoint.model), flush=True)
    asyncio.run(model_setup.try_endpoint(endpoint))
    raw = read_object(home.config)
    old = raw.get("llm")
    raw["llm"] = model_setup.build_block(old if isinstance(old, dict) else {}, endpoint)
    parse_settings(raw, home.config, os.environ)
    _write(home, raw)
    print(_("It answers. Wrote {file}. Only you can read it.", file=str(home.config)))
    print(model_setup.describe_cost(endpoint, settings.llm.price, settings.llm.model))
    print(_("If multis is running, restart it."))
    return 0


def _choose_model() -> Endpoint:
    found = asyncio.run(find_local_models())
    if not sys.stdin.isatty():
        raise model_setup.explain_by_hand(found)
    return model_setup.choose_endpoint(found, os.environ, ask)


def _get_token(arguments: argparse.Namespace, given: str, settings: Settings) -> str:
    configured: str = arguments.token or given or settings.platforms.telegram.bot_token
    token = configured or _ask_for_token()
    if not TOKEN.fullmatch(token):
        raise UserError(
            _(
                "That is not a bot token. "
                "A token looks like 123456789:AAE… and comes from @BotFather."
            )
        )
    return token


def _try_out(adapter: Adapter) -> None:
    """Ask the platform who we are there, if it is not away; a `UserError` for wrong settings."""
    if not isinstance(adapter, Checkable):
        return
    try:
        name = asyncio.run(adapter.check())
    except ConnectionError as error:
        print(
            _(
                "{error}, so the settings are not tried out. `multis doctor` does that later.",
                error=str(error),
            )
        )
        return
    print(_("Connected as {name}.", name=name))


def _connect(home: Home, platform: str, settings: Settings) -> Adapter:
    """Return the adapter; a `UserError`, before anything is written, if it lacks a setting."""
    from bot.platforms import build_host, connect

    async def nobody() -> Access:
        return Access()

    block = asdict(getattr(settings.platforms, platform))
    return connect(
        platform,
        block,
        build_host(home, platform, frozenset(), nobody, settings.documents.limits.file_bytes),
    )


def _collect_settings(arguments: argparse.Namespace, settings: Settings) -> dict[str, str]:
    """Collect the values of `--set`, and ask for those that are still missing."""
    block = getattr(settings.platforms, arguments.platform)
    known = {each.name: each for each in fields(block)}
    given = dict(_parse_setting(each, known) for each in arguments.set)
    for name, each in known.items():
        question = each.metadata.get("question", "")
        if question and name not in given and not getattr(block, name) and sys.stdin.isatty():
            label = _("{label}: {value}", label=str(question), value="")
            given[name] = ask(label, hidden=not each.repr)
    return {name: value for name, value in given.items() if value}


def _parse_setting(text: str, known: Mapping[str, object]) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or name not in known:
        names = format_list(sorted(known), "or")
        raise UserError(_("--set takes KEY=VALUE, where KEY is {names}.", names=names))
    return name, value


def _ask_for_token() -> str:
    if not sys.stdin.isatty():
        raise UserError(_("No bot token was given, and there is no terminal to ask. Use --token."))
    print(_("Talk to @BotFather on Telegram, send /newbot, and paste the token it gives you."))
    return ask(_("Bot token:") + " ")


def _create_claim_code(home: Home) -> str:
    async def offer() -> str:
        settings = load_settings(home.config, os.environ)
        async with session.open_for_owner(home, settings) as services:
            return await services.people.offer_claim()

    return asyncio.run(offer())


def enable_platform(
    raw: dict[str, object], platform: str, given: Mapping[str, str]
) -> dict[str, object]:
    """Return `raw` with that platform enabled and everything else as the person wrote it."""
    platforms = raw.get("platforms")
    platforms = dict(platforms) if isinstance(platforms, dict) else {}
    block = platforms.get(platform)
    block = dict(block) if isinstance(block, dict) else {}
    platforms[platform] = {**block, "enabled": True, **given}
    return {**raw, "platforms": platforms}
