"""A parser that a file has taken over cannot get out of its process."""

import json
import os
import re
import shutil
import struct
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from indexer.confinement import seccomp
from indexer.confinement.elf import find_interpreter
from indexer.confinement.process import Order, list_code_folders, start_process
from indexer.confinement.syscalls import CLONE_THREAD, NUMBERS, RLIMIT_CPU, allow_computing
from indexer.confinement.walls import Walls
from tests.indexer.confinement.standing import has_walls

ATTACKS = "tests.indexer.confinement.attacks"
PROGRAM = shutil.which("true") or ""
# What some containers and kernels refuse to everybody.
OFTEN_REFUSED = {
    "make a hard link",
    "enter a new namespace",
    "ask for a ring of requests",
    "reach for the keyring",
    "be traced",
}
HEADERS = ("/usr/include/x86_64-linux-gnu/asm/unistd_64.h", "/usr/include/asm-generic/unistd.h")
ALIASES = {"newfstatat": "(?:newfstatat|fstatat)"}
TESTS = str(Path(__file__).parents[2])


walled = pytest.mark.skipif(not has_walls(), reason="this kernel has no Landlock")


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    path = tmp_path / "home" / "config.json"
    path.parent.mkdir()
    path.write_text('{"bot_token": "123:SECRET"}')
    return path


async def run_attacks(secret: Path, walls: Walls, module: str = ATTACKS) -> dict[str, bool]:
    arguments = [str(secret), str(secret.parent), PROGRAM]
    process = await start_process(Order(module, walls, arguments))
    told, _ = await process.communicate()
    assert await process.wait() == 0
    answer = json.loads(told)
    assert isinstance(answer, dict)
    return answer


@walled
async def test_nothing_that_a_taken_over_parser_tries_succeeds(secret: Path) -> None:
    tried = await run_attacks(secret, Walls(readable=[TESTS]))
    assert len(tried) >= 30
    assert [attack for attack, succeeded in tried.items() if succeeded] == []


@walled
async def test_who_keeps_files_in_a_folder_can_do_no_more(secret: Path, tmp_path: Path) -> None:
    """The walls of LibreOffice: threads, and a folder of its own."""
    (folder := tmp_path / "own").mkdir()
    walls = Walls(
        readable=[TESTS],
        writable=[str(folder)],
        file_bytes=1 << 20,
        threads=True,
        required=True,
    )
    tried = await run_attacks(secret, walls)
    assert {attack for attack, succeeded in tried.items() if succeeded} <= {"start a thread"}
    written = await run_attacks(
        folder / "kept.txt", walls, "tests.indexer.confinement.keeps_a_file"
    )
    assert written == {"kept": True, "beside": False}


@pytest.mark.skipif(sys.platform != "linux", reason="no walls")
@pytest.mark.parametrize(("required", "code"), [(True, 1), (False, 0)])
def test_required_walls_or_nothing(required: bool, code: int) -> None:
    """A process that may raise no walls, as in some containers, does not run without them."""
    program = (
        "import os; from indexer.confinement.linux import forbid_new_privileges;"
        "from indexer.confinement.seccomp import filter_calls;"
        "from indexer.confinement.syscalls import allow_computing, NUMBERS;"
        "from indexer.confinement.walls import Walls, raise_walls;"
        "forbid_new_privileges();"
        "left = dict.fromkeys(NUMBERS.keys() - {'landlock_create_ruleset', 'prctl'}, ());"
        f"filter_calls(left); raise_walls(Walls(required={required}))"
    )
    done = subprocess.run([sys.executable, "-c", program], check=False, stderr=subprocess.DEVNULL)  # noqa: S603 - our own
    assert done.returncode == code


def test_without_walls_the_same_attacks_succeed(secret: Path) -> None:
    """So the test above fails where a wall is missing."""
    command = [sys.executable, "-m", ATTACKS, str(secret), str(secret.parent), PROGRAM]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)  # noqa: S603 - our own
    tried = json.loads(done.stdout)
    assert {attack for attack, succeeded in tried.items() if not succeeded} <= OFTEN_REFUSED


@walled
async def test_the_walls_hold_for_what_a_process_starts(secret: Path) -> None:
    """A program that may be started is as walled in as the process that starts it."""
    program = shutil.which("cat") or ""
    linker = find_interpreter(Path(program))
    walls = Walls(readable=[TESTS], executable=[program, *linker], programs=True)
    order = Order("tests.indexer.confinement.runs_a_program", walls, [program, str(secret)])
    process = await start_process(order)
    told, _ = await process.communicate(b"from the pipe")
    assert told.split() == [b"from", b"the", b"pipe", b"1", b"0"]


@pytest.mark.skipif(sys.platform != "linux", reason="no /proc")
async def test_the_environment_is_empty_and_only_pipes_are_open(secret: Path) -> None:
    leak = os.open(secret, os.O_RDONLY)
    os.set_inheritable(leak, True)
    process = await start_process(Order("tests.indexer.confinement.lists_handles", Walls([TESTS])))
    environment = read_environment(process.pid)
    told, _ = await process.communicate(b"go on")
    os.close(leak)
    assert json.loads(told) == [0, 1, 2]
    assert [each for each in environment.split(b"\0") if not each.startswith(b"LD_")] == [b""]


def test_the_table_has_the_numbers_of_this_system() -> None:
    """Of both machines, where the kernel's headers are installed."""
    for index, header in enumerate(HEADERS):
        if not Path(header).exists():
            pytest.skip(f"there is no {header}")
        text = Path(header).read_text()
        for name, numbers in NUMBERS.items():
            if numbers[index] is not None:
                assert re.search(
                    rf"__NR(3264)?_{ALIASES.get(name, name)}\s+{numbers[index]}\b", text
                ), name


@pytest.mark.parametrize("machine", [0, 1])
def test_a_filter_allows_what_it_names_and_nothing_else(machine: int) -> None:
    program = seccomp.build_program(allow_computing(77, threads=True), machine)
    run = partial(run_filter, program, machine)
    assert run("read") == seccomp.ALLOW
    assert run("execve") == seccomp.UNKNOWN
    assert run("kill", 77, 9) == seccomp.ALLOW
    assert run("kill", 78, 9) == seccomp.FORBIDDEN
    assert run("openat", 3, 0, os.O_RDONLY | os.O_CLOEXEC) == seccomp.ALLOW
    assert run("openat", 3, 0, os.O_WRONLY) == seccomp.FORBIDDEN
    assert run("openat", 3, 0, os.O_RDONLY | os.O_CREAT) == seccomp.FORBIDDEN
    assert run("clone", CLONE_THREAD) == seccomp.ALLOW
    assert run("clone", 17) == seccomp.FORBIDDEN
    assert run("prlimit64", 0, 7, 0, 5) == seccomp.ALLOW
    assert run("prlimit64", 0, 7, 1 << 40) == seccomp.FORBIDDEN
    assert run("prlimit64", 0, RLIMIT_CPU, 5) == seccomp.ALLOW


def test_another_architecture_and_its_numbers_are_refused() -> None:
    program = seccomp.build_program(allow_computing(77, threads=False), 0)
    assert evaluate(program, struct.pack("=iI", 0, seccomp.ARCHITECTURES[1])) == seccomp.KILL
    x32 = struct.pack("=iI", 0x4000_0000, seccomp.ARCHITECTURES[0])
    assert evaluate(program, x32) == seccomp.UNKNOWN


def test_a_script_names_no_linker_and_a_program_does(tmp_path: Path) -> None:
    script = tmp_path / "tesseract"
    script.write_text("#!/bin/sh\n")
    assert find_interpreter(script) == []
    assert find_interpreter(tmp_path / "none") == []
    if sys.platform == "linux":
        (linker,) = find_interpreter(Path(PROGRAM))
        assert Path(linker).is_file()


def test_a_home_on_the_import_path_is_not_readable(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "me"))
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path), str(tmp_path / "me")])
    assert not any(str(tmp_path) in folder for folder in list_code_folders())


def read_environment(process_id: int) -> bytes:
    return Path(f"/proc/{process_id}/environ").read_bytes()


def run_filter(program: list[seccomp.Instruction], machine: int, name: str, *arguments: int) -> int:
    number = NUMBERS[name][machine]
    assert number is not None
    given = (*arguments, *[0] * (6 - len(arguments)))
    head = (number, seccomp.ARCHITECTURES[machine], 0)
    return evaluate(program, struct.pack("=iIQ6Q", *head, *given))


def evaluate(program: list[seccomp.Instruction], data: bytes) -> int:
    """Run a filter as the kernel does."""
    at = value = 0
    while True:
        code, if_true, if_false, operand = program[at]
        at += 1
        if code == seccomp.LOAD:
            (value,) = struct.unpack_from("=I", data, operand)
        elif code == seccomp.AND:
            value &= operand
        elif code == seccomp.IF_EQUAL:
            at += if_true if value == operand else if_false
        else:
            return operand
