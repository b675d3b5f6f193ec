"""Install the model that writes down recordings on this machine."""

import argparse
import os
import sys

from bot.cli.console import ask
from bot.cli.parser import add_install_arguments
from bot.home import Home, find_home
from indexer.i18n import _, format_size, join_sentences

YES = ("y", "yes")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_install_arguments(parser)
    parser.add_argument(
        "--yes", action="store_true", help=_("install without asking, as a script does")
    )


def run(arguments: argparse.Namespace) -> int:
    from bot.voice.local import suggest_packages
    from indexer.speech.install import install_model

    home = find_home(arguments.home, os.environ)
    if not _agree(arguments):
        print(_("Nothing was installed."))
        return 1
    home.create()
    folder = install_model(home.models, arguments.source)
    print(join_sentences(_("The model is in {folder}.", folder=str(folder)), suggest_packages()))
    print(_switch_on(home))
    return 0


def _agree(arguments: argparse.Namespace) -> bool:
    """Say what will be installed, and ask whether to where somebody is there to answer."""
    from indexer.speech.models import BASE

    print(
        _(
            "{title} writes down speech in about 100 languages. It takes {size}, and its licence "
            "is {licence}. Recordings stay on this machine.",
            title=BASE.title,
            size=format_size(BASE.size),
            licence=BASE.licence,
        )
    )
    if arguments.yes or not sys.stdin.isatty():
        return True
    return ask(_("Install it? [y/N]") + " ").lower() in YES


def _switch_on(home: Home) -> str:
    """Have recordings written down by the model, unless the configuration names another engine."""
    from bot.settings.config import read_object
    from bot.settings.file import write_config
    from indexer.speech.models import BASE

    raw = read_object(home.config)
    voice = raw.get("voice", {})
    if not raw or not isinstance(voice, dict) or voice.get("base_url") or voice.get("local_model"):
        return _("To use it, set voice.local_model in config.json to {name}.", name=BASE.name)
    write_config(home.config, {**raw, "voice": {**voice, "local_model": BASE.name}})
    return _("voice.local_model is now {name}. Restart multis to use it.", name=BASE.name)
