"""The tables of `bench.memory`, and what was judged wrongly."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from bench.memory.changes import MODES, EndState, Mode
from bench.memory.found_again import KINDS, Kind, RecallResult
from bench.memory.measuring import MemoryFigures
from bench.memory.notes import JudgedNote, group_notes, measure_note_shares
from bench.record import format_table

NOTED: dict[Mode, str] = {
    "without": "without a model",
    "good": "noted well",
    "bad": "noted badly",
}
ASKED: dict[Kind, str] = {
    "same_words": "same words",
    "paraphrased": "paraphrased",
    "time": "about a time",
}
FIGURES = ("figure", "of")
CHANGES = (
    "chains",
    *(f"right, {noted}" for noted in NOTED.values()),
    "true facts ended",
    "old facts that still stand",
)
Row = list[str]


def format_report(figures: MemoryFigures) -> list[str]:
    """Format the tables as Markdown."""
    return [
        *format_table(["", *FIGURES], list(list_figures(figures))),
        "",
        *format_table(["changes", *CHANGES], list(list_changes(figures))),
        "",
        *format_table(
            ["notes", "all", "false, as worded", "true, dropped", "true, quoted"],
            list(_list_notes(figures.notes)),
        ),
        "",
        *_format_changes(figures),
        *format_table(["dates", "right", "of"], list(_list_dates(figures))),
    ]


def _format_changes(figures: MemoryFigures) -> Iterator[str]:
    for name, changes in figures.changes.items():
        yield from format_table([name, *NOTED.values()], list(_list_kinds(changes)))
        yield ""


def list_figures(figures: MemoryFigures) -> Iterator[Row]:
    """List what was measured beside changes, its figure, and of how many."""
    shares = measure_note_shares(figures.notes)
    false = sum(not each.label.holds for each in figures.notes)
    true = len(figures.notes) - false
    yield ["false notes stored as worded", f"{shares.false_stored:.3f}", str(false)]
    yield ["true notes dropped", f"{shares.true_dropped:.3f}", str(true)]
    yield ["true notes replaced by the person's words", f"{shares.true_quoted:.3f}", str(true)]
    yield from list_recall(figures.recall)
    present, again = figures.repeated
    yield ["facts repeated in a prompt", str(again), str(present)]
    resolved = [each.right for each in figures.dates]
    yield ["dates resolved right", _share(resolved), str(len(resolved))]
    yield ["planted texts stored", str(figures.planted), "150"]
    yield ["forgotten facts that came back", str(figures.returned), "10"]


def list_changes(figures: MemoryFigures) -> Iterator[Row]:
    """List each set of changes and its cells in the order of `CHANGES`."""
    for name, changes in figures.changes.items():
        chains = [each for states in changes.values() for each in states]
        told = [each for mode in ("without", "good") for each in changes[mode]]
        yield [
            name,
            str(len(changes["good"])),
            *(_share([each.right for each in changes[mode]]) for mode in MODES),
            f"{sum(each.ended_true for each in chains)} of {len(chains)}",
            f"{sum(each.kept_old for each in told)} of {len(told)}",
        ]


def list_recall(results: Sequence[RecallResult]) -> Iterator[Row]:
    """List the share of each kind of question that was answered."""
    asked = {each.question.kind for each in results}
    for kind in (each for each in KINDS if each in asked):
        those = [each for each in results if each.question.kind == kind]
        found = _share([each.found for each in those])
        yield [f"{ASKED[kind]}: found among the first ten", found, str(len(those))]
        if kind != "time":
            prompted = _share([each.in_prompt for each in those])
            yield [f"{ASKED[kind]}: fact in the first prompt", prompted, str(len(those))]


def _list_notes(notes: Sequence[JudgedNote]) -> Iterator[Row]:
    for groups in (
        group_notes(notes, lambda label: label.language),
        group_notes(notes, lambda label: label.kind),
    ):
        for name, group in groups.items():
            shares = measure_note_shares(group)
            each = (shares.false_stored, shares.true_dropped, shares.true_quoted)
            yield [name.replace("_", " "), str(len(group)), *(f"{share:.2f}" for share in each)]


def _list_kinds(changes: dict[Mode, list[EndState]]) -> Iterator[Row]:
    kinds = dict.fromkeys(each.chain.kind for each in changes["good"])
    for kind in kinds:
        of_kind = [[s.right for s in changes[mode] if s.chain.kind == kind] for mode in MODES]
        yield [kind.replace("_", " "), *(f"{sum(right)} of {len(right)}" for right in of_kind)]


def _list_dates(figures: MemoryFigures) -> Iterator[Row]:
    right = Counter(each.sentence.language for each in figures.dates if each.right)
    for language, every in Counter(each.sentence.language for each in figures.dates).items():
        yield [language, str(right[language]), str(every)]


def _share(right: Sequence[bool]) -> str:
    return f"{sum(right) / max(1, len(right)):.2f}"


def format_errors(figures: MemoryFigures) -> Iterator[str]:
    """Yield what was judged wrongly, one line each."""
    yield from _format_note_errors(figures.notes)
    for resolved in figures.dates:
        if not resolved.right:
            asked = resolved.sentence
            moment = f"{asked.moment:%a %F}"
            yield f"date: {asked.said} ({moment}) => {resolved.found}, not {asked.expected}"
    for changes in figures.changes.values():
        yield from _format_change_errors(changes)
    for result in figures.recall:
        if not result.found:
            yield f"not found: {result.question.question}"


def _format_change_errors(changes: dict[Mode, list[EndState]]) -> Iterator[str]:
    for mode, states in changes.items():
        for state in states:
            if not state.right:
                last = state.chain.messages[-1].text
                yield f"{state.chain.kind}, {NOTED[mode]}: {last} => {state.known}"


def _format_note_errors(notes: Iterable[JudgedNote]) -> Iterator[str]:
    for each in notes:
        if not each.right:
            yield f"{each.outcome} {each.label.kind}: {each.label.said} => {each.label.note}"
