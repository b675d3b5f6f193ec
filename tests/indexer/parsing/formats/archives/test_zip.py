"""Archives: each document in them, within limits."""

import tarfile
from io import BytesIO

import pytest

from indexer.parsing.errors import ParseError
from indexer.parsing.limits import Limits
from tests.indexer.parsing.formats.making import notices, sections, zipped


def test_an_archive_reads_each_document_under_its_name() -> None:
    archive = zipped({"a/b.md": "# One\n\ntext", "c.txt": "words", "__MACOSX/x.txt": "junk"})
    found = sections(archive, "all.zip")
    assert [(each.path, each.text) for each in found] == [
        (("a/b.md", "One"), "text"),
        (("c.txt",), "words"),
    ]


def test_one_bad_member_does_not_end_the_rest() -> None:
    archive = zipped({"bad.pdf": "%PDF-1.7\n", "good.txt": "words"})
    assert [each.text for each in sections(archive, "all.zip")] == ["words"]
    assert "bad.pdf is damaged" in notices(archive, "all.zip")[0]


def test_an_archive_of_nothing_readable_says_why() -> None:
    with pytest.raises(ParseError, match=r"all\.zip is damaged"):
        sections(zipped({"bad.pdf": "%PDF-1.7\n"}), "all.zip")


def test_archives_in_archives_end_somewhere() -> None:
    inner = zipped({"deep.txt": "words"})
    for _ in range(3):
        inner = zipped({"next.zip": inner})
    with pytest.raises(ParseError, match="files are nested"):
        sections(inner, "matryoshka.zip")


def test_a_locked_archive_says_so() -> None:
    archive = bytearray(zipped({"a.txt": "words"}))
    archive[archive.rindex(b"PK\x01\x02") + 8] |= 1  # the mark of an encrypted file
    with pytest.raises(ParseError, match="password"):
        sections(bytes(archive), "locked.zip")


def test_members_share_one_budget() -> None:
    archive = zipped({f"{n}.txt": "word " * 200_000 for n in range(5)})
    limits = Limits(unpacked_bytes=3 << 20, unpacked_ratio=10_000)
    assert len(sections(archive, "all.zip", limits)) == 3


def test_of_many_bad_members_the_first_are_named_and_the_rest_counted() -> None:
    bad = {f"{n}.pdf": "%PDF-1.7\n" for n in range(8)}
    inner = zipped({**bad, "good.txt": "words"})
    (notice,) = notices(zipped({"in.zip": inner}), "all.zip")
    assert notice.startswith("in.zip: 0.pdf is damaged")
    assert "4.pdf is damaged" in notice
    assert notice.endswith("Other files that could not be read: 3.")


def test_hidden_files_are_named_and_clutter_is_not() -> None:
    archive = zipped({"a.txt": "words", ".env": "secret", ".DS_Store": "x", "__MACOSX/b": "x"})
    assert notices(archive, "all.zip") == ["I left out hidden files (1): .env."]


def test_files_without_text_are_named_and_empty_ones_are_not() -> None:
    blank = "<html><body><p></p></body></html>"
    archive = zipped({"a.txt": "words", "house/plan.html": blank, "b.txt": " \n"})
    assert notices(archive, "all.zip") == ["I found no text in these files (1): house/plan.html."]


def test_an_archive_of_too_many_files_names_the_limit() -> None:
    archive = zipped({f"{n}.txt": "words" for n in range(4)})
    with pytest.raises(ParseError, match=r"more than 3 files, the limit of documents\.limits"):
        sections(archive, "all.zip", Limits(entries=3))


HOME = {
    "memory/chats/admin/memory.md": "The safe code is 4711.",
    "data/multis.db": "SQLite format 3",
}


@pytest.mark.parametrize("prefix", ["", "old/home/"])
def test_a_home_of_multis_is_never_read(prefix: str) -> None:
    """Who may read the archive would find what others said, and the bot's token."""
    home = {prefix + name: text for name, text in HOME.items()}
    packed = BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for name, text in home.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(text)
            archive.addfile(entry, BytesIO(text.encode()))
    for data, name in [(zipped(home), "a.zip"), (packed.getvalue(), "a.tar.gz")]:
        with pytest.raises(ParseError, match="holds the data of multis itself"):
            sections(data, name)
    around = zipped({"backup.zip": zipped(home), "note.txt": "words"})
    assert [each.text for each in sections(around, "around.zip")] == ["words"]


def test_another_database_is_only_left_out() -> None:
    archive = zipped({"olddata/multis.db": "SQLite format 3", "note.txt": "words"})
    assert [each.text for each in sections(archive, "a.zip")][-1] == "words"
