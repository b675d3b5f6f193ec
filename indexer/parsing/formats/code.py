"""Parses source code: a section for each definition that is not indented."""

import re
from collections.abc import Iterator
from itertools import pairwise

from indexer.documents import Parsed
from indexer.parsing.formats import SourceFile
from indexer.parsing.shared.encoding import decode_with_notices
from indexer.parsing.shared.sections import Heading, TextBlock, assemble

SUFFIXES = (
    *(".py", ".pyi", ".js", ".mjs", ".cjs", ".jsx", ".ts", ".tsx", ".java", ".kt", ".scala"),
    *(".c", ".h", ".cc", ".cpp", ".hpp", ".cs", ".go", ".rs", ".swift", ".rb", ".php", ".pl"),
    *(".lua", ".r", ".jl", ".sh", ".bash", ".zsh", ".ps1", ".sql", ".css", ".scss", ".vue"),
    *(".json", ".jsonl", ".yaml", ".yml", ".toml", ".ini", ".cfg", ".conf", ".proto"),
    *(".tex", ".org", ".adoc", ".diff", ".patch"),
)
BEFORE = "export|default|public|private|protected|static|abstract|final|async|pub|unsafe"
KEYWORD = "def|class|func|function|fn|interface|struct|enum|impl|trait|module|object|sub"
DEFINITION = re.compile(rf"^(?:(?:{BEFORE})[ \t]+)*(?:{KEYWORD})[ \t]+[^\s][^\n]*", re.M)


def parse(source: SourceFile) -> Iterator[Parsed]:
    decoded = decode_with_notices(source.data, source.languages.system)
    yield from assemble(_split_definitions(decoded.text), source.name)
    yield from decoded.notices


def _split_definitions(text: str) -> Iterator[Heading | TextBlock]:
    starts = [found.start() for found in DEFINITION.finditer(text)]
    line = 1
    for start, end in pairwise([0, *starts, len(text)]):
        definition = DEFINITION.match(text, start)
        if definition:
            yield Heading(1, definition.group().rstrip(" \t{:"), line)
        yield TextBlock(text[start:end].rstrip(), line)
        line += text.count("\n", start, end)
