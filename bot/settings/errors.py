"""What is wrong with settings, in sentences: which key, what it may be, and where it was set."""

import difflib
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

UNKNOWN = ("extra_forbidden", "unexpected_keyword_argument")
# By what the type of an error begins with.
KINDS = {
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "string": "a text in quotes",
    "tuple": "a list, [...]",
    "dict": "a block, {...}",
    "mapping": "a block, {...}",
    "dataclass": "a block, {...}",
}


@dataclass(frozen=True, slots=True)
class Origins:
    """Where each setting came from: a variable of the environment, or else the file."""

    file: Path
    prefix: str
    variables: Collection[str]

    def of(self, location: Iterable[int | str]) -> str:
        parts = [str(part).upper() for part in location]
        known = {name.upper(): name for name in self.variables}
        names = (self.prefix + "__".join(parts[:n]) for n in range(len(parts), 0, -1))
        return next((known[name] for name in names if name in known), str(self.file))


def sentences(
    problems: Iterable["ErrorDetails"], keys: Collection[str], origins: Origins
) -> Iterator[str]:
    """One for each problem; none shows a value, which may be a secret."""
    for problem in problems:
        key, origin = ".".join(map(str, problem["loc"])), origins.of(problem["loc"])
        if problem["type"] in UNKNOWN:
            yield f"Unknown key {key!r} in {origin}.{_nearest(key, keys)}"
        else:
            yield f"{key} must be {_allowed(problem)}; it is set in {origin}."


def _allowed(problem: "ErrorDetails") -> str:
    context: Mapping[str, object] = problem.get("ctx", {})
    kind = problem["type"].partition("_")[0]
    if problem["type"] == "value_error":
        return str(context["error"])
    if "expected" in context:
        return str(context["expected"])
    return KINDS.get(kind, f"given ({problem['msg']})")


def _nearest(key: str, keys: Collection[str]) -> str:
    others = [each for each in keys if not key.startswith(f"{each}.")]
    near = difflib.get_close_matches(key, others, n=1, cutoff=0.7)
    return f" Did you mean {near[0]!r}?" if near else ""
