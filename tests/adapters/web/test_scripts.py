"""The page's own scripts: their types, their lengths, and what a browser loads at first."""

import gzip
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import adapters.web
from tests.adapters.web.site import a_site

STATIC = Path(adapters.web.__file__).parent / "static"
LIBRARIES = STATIC / "libraries"
OWN = sorted(each for each in STATIC.rglob("*.js") if LIBRARIES not in each.parents)
LONGEST = 400  # lines
HEAVIEST = 150_000  # bytes of what is loaded at first, compressed
OPTIONS = {
    "allowJs": True,
    "checkJs": True,
    "noEmit": True,
    "target": "es2024",
    "lib": ["esnext", "dom", "dom.iterable"],
    "module": "esnext",
    "moduleResolution": "bundler",
    "types": [],
}
IMPORTED = re.compile(r'^(?:import|export) .*?"(\.[^"]+)";$', re.MULTILINE)


def find_compiler() -> Path | None:
    """Where NODE_PATH says."""
    places = (Path(each) for each in os.environ.get("NODE_PATH", "").split(os.pathsep) if each)
    found = (each / "typescript" / "bin" / "tsc" for each in places)
    return next((each for each in found if each.is_file()), None)


def test_types_of_the_scripts_fit(tmp_path: Path) -> None:
    compiler, node = find_compiler(), shutil.which("node")
    if compiler is None or node is None:
        pytest.skip("not where NODE_PATH says: npm install typescript")
    project = tmp_path / "tsconfig.json"
    project.write_text(json.dumps({"compilerOptions": OPTIONS, "files": list(map(str, OWN))}))
    done = subprocess.run([node, compiler, "-p", project], capture_output=True, text=True)  # noqa: S603  # whichever node is in use
    assert done.stdout == ""
    assert done.returncode == 0


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.name)
def test_each_script_is_one_thing(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST


async def test_scripts_are_compressed_and_what_is_of_a_person_is_not(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site, site.at() as owner:
        script = await owner.get("/static/main.js")
        assert script.headers["content-encoding"] == "gzip"
        assert script.content == (STATIC / "main.js").read_bytes()
        for path in ("/look/settings", "/history"):
            assert "content-encoding" not in (await owner.get(path)).headers


def test_what_is_loaded_at_first_is_light() -> None:
    loaded = {STATIC / "index.html", STATIC / "style.css", STATIC / "reader.css"}
    waiting = [STATIC / "main.js"]
    while waiting:
        script = waiting.pop()
        loaded.add(script)
        named = IMPORTED.findall(script.read_text(encoding="utf-8"))
        waiting += {(script.parent / each).resolve() for each in named} - loaded
    assert not any(LIBRARIES in each.parents for each in loaded)
    assert STATIC / "desk" / "health.js" in loaded
    assert sum(len(gzip.compress(each.read_bytes())) for each in loaded) < HEAVIEST
