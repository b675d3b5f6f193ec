"""Parts of a home are replaced, or stay, also where somebody presses Ctrl-C or works in them."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from bot.home import Home
from bot.runtime.replacement import Replacement, finish_replacement, replace_parts

PARTS = ("data", "vault")
RENAMES = 4  # two of each part


def watch_renames(monkeypatch: pytest.MonkeyPatch, watch: Callable[[Path], None]) -> None:
    rename = Path.rename

    def watched(source: Path, target: Path) -> Path:
        watch(source)
        return rename(source, target)

    monkeypatch.setattr(Path, "rename", watched)


def a_home_and_what_is_new(folder: Path) -> tuple[Home, Path]:
    home = Home(folder)
    home.create()
    new = home.tmp / "new"
    for part in PARTS:
        for above, said in ((home.folder, "old"), (new, "new")):
            (above / part).mkdir(parents=True, exist_ok=True)
            (above / part / "file").write_text(said)
    return home, new


def read_parts(folder: Path) -> list[str]:
    return [(folder / part / "file").read_text() for part in PARTS]


@pytest.mark.parametrize("number", range(1, RENAMES + 1))
def test_ctrl_c_puts_everything_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    home, new = a_home_and_what_is_new(tmp_path)
    left = number

    def interrupt(_source: Path) -> None:
        nonlocal left
        left -= 1
        if not left:
            raise KeyboardInterrupt

    watch_renames(monkeypatch, interrupt)
    with pytest.raises(KeyboardInterrupt):
        replace_parts(home, new, tmp_path / "aside", PARTS)
    assert read_parts(home.folder) == ["old", "old"]
    assert not home.replacement.exists()
    assert not (tmp_path / "aside").exists()


def test_a_part_that_is_made_again_meanwhile_is_an_error_and_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, new = a_home_and_what_is_new(tmp_path)
    rename, vault, moved = Path.rename, home.folder / "vault", list[Path]()

    def make_again(source: Path, target: Path) -> Path:  # as an editor does that has it open
        there = rename(source, target)
        if source == vault and vault not in moved:
            vault.mkdir()
            (vault / "open").write_text("of an editor")
        moved.append(source)
        return there

    monkeypatch.setattr(Path, "rename", make_again)
    with pytest.raises(FileExistsError):
        replace_parts(home, new, tmp_path / "aside", PARTS)
    assert read_parts(home.folder) == ["old", "old"]
    assert not home.replacement.exists()
    assert (tmp_path / "aside" / "vault-2" / "open").read_text() == "of an editor"


def test_a_part_that_is_made_again_after_a_kill_is_kept_beside_the_older_one(
    tmp_path: Path,
) -> None:
    home, new = a_home_and_what_is_new(tmp_path)
    aside = tmp_path / "aside"
    planned = Replacement(str(new.relative_to(home.folder)), aside.name, PARTS, ())
    home.replacement.write_bytes(msgspec.json.encode(planned))
    aside.mkdir()
    (home.folder / "vault").rename(aside / "vault")  # then it was killed
    (home.folder / "vault").mkdir()
    (home.folder / "vault" / "open").write_text("of an editor")
    finish_replacement(home)
    assert read_parts(home.folder) == ["new", "new"]
    assert read_parts(aside) == ["old", "old"]
    assert (aside / "vault-2" / "open").read_text() == "of an editor"


@pytest.mark.parametrize("damaged", ["", "{", '{"new": 1}', "\xff"])
def test_a_damaged_plan_is_set_aside(tmp_path: Path, damaged: str) -> None:
    home, _new = a_home_and_what_is_new(tmp_path)
    home.replacement.write_bytes(damaged.encode("latin-1"))
    finish_replacement(home)
    assert read_parts(home.folder) == ["old", "old"]
    assert not home.replacement.exists()
    assert (home.run / "replacement.json.bad").exists()
