"""Set up Telegram: asks for what is missing, writes config.json."""

import argparse
import asyncio
import json
import os
import re
import sys
from pathlib import Path

from bot.cli import opening
from bot.config import load
from bot.home import Home, find_home
from bot.messages import UserError

TOKEN = re.compile(r"\d+:[A-Za-z0-9_-]{30,}")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--token", help="the bot token from @BotFather, instead of being asked")


def run(arguments: argparse.Namespace) -> int:
    home = find_home(arguments.home, os.environ)
    settings = load(home.config, os.environ)  # a broken file is reported, never overwritten
    token = arguments.token or settings.platforms.telegram.bot_token or _ask_for_token()
    if not TOKEN.fullmatch(token):
        raise UserError(
            "That is not a bot token: it looks like 123456789:AAE… and comes from @BotFather."
        )
    home.make()
    write(home.config, with_token(read(home.config), token))
    print(f"Wrote {home.config}, readable by you alone.")
    if not settings.owner_ids:
        print(f"Start `multis run`, then send your bot within 15 minutes: /start {_code(home)}")
    return 0


def _ask_for_token() -> str:
    if not sys.stdin.isatty():
        raise UserError("There is nobody to ask for the bot token; give it with --token.")
    print("Talk to @BotFather on Telegram, send /newbot, and paste the token it gives you.")
    return input("Bot token: ").strip()


def _code(home: Home) -> str:
    async def offer() -> str:
        settings = load(home.config, os.environ)
        async with opening.open_for_owner(home, settings) as services:
            return await services.people.offer_claim()

    return asyncio.run(offer())


def read(path: Path) -> dict[str, object]:
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else {}


def with_token(raw: dict[str, object], token: str) -> dict[str, object]:
    """`raw` with Telegram enabled; everything else stays as the person wrote it."""
    platforms = raw.get("platforms")
    platforms = dict(platforms) if isinstance(platforms, dict) else {}
    telegram = platforms.get("telegram")
    telegram = dict(telegram) if isinstance(telegram, dict) else {}
    platforms["telegram"] = {**telegram, "enabled": True, "bot_token": token}
    return {**raw, "platforms": platforms}


def write(path: Path, raw: dict[str, object]) -> None:
    """Replaced in one step; the token is never on disk for others to read."""
    temporary = path.with_suffix(".new")
    with os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        json.dump(raw, file, indent=2, ensure_ascii=False)
        file.write("\n")
    temporary.replace(path)
