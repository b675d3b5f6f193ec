"""Listing a folder: files in a stable order, and a reason for everything that is none."""

import os
import socket
from pathlib import Path

import pytest

from indexer.ingest.listing import list_files


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a file, and a secret outside of it."""
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "shadow.md").write_text("root:secret")
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "note.md").write_text("A note.")
    return inside


def reasons(path: Path, *, follow_links: bool = False) -> dict[str, str]:
    """What is listed, by its name, with the reason; none for a file to index."""
    found = list_files(path, closed=(), follow_links=follow_links)
    return {each.path.name: str(each.reason or "") for each in found}


def paths(path: Path, *, follow_links: bool = False) -> list[str]:
    found = list_files(path, closed=(), follow_links=follow_links)
    return [str(each.path.relative_to(path.parent)) for each in found if not each.reason]


def test_a_page_hides_no_document_in_the_folder_beside_it(folder: Path) -> None:
    for name in (
        "Deals.html",
        "Deals_files/ad.js",
        "Deals_files/old/b.png",
        "Deals_files/old/c.pdf",
    ):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).touch()
    names = ["Deals.html", "Deals_files/old/c.pdf", "note.md"]
    assert paths(folder) == [f"inside/{name}" for name in names]


def test_the_pictures_and_scripts_of_a_saved_page_are_left_out(folder: Path) -> None:
    for name in ("Rents.html", "Rents_files/ad.html", "other_files/x.md", "y_files"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).touch()
    (folder / "y.htm").touch()
    names = ["Rents.html", "note.md", "other_files/x.md", "y.htm", "y_files"]
    assert paths(folder) == [f"inside/{name}" for name in names]


def test_files_come_in_order_without_hidden_ones(folder: Path) -> None:
    for name in ("b/2.md", "b/1.md", "a.md", ".hidden/x.md", "b/.y.md"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).touch()
    assert paths(folder) == ["inside/a.md", "inside/b/1.md", "inside/b/2.md", "inside/note.md"]


def test_no_link_is_followed(folder: Path) -> None:
    (folder / "file.md").symlink_to(folder.parent / "outside" / "shadow.md")
    (folder / "folder").symlink_to(folder.parent / "outside")
    (folder / "inner").symlink_to(folder / "note.md")
    (folder / "gone").symlink_to("nowhere")
    (folder / "loop").symlink_to("loop")
    assert reasons(folder) == {
        "note.md": "",
        **{
            name: f"{name} is a link, and I do not follow links."
            for name in ("file.md", "folder", "inner", "gone", "loop")
        },
    }


def test_links_are_followed_once_where_that_is_asked_for(folder: Path) -> None:
    (folder / "file.md").symlink_to(folder.parent / "outside" / "shadow.md")
    (folder / "gone").symlink_to("nowhere")
    (folder / "loop").symlink_to("loop")
    (folder / "out").symlink_to(folder.parent / "outside")
    (folder / "up").symlink_to(folder)
    assert paths(folder, follow_links=True) == [
        "outside/shadow.md",
        "inside/note.md",
        "outside/shadow.md",
    ]
    told = reasons(folder, follow_links=True)
    assert told["gone"] == "gone is a link to something that does not exist."
    assert told["loop"] == "loop is a link that leads back to itself."
    assert told["up"] == "up is a link to a folder that is already listed."


def test_what_is_no_file_is_named_as_what_it_is(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(folder / "socket"))
        told = reasons(folder)
    assert told["pipe"] == "pipe is a pipe, not a file."
    assert told["socket"] == "socket is a socket, not a file."
    assert reasons(Path("/dev/null")) == {"null": "null is a device, not a file."}


def test_a_folder_that_may_not_be_read_is_named(folder: Path) -> None:
    deep = folder / "closed"
    deep.mkdir(mode=0)
    if os.access(deep, os.R_OK):
        pytest.skip("root may read everything")
    assert reasons(folder)["closed"] == (
        "I may not read closed. Check its permissions and try again."
    )


@pytest.mark.parametrize("name", ["loop", "loop/below.md"])
def test_a_path_that_leads_in_a_circle_gets_a_sentence(folder: Path, name: str) -> None:
    (folder / "loop").symlink_to("loop")
    (told,) = reasons(folder / name, follow_links=True).values()
    assert told in {
        "loop is a link that leads back to itself.",
        "I cannot read below.md: Too many levels of symbolic links.",
    }


def test_a_link_above_the_named_path_is_followed(folder: Path) -> None:
    (folder.parent / "shortcut").symlink_to(folder)
    (found,) = list_files(folder.parent / "shortcut" / "note.md", closed=())
    assert (found.path, found.reason) == (folder / "note.md", None)


def test_a_name_that_is_not_utf8_is_shown_as_far_as_it_can_be(folder: Path) -> None:
    os.mkfifo(os.fsencode(folder) + b"/p\xff")
    assert "p? is a pipe, not a file." in reasons(folder).values()


@pytest.mark.parametrize("named", [".", "own", "own/data", "own/data/secret.md"])
def test_nothing_in_a_closed_folder_is_listed(folder: Path, named: str) -> None:
    own = folder / "own"
    (own / "data").mkdir(parents=True)
    (own / "data" / "secret.md").write_text("# Secret\n")
    (folder / "own.md").write_text("# Its neighbour\n")
    (folder.parent / "way").symlink_to(own)
    found = list(list_files(folder / named, closed=(folder.parent / "way",)))
    assert not [each.path for each in found if not each.reason and own in each.path.parents]
    assert [each.path.name for each in found if "belongs to multis" in str(each.reason or "")]
    assert named != "." or folder / "own.md" in [each.path for each in found]
    link = folder / "link"
    link.symlink_to(own / "data" / "secret.md")
    assert [each.reason for each in list_files(link, closed=(own,), follow_links=True)] != [None]


def test_a_copy_of_a_home_is_not_listed(folder: Path) -> None:
    (folder / "old" / "data").mkdir(parents=True)
    (folder / "old" / "data" / "multis.db").touch()
    (folder / "old" / "memory.md").write_text("What everybody said.")
    said = "old belongs to multis itself, and is never indexed."
    assert reasons(folder) == {"note.md": "", "old": said}
