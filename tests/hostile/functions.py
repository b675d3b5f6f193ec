"""Finds every function of the program that takes one text."""

import inspect
from collections.abc import Callable, Iterator
from contextlib import suppress

from msgspec import Struct

from memory.capture.extraction import UnreadableAnswerError
from tests.hostile.patterns import load_modules

_EITHER = inspect.Parameter.POSITIONAL_OR_KEYWORD
# Take a text, but none from outside, or do with it what no text makes slow.
EXEMPT = {
    "indexer.confinement.linux.call": "the name of a system call",
    "indexer.ingest.sync._split_parts": "linear; a text of 800 characters is not split at all",
    "memory.legacy_import.split_sections": "the same",
    "memory.legacy_import._split_long": "the same",
    "indexer.parsing.ocr.worker.list_languages": "runs a program",
    "indexer.text.analyzer._compile_wide": "a pattern, called with constants",
    "indexer.text.languages._detect_sign_script": "one character",
    "indexer.text.normalize._strip_accents": "one character",
    "indexer.text.stopwords.load_stopwords": "the code of a language",
    "bot.access.pin.hash_pin": "takes as long as it should, whatever the PIN is",
    "bot.cli._fail": "prints",
    "bot.cli.console.draw_code": "an address of our own",
    "bot.cli.memory.transfer._read_file": "reads a file",
    "bot.cli.commands.run.announce": "prints",
    "bot.cli.console.ask": "asks at the terminal",
    "bot.cli.commands.backup.parse_time": "an argument at the terminal",
    "bot.cli.console.parse_positive": "an argument at the terminal",
    "bot.home._close_to_others": "changes a folder",
    "memory.vault.core_memory._parse": "the owner's own file, in a thread; our values are quoted",
    "memory.vault.core_memory.render_sections": "the same file",
    "adapters.telegram.render.render": "_render_last_part runs it and splits what it returns",
    "adapters.web.app._render_html": "the name of one of our pages",
    "adapters.web.markup.list_sentences": "our own pages",
    "adapters.web.markup.translate": "our own pages",
}
WORKER = "indexer.parsing.formats"  # parsers run in a process of their own, with limits


class TextFunction(Struct, frozen=True):
    """A function that can be called with a text alone."""

    place: str  # module and name
    function: Callable[[str], object]

    def run(self, text: str) -> None:
        """Call the function, and go through what it yields; it may refuse what it has read."""
        with suppress(UnreadableAnswerError):
            found = self.function(text)
            if isinstance(found, Iterator):
                for _each in found:
                    pass


def find_text_functions() -> Iterator[TextFunction]:
    """Yield functions, static methods and class methods, public or not; without their caches."""
    for module in load_modules():
        if module.__name__.startswith(WORKER):
            continue
        for name, value in vars(module).items():
            yield from _find_one(module.__name__, name, value)
            if inspect.isclass(value) and value.__module__ == module.__name__:
                yield from _find_methods(module.__name__, value)


def _find_one(module: str, name: str, value: object) -> Iterator[TextFunction]:
    function = inspect.unwrap(value) if callable(value) else None
    if inspect.isfunction(function) and function.__module__ == module and _takes_text(function):
        yield TextFunction(f"{module}.{name}", function)


def _find_methods(module: str, owner: type) -> Iterator[TextFunction]:
    for name, value in vars(owner).items():
        bound = getattr(owner, name) if isinstance(value, classmethod | staticmethod) else None
        if bound is not None and _takes_text(bound):
            yield TextFunction(f"{module}.{owner.__name__}.{name}", bound)


def _takes_text(function: Callable[..., object]) -> bool:
    """Whether the first parameter is a text, and no other one is required."""
    if inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function):
        return False
    parameters = list(inspect.signature(function).parameters.values())
    return (
        bool(parameters)
        and parameters[0].annotation in (str, "str")
        and parameters[0].kind in (inspect.Parameter.POSITIONAL_ONLY, _EITHER)
        and all(map(_is_optional, parameters[1:]))
    )


def _is_optional(parameter: inspect.Parameter) -> bool:
    return parameter.default is not parameter.empty or parameter.kind in (
        parameter.VAR_POSITIONAL,
        parameter.VAR_KEYWORD,
    )
