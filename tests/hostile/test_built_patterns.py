"""No pattern that is built from word lists takes more than linear time, in any language."""

import re
from collections.abc import Iterator, Mapping

import pytest
from msgspec.structs import fields

from bot.answering.extracts import answer_signs, definitions
from bot.answering.question import (
    asked_question,
    directions,
    listed_signs,
    mentions,
    relative_days,
    time_signs,
)
from indexer.inference.figures import written_bounds
from indexer.text import sentence_kind
from indexer.text.dates import (
    bare_days,
    bare_times,
    calendar,
    counted,
    holidays,
    of_month,
    of_year,
    ranges,
    tense,
    week_days,
)
from indexer.text.dates.grammar import build_grammar
from indexer.text.question_words import list_question_languages
from indexer.text.word_lists import ListName, list_languages
from memory.text import statement
from memory.text.changes import marriage, owner, person_state
from tests.hostile.alike import choose_shapes
from tests.hostile.linear import SHORT, SlowError, assert_linear

CHANGES = (
    "addition_patterns",
    "age_patterns",
    "asking_patterns",
    "cancellation_patterns",
    "correction_patterns",
    "disposal_patterns",
    "ended_patterns",
    "fiction_patterns",
    "hiring_patterns",
    "holding_patterns",
    "home_is_patterns",
    "home_patterns",
    "irony_openings",
    "long_ago_patterns",
    "longer_patterns",
    "marital_patterns",
    "moving_patterns",
    "naming_patterns",
    "occupation_patterns",
    "once_patterns",
    "own_name_patterns",
    "reinstatement_patterns",
    "renaming_patterns",
    "repetition_patterns",
    "repricing_patterns",
    "rescheduling_patterns",
    "run_on_patterns",
    "school_patterns",
    "school_start_patterns",
    "settling_patterns",
    "side_school_patterns",
    "single_predicate_patterns",
    "slip_patterns",
    "telling_patterns",
    "temporary_patterns",
    "third_person_patterns",
    "work_patterns",
)


def find_slow(patterns: Mapping[str, re.Pattern[str]]) -> Iterator[str]:
    for name, pattern in patterns.items():
        try:
            assert_linear(
                lambda text, pattern=pattern: [*pattern.finditer(text)],  # type: ignore[misc]  # bound now
                choose_shapes(pattern),
                SHORT,
            )
        except SlowError as error:
            yield f"{name}: {error}"


@pytest.mark.parametrize("language", list_languages("weekdays"))
def test_dates(language: str) -> None:
    grammar = build_grammar(language)
    patterns = {each.name: getattr(grammar, each.name) for each in fields(type(grammar))}
    found = {name: each for name, each in patterns.items() if isinstance(each, re.Pattern)}
    found |= {f"shifted by {step}": each for step, each in grammar.shifted.items()}
    found["of a month"] = of_month._compile(language)
    found["holidays"] = holidays._load(language).pattern
    found["names"] = holidays._compile_naming(language)
    found["before week"] = week_days._compile_before(language)
    found["behind week"] = week_days._compile_behind(language)
    for name in ("ahead_templates", "ago_templates"):
        for at, pattern in enumerate(week_days._compile_counted(name, language)):
            found[f"weekdays {name} {at}"] = pattern
    found["bare days"] = bare_days._compile(language)
    found["second bare day"] = bare_days._compile_tail(language)
    found["due monthly"] = bare_days._compile_due(language)
    found["numbered things"] = bare_days._compile_things(language)
    found["first of two"] = ranges._compile_first(language)
    found["second of two"] = ranges._compile_tail(language)
    found["from weekday"] = ranges._compile_weekdays(language)
    found["topics"] = ranges.compile_topics(language)
    found["no past"] = tense._compile(language)
    found["lasting"] = counted._compile_lasting(language)
    found["minutes"] = counted._compile_counted(language, tuple(build_grammar(language).months))
    assert len(found) > 12
    assert not [*find_slow(found)]


@pytest.mark.parametrize("language", list_question_languages())
def test_days_months_and_signs_of_answers(language: str) -> None:
    found = {name: calendar._compile(language, name) for name in ("days", "months")}
    if led := calendar._compile_led(language):
        found["led"] = led
    found["now"] = relative_days._compile_now(language)
    found["remedies"] = asked_question._compile_remedies(language)
    found |= {f"day {n}": each for n, each in enumerate(of_year._compile_worded(language))}
    names = ("times", "deadlines", "free", "units", "people", "places")
    found |= {name: listed_signs.compile_signs(language, name) for name in names}
    found["spans"] = listed_signs.compile_spans(language)
    found["years"] = listed_signs.compile_years(language)
    found["short numbers"] = answer_signs._compile_short_numbers(language)
    if leaving_out := mentions._compile_leaving_out(language):
        found["leaving out"] = leaving_out
    found["names"] = mentions._compile_signed_names(language)
    if days := time_signs._compile_counted(language):
        found["counted days"] = days
    found["ranges"] = time_signs.compile_ranges(language)
    if times := bare_times._compile_times(language):
        found["bare times"] = times
    found["numbers"] = listed_signs.compile_numbers(language)
    for each in ("least", "most"):
        found[f"{each} ahead"] = written_bounds._compile_ahead(each, language)
        found[f"{each} behind"] = written_bounds._compile_behind(each, language)
    if language in list_languages("run_on_patterns"):
        found["run-on questions"] = sentence_kind._compile_run_ons(language)
    found["told signs"] = sentence_kind._compile_told()
    found["definitions"] = definitions._compile_definition(("factor",), language)
    assert not [*find_slow(found)]


@pytest.mark.parametrize("language", list_languages("way_patterns"))
def test_ways_to_a_place(language: str) -> None:
    found = {
        "asking": directions._compile_questions(language),
        "showing": directions._compile_words(language),
    }
    assert not [*find_slow({name: each for name, each in found.items() if each})]


@pytest.mark.parametrize("name", CHANGES)
def test_changes_of_facts(name: ListName) -> None:
    found = {f"opening {each}": statement._compile(name, opening=each) for each in (False, True)}
    assert not [*find_slow(found)]


def test_states_of_a_person() -> None:
    found = {each.pattern: each for each in marriage._compile_marriages()}
    found |= {" ".join(kind): owner.compile_kind(kind, "en") for kind in person_state.STATES}
    assert not [*find_slow(found)]
