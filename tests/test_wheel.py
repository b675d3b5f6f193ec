"""What people install: a wheel, from the ranges in pyproject.toml, into an empty environment."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from indexer.i18n import Languages, _, use_language

ROOT = Path(__file__).parent.parent
UV = Path(sys.executable).parent / "uv"


def run(*command: object, cwd: Path = ROOT, **environ: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603  # our own tools
        [str(word) for word in command],
        cwd=cwd,
        env={**os.environ, **environ},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    built = run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder)
    assert built.returncode == 0, built.stderr
    return next(folder.glob("*.whl"))


def test_the_wheel_holds_the_program_and_its_data_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert "bot/answering/thresholds.json" in names
    page = ROOT / "adapters" / "web" / "static"
    files = {each.relative_to(ROOT).as_posix() for each in page.rglob("*") if each.is_file()}
    assert files <= set(names)
    words = ROOT / "indexer" / "text" / "words"
    assert {each.relative_to(ROOT).as_posix() for each in words.rglob("*.txt")} <= set(names)
    assert "adapters/web/sentences.json" in names
    assert "indexer/locale/multis.pot" in names
    tops = {name.partition("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {
        "adapters",
        "bot",
        "indexer",
        "memory",
        "multis",
    }


def test_a_translation_is_compiled_into_the_wheel(tmp_path: Path) -> None:
    """All that a translator adds is the `.po`."""
    copy = tmp_path / "multis"
    left_out = shutil.ignore_patterns(".*", "build", "dist", "tests", "__pycache__")
    shutil.copytree(ROOT, copy, ignore=left_out)
    source = copy / "indexer" / "locale" / "de" / "LC_MESSAGES" / "multis.po"
    source.parent.mkdir(parents=True, exist_ok=True)
    source.write_text('msgid "No PIN is set."\nmsgstr "Keine PIN."\n', encoding="utf-8")
    built = run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", cwd=copy)
    assert built.returncode == 0, built.stderr
    with zipfile.ZipFile(next((copy / "dist").glob("*.whl"))) as wheel:
        names = {name for name in wheel.namelist() if name.startswith("indexer/locale/de/")}
        assert names == {"indexer/locale/de/LC_MESSAGES/multis.mo"}
        wheel.extractall(tmp_path / "installed")
    with use_language(Languages(tmp_path / "installed" / "indexer" / "locale").load("de")):
        assert _("No PIN is set.") == "Keine PIN."


def test_an_empty_environment_with_the_wheel_answers(wheel: Path, tmp_path: Path) -> None:
    if not UV.exists():
        pytest.skip("uv is not installed beside this interpreter")
    venv, home = tmp_path / "venv", str(tmp_path / "home")
    assert run(UV, "venv", "--quiet", "--python", sys.executable, venv).returncode == 0
    installed = run(UV, "pip", "install", "--quiet", "--python", venv / "bin/python", wheel)
    if "error sending request" in installed.stderr or "dns error" in installed.stderr:
        pytest.skip("no package index can be reached")
    assert installed.returncode == 0, installed.stderr
    multis = venv / "bin" / "multis"
    guide = ROOT / "examples" / "guesthouse.md"
    indexed = run(multis, "index", guide, "--scope", "kb", MULTIS_HOME=home)
    assert indexed.stdout == "1 indexed\n", indexed.stderr
    asked = run(multis, "say", "When is check-out on Sundays?", MULTIS_HOME=home)
    assert "on Sundays it is at noon" in asked.stdout, asked.stderr
