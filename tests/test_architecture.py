"""The rules of the tree, read from the source itself."""

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MAY_IMPORT: dict[str, set[str]] = {
    "indexer": set(),
    "memory": {"indexer"},
    "bot": {"memory", "indexer"},
    "adapters": {"bot"},
    "multis": {"bot"},
}
# The one place where a module is imported by a name known at run time only: the adapters.
PLATFORMS = "bot/platforms.py"
# Who may speak SQL: the database itself, and one module per kind of stored thing.
SQL = {
    "indexer/store/database.py",
    "indexer/search/store.py",
    "indexer/store/writer.py",
    "indexer/store/maintenance.py",
    "bot/delivery/inbox.py",
}


def sources(*packages: str) -> list[Path]:
    return sorted(path for package in packages for path in (ROOT / package).rglob("*.py"))


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imported(module: ast.Module) -> set[str]:
    """Every module that is imported anywhere in `module`, by its full name."""
    found = {a.name for n in ast.walk(module) if isinstance(n, ast.Import) for a in n.names}
    return found | {n.module or "" for n in ast.walk(module) if isinstance(n, ast.ImportFrom)}


def dotted(path: Path) -> str:
    return named(path).removesuffix(".py").removesuffix("/__init__").replace("/", ".")


FILES = {dotted(path): path for path in sources(*MAY_IMPORT)}


def called(module: ast.Module) -> set[str]:
    """What `module` calls, as written: `Visibility.only`, `open`."""
    return {ast.unparse(n.func) for n in ast.walk(module) if isinstance(n, ast.Call)}


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_imports_run_one_way(package: str) -> None:
    forbidden = MAY_IMPORT.keys() - MAY_IMPORT[package] - {package}
    for path in sources(package):
        packages = {name.partition(".")[0] for name in imported(tree(path))}
        assert not packages & forbidden, named(path)


def modules(path: Path) -> Iterator[str]:
    """What `path` imports, with `from folder import module` read as that module."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.ImportFrom):
            for each in node.names:
                inner = f"{node.module}.{each.name}"
                yield inner if inner in FILES else node.module or ""


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Nor for their types: two that need each other to be understood are one, or three."""
    TopologicalSorter({name: set(modules(path)) for name, path in FILES.items()}).prepare()


def test_an_adapter_knows_nothing_of_the_bot_but_its_messages_and_how_to_count_them() -> None:
    for path in sources("adapters"):
        ours = {name for name in imported(tree(path)) if name.startswith("bot")}
        assert ours <= {"bot.messages", "bot.runtime.rate_limiter"}, named(path)


def test_only_one_module_loads_adapters() -> None:
    for path in sources("indexer", "memory", "bot"):
        if '"adapters.' in path.read_text(encoding="utf-8"):
            assert named(path) == PLATFORMS


def test_only_policy_makes_a_visibility() -> None:
    made = {
        named(path)
        for path in sources(*MAY_IMPORT)
        if any(name.split(".")[0] == "Visibility" for name in called(tree(path)))
    }
    assert made == {"bot/access/policy.py"}


def test_who_owns_the_terminal_and_the_page_is_said_once() -> None:
    for path in sources(*MAY_IMPORT):
        source = path.read_text(encoding="utf-8")
        assert '"web:owner"' not in source, named(path)
        assert '"console:owner"' not in source, named(path)


def test_commands_tools_and_prompt_cannot_reach_the_maintenance_door() -> None:
    door = {"indexer.store.maintenance", "indexer.store.vectors"}
    talking = (ROOT / "bot" / "tools.py", ROOT / "bot" / "prompt.py")
    for path in (*sources("bot/commands", "adapters"), *talking):
        assert not imported(tree(path)) & door, named(path)


def test_nothing_catches_everything_but_the_router_and_the_background() -> None:
    broad = {
        named(path)
        for path in sources(*MAY_IMPORT)
        for node in ast.walk(tree(path))
        if isinstance(node, ast.ExceptHandler)
        and (node.type is None or ast.unparse(node.type) in ("Exception", "BaseException"))
        and not any(isinstance(each, ast.Raise) for each in node.body)
    }
    assert broad == {"bot/turns/router.py", "bot/runtime/background.py"}


def test_no_module_keeps_state_in_a_global() -> None:
    for path in sources(*MAY_IMPORT):
        assert not any(isinstance(node, ast.Global) for node in ast.walk(tree(path))), named(path)


def test_no_test_module_imports_another() -> None:
    for path in sources("tests"):
        others = {
            name for name in imported(tree(path)) if name.startswith("tests.") and ".test_" in name
        }
        assert not others, named(path)


@pytest.mark.parametrize("path", sources(*MAY_IMPORT, "bench"), ids=named)
def test_files_stay_short(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 400


@pytest.mark.parametrize("path", sources(*MAY_IMPORT), ids=named)
def test_every_module_says_what_it_is(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert not source.strip() or ast.get_docstring(ast.parse(source)), named(path)
