"""Builds a disk with Debian, systemd, this checkout and its libraries."""

import json
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from bench.systemd.services import CONFIG, DRIVE, FAKE, QUICKLY
from bot.operations.systemd_units import NAME, render_system_unit, render_user_unit
from tests.indexer.parsing.formats.making import pages, written

HERE = Path(__file__).parent
CHECKOUT = HERE.parent.parent
PACKAGES = ("adapters", "bench", "bot", "indexer", "memory", "multis", "tests")
GUEST_PYTHON = Path("/opt/multis/bin/python")
DEBIAN = "systemd,systemd-sysv,dbus,libpam-systemd,python3,procps,linux-image-amd64,tesseract-ocr"
# Large and not needed in the guest; the last is the path to this checkout.
LEFT_OUT = ("tdjson*", "mypy*", "*mypyc*", "pip", "hypothesis*", "__pycache__", "*multis*.pth")
SIZE = "3G"


def build_root(folder: Path) -> Path:
    """Build the guest's files in `folder`; Debian is downloaded only once."""
    debian = folder / "debian.tar"
    if not debian.exists():
        partial = folder / "partial.tar"  # its suffix tells mmdebstrap what to write
        _run("mmdebstrap", "--variant=minbase", f"--include={DEBIAN}", "bookworm", str(partial))
        partial.rename(debian)
    root = folder / "root"
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir()
    _run("tar", "--extract", "--file", str(debian), "--directory", str(root))
    install(root)
    return root


def build_disk(folder: Path) -> tuple[Path, Path, Path]:
    """Build kernel, initial ramdisk and disk in `folder`."""
    root, disk = build_root(folder), folder / "disk.ext4"
    disk.unlink(missing_ok=True)
    _run("mkfs.ext4", "-q", "-d", str(root), str(disk), SIZE)
    return (
        _find_newest(root / "boot", "vmlinuz-*"),
        _find_newest(root / "boot", "initrd.img-*"),
        disk,
    )


def install(root: Path) -> None:
    """Install the program, its units and the driver in the system at `root`."""
    opt, units = root / "opt" / "multis", root / "etc" / "systemd" / "system"
    libraries = opt / "lib" / "python3.11" / "site-packages"
    ignored = shutil.ignore_patterns(*LEFT_OUT)
    shutil.copytree(sysconfig.get_path("purelib"), libraries, ignore=ignored)
    for package in PACKAGES:
        shutil.copytree(CHECKOUT / package, opt / "app" / package, ignore=ignored)
    (libraries / "checkout.pth").write_text("/opt/multis/app\n")
    (opt / "bin").mkdir()
    (opt / "bin" / "python").symlink_to("/usr/bin/python3")
    (opt / "pyvenv.cfg").write_text("home = /usr/bin\n")
    (opt / "config.json").write_text(json.dumps(CONFIG))
    for name in ("drive.sh", "ask.py"):
        shutil.copy(HERE / name, opt / name)
    write_samples(opt / "samples")
    (opt / "user.service").write_text(render_user_unit(GUEST_PYTHON, Path("/root/home")))
    (units / NAME).write_text(render_system_unit(GUEST_PYTHON))
    (units / f"{NAME}.d").mkdir()
    (units / f"{NAME}.d" / "quickly.conf").write_text(QUICKLY)
    (units / "fake.service").write_text(FAKE)
    (units / "drive.service").write_text(DRIVE)
    wanted = units / "multi-user.target.wants"
    wanted.mkdir(exist_ok=True)
    (wanted / "drive.service").symlink_to("/etc/systemd/system/drive.service")
    # Its hangup would lose the output of the driver.
    (units / "serial-getty@ttyS0.service").symlink_to("/dev/null")


def write_samples(folder: Path) -> None:
    """Write the files that `bench.systemd.work` sends: text, a PDF with text, and a scan."""
    folder.mkdir()
    (folder / "note.md").write_text("# Garden\n\nThe gooseberry ripens in July.\n")
    (folder / "text.pdf").write_bytes(
        pages([written([("The juniper stands at the gate.", 700, 12)])])
    )
    scan = Image.new("RGB", (1400, 300), "white")
    words = "The lighthouse keeper sleeps at noon."
    ImageDraw.Draw(scan).text((60, 100), words, "black", ImageFont.load_default(size=60))
    scan.save(folder / "scan.png", dpi=(300, 300))


def _find_newest(folder: Path, pattern: str) -> Path:
    return sorted(folder.glob(pattern))[-1]


def _run(*command: str) -> None:
    subprocess.run(command, check=True, stdout=sys.stderr)  # noqa: S603 - our own words
