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
LEADS = {
    "changes": "",
    "chats": "in chats: ",
    "strangers": "by strangers: ",
    "visitors": "by visitors: ",
    "tellers": "by tellers: ",
    "callers": "by callers: ",
    "neighbours": "by neighbours: ",
    "travellers": "by travellers: ",
    "newcomers": "by newcomers: ",
    "additions": "additions: ",
    "companions": "companions: ",
    "natives": "by natives: ",
    "residents": "by residents: ",
    "compounds": "several things: ",
}
Row = list[str]


def format_report(figures: MemoryFigures) -> list[str]:
    """Format the tables as Markdown."""
    return [
        *format_table(["", "figure", "of"], list(_list_figures(figures))),
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
        heading = LEADS[name].strip(": ") or name
        yield from format_table([heading, *NOTED.values()], list(_list_changes(changes)))
        yield ""


def _list_figures(figures: MemoryFigures) -> Iterator[Row]:
    shares = measure_note_shares(figures.notes)
    false = sum(not each.label.holds for each in figures.notes)
    true = len(figures.notes) - false
    yield ["false notes stored as worded", f"{shares.false_stored:.3f}", str(false)]
    yield ["true notes dropped", f"{shares.true_dropped:.3f}", str(true)]
    yield ["true notes replaced by the person's words", f"{shares.true_quoted:.3f}", str(true)]
    for name, changes in figures.changes.items():
        yield from _sum_up_changes(changes, LEADS[name])
    yield from list_recall(figures.recall)
    present, again = figures.repeated
    yield ["facts repeated in a prompt", str(again), str(present)]
    resolved = [each.right for each in figures.dates]
    yield ["dates resolved right", _share(resolved), str(len(resolved))]
    yield ["planted texts stored", str(figures.planted), "150"]
    yield ["forgotten facts that came back", str(figures.returned), "10"]


def _sum_up_changes(changes: dict[Mode, list[EndState]], lead: str) -> Iterator[Row]:
    for mode, states in changes.items():
        right = [each.right for each in states]
        yield [f"{lead}right state after a change, {NOTED[mode]}", _share(right), str(len(right))]
    chains = [each for states in changes.values() for each in states]
    ended = [each.lost for each in chains if not each.chain.is_change]
    yield [f"{lead}true facts ended by an addition", str(sum(ended)), str(len(ended))]
    true = sum(each.ended_true for each in chains)
    yield [f"{lead}true facts ended by any change", str(true), str(len(chains))]
    told = [each for mode in ("without", "good") for each in changes[mode]]
    old = sum(each.kept_old for each in told)
    yield [f"{lead}old facts that still stand", str(old), str(len(told))]


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


def _list_changes(changes: dict[Mode, list[EndState]]) -> Iterator[Row]:
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
