"""Meanings that exclude each other, and verbs that look at one event from its two ends."""

from functools import cache

_OPPOSITES = """
    big small, tall short, long short, old young, old new, good bad, cheap expensive, fast slow,
    hot cold, early late, left right, top bottom, inside outside, north south, east west,
    first last_one, full empty, dry wet, heavy light, strong weak, easy hard, safe dangerous,
    public private, happy unhappy, healthy sick, white black, open close, increase decrease,
    raise reduce, increase reduce, raise decrease, enable disable, office_hours close,
    like hate, love hate, begin end, come leave, find lose, man woman, marry divorce,
    free cost, free expensive, kin:mother kin:father, kin:sister kin:brother,
    kin:son kin:daughter, kin:husband kin:wife, born die, free pay, switch_on switch_off,
    remember forget, dark shine, thick thin, wide narrow, rich poor, loud quiet, clean dirty,
    true wrong, near far, back_part front_part, boy girl, king queen, postpone bring_forward,
    add remove, adult minor, adult kin:child, beautiful ugly, tall low, disappear discover,
    push pull, more less, keep lose, arrive depart, arrive leave, stay leave, profit loss,
    include separate, continue stop_doing, continue close, same_as different, free must_pay,
    free unpaid_charge, temporary permanent, beginner advanced, part_time full_time,
    build demolish, hire dismiss_staff, fasten unfasten, vote_for vote_against,
    noisy quiet_place, begin end_up, begin expire, marry single_unmarried,
    drought flood, alive die, bright dark, office_hours defect, pay unpaid, come depart,
    rent_out empty, accompany alone, change same_as, lose receive, lose get,
    provide bring, provide buy
"""
_CONVERSES = """
    buy sell, lend borrow, give receive, teach learn, teach study, kin:landlord kin:tenant,
    kin:teacher kin:student, win lose, pay earn, pay receive, kin:customer kin:seller, send receive,
    take_over hand_over, give get
"""
# One stands where the other does not hold: `before` the day is not `after` it.
_CONFLICTS = """
    rel:from rel:to, rel:before rel:after, rel:until rel:after, rel:until rel:since,
    rel:before rel:since, rel:min rel:max, rel:for rel:against, rel:during rel:before,
    rel:during rel:after, rel:from rel:until, rel:before rel:from, rel:subj rel:to,
    rel:under rel:on, rel:behind rel:ahead, rel:opposite rel:beside, rel:opposite rel:behind,
    rel:beside rel:behind, rel:beside rel:under, rel:beside rel:on, rel:opposite rel:on,
    rel:opposite rel:under
"""

# What holds of the second holds of the first: who has a daughter has a child. What costs
# ten euros is what one pays ten euros for.
_NARROWER = """
    kin:child kin:son, kin:child kin:daughter, kin:parent kin:father, kin:parent kin:mother,
    kin:child boy, kin:child girl, pet dog, pet cat, animal dog, animal cat, animal horse,
    animal bird, luggage suitcase, fruit apple, document letter, document contract,
    document certificate, kin:partner kin:wife, kin:partner kin:husband,
    pay cost, cost pay, last take_time, take_time last, meal breakfast, meal lunch, meal dinner,
    meal evening_meal, allow accept, accept allow, vehicle car, vehicle bus, vehicle train
"""


@cache
def load_narrower() -> dict[str, frozenset[str]]:
    """Return for each meaning those of which it is a wider one."""
    found: dict[str, set[str]] = {}
    for pair in _NARROWER.split(","):
        wide, narrow = pair.split()
        found.setdefault(wide, set()).add(narrow)
    return {each: frozenset(others) for each, others in found.items()}


@cache
def load_opposites() -> dict[str, frozenset[str]]:
    """Return the opposites of each meaning that has some."""
    return _index(_OPPOSITES)


@cache
def load_converses() -> dict[str, frozenset[str]]:
    """Return the verbs that name the same event with its parts exchanged."""
    return _index(_CONVERSES)


@cache
def load_conflicts() -> dict[str, frozenset[str]]:
    """Return what cannot hold of one word together."""
    return _index(_CONFLICTS)


def _index(pairs: str) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for pair in pairs.split(","):
        one, other = pair.split()
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return {each: frozenset(others) for each, others in found.items()}
