"""No function that the daemon runs on foreign text takes more than linear time."""

import pytest

from bot.citations.check import check_citations
from tests.hostile.functions import find_text_functions
from tests.hostile.linear import SlowError, assert_linear, list_shapes

# Take a text, but none from outside, or do with it what no text makes slow.
EXEMPT = {
    "indexer.confinement.linux.call": "the name of a system call",
    "indexer.ingest.sync._split_parts": "linear; a text of 800 characters is not split at all",
    "memory.legacy_import.split_sections": "the same",
    "memory.legacy_import._split_long": "the same",
    "indexer.parsing.ocr_worker.list_languages": "runs a program",
    "indexer.text.analyzer._compile_wide": "a pattern, called with constants",
    "indexer.text.languages._detect_sign_script": "one character",
    "indexer.text.stopwords.load_stopwords": "the code of a language",
    "bot.access.pin.hash_pin": "takes as long as it should, whatever the PIN is",
    "bot.cli._fail": "prints",
    "bot.cli.commands.memory._read_file": "reads a file",
    "bot.cli.commands.run.announce": "prints",
    "bot.cli.console.ask": "asks at the terminal",
    "bot.cli.console.parse_positive": "an argument at the terminal",
    "bot.home._close_to_others": "changes a folder",
    "memory.vault.core_memory._parse": "the owner's own file, in a thread; our values are quoted",
    "memory.vault.core_memory.render_sections": "the same file",
    "adapters.telegram.render.render": "_render_last_part runs it and splits what it returns",
    "adapters.web.app._render_html": "the name of one of our pages",
    "adapters.web.markup.list_sentences": "our own pages",
    "adapters.web.markup.translate": "our own pages",
}
# All texts would take over a minute.
SHAPES = [each for each in list_shapes() if each.tail]


def test_every_text_function_is_linear() -> None:
    slow, found = list[str](), [each for each in find_text_functions() if each.place not in EXEMPT]
    for each in found:
        try:
            assert_linear(each.run, SHAPES)
        except SlowError as error:
            slow.append(f"{each.place}: {error}")
    assert not slow
    assert len(found) > 150


def test_functions_are_found_wherever_they_stand() -> None:
    places = {each.place for each in find_text_functions()}
    assert places >= EXEMPT.keys()
    assert places >= {"adapters.telegram.render._clean", "bot.citations.check._find_marks"}
    assert "bot.citations.statement.parse_passage" in places, "behind a cache"


def test_citations_are_checked_in_linear_time() -> None:
    assert_linear(lambda text: check_citations(text, []), SHAPES)


def test_one_that_is_not_is_found() -> None:
    def count_pairs(text: str) -> int:
        return sum(one == other for one in text for other in text[::4])

    with pytest.raises(SlowError):
        assert_linear(count_pairs, SHAPES)
