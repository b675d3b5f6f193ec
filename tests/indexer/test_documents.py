import hashlib

import pytest

from indexer.documents import ID_HEAD, build_chunk_id
from indexer.scopes import ADMIN, KB


@pytest.mark.spec("S4-22")
def test_an_id_is_made_of_scope_file_name_and_the_first_two_hundred_characters() -> None:
    head = "x" * 200
    digest = hashlib.sha256(b"kb\0a.txt\0Rent\0" + head.encode()).hexdigest()
    assert build_chunk_id(KB, "a.txt", "Rent", head + "what comes later") == f"doc:{digest[:16]}"
    assert ID_HEAD == 200


def test_whatever_tells_two_passages_apart_tells_their_ids_apart() -> None:
    ids = {
        build_chunk_id(KB, "a.txt", "Rent", "900"),
        build_chunk_id(ADMIN, "a.txt", "Rent", "900"),
        build_chunk_id(KB, "b.txt", "Rent", "900"),
        build_chunk_id(KB, "a.txt", "Lease", "900"),
        build_chunk_id(KB, "a.txt", "Rent", "950"),
        build_chunk_id(KB, "a.txt", "Rent", "900", ordinal=1),
    }
    assert len(ids) == 6
