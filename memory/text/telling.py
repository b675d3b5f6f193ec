"""Tells if a message tells something of somebody's life, also without a subject or a verb. Pure.

In chats people write `moved to Leeds last week`, `bin jetzt Papa` and `dentist Tuesday at 3`. Those
are no search words; a question, a request and a word or two by themselves tell nothing.
"""

import re
from itertools import pairwise

from indexer.inference.lexicon import list_deeds, load_lexicon
from indexer.inference.reading import Reading, Word, guess_language, read_text
from indexer.text.dates.bare_times import names_bare_time
from indexer.text.dates.finder import has_mention, strip_dates
from indexer.text.normalize import fold, unify
from indexer.text.sentence_kind import asks_for_something, is_statement
from indexer.text.sentences import find_sentence_ends
from indexer.text.word_lists import ListName, load_all_words, load_words
from memory.text.changes.event_change import tells_change
from memory.text.statement import (
    CLAUSE,
    CLOCK,
    LONGEST,
    drop_opening,
    find_opening,
    find_pattern,
    guess_spoken,
    has_meaning,
    is_unspaced,
    list_tokens,
    load_copulas,
    parse_statement,
    spell_out,
    strip_repetition,
)

EMOJI = re.compile("[\U0001f300-\U0001faff\u2600-\u27bf\u2764]\ufe0f?\\s*$")
FEWEST = 3  # words; fewer are search words
FEWEST_SIGNS = 4
_OF_SOMEBODY = 3  # words: a name, a verb, and what is told
_NAME_AND_VERB = 2  # words that are read: those of no meaning are not
_FIGURES = ("num:", "unit:", "day:", "month:")  # marks of a word
SPEAKER = "pers:speaker"  # the mark of a word
STATES: tuple[ListName, ...] = (
    *("home_patterns", "moving_patterns", "work_patterns", "hiring_patterns"),
    *("leaving_patterns", "occupation_patterns", "marital_patterns"),
)
MERE: tuple[ListName, ...] = ("home_patterns", "work_patterns")  # which tell of no change


def tells_something(text: str) -> bool:
    """Tell if somebody says how something is, and asks for nothing."""
    if len(text) > LONGEST or asks_for_something(text):
        return False
    if is_statement(text) or is_statement(spell_out(fold(unify(text)))):  # `Yoga's on Thursdays`
        return True
    return _is_long_enough(text) and _tells_in_short(text)


def may_tell(text: str) -> bool:
    """Tell if a text asks for nothing, and is long enough for somebody to tell something in it."""
    if len(text) > LONGEST or asks_for_something(text):
        return False
    return is_statement(text) or (_is_long_enough(text) and not _opens_question(text))


def may_tell_of_somebody(text: str) -> bool:
    """Tell if a text opens with a name, and says what they do, or has a figure or a date behind.

    `Sarah loves tulips`, `Nisha's expecting in June`: search words and commands hardly do, and of
    other things only what has both, `the bins go out on Tuesday`.
    """
    tokens = list_tokens(fold(unify(text)))
    if len(tokens) < _OF_SOMEBODY or not may_tell(text):
        return False
    read = read_text(text)
    return _tells_of_name(read) or _tells_of_thing(tokens[0], read)


def _tells_of_name(read: Reading) -> bool:
    """Tell if a name stands first, and behind it what they do, or a figure further on."""
    if len(read.words) < _NAME_AND_VERB:
        return False
    first, second, *further = read.words
    named = first.text.istitle() and not (first.topics or first.marks) and second.text.islower()
    return named and (_is_done_by_somebody(second, read.language) or any(map(_is_figure, further)))


def _is_done_by_somebody(word: Word, language: str) -> bool:
    """Tell if a word says what another does: `loves`, `aime`, and no English `love`.

    Without an ending that says so, an English verb is a noun, too: `a visit`.
    """
    deeds = word.topics & list_deeds()
    known = load_lexicon(language).words if language == "en" else {}
    return any(each not in known.get(f"{fold(word.text)}s", ()) for each in deeds)


def _tells_of_thing(opening: str, read: Reading) -> bool:
    """Tell if a noun stands first behind its article, then what it does, and a figure or a day."""
    led = opening in load_words("definite_articles", read.language)
    behind = read.words[1:]
    does = bool(behind) and not behind[0].topics.isdisjoint(list_deeds())
    return led and does and any(map(_is_figure, behind))


def _is_figure(word: Word) -> bool:
    return word.text[:1].isdigit() or any(each.startswith(_FIGURES) for each in word.marks)


def select_told(text: str) -> str:
    """Select the sentences of a text that may tell something; "" if it only asks."""
    start, found = 0, ""
    for end in find_sentence_ends(text, 0, len(text)):
        sentence, start = text[start:end], end
        found += sentence if len(sentence) > LONGEST or may_tell(sentence) else ""
    return found.strip()


def _opens_question(text: str) -> bool:
    """Tell if a text begins as questions do: `when is her birthday`, `kann ich dort parken`."""
    if list_tokens(fold(unify(text)))[0] in load_all_words("clause_openings"):
        return True
    words = read_text(text).words
    return len(words) > 1 and words[0].has("mod") and words[1].has("pers")


def _is_long_enough(text: str) -> bool:
    words = list_tokens(fold(unify(text)))
    return len(words) >= (FEWEST_SIGNS if is_unspaced(text) else FEWEST)


def _tells_in_short(text: str) -> bool:
    if EMOJI.search(text) or _is_appointment(text) or _says_what_is(text):
        return True
    if _is_done_to_oneself(text):
        return True
    if parse_statement(text).corrects or tells_change(fold(unify(text))):
        return True
    spoken, bare = guess_spoken(text), fold(unify(strip_repetition(text)))
    clauses = [drop_opening(each, spoken) for each in CLAUSE.split(bare)]
    return any(
        find_opening("telling_patterns", each) or any(_tells_state(name, each) for name in STATES)
        for each in clauses
    )


def _tells_state(name: ListName, clause: str) -> bool:
    """Tell if somebody is in a state, and not what for something is: `places to live in`."""
    found = find_pattern(name, clause)
    before = read_text(clause[: found.start()]).words[-1:] if found else ()
    leads = name in MERE and any(each.has("rel:to") or each.has("rel:for") for each in before)
    return found is not None and not leads


def _says_what_is(text: str) -> bool:
    """Tell if `is` stands inside, in any language: `l'allenatore di Leo è Paolo`.

    Behind an owner stands a noun: `my son` has no Spanish verb.
    """
    words = list_tokens(fold(unify(text)))
    copulas, owners = load_copulas(), load_all_words("owners")
    pairs = enumerate(pairwise(words), 1)
    place = next((n for n, (one, each) in pairs if each in copulas and one not in owners), 0)
    questions = load_all_words("clause_openings")
    return 1 < place < len(words) - 1 and questions.isdisjoint(words[:place])


def tells_of_third(text: str) -> bool:
    """Tell if somebody or something does something: `Papa nimmt Ramipril`. Search words may look
    so, too: `best man speech`. That is enough to offer something, not to take it for told.

    A question without a mark has its word anywhere: `wo liegt der Schlüssel`, `tea takes how long`.
    """
    if len(text) > LONGEST or asks_for_something(text) or not _is_long_enough(text):
        return False
    folded = spell_out(fold(unify(text)))
    found = find_pattern("third_person_patterns", folded)
    before = folded[: found.start()].strip() if found else ""
    return bool(before) and not _asks_anywhere(text, before) and not _is_relative(before)


def _asks_anywhere(text: str, before: str) -> bool:
    """Tell if a text has a word of questions, in its language, or any of them before the verb."""
    words, asking = set(list_tokens(fold(unify(text)))), load_all_words("request_words")
    opening = asking | load_all_words("clause_openings")
    spoken = guess_language(text)
    questions = load_words("request_words", spoken) & load_words("stopwords", spoken)
    return not (opening.isdisjoint(list_tokens(before)) and questions.isdisjoint(words))


def _is_relative(before: str) -> bool:
    """Tell if a verb only says which thing is meant: `wine that goes`, `Rezept das keiner braucht`.

    An article behind a noun, and before no other, leads to one as `that` does.
    """
    *led, last = list_tokens(before) or [""]
    articles = load_all_words("definite_articles")
    marks = [mark for each in read_text(before).words[-1:] for mark in each.marks]
    nobody = not {"neg:not", "pers:other"}.isdisjoint(marks)
    follows = last in articles or (nobody and led[-1:] and led[-1] in articles)
    return bool(led) and ("conj:that" in marks or bool(follows))


def _is_done_to_oneself(text: str) -> bool:
    """Tell if somebody does something to or for the speaker: `Pete owes me £40`, no search words.

    What begins with `can you` or `send me` asks. `User` stands for the speaker too, in facts.
    """
    words = read_text(text).words
    if any("pers:you" in each.marks for each in words) or _opens_question(text):
        return False
    objects = {fold(each.text) for each in words if SPEAKER in each.marks} & _load_objects()
    tokens = list_tokens(fold(unify(text)))
    place = next((n for n, each in enumerate(tokens) if each in objects), 0)
    return place > 1 or (place == 1 and _may_be_name(words[0], tokens[0]))


def _load_objects() -> frozenset[str]:
    """Load the words for the speaker as the one that something is done to: `me`."""
    common = load_all_words("stopwords") - load_all_words("first_person")
    return common | load_all_words("first_person_signs")


def _may_be_name(word: Word, token: str) -> bool:
    return fold(word.text) == token and not (word.topics or word.marks)


def _is_appointment(text: str) -> bool:
    """Tell if a text has a day, an hour, and what is then: `dentist Tuesday at 3`."""
    folded = fold(unify(text))
    timed = bool(CLOCK.search(folded)) or names_bare_time(folded, guess_language(text))
    return timed and has_mention(text) and has_meaning(CLOCK.sub(" ", strip_dates(text)))
