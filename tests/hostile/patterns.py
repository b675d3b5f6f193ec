"""Finds every compiled pattern of the program, and how it is used."""

import ast
import importlib
import inspect
import pkgutil
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType

from msgspec import Struct

from indexer.late_patterns import LatePattern

PACKAGES = ("indexer", "memory", "bot", "adapters")
METHODS = frozenset(("match", "fullmatch", "search", "finditer", "findall", "sub", "split"))
EVERYWHERE = frozenset(("finditer", "findall", "sub", "split"))


class KnownPattern(Struct, frozen=True):
    """A pattern, where it stands, and the methods that are called on it."""

    place: str  # module and name, or module and line
    pattern: re.Pattern[str]
    methods: frozenset[str]

    def run(self, text: str) -> None:
        """Do to `text` all that the program does with this pattern."""
        if self.methods & EVERYWHERE:
            for _found in self.pattern.finditer(text):
                pass
        for method in self.methods & {"match", "fullmatch", "search"}:
            getattr(self.pattern, method)(text)


@cache
def load_modules() -> tuple[ModuleType, ...]:
    """Import all modules of the program."""
    names = (
        each.name
        for package in PACKAGES
        for each in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}.")
    )
    return tuple(importlib.import_module(name) for name in names if "__main__" not in name)


@cache
def parse_source(module: ModuleType) -> ast.Module:
    return ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))


def find_patterns() -> Iterator[KnownPattern]:
    """Yield each pattern once: constants, what cached functions compile, and inline ones."""
    seen = set[int]()
    for module in load_modules():
        for name, pattern in (*_find_named(module), *_find_inline(module)):
            if id(pattern) not in seen:
                seen.add(id(pattern))
                yield KnownPattern(
                    f"{module.__name__}.{name}", _decode(pattern), _find_methods(module, name)
                )


def _decode(pattern: re.Pattern[str] | re.Pattern[bytes]) -> re.Pattern[str]:
    """Return a pattern over bytes as one over text."""
    if isinstance(pattern.pattern, str):
        return pattern
    flags = (pattern.flags & ~re.UNICODE) | re.ASCII
    return re.compile(pattern.pattern.decode("latin-1"), flags)


def _find_named(module: ModuleType) -> Iterator[tuple[str, re.Pattern[str]]]:
    for name, value in vars(module).items():
        yield from ((name, found) for found in _find_in(value))
        function = inspect.unwrap(value) if callable(value) else None
        if inspect.isclass(value) and value.__module__ == module.__name__:
            yield from ((name, found) for each in vars(value).values() for found in _find_in(each))
        if inspect.isfunction(function) and function.__module__ == module.__name__:
            yield from ((name, found) for found in _call(value, function))


def _find_in(value: object) -> Iterator[re.Pattern[str]]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, LatePattern):
        yield value.compile()
    elif isinstance(value, tuple | list | frozenset | set):
        yield from (found for each in value for found in _find_in(each))
    elif isinstance(value, dict):
        yield from (found for each in value.values() for found in _find_in(each))


def _call(value: Callable[[], object], function: Callable[[], object]) -> Iterator[re.Pattern[str]]:
    """Yield what a function without parameters compiles."""
    signature = inspect.signature(function)
    required = [each for each in signature.parameters.values() if each.default is each.empty]
    if "Pattern" in str(signature.return_annotation) and not required:
        yield from _find_in(value())


def _find_inline(module: ModuleType) -> Iterator[tuple[str, re.Pattern[str]]]:
    """Yield the patterns in calls such as `re.sub(r" {2,}", ...)`."""
    for call in _find_calls(module):
        match call:
            case ast.Call(
                func=ast.Attribute(attr=method), args=[ast.Constant(value=str(pattern)), *_]
            ) if method in METHODS:
                yield f"{call.lineno}:{method}", re.compile(pattern)


def _find_calls(module: ModuleType) -> Iterator[ast.Call]:
    for node in ast.walk(parse_source(module)):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="re")), args=[_, *_]):
                yield node


def _find_methods(module: ModuleType, name: str) -> frozenset[str]:
    """Return the methods called on a pattern where it is known by its name; all if there is none.

    A pattern in a container, or one that is passed on, may be used in any way.
    """
    if ":" in name:
        return frozenset((name.partition(":")[2],))
    users = [module, *(each for each in load_modules() if vars(each).get(name) is not None)]
    same = [each for each in users if vars(each).get(name) is vars(module).get(name)]
    found = frozenset[str]().union(*(_index_methods(each).get(name, ()) for each in same))
    return found or METHODS


@cache
def _index_methods(module: ModuleType) -> Mapping[str, set[str]]:
    """Map each name in a module to the methods that are called on it or on what it returns."""
    index = defaultdict[str, set[str]](set)
    for node in ast.walk(parse_source(module)):
        match node:
            case ast.Attribute(
                value=ast.Name(id=named) | ast.Call(func=ast.Name(id=named)), attr=method
            ) if method in METHODS:
                index[named].add(method)
    return index


def find_dynamic() -> Iterator[str]:
    """Yield the places where a pattern is built from values, inside a function with parameters."""
    for module in load_modules():
        for function in ast.walk(parse_source(module)):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                for call in _find_calls_in(function):
                    yield f"{module.__name__}.{function.name}:{ast.unparse(call.args[0])}"


def _find_calls_in(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[ast.Call]:
    names = METHODS | {"compile"}
    takes = function.args.args or function.args.kwonlyargs
    for node in ast.walk(function):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr=name), args=[first, *_]):
                if takes and name in names and not isinstance(first, ast.Constant):
                    yield node
            case ast.Call(func=ast.Name(id="compile_late")):
                yield node  # there it would come no later
