"""Parses the files inside a file; one that cannot be read does not end the rest."""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from pathlib import PurePosixPath

from msgspec import Struct, field
from msgspec.structs import replace

from indexer.documents import Parsed, ParserNotice, ParserProgress, Section
from indexer.i18n import N_, Sentence
from indexer.parsing.errors import ParseError
from indexer.parsing.formats import SourceFile
from indexer.parsing.regular_files import make_count_error
from indexer.parsing.shared.saved_pages import is_page_part
from indexer.parsing.source import parse_source
from indexer.paths import DATABASE, format_name, shorten_name

LISTED = 5  # failures that are reported each, and files that are named
CLUTTER = ("__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini")
HIDDEN = N_("I left out hidden files ({count}): {names}.")
WORDLESS = N_("I found no text in these files ({count}): {names}.")


OWN_DATA = N_(": it holds the data of multis itself, which is never indexed")


class Member(Struct, frozen=True):
    name: str
    load: Callable[[], bytes]


def parse_archive(source: SourceFile, files: Sequence[Member]) -> Iterator[Parsed]:
    """Yield what the files of an archive hold; a notice names the hidden ones, which do not count.

    Left out too are the parts of saved pages, and what a system has left there. Raise a ParseError
    for a backup or copy of a home.
    """
    _refuse_own_data(source, files)
    yield ParserProgress(0, len(files), "files")
    kept = [each for each in files if not is_clutter(each.name)]
    names = frozenset(each.name for each in kept)
    hidden = [each.name for each in kept if _is_hidden(each.name)]
    members = (
        each for each in kept if not (_is_hidden(each.name) or is_page_part(each.name, names))
    )
    yield from parse_members(source, members)
    if hidden:
        yield _make_list_notice(HIDDEN, list(map(clean_name, hidden)))


def is_clutter(name: str) -> bool:
    """Return whether a system has left this file there, in which nobody has written anything."""
    return any(part in CLUTTER for part in PurePosixPath(name).parts)


def _is_hidden(name: str) -> bool:
    return any(part.startswith(".") for part in PurePosixPath(name).parts)


def parse_members(source: SourceFile, members: Iterable[Member]) -> Iterator[Parsed]:
    """Yield what the members of an archive hold, with their names above all paths.

    A notice says which could not be read; where none could, raise the first one's error as the
    file's own.
    """
    failures = yield from _parse_each(source, members)
    if failures.errors and not failures.read:
        first = failures.errors[0]
        raise ParseError(first.kind, source.name, first.because, first.detail)
    yield from _report(failures.errors)
    if failures.wordless:
        yield _make_list_notice(WORDLESS, failures.wordless)


def _refuse_own_data(source: SourceFile, files: Iterable[Member]) -> None:
    """Refuse a backup or copy of a home: who may read it is not who may read this.

    Each passage in a home has readers of its own, and its settings hold keys.
    """
    if any(f"/{each.name}".endswith(f"/{DATABASE}") for each in files):
        raise ParseError("unsupported", source.name, OWN_DATA)


def parse_attachments(source: SourceFile, members: Iterable[Member]) -> Iterator[Parsed]:
    """Yield what the files attached to a document hold; none of them makes it unreadable."""
    failures = yield from _parse_each(source, members)
    yield from _report(failures.errors)


class _Failures(Struct):
    errors: list[ParseError] = field(default_factory=list)
    read: int = 0  # sections
    wordless: list[str] = field(default_factory=list)  # names of files without text, not empty


def _parse_each(
    source: SourceFile, members: Iterable[Member]
) -> Generator[Parsed, None, _Failures]:
    failures = _Failures()
    for number, member in enumerate(members):
        if number == source.limits.entries:
            raise make_count_error(source.name, source.limits)
        try:
            data, before = member.load(), failures.read
            name = clean_name(member.name)
            for found in parse_source(source.nest(name, data)):
                failures.read += isinstance(found, Section)
                yield _add_member_name(found, name)
            if failures.read == before and data.strip():
                failures.wordless.append(name)
        except ParseError as error:
            failures.errors.append(error)
    return failures


def clean_name(name: str) -> str:
    """Return a name as one line of what can be seen, and not too long: others chose it."""
    return shorten_name(format_name(" ".join(name.split())))


def _report(errors: list[ParseError]) -> Iterator[ParserNotice]:
    if errors:
        yield ParserNotice(tuple(_summarize_failures(errors)))


def _make_list_notice(sentence: Sentence, names: Sequence[str]) -> ParserNotice:
    listed = ", ".join(names[:LISTED]) + (" …" if names[LISTED:] else "")
    return ParserNotice((sentence.fill(count=len(names), names=listed),))


def _add_member_name(found: Parsed, name: str) -> Parsed:
    match found:
        case Section():
            return replace(found, path=(name, *found.path))
        case ParserNotice((first, *others)):
            return ParserNotice((N_("{name}: {notice}", name=name, notice=first), *others))
    return found


def _summarize_failures(failures: list[ParseError]) -> Iterator[Sentence]:
    yield from (error.sentence for error in failures[:LISTED])
    if (more := len(failures) - LISTED) > 0:
        yield N_("Other files that could not be read: {count}.", count=more)
