"""Measures answers without a model: `python -m bench.answers [--half aside] [--write]`.

Everyday documents (`labels/answers/documents`), in twelve languages, are indexed in a real home,
all those of a half together, and the half's questions are asked there, each in a fresh copy as
`multis say` would ask it. Whoever tunes looks at the half `open` alone; `aside` has other
documents with the same kinds of questions (`--letters` has other questions about the same
documents). Those about real documents need the shared data.

`--near-misses` asks another, smaller set: questions of which nearly all stands in a document but
not the answer, and some that are answered, over other kinds of documents.

`right` is a first piece that holds the answer, or an honest reply to a question that has none;
`wrong` is another thing without a word of doubt. With `--checkout` another version is asked, with
`--model` the model that is configured (MULTIS_HOME), once you have agreed to what it costs. With
`--semantic` what is in English is asked of a home that `multis semantic install` was run for, all
in one process, as the daemon would answer it.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from bench.answers.asking import Version, ask_all, build_home, fill_counts, find_version
from bench.answers.items import (
    FIRST,
    OTHERS,
    Half,
    Item,
    QuestionSet,
    list_documents,
    load_items,
)
from bench.answers.judging import Judged, judge
from bench.answers.model import (
    ConfiguredModel,
    confirm,
    format_cost,
    load_model,
    select_for_model,
    write_config,
)
from bench.answers.replies import parse_reply, parse_written_reply
from bench.answers.report import FIGURES, format_errors, format_figures, format_report
from bench.halves import add_half_options, may_print_errors
from bench.record import record_rows, refuse_part


class Asked(Struct, frozen=True):
    """The version that is asked, and the models that it uses."""

    version: Version
    model: ConfiguredModel | None = None
    semantic: Path | None = None  # the folder of the one that finds passages by meaning


def main() -> None:
    options = _parse_options()
    refuse_part(options)
    if options.errors and options.half == Half.ASIDE and not options.aside_errors:
        sys.exit("Whoever tunes must not read what that half got wrong.")
    folder = options.set.folder
    items = _select(load_items(Half(options.half), folder), options.only, options.data)
    model = load_model() if options.model else None
    asked = Asked(find_version(options.checkout), model, options.semantic)
    if asked.semantic:
        items = [each for each in items if each.language == "en"]  # it knows no other
    if asked.model:
        items = select_for_model(items)
        confirm(format_cost(asked.model, items))
    documents = list_documents(Half(options.half), folder)
    judged = list(_ask_half(asked, documents, items, options.data))
    if may_print_errors(options):
        print("\n".join(format_errors(judged)))
    print("\n".join(format_report(judged)))
    if options.write:
        _write(options.half, asked, judged, options.set)


def _write(half: str, asked: Asked, judged: Sequence[Judged], chosen: QuestionSet) -> None:
    name = f"{chosen.title}, {asked.model.settings.model}" if asked.model else chosen.title
    by = "by a model" if asked.model else "without a model"
    by = f"{by}, with search by meaning" if asked.semantic else by
    options = f"{'--semantic MODEL ' if asked.semantic else ''}{'--model ' if asked.model else ''}"
    record_rows(
        f"Answers {by}",
        f"python -m bench.answers [--SET] --half open|aside {options}--write",
        ("set", "half", *FIGURES),
        [(name, half, *format_figures(judged))],
    )


def _select(items: Sequence[Item], only: str, data: Path | None) -> list[Item]:
    """Select the kind, language or item, and what can be asked here."""
    wanted = [each for each in items if not only or only in (each.kind, each.language, each.id)]
    if data is not None and data.is_dir():
        return wanted
    everyday = [each for each in wanted if not each.real]
    skipped = len(wanted) - len(everyday)
    print(f"Skipped {skipped} questions: $MULTIS_DATA has no documents.", file=sys.stderr)
    return everyday


def _ask_half(
    asked: Asked, everyday: Sequence[Path], items: Sequence[Item], data: Path | None
) -> Iterator[Judged]:
    own = fill_counts([each for each in items if not each.real], len(everyday))
    yield from _ask_in_home(asked, own, everyday)
    real = [each for each in items if each.real]
    if data is not None:
        shared = [data / name for name in sorted({each.document for each in real})]
        yield from _ask_in_home(asked, real, [*everyday, *shared])


def _ask_in_home(
    asked: Asked, items: Sequence[Item], documents: Sequence[Path]
) -> Iterator[Judged]:
    if not items:
        return
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        build_home(asked.version, home, documents, asked.semantic)
        if asked.model:
            write_config(asked.model, home)
        parse = parse_written_reply if asked.model else parse_reply
        lasting = asked.semantic is not None
        replies = ask_all(asked.version, home, items, parse, lasting=lasting)
        for item, reply in zip(items, replies, strict=True):
            yield judge(item, reply)


def _parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    data = os.environ.get("MULTIS_DATA")
    add_half_options(parser)
    for each in OTHERS:
        parser.add_argument(
            each.option,
            action="store_const",
            dest="set",
            const=each,
            default=FIRST,
            help=f"ask the set of {each.about}",
        )
    parser.add_argument("--only", default="", metavar="KIND", help="a kind, a language or an id")
    parser.add_argument("--checkout", type=Path, help="the folder of another version")
    parser.add_argument("--model", action="store_true", help="ask the configured model")
    parser.add_argument(
        "--semantic",
        type=Path,
        metavar="MODEL",
        help="ask in English, with search by meaning: the folder of all-MiniLM-L6-v2",
    )
    parser.add_argument("--write", action="store_true", help="write docs/benchmarks.md")
    parser.add_argument("--data", type=Path, default=Path(data) / "documents" if data else None)
    return parser.parse_args()


if __name__ == "__main__":
    main()
