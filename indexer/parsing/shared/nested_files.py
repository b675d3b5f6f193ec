"""Files inside a file: each goes through the front door, and one bad one does not end the rest."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from indexer.documents import Parsed, ParserNotice, Section
from indexer.parsing.errors import ParseError
from indexer.parsing.formats import SourceFile
from indexer.parsing.source import parse_source

LISTED = 5  # reasons that are told in full


@dataclass(frozen=True, slots=True)
class Member:
    name: str
    load: Callable[[], bytes]


def parse_members(source: SourceFile, members: Iterable[Member]) -> Iterator[Parsed]:
    """What the members hold, their names above all paths.

    A notice says which could not be read; where none could, the first reason is the file's own.
    """
    failures: list[ParseError] = []
    read = 0
    for member in members:
        try:
            for found in parse_source(source.nest(member.name, member.load())):
                read += isinstance(found, Section)
                yield _add_member_name(found, member.name)
        except ParseError as error:
            failures.append(error)
    if failures and not read:
        raise ParseError(failures[0].kind, source.name, failures[0].because, failures[0].detail)
    if failures:
        yield ParserNotice(_summarize_failures(failures))


def _add_member_name(found: Parsed, name: str) -> Parsed:
    match found:
        case Section():
            return replace(found, path=(name, *found.path))
        case ParserNotice():
            return ParserNotice(f"{name}: {found.text}")
    return found


def _summarize_failures(failures: list[ParseError]) -> str:
    told = " ".join(str(error) for error in failures[:LISTED])
    more = len(failures) - LISTED
    return f"{told} And {more} more files could not be read." if more > 0 else told
