"""Who may see and do what: the table that everything else stands on."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.access import policy
from bot.access.policy import Access, Mode
from bot.delivery.batching import merge_pieces
from bot.messages import Attachment
from bot.messages.values import AlbumLabel
from indexer.scopes import ADMIN, KB, Scope, Visibility
from tests.factories import a_message

OWNER, STRANGER, GROUP = "1", "2", "g"
ACCESS = Access(owners=frozenset({"test:1"}), approved=frozenset({"test:2"}))
EVERYTHING = Visibility.unrestricted()


def own(chat: str) -> Scope:
    return Scope.of_chat(f"test:{chat}")


@pytest.mark.spec("S4-57", "S4-58", "S4-59", "S4-60", "S4-61", "S4-62")
@pytest.mark.parametrize(
    ("sender", "chat", "shown", "recalled", "kept"),
    [
        pytest.param(
            OWNER,
            OWNER,
            EVERYTHING,
            Visibility.only(KB, ADMIN, own(OWNER)),
            ADMIN,
            id="the owner alone sees everything, and is prompted with no stranger's text",
        ),
        pytest.param(
            OWNER,
            GROUP,
            Visibility.only(KB, own(GROUP)),
            Visibility.only(KB, own(GROUP)),
            own(GROUP),
            id="the owner in a group shows the group nothing private",
        ),
        pytest.param(
            STRANGER,
            STRANGER,
            Visibility.only(KB, own(STRANGER)),
            Visibility.only(KB, own(STRANGER)),
            own(STRANGER),
            id="a stranger sees what is public and their own",
        ),
        pytest.param(
            STRANGER,
            GROUP,
            Visibility.only(KB, own(GROUP)),
            Visibility.only(KB, own(GROUP)),
            own(GROUP),
            id="a stranger in a group sees what the group sees",
        ),
    ],
)
def test_who_sees_what(
    sender: str, chat: str, shown: Visibility, recalled: Visibility, kept: Scope
) -> None:
    message = a_message(sender=sender, chat=chat, private=sender == chat)
    assert policy.decide_visibility(message, ACCESS) == shown
    assert policy.decide_recall(message, ACCESS) == recalled
    assert policy.decide_memory_scope(message, ACCESS) == kept


def test_the_same_id_on_another_platform_is_somebody_else() -> None:
    message = a_message(sender=OWNER, platform="other")
    assert policy.decide_visibility(message, ACCESS) == Visibility.only(
        KB, Scope.of_chat("other:1")
    )
    assert not policy.is_admitted(message, ACCESS)


@pytest.mark.parametrize(
    ("access", "sender", "admitted"),
    [
        (Access(), OWNER, False),
        (ACCESS, OWNER, True),
        (ACCESS, STRANGER, True),
        (ACCESS, "3", False),
        (Access(everybody=True), "3", True),
    ],
    ids=["empty admits nobody", "owner", "approved", "unknown", "open"],
)
def test_who_is_answered(access: Access, sender: str, admitted: bool) -> None:
    assert policy.is_admitted(a_message(sender=sender), access) is admitted


@pytest.mark.spec("S4-30", "S4-57", "S4-58")
@pytest.mark.parametrize(
    ("owner", "caption", "scope"),
    [
        (True, "", KB),
        (True, " Admin ", ADMIN),
        (True, "see the admin part", KB),
        (False, "kb", own("7")),
        (False, "admin", own("7")),
    ],
)
def test_only_the_owner_uploads_for_others(owner: bool, caption: str, scope: Scope) -> None:
    assert policy.decide_upload_scope(a_message(), owner, caption, "kb") == scope


@pytest.mark.parametrize(
    ("captions", "scope"),
    [
        (("admin", "Admin "), ADMIN),
        (("kb", "admin"), ADMIN),
        (("the lease", "admin"), ADMIN),
        (("the admin's lease", "admin stuff"), KB),
    ],
)
def test_where_one_of_an_albums_captions_says_admin_all_of_it_is(
    captions: Sequence[str], scope: Scope
) -> None:
    pieces = [replace(a_message(each), album="a", beside="first") for each in captions]
    album = merge_pieces(pieces)
    assert policy.decide_upload_scope(album, True, album.text, "kb") == scope


@pytest.mark.parametrize(
    ("files", "beside", "caption", "scope"),
    [
        (1, "", "", ADMIN),
        (1, "", "the lease", ADMIN),
        (1, "", "kb", KB),
        (2, "", "", ADMIN),
        (2, "", "kb", KB),
        (1, "first", "", ADMIN),
        (1, "first", "the lease", ADMIN),
        (1, "first", "kb", KB),
        (2, "first", "", KB),
        (2, "first", "the lease", KB),
        (1, "none", "", ADMIN),
        (1, "none", "the lease", ADMIN),
        (1, "kb", "", KB),
        (2, "none", "", KB),
        (1, "none", "admin", ADMIN),
        (1, "admin", "", ADMIN),
        (2, "admin", "the lease", ADMIN),
        (1, "admin", "kb", KB),
        (2, "admin", "kb", ADMIN),
        (1, "kb", "admin", ADMIN),
    ],
)
def test_what_comes_apart_from_its_album_has_its_own_label_or_the_albums(
    files: int, beside: AlbumLabel, caption: str, scope: Scope
) -> None:
    sent = tuple(Attachment(f"{n}.md", 1, str(n)) for n in range(files))
    apart = replace(a_message(caption, attachments=sent), album="a", beside=beside)
    assert policy.decide_upload_scope(apart, True, caption, "kb") == scope


@pytest.mark.parametrize(
    ("beside", "caption", "scope"),
    [
        ("kb", "", KB),
        ("none", "", ADMIN),
        ("none", "kb", KB),
        ("kb", "the lease", ADMIN),
        ("first", "", ADMIN),
    ],
)
def test_where_files_are_private_a_part_of_an_album_is_for_all_only_by_its_label(
    beside: AlbumLabel, caption: str, scope: Scope
) -> None:
    sent = replace(a_message(caption), album="a", beside=beside)
    assert policy.decide_upload_scope(sent, True, caption, "admin") == scope


def test_an_album_is_for_all_where_every_caption_says_so() -> None:
    assert policy.decide_upload_scope(a_message(), True, "kb\nKB", "admin") == KB
    assert policy.decide_upload_scope(a_message(), True, "kb\nthe lease", "admin") == ADMIN


@pytest.mark.parametrize("caption", ["kb", "admin", " KB "])
def test_a_forwarded_caption_decides_nothing(caption: str) -> None:
    message = replace(a_message(), forwarded=True)
    assert policy.decide_upload_scope(message, True, caption, "admin") == ADMIN
    assert policy.decide_upload_scope(message, True, caption, "kb") == KB


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/home/ann/report.pdf", True),
        ("/home/ann/a/b/c.md", True),
        ("/home/ann-evil/report.pdf", False),
        ("/home/ann/.ssh/id_rsa", False),
        ("/home/ann/multis/config.json", False),
        ("/etc/passwd", False),
    ],
)
def test_which_files_a_chat_may_have_read(path: str, allowed: bool) -> None:
    roots, private = (Path("/home/ann"),), Path("/home/ann/multis")
    assert policy.may_read_file(Path(path), roots, private) is allowed


PAIRING = Access(frozenset({"test:1"}), frozenset({"test:2"}), frozenset({"test:4"}), pairing=True)


@pytest.mark.parametrize(
    ("access", "sender", "private", "joins"),
    [
        (ACCESS, OWNER, False, True),
        (ACCESS, STRANGER, False, True),
        (ACCESS, "3", True, False),
        (PAIRING, "3", True, True),
        (PAIRING, "3", False, False),
        (PAIRING, "4", True, False),
        (Access(), "3", True, True),
        (Access(), "3", False, False),
        (Access(everybody=True), "3", False, True),
        (Access(everybody=True, blocked=frozenset({"test:3"})), "3", False, False),
    ],
    ids=[
        "an owner's group",
        "an approved person's group",
        "a stranger is not followed",
        "with pairing a stranger may ask in private",
        "with pairing not in a group",
        "the blocked not even then",
        "an assistant without an owner waits for one in private",
        "and not in a group",
        "open to everyone",
        "but not to the blocked",
    ],
)
def test_whose_invitation_is_followed(
    access: Access, sender: str, private: bool, joins: bool
) -> None:
    assert policy.may_invite(a_message(sender=sender).sender, private, access) is joins


@pytest.mark.parametrize("mode", list(Mode))
def test_who_writes_to_the_owner_as_a_person_is_answered_only_where_the_owner_wants_it(
    mode: Mode,
) -> None:
    for sender in (STRANGER, OWNER):
        message = replace(a_message(sender=sender, chat=GROUP, private=False), to_owner=True)
        expected = Mode.OFF if mode is Mode.PERSONAL else mode
        assert policy.decide_mode(message, ACCESS, mode) is expected
        assert policy.decide_mode(message, Access(), mode) is expected
