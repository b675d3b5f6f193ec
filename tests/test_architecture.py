"""The rules of the tree, read from the source itself."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tests.architecture import (
    PACKAGES,
    list_imports,
    list_modules,
    list_nodes,
    load_rooms,
    parse_file,
    room_of,
)

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
# Who may speak SQL: the store, and the module that keeps each kind of stored thing.
POSTGRESQL = (
    *("functions", "isolation", "lease", "listening", "moving", "opening", "ownership", "session"),
    *("exclusion", "tables", "workers"),
)
SQL = frozenset(
    [
        "bot/access/accounts.py",
        "bot/access/chat_languages.py",
        "bot/access/escalation.py",
        "bot/access/invitations.py",
        "bot/access/modes.py",
        "bot/access/pairing.py",
        "bot/access/people.py",
        "bot/access/pin_gate.py",
        "bot/access/quotas.py",
        "bot/access/schema.py",
        "bot/delivery/arrival.py",
        "bot/delivery/buttons.py",
        "bot/delivery/digests.py",
        "bot/delivery/inbox.py",
        "bot/delivery/outbox.py",
        "bot/delivery/questions.py",
        "bot/delivery/reactions.py",
        "bot/delivery/schema.py",
        "bot/delivery/sharing.py",
        "bot/delivery/set_aside.py",
        "bot/delivery/waiting.py",
        "bot/desk/conversations.py",
        "bot/desk/schema.py",
        "bot/desk/sessions.py",
        "bot/desk/timings.py",
        "bot/desk/relay.py",
        "bot/desk/tables.py",
        "bot/desk/transcript.py",
        "bot/doctor/storage.py",
        "bot/llm/schema.py",
        "bot/llm/usage.py",
        "bot/voice/spoken_chats.py",
        "bot/voice/unheard.py",
        "bot/operations/backups/backup.py",
        "bot/operations/backups/archive.py",
        "bot/services/chat_moves.py",
        "bot/services/chat_rows.py",
        "bot/services/forgotten_meanwhile.py",
        "bot/services/last_answers.py",
        "bot/services/shown_lists.py",
        "indexer/ingest/sync.py",
        "indexer/search/candidates.py",
        "indexer/search/document_list.py",
        "indexer/search/outline.py",
        "indexer/search/store.py",
        "indexer/store/authorizer.py",
        "indexer/store/chunks.py",
        "indexer/store/copies.py",
        "indexer/store/corpus.py",
        "indexer/store/database.py",
        "indexer/store/across.py",
        "indexer/store/door.py",
        "indexer/store/engine/copying.py",
        "indexer/store/engine/moving.py",
        *(f"indexer/store/engine/postgresql/{each}.py" for each in POSTGRESQL),
        "indexer/store/engine/sqlite.py",
        "indexer/store/engine/template.py",
        "indexer/store/files.py",
        "indexer/store/full_text.py",
        "indexer/store/reindex.py",
        "indexer/store/rows.py",
        "indexer/store/schema.py",
        "indexer/store/segments/checking.py",
        "indexer/store/segments/pruning.py",
        "indexer/store/segments/rebuilding.py",
        "indexer/store/segments/schema.py",
        "indexer/store/segments/tail.py",
        "indexer/store/segments/writing.py",
        "indexer/store/signs.py",
        "indexer/store/terms.py",
        "indexer/store/turns.py",
        "indexer/store/vacuum.py",
        "indexer/store/vectors.py",
        "indexer/store/writer.py",
        "memory/capture/provenance.py",
        "memory/capture/state.py",
        "memory/conversations/recorder.py",
        "memory/conversations/search.py",
        "memory/facts/duplicates.py",
        "memory/facts/ledger.py",
        "memory/facts/nearness.py",
        "memory/facts/pending_notes.py",
        "memory/facts/reader.py",
        "memory/facts/reindex.py",
        "memory/facts/rows.py",
        "memory/facts/schema.py",
        "memory/facts/sharing.py",
        "memory/forgetting/retention.py",
        "memory/forgetting/undo.py",
        "memory/forgetting/vault_erasure.py",
        "memory/legacy_import.py",
        "memory/recovery.py",
        "memory/reminders/ledger.py",
        "memory/reminders/rows.py",
        "memory/reminders/schema.py",
        "memory/schema.py",
        "memory/session_rows.py",
        "memory/storage/idempotency.py",
        "memory/vault/program_writes.py",
        "memory/vault/proposals.py",
    ]
)
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
SQL_CALLS = {"execute", "executemany", "executescript", "execute_fetchall"}
SQL_TEXT = re.compile(
    r"^\s*(SELECT|INSERT (INTO|OR)|UPDATE \w+ SET|DELETE FROM|WITH \w+|PRAGMA \w|BEGIN\b|VACUUM|"
    r"SAVEPOINT|CREATE (TABLE|INDEX|VIRTUAL|TRIGGER|TEMP)|ALTER TABLE|DROP )",
    re.MULTILINE,
)
MAINTENANCE = {"indexer.store.vectors"}
# Whatever a model, a person's command or a prompt is answered by begins in one of these rooms.
ANSWERING = ("bot/answering", "bot/commands", "bot/owner", "bot/tools", "bot/turns", "bot/views")
PLUGINS = {"bot/commands", "bot/cli/commands", "bot/desk/views", "indexer/parsing/formats"}
MODULES = 20  # in a folder that holds no plug-ins


def sources(*packages: str) -> list[Path]:
    return sorted(path for package in packages for path in (ROOT / package).rglob("*.py"))


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def imported(path: Path) -> set[str]:
    """Every module that is imported anywhere in a file, by its full name."""
    nodes = list_nodes(path)
    found = {a.name for n in nodes if isinstance(n, ast.Import) for a in n.names}
    return found | {n.module or "" for n in nodes if isinstance(n, ast.ImportFrom)}


FILES = list_modules(*MAY_IMPORT)


def called(path: Path) -> set[str]:
    """What a file calls, as written: `Visibility.only`, `open`."""
    return {ast.unparse(n.func) for n in list_nodes(path) if isinstance(n, ast.Call)}


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_imports_run_one_way(package: str) -> None:
    forbidden = MAY_IMPORT.keys() - MAY_IMPORT[package] - {package}
    for path in sources(package):
        packages = {name.partition(".")[0] for name in imported(path)}
        assert not packages & forbidden, named(path)


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Nor for their types: two that need each other to be understood are one, or three."""
    TopologicalSorter(
        {name: set(list_imports(path, FILES)) for name, path in FILES.items()}
    ).prepare()


def test_an_adapter_knows_nothing_of_the_bot_but_its_messages_and_how_to_count_them() -> None:
    for path in sources("adapters"):
        ours = {name for name in imported(path) if name.startswith("bot")}
        assert ours <= {"bot.messages", "bot.runtime.rate_limiter"}, named(path)


def test_only_one_module_loads_adapters() -> None:
    for path in sources("indexer", "memory", "bot"):
        if '"adapters.' in path.read_text(encoding="utf-8"):
            assert named(path) == PLATFORMS


def test_only_policy_makes_a_visibility() -> None:
    made = {
        named(path)
        for path in sources(*MAY_IMPORT)
        if any(name.split(".")[0] == "Visibility" for name in called(path))
    }
    assert made == {"bot/access/policy.py"}


def test_who_owns_the_terminal_and_the_page_is_said_once() -> None:
    for path in sources(*MAY_IMPORT):
        source = path.read_text(encoding="utf-8")
        assert '"web:owner"' not in source, named(path)
        assert '"console:owner"' not in source, named(path)


def test_nothing_that_answers_can_reach_the_maintenance_door() -> None:
    """Not through another module either; services are handed parts, never the door."""
    graph = {name: set(list_imports(path, FILES, types=False)) for name, path in FILES.items()}
    waiting = [name for name, path in FILES.items() if room_of(path) in ANSWERING]
    reached: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in reached and not name.startswith("bot.services"):
            reached.add(name)
            waiting += graph[name]
    assert not reached & MAINTENANCE
    assert len(reached) > 100  # the walk went somewhere


def test_only_these_modules_speak_sql() -> None:
    assert {named(path) for path in FILES.values() if speaks_sql(path)} == SQL


def test_outside_the_store_nobody_names_the_errors_of_sqlite() -> None:
    named_by = {
        named(path)
        for path in sources(*MAY_IMPORT)
        for node in list_nodes(path)
        if isinstance(node, ast.Attribute)
        and ast.unparse(node.value) == "sqlite3"
        and node.attr.endswith("Error")
    }
    assert {each for each in named_by if not each.startswith("indexer/store/")} == {
        "indexer/errors.py"
    }


# What PostgreSQL words otherwise: a column of both rows without its table, the larger of two; and
# what it does not have: a condition after CROSS JOIN, numbers in JSON that compare with numbers.
OWN_WORDINGS = (
    re.compile(r"DO UPDATE\s+SET\b.*?\b(\w+) = (?:\w+\()?\1 [+-]", re.DOTALL),
    re.compile(r"DO UPDATE\s+SET\b(?:(?!WHERE).)*WHERE (?:\w+ [=<>]|NOT )", re.DOTALL),
    re.compile(r"(?<![\w.])(?:min|max)\([^()]*,[^()]*\)"),
    re.compile(r":\w+ IS NULL"),
    re.compile(r"CROSS JOIN \S+ \w+\s+ON\b"),
    re.compile(r"(?:\bid|\brow|\bseq) (?:NOT )?IN \(SELECT value FROM json_each"),
    re.compile(r"\w+ = (\w+) OR excluded\.\1|\btotal\("),  # numbers are no truth values
    re.compile(r"INSERT OR |\bGLOB\b|\bx''|->> |[ (]\+\w+\.\w"),
)
OURS_ALONE = {
    "indexer/store/engine/postgresql/functions.py": "the other engine, in its own words",
    "indexer/store/schema.py": "triggers and old migrations, which each engine has its own of",
    "memory/schema.py": "old migrations",
}


def test_statements_are_worded_so_that_another_engine_takes_them_too() -> None:
    found = {
        named(path)
        for path in FILES.values()
        if speaks_sql(path)
        for text in list_texts(path)
        if re.search(r"\b(SELECT|UPDATE|INSERT|DELETE)\b", text)
        and any(each.search(text) for each in OWN_WORDINGS)
    }
    assert found == set(OURS_ALONE)


def list_texts(path: Path) -> Iterator[str]:
    for node in list_nodes(path):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def speaks_sql(path: Path) -> bool:
    nodes = list_nodes(path)
    docstrings = {ast.get_docstring(n, clean=False) for n in nodes if isinstance(n, DOCUMENTED)}
    return any(
        (isinstance(node, ast.Attribute) and node.attr in SQL_CALLS)
        or (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and node.value not in docstrings
            and bool(SQL_TEXT.search(node.value))
        )
        for node in nodes
    )


def test_every_room_is_in_the_table() -> None:
    rooms = {room_of(path) for path in list_modules(*PACKAGES).values()}
    assert rooms == load_rooms().keys()


def test_rooms_import_one_way() -> None:
    rooms = load_rooms()
    ground = {room.name for room in rooms.values() if room.is_ground}
    for path in list_modules(*PACKAGES).values():
        here = room_of(path)
        found = {room_of(FILES[name]) for name in list_imports(path, FILES)} - ground - {here}
        assert found <= rooms[here].may_import, f"{named(path)}: {found - rooms[here].may_import}"


def test_no_room_may_import_what_none_of_its_modules_does() -> None:
    """An arrow that nobody needs any more leaves the table."""
    used: dict[str, set[str]] = {}
    for path in list_modules(*PACKAGES).values():
        used.setdefault(room_of(path), set()).update(
            room_of(FILES[name]) for name in list_imports(path, FILES)
        )
    for room in load_rooms().values():
        assert room.may_import <= used[room.name], (
            f"{room.name}: {room.may_import - used[room.name]}"
        )


def test_no_circle_between_rooms() -> None:
    TopologicalSorter({room.name: room.may_import for room in load_rooms().values()}).prepare()


def test_rooms_stay_small() -> None:
    folders = Counter(named(path.parent) for path in FILES.values() if path.name != "__init__.py")
    assert not {name for name, count in folders.items() if count > MODULES} - PLUGINS


def test_folders_of_tests_stay_small() -> None:
    """What tests share is looked for by its import, so it is counted by itself."""
    folders = Counter(
        (named(path.parent), path.name.startswith("test_"))
        for path in sources("tests")
        if path.name != "__init__.py"
    )
    assert not {folder for (folder, _), count in folders.items() if count > MODULES}


def test_no_public_class_name_stands_twice_in_a_package() -> None:
    classes = Counter(
        (name.partition(".")[0], node.name)
        for name, path in FILES.items()
        for node in parse_file(path).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert not {".".join(key) for key, count in classes.items() if count > 1}


def test_nothing_catches_everything_but_the_router_and_the_background() -> None:
    broad = {
        named(path)
        for path in sources(*MAY_IMPORT)
        for node in list_nodes(path)
        if isinstance(node, ast.ExceptHandler)
        and (node.type is None or ast.unparse(node.type) in ("Exception", "BaseException"))
        and not any(isinstance(each, ast.Raise) for each in node.body)
    }
    assert broad == {"bot/turns/router.py", "bot/runtime/background.py"}


def test_no_module_keeps_state_in_a_global() -> None:
    for path in sources(*MAY_IMPORT):
        assert not any(isinstance(node, ast.Global) for node in list_nodes(path)), named(path)


def test_no_test_module_imports_another() -> None:
    for path in sources("tests"):
        others = {name for name in imported(path) if name.startswith("tests.") and ".test_" in name}
        assert not others, named(path)


@pytest.mark.parametrize("path", sources(*MAY_IMPORT, "bench", "tests"), ids=named)
def test_files_stay_short(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 400


@pytest.mark.parametrize("path", sources(*MAY_IMPORT), ids=named)
def test_every_module_says_what_it_is(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert not source.strip() or ast.get_docstring(parse_file(path)), named(path)


@pytest.mark.parametrize("path", sources(*MAY_IMPORT), ids=named)
def test_docstrings_say_what_a_thing_does_rather_than_what_it_is_about(path: Path) -> None:
    for node in list_nodes(path):
        if isinstance(node, DOCUMENTED) and (text := ast.get_docstring(node)):
            first = text.split(maxsplit=1)[0]
            assert first not in {"What", "Whether", "How", "Who", "Whose", "Which"}, text
