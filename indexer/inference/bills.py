"""Finds what several things cost together: two adults and a child."""

from collections.abc import Iterator, Sequence
from itertools import islice, product

from indexer.inference.alignment import Alignment
from indexer.inference.figures.quantities import find_quantities
from indexer.inference.figures.units import MONEY, Quantity
from indexer.inference.lexicon import UNSPACED
from indexer.inference.matching import compare
from indexer.inference.reading import Reading, Word

_KINDS = 4  # kinds of things that are paid for together
_TRIED = 64  # combinations of their prices

Item = tuple[Quantity | None, float, Word]  # the number, how many it says, and of what


def is_billed(said: Quantity, found: Alignment) -> bool:
    """Tell if a number is the price of all things that a statement counts, or counts some."""
    items = list(islice(_list_items(found.statement), _KINDS))
    amounts = [each for each in find_quantities(found.statement) if each.unit in MONEY]
    counting = any(number is said for number, _count, _thing in items)
    due = [each for each in amounts if counting or each is said]
    if not items or len(amounts) != 1 or not due:
        return False
    prices = [_list_prices(thing, due[0].unit, found.text) for _number, _count, thing in items]
    sums = (
        round(sum(item[1] * price for item, price in zip(items, chosen, strict=True)), 4)
        for chosen in islice(product(*prices), _TRIED)
    )
    return any(each in due[0].values for each in sums)


def _list_items(statement: Reading) -> Iterator[Item]:
    """List how many of what the statement counts; `a pupil` is one."""
    numbers = {each.word.place: each for each in find_quantities(statement)}
    for word in statement.words:
        number = numbers.get(word.place)
        thing = find_counted(word, statement)
        if thing is None or (number is not None and (number.unit or number.is_clock)):
            continue
        if number is not None:
            yield number, max(number.values), thing
        elif word.has("one"):
            yield None, 1.0, thing


def find_counted(number: Word, statement: Reading) -> Word | None:
    """Find the word behind a number; in a script without spaces the one before it."""
    step = -1 if statement.language in UNSPACED else 1
    at = number.place + step
    near = statement.words[at : at + 1] if at >= 0 else ()
    return next((each for each in near if each.counts or each.has("kin")), None)


def _list_prices(thing: Word, unit: str, text: Reading) -> Sequence[float]:
    """List the amounts of the clauses that name a thing."""
    return sorted(
        value
        for each in find_quantities(text)
        if each.unit == unit
        and any(compare(thing, one) == "same" for one in text.by_clause[each.word.clause])
        for value in each.values
    )
