"""Remove documents from the index."""

import argparse
import asyncio
import os
from collections.abc import Sequence

from bot.cli import session
from bot.cli.console import sanitize
from bot.cli.parser import parse_name
from bot.messages import UserError
from indexer.documents import Document
from indexer.i18n import _, format_list


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "names",
        nargs="+",
        type=parse_name,
        metavar="NAME",
        help=_("a document's name or path, or a folder for all documents in it"),
    )
    parser.set_defaults(identity=None)  # what the shell can do is the owner's


def run(arguments: argparse.Namespace) -> int:
    for document in asyncio.run(_remove(arguments)):
        print(sanitize(_("{name} is removed from the index.", name=document.file)))
    return 0


async def _remove(arguments: argparse.Namespace) -> list[Document]:
    """Remove all that is named, or nothing if a name is unknown or ambiguous."""
    async with session.open_as_reader(arguments) as (who, services):
        visibility = who.visibility
        documents = await services.store.list_documents(visibility)
        found = [each for name in arguments.names for each in find_documents(documents, name)]
        unique = list({each.id: each for each in found}.values())
        for each in unique:
            await services.writer.remove(each.id)
            services.audit.record("document deleted", who.sender, document=each.id)
        await services.originals.sweep(services.writer.list_hashes)
        return unique


def find_documents(documents: Sequence[Document], name: str) -> list[Document]:
    """Return the document of this name, path or code, or those in a folder; raise a UserError."""
    path = os.path.realpath(os.path.expanduser(name))
    exact = [each for each in documents if each.file in (name, path) or each.code == name]
    inside = [each for each in documents if each.file.startswith(path + os.sep)]
    named = [each for each in documents if each.name.casefold() == name.casefold()]
    found = exact or inside or named
    if not found:
        raise UserError(
            _("There is no document called {name}. `multis docs` lists all documents.", name=name)
        )
    if not (exact or inside) and len(found) > 1:
        places = format_list([each.file for each in found])
        raise UserError(
            _(
                "Several documents are called {name}: {places}. Give the path.",
                name=name,
                places=places,
            )
        )
    return found
