"""Judged by systemd's own tools where they are installed."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bench import systemd
from bench.systemd.__main__ import CONTAINER_TOOLS, EXPECTED, drive, find_failures, list_missing
from bench.systemd.work import CHECKS
from bot.cli import main
from bot.cli.commands import install_service
from bot.operations.systemd_units import NAME, escape_path, render_system_unit, render_user_unit

ANALYZE = shutil.which("systemd-analyze")
PYTHON = Path(sys.executable)
needs_systemd = pytest.mark.skipif(ANALYZE is None, reason="systemd-analyze is not installed")
UNITS = {
    "user": render_user_unit(PYTHON, Path("/srv/an odd %home")),
    "system": render_system_unit(PYTHON),
}


def analyze(*arguments: str) -> subprocess.CompletedProcess[str]:
    assert ANALYZE is not None
    return subprocess.run([ANALYZE, *arguments], capture_output=True, text=True, check=False)  # noqa: S603  # our own words


@needs_systemd
@pytest.mark.parametrize("kind", UNITS)
def test_systemd_finds_nothing_to_remark(tmp_path: Path, kind: str) -> None:
    (tmp_path / NAME).write_text(UNITS[kind])
    done = analyze("verify", "--man=no", str(tmp_path / NAME))
    assert (done.returncode, done.stderr) == (0, "")


@needs_systemd
def test_the_system_unit_is_hardly_exposed(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text(UNITS["system"])
    done = analyze("security", "--offline=true", "--no-pager", str(tmp_path / NAME))
    found = re.search(r"exposure level for .*?: ([\d.]+)", done.stdout)
    assert found is not None, done.stdout + done.stderr
    assert float(found[1]) < 2.0


@pytest.mark.parametrize("kind", UNITS)
def test_a_wrong_configuration_is_not_tried_again(kind: str) -> None:
    assert "RestartPreventExitStatus=78\n" in UNITS[kind]
    assert "WatchdogSec=" in UNITS[kind]


def test_a_strange_path_stays_one_word() -> None:
    unit = render_user_unit(Path('/opt/a "b" %c $d/python'), Path("/home/ann"))
    assert 'ExecStart="/opt/a \\"b\\" %%c $d/python" -m multis run\n' in unit


def test_a_path_with_a_line_feed_begins_no_line_of_the_unit() -> None:
    unit = render_user_unit(PYTHON, Path("/home/ann\nExecStartPre=/bin/touch x"))
    assert 'Environment="MULTIS_HOME=/home/ann\\x0aExecStartPre=/bin/touch x"\n' in unit
    assert "\nExecStartPre" not in unit


@needs_systemd
@pytest.mark.parametrize("folder", ["a$b", "50% of ours"])
def test_systemd_finds_the_program_in_an_odd_folder(tmp_path: Path, folder: str) -> None:
    python = tmp_path / folder / "python"
    python.parent.mkdir()
    python.symlink_to(sys.executable)
    (tmp_path / NAME).write_text(render_user_unit(python, Path('/srv/a\n"b"')))
    done = analyze("verify", "--man=no", str(tmp_path / NAME))
    assert (done.returncode, done.stderr) == (0, "")


def test_it_is_printed_for_this_home(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["unit", "--home", str(tmp_path)]) == 0
    assert f'Environment="MULTIS_HOME={tmp_path}"' in capsys.readouterr().out
    assert main(["unit", "--system"]) == 0
    assert "DynamicUser=yes" in capsys.readouterr().out


def test_it_is_put_where_systemd_looks(tmp_path: Path) -> None:
    folder = install_service.find_unit_folder({"XDG_CONFIG_HOME": str(tmp_path)}, system=False)
    for text in ("old", "new"):
        path = install_service.write_unit(text, folder)
    assert path == tmp_path / "systemd" / "user" / "multis.service"
    assert (path.read_text(), [each.name for each in folder.iterdir()]) == ("new", [NAME])
    assert path.stat().st_mode & 0o777 == 0o644


def test_a_link_beside_it_leads_nowhere(tmp_path: Path) -> None:
    (tmp_path / "keys").write_text("mine")
    (tmp_path / NAME).with_suffix(".new").symlink_to(tmp_path / "keys")
    path = install_service.write_unit("unit", tmp_path)
    assert ((tmp_path / "keys").read_text(), path.is_symlink()) == ("mine", False)


def test_the_command_is_spelled_with_a_hyphen(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["install-service", "--help"])
    assert "install-service" in capsys.readouterr().out


def test_a_boot_is_judged_by_all_that_the_guest_must_say() -> None:
    script = (Path(systemd.__path__[0]) / "drive.sh").read_text()
    said = [*re.findall(r"check ([\w-]+) ", script), *CHECKS]
    assert sorted(said) == sorted([*EXPECTED, "user", "stop-seconds"])
    well = EXPECTED | {"user": "61415", "stop-seconds": "2"}
    assert find_failures(well) == []
    for name in said:
        assert len(find_failures({k: v for k, v in well.items() if k != name})) == 1, name
    for name, wrong in (("user", "0"), ("stop-seconds", "9"), ("answered", "no")):
        assert find_failures(well | {name: wrong})


GUEST = os.environ.get("SYSTEMD_GUEST", "")


@pytest.mark.skipif(not GUEST, reason="SYSTEMD_GUEST names no folder for a system to boot in")
def test_all_of_it_works_under_the_booted_unit() -> None:
    """Files, OCR, the page, kills and a hang under the unit, booted as a container by systemd.

    Takes some four minutes; see `bench.systemd`, which does the same in a virtual machine.
    """
    if missing := list_missing(CONTAINER_TOOLS):
        pytest.skip("; ".join(missing))
    assert find_failures(drive(Path(GUEST), container=True)) == []


def test_the_system_unit_lets_a_worker_wall_itself_in() -> None:
    allowed = re.findall(r"^SystemCallFilter=([^~].*)$", render_system_unit(PYTHON), re.MULTILINE)
    calls = {"seccomp", "landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self"}
    assert calls <= set(" ".join(allowed).split())


@pytest.mark.parametrize("kind", UNITS)
def test_a_worker_without_memory_does_not_take_the_daemon_with_it(kind: str) -> None:
    assert "\nOOMPolicy=continue\n" in UNITS[kind]


def test_a_path_with_spaces_and_signs_is_one_path() -> None:
    assert escape_path(Path("/home/a/papers")) == "/home/a/papers"
    assert escape_path(Path('/home/a/my "50%" papers')) == r'"/home/a/my \"50%%\" papers"'
