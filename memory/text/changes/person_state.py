"""Decides if a statement changes where somebody lives or works, or whether they are married. Pure.

A person has one home, one job and one such state at a time, whatever verb says so: `I moved to
York` takes the place of `I live in Leeds`. Who is meant must be the same. What says in what kind of
house, or in which role, stands beside where that is.
"""

import re
from datetime import datetime
from functools import cache, lru_cache
from itertools import pairwise

from indexer.inference.reading import guess_language, read_text
from indexer.text.analyzer import analyze
from indexer.text.dates.finder import find_mention, strip_dates
from indexer.text.languages import detect_language
from indexer.text.normalize import fold, unify
from indexer.text.word_lists import (
    ListName,
    build_alternatives,
    list_languages,
    load_all_words,
    load_words,
)
from memory.text.statement import (
    KEPT,
    Statement,
    bound_pattern,
    find_pattern,
    find_person_words,
    is_unspaced,
    list_tokens,
    parse_statement,
)

HOME: tuple[ListName, ...] = ("home_patterns", "moving_patterns", "address_patterns")
WORK: tuple[ListName, ...] = (
    "work_patterns",
    "hiring_patterns",
    "occupation_patterns",
    "leaving_patterns",
)
STARTS: tuple[ListName, ...] = ("moving_patterns", "hiring_patterns")
STATES: tuple[tuple[ListName, ...], ...] = (HOME, WORK, ("marital_patterns",))
ANY_DAY = datetime(2000, 1, 3)  # noqa: DTZ001 - any day will do
PRONOUNS = frozenset(("pers:he", "pers:she"))
TOPIC = re.compile("は|(?<=[^ぁ-ん])が")  # behind whom a clause is about
FROM = re.compile("[从從在]")
# In a pattern: a class of characters, or what must or must not stand around.
SILENT = re.compile(r"\\[a-zA-Z]|\(\?<?[=!](?:[^()]|\([^()]*\))*\)")


def changes_state(now: Statement, before: Statement) -> bool:
    """Tell if what `before` says of somebody's home, work or marriage does not hold any more."""
    return (
        _changes_home(now, before) or _changes_work(now, before) or _changes_marriage(now, before)
    )


def begins_state(text: str) -> bool:
    """Tell if a folded text says that somebody has moved, or has another job."""
    return any(find_pattern(name, text) for name in STARTS)


def is_about_same_state(one: Statement, other: Statement) -> bool:
    """Tell if both say where somebody lives, or works, or whether they are married."""
    return any(
        all(any(find_pattern(name, each.text) for name in kind) for each in (one, other))
        for kind in STATES
    )


def has_same_owner(one: Statement, other: Statement) -> bool:
    """Tell if the home or work that both tell of is that of one person."""
    pairs = [(find_owner(kind, one), find_owner(kind, other)) for kind in (HOME, WORK)]
    return all(mine == theirs for mine, theirs in pairs if None not in (mine, theirs))


def list_state_words(text: str) -> list[str]:
    """List how words begin for the kinds of states that `text` is about: live, resid, move.

    They are of the languages that the text may be in.
    """
    folded = parse_statement(text).text
    return [
        word
        for kind in STATES
        for language in list_languages("home_patterns")
        if any(_compile_of(name, language).search(folded) for name in kind)
        for name in kind
        for word in list_words_of(name, language)
    ]


@cache
def _compile_of(name: ListName, language: str) -> re.Pattern[str]:
    parts = [bound_pattern(each) for each in sorted(load_words(name, language))]
    return re.compile("|".join(parts) or "(?!)")


@cache
def list_words_of(name: ListName, language: str) -> tuple[str, ...]:
    plain = SILENT.sub(" ", "|".join(sorted(load_words(name, language))))
    words = set(re.findall(r"[^\W\d_]{2,}", plain))
    return tuple(sorted(word for word in words if len(word) > 2 or is_unspaced(word)))


def _changes_home(now: Statement, before: Statement) -> bool:
    owner = find_owner(HOME, before)
    if owner is None or find_owner(HOME, now) != owner:
        return False
    here, there = _list_places(now), _list_places(before)
    if find_pattern("moving_patterns", now.text):
        return not here or here != there
    if is_unspaced(now.text) or any(
        find_pattern("address_patterns", part)
        for each in (now, before)
        for part in (each.text, *each.parts)
    ):
        return is_recent(now)
    return bool(here and there) and here.isdisjoint(there)


def _changes_work(now: Statement, before: Statement) -> bool:
    owner = find_owner(WORK, before)
    if owner is None or find_owner(WORK, now) != owner:
        return False
    left, leaves = (find_pattern("leaving_patterns", each.text) for each in (before, now))
    if left or leaves:
        return not (left and leaves)
    return not is_side_work(now) and (
        is_recent(now) or find_pattern("hiring_patterns", now.text) is not None
    )


def is_side_work(statement: Statement) -> bool:
    """Tell if a statement says that somebody works beside a job: `at the pub on weekends`."""
    return find_pattern("side_work_patterns", statement.text) is not None


def is_recent(statement: Statement) -> bool:
    """Tell if a statement says that something is so now, or since a day."""
    return statement.changes or _names_since(statement.written)


@lru_cache(maxsize=KEPT)
def _names_since(text: str) -> bool:
    mention = find_mention(text, ANY_DAY)
    return mention is not None and mention.role == "since"


@lru_cache(maxsize=KEPT)
def find_owner(names: tuple[ListName, ...], statement: Statement) -> frozenset[str] | None:
    """Return the words for who is meant, none for the speaker; None if it is not about that."""
    for part in (*statement.parts, *statement.sentence, statement.text):
        text = strip_times(part)
        matches = [match for name in names if (match := find_pattern(name, text))]
        if any(_happens_to_speaker(match) for match in matches):
            return frozenset()
        found = [match.start() for match in matches]
        if found:
            opening = text[: min(found)]
            if _leaves_topic(part, opening, statement):
                return _find_owner_before(names, part, statement)
            before = _join_before(part, statement) if _is_relative(opening, statement) else ""
            return _name_owner(text, f"{before} {opening}")
    return None


def _happens_to_speaker(found: re.Match[str]) -> bool:
    """Tell if somebody does it to the speaker: `the bank let me go`."""
    language = guess_language(found.string)
    words = (
        word for each in list_tokens(found.group()) for word in read_text(each, language).words
    )
    return any(each.has("pers:speaker") for each in words)


def _leaves_topic(part: str, opening: str, statement: Statement) -> bool:
    """Tell if a clause of signs leaves who is meant to the clause before it."""
    if not is_unspaced(part) or part not in statement.sentence[1:]:
        return False
    japanese = re.search("[\u3040-\u309f]", part) is not None
    return TOPIC.search(part) is None if japanese else not opening


def _find_owner_before(
    names: tuple[ListName, ...], part: str, statement: Statement
) -> frozenset[str] | None:
    clauses = statement.sentence[: statement.sentence.index(part)]
    earlier = (each for each in clauses if any(find_pattern(name, each) for name in names))
    whose = next(earlier, None)
    return frozenset() if whose is None else find_owner(names, parse_statement(whose))


def _join_before(part: str, statement: Statement) -> str:
    """Join the clauses before one; none before the whole."""
    at = statement.sentence.index(part) if part in statement.sentence else 0
    return " ".join(statement.sentence[:at])


@lru_cache(maxsize=KEPT)
def strip_times(text: str) -> str:
    """Return a text without dates, and without the `since` that stood before one."""
    return _compile_since().sub("", strip_dates(text))


@cache
def _compile_since() -> re.Pattern[str]:
    """Match `seit` right before `im`, where the date between them was taken out."""
    since = build_alternatives(load_all_words("since_words"))
    place = build_alternatives([fold(each) for each in load_all_words("place_prepositions")])
    return re.compile(rf"(?<!\w)(?:{since})\s(?=(?:{place})(?!\w))")


def _is_relative(opening: str, statement: Statement) -> bool:
    """Tell if a clause says something of whom the one before it names: `who lives in Hull`."""
    first = list_tokens(opening)[:1]
    words = read_text(statement.text).words
    return bool(first) and any(each.text == first[0] and each.has("conj:that") for each in words)


def _name_owner(text: str, opening: str) -> frozenset[str]:
    if is_unspaced(text):
        return _name_owner_in_signs(text, opening)
    tokens = list_tokens(opening)
    if tokens and tokens[-1] in find_person_words():
        return frozenset()  # I am Ruth and I live in Leeds
    joins = {fold(each) for each in load_all_words("and_words")}
    begins = find_person_words() | {fold(each) for each in load_all_words("moving_auxiliaries")}
    if tokens and tokens[-1] in joins and tokens[0] in begins:
        return frozenset()  # I have left the bank and work at a school
    owners = {fold(each) for each in load_all_words("owners")}
    pronouns = _find_pronouns(text)
    others = load_all_words("other_persons") | owners | pronouns
    silent = _load_silent() - pronouns
    meant = {re.sub("['’]s$", "", each) for each in tokens if each not in silent}
    named = frozenset(each for each in meant if each in others or _has_terms(each, text))
    return named - owners or named  # `mamma` is `mia mamma`


def _find_pronouns(text: str) -> frozenset[str]:
    """Find the words for `he` and `she` in a text, of its language: Spanish `he` is `have`."""
    words = read_text(text, guess_language(text)).words
    return frozenset(fold(each.text) for each in words if not PRONOUNS.isdisjoint(each.marks))


def _name_owner_in_signs(text: str, opening: str) -> frozenset[str]:
    named = TOPIC.search(text)
    topic = text[: named.start()] if named else opening
    if not named:  # what stands before a Japanese verb is where, not who; so is Chinese 从银行
        topic = "" if re.search("[\u3040-\u309f]", text) else FROM.split(topic)[0]
    return frozenset(each for each in list_tokens(topic) if each not in _load_silent())


@cache
def _load_silent() -> frozenset[str]:
    """Load words before a verb that do not say who is meant: `I have just`, `since`."""
    extra = load_all_words("moving_auxiliaries") | load_all_words("since_words")
    return find_person_words() | {fold(each) for each in extra}


def _has_terms(word: str, text: str) -> bool:
    return bool(analyze(word, detect_language(text)).terms)


def _list_places(statement: Statement) -> frozenset[str]:
    """List the names in a statement that follow a word such as `in`: `in a flat in Leith`."""
    near = {fold(each) for each in load_all_words("place_prepositions")}
    words = re.findall(r"[^\W_][\w'’.-]*", statement.written)
    pairs = pairwise(each for each in words if not each[0].isdigit())  # at 12 Mill Lane
    return frozenset(
        fold(unify(name)).rstrip(".")
        for before, name in pairs
        if name[:1].isupper() and fold(unify(before)) in near
    )


def _changes_marriage(now: Statement, before: Statement) -> bool:
    there = _find_marriage(before.text)
    clauses = dict.fromkeys((*now.parts, *now.sentence, now.text))
    return any(_marries(_find_marriage(each), there) for each in clauses)


def _marries(here: re.Match[str] | None, there: re.Match[str] | None) -> bool:
    if here is None or there is None or here.re == there.re:
        return False
    couple, known = _name_couple(here), _name_couple(there)
    return couple == known or _is_couple_of(couple, known, there.string)


def _is_couple_of(couple: frozenset[str], known: frozenset[str], before: str) -> bool:
    """Tell if a couple is the one that is known, and whom the earlier statement names with it."""
    joins = {fold(each) for each in load_all_words("and_words")}
    partner = couple - known - joins
    told = {each.split("'")[0] for each in list_tokens(before)}
    return bool(known) and known <= couple and bool(partner) and partner <= told


def _find_marriage(text: str) -> re.Match[str] | None:
    """Find the first word for being married or not; each pattern stands for one such state."""
    found = [match for each in _compile_marriages() if (match := each.search(text))]
    return min(found, key=lambda match: (match.start(), -match.end()), default=None)


@cache
def _compile_marriages() -> tuple[re.Pattern[str], ...]:
    return tuple(
        re.compile(bound_pattern(each)) for each in sorted(load_all_words("marital_patterns"))
    )


def _name_couple(found: re.Match[str]) -> frozenset[str]:
    """Return the words for whom it is said of, none for the speaker, alone or with somebody."""
    text = _compile_with().sub(" ", strip_dates(found.string[: found.start()]))
    articles = load_all_words("definite_articles")
    tokens = [each for each in list_tokens(text) if each not in articles]
    persons = find_person_words() | load_all_words("person_nouns") | _find_words_for_speaker(text)
    joins = {fold(each) for each in load_all_words("and_words")}
    if any({*pair} & persons and {*pair} & joins for pair in pairwise(tokens)):
        return frozenset()  # Kim and I
    pronouns = _find_pronouns(found.string)
    auxiliaries = frozenset(map(fold, load_all_words("moving_auxiliaries"))) - pronouns
    if tokens and tokens[0] in auxiliaries:
        return frozenset()  # a note, which leaves out who: `hat Jana geheiratet`
    return _name_owner(found.string, text)


def _find_words_for_speaker(text: str) -> frozenset[str]:
    """Find `moi` of `Hugo et moi`."""
    words = read_text(text, guess_language(text)).words
    return frozenset(fold(each.text) for each in words if each.has("pers:speaker"))


@cache
def _compile_with() -> re.Pattern[str]:
    """Match `mit Kim` before `verheiratet`."""
    words = build_alternatives([fold(each) for each in load_all_words("with_words")])
    return re.compile(rf"(?<!\w)(?:{words}) \w+")
