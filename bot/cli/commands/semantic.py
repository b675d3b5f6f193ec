"""Install the model that finds passages by meaning."""

import argparse
import os

from bot.cli.parser import add_install_arguments
from bot.home import find_home
from indexer.i18n import _, join_sentences


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_install_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    from indexer.embedding.minilm.install import install_model, suggest_speedup

    home = find_home(arguments.home, os.environ)
    home.create()
    folder = install_model(home.models, arguments.source)
    print(join_sentences(_("The model is in {folder}.", folder=str(folder)), suggest_speedup()))
    return 0
