"""The server understands every statement that stands whole in the code, with the types it has."""

import ast
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from indexer.store.engine.postgresql.session import PostgresSession
from indexer.store.engine.postgresql.statements import translate
from tests.architecture import ROOT, list_modules
from tests.postgresql.databases import WHOLE, Databases

WHOLE_TEXT = re.compile(
    r"\s*(SELECT|INSERT INTO|UPDATE \w+ SET|DELETE FROM)\b(?!.*\bvisible\b)", re.S
)
PART = re.compile(r"(\b(WHERE|AND|FROM|BY|SET|JOIN|ORDER)|[(,{'\"])\s*$|_fts|\{")
OURS_ALONE = {
    "bot/desk": "the page has a SQLite file of its own",
    "bot/doctor/storage.py": "checks SQLite's file",
    "indexer/store/database.py": "opens SQLite's file",
    "indexer/store/engine": "the engines' own words",
    "indexer/store/full_text.py": "FTS5",
    "indexer/store/schema.py": "triggers and old migrations",
    "memory/schema.py": "old migrations",
}


def list_statements() -> Iterator[tuple[str, str]]:
    for path in sorted(list_modules("bot", "indexer", "memory").values()):
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(tuple(OURS_ALONE)):
            yield from ((f"{name}:{line}", text) for line, text in list_texts(path))


def list_texts(path: Path) -> Iterator[tuple[int, str]]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    pieces = {
        id(piece)
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr | ast.BinOp)
        for piece in ast.walk(node)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in pieces:
            text = node.value
            if isinstance(text, str) and WHOLE_TEXT.match(text) and not PART.search(text):
                yield node.lineno, text


def describe_problem(session: PostgresSession, sql: str) -> str:
    """Return why the server does not understand a statement; empty if it does."""
    names: dict[str, int] = {}

    def number(found: re.Match[str]) -> str:
        return f"${names.setdefault(found[1], len(names) + 1)}"

    text = re.sub(r"%\((\w+)\)s", number, translate(sql)).replace("%%", "%")
    result = session._connection.pgconn.prepare(b"", text.encode())
    return (result.error_message or b"").decode()


async def test_the_server_understands_every_statement(databases: Databases) -> None:
    checked = 0
    async with databases.open_server(WHOLE) as server:
        with closing(PostgresSession(server.owner)) as session:
            problems = {}
            for where, sql in list_statements():
                checked += 1
                if problem := describe_problem(session, sql):
                    problems[where] = problem
            assert describe_problem(session, "SELECT 1 FROM inbox WHERE released")
    assert not problems
    assert checked > 250
