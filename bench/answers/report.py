"""The figures: over all questions, by kind and by language."""

from collections.abc import Callable, Iterator, Sequence
from statistics import mean

from bench.answers.judging import Judged, Outcome
from bench.record import format_table

FIGURES = ("questions", *(outcome.value for outcome in Outcome), "needless pieces")
HEAD = ("", *FIGURES)


def format_report(judged: Sequence[Judged]) -> list[str]:
    """Format the tables as Markdown."""
    follow = [each for each in judged if each.item.is_follow_up]
    kept = sum(each.on_subject for each in follow) / max(1, len(follow))
    right = measure_share(follow, Outcome.RIGHT)
    shown = measure_share(judged, Outcome.RIGHT) + measure_share(judged, Outcome.HEDGED)
    return [
        *format_table(HEAD, [["all", *format_figures(judged)]]),
        "",
        f"Follow-ups that stay on their subject: {kept:.2f} of {len(follow)}; right: {right:.2f}.",
        f"Of all, right, or right as what may be meant: {shown:.2f}.",
        "",
        *format_table(HEAD, list(_group(judged, lambda each: each.item.kind))),
        "",
        *format_table(HEAD, list(_group(judged, lambda each: each.item.language))),
    ]


def measure_share(judged: Sequence[Judged], outcome: Outcome) -> float:
    return sum(each.outcome is outcome for each in judged) / max(1, len(judged))


def measure_needless(judged: Sequence[Judged]) -> float:
    """Pieces beside the first, in replies whose first piece is the answer."""
    right = [each.needless for each in judged if each.outcome is Outcome.RIGHT and _quotes(each)]
    return mean(right) if right else 0.0


def _quotes(each: Judged) -> bool:
    """Return whether it is quoted from a document; a list of all of them, say, needs its pieces."""
    return bool(each.item.document and each.item.answer and each.reply.pieces)


def _group(judged: Sequence[Judged], name: Callable[[Judged], str]) -> Iterator[list[str]]:
    for group in sorted({name(each) for each in judged}):
        yield [group, *format_figures([each for each in judged if name(each) == group])]


def format_figures(judged: Sequence[Judged]) -> list[str]:
    """Format the cells of a row, in the order of `FIGURES`."""
    shares = [f"{measure_share(judged, outcome):.2f}" for outcome in Outcome]
    return [str(len(judged)), *shares, f"{measure_needless(judged):.2f}"]


def format_errors(judged: Sequence[Judged]) -> Iterator[str]:
    """Yield what was not right: the question, what was wanted, and the reply."""
    for each in judged:
        if each.outcome is not Outcome.RIGHT:
            item = each.item
            yield f"{each.outcome.upper()}  {item.id} ({item.language}, {item.kind})"
            yield f"  asked:  {' >> '.join((*item.earlier, item.question))}"
            wanted = f"{_format_answer(item.answer)}; {item.document or 'itself'}"
            yield f"  wanted: {item.grade}; {wanted}"
            yield "  reply:  " + each.reply.text.replace("\n", "\n          ")
            yield ""


def _format_answer(groups: Sequence[Sequence[str]]) -> str:
    return " and ".join(" or ".join(map(repr, group)) for group in groups) or "nothing"
