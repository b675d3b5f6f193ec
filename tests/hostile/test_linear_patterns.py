"""No pattern of the program takes more than linear time, whatever text it meets."""

import re
from datetime import UTC, datetime

import pytest

from indexer.text.dates.moment import LONGEST
from memory.reminders.request import find_request
from tests.hostile.alike import choose_shapes, drop_alike
from tests.hostile.linear import ENOUGH, Shape, SlowError, assert_linear, list_shapes, time_least
from tests.hostile.linear import SHORT as SIZES
from tests.hostile.patterns import find_dynamic, find_patterns

# test_built_patterns.py runs what these build, for every language.
BUILT = frozenset(
    {
        "bot.answering.question.directions._compile_questions",
        "bot.answering.question.directions._compile_words",
        "bot.answering.question.listed_signs.compile_numbers",
        "bot.answering.question.listed_signs.compile_signs",
        "bot.answering.question.listed_signs.compile_spans",
        "bot.answering.question.listed_signs.compile_years",
        "bot.answering.extracts.answer_signs._compile_short_numbers",
        "bot.answering.extracts.definitions._compile_definition",
        "bot.answering.question.mentions._compile_leaving_out",
        "bot.answering.question.mentions._compile_signed_names",
        "bot.answering.question.asked_question._compile_remedies",
        "bot.answering.question.relative_days._compile_now",
        "bot.answering.question.time_signs._compile_counted",
        "bot.answering.question.time_signs.compile_ranges",
        "indexer.inference.figures.written_bounds._compile_ahead",
        "indexer.inference.figures.written_bounds._compile_behind",
        "indexer.text.dates.calendar._compile",
        "indexer.text.dates.calendar._compile_led",
        "indexer.text.dates.bare_days._compile",
        "indexer.text.dates.bare_days._compile_due",
        "indexer.text.dates.bare_days._compile_tail",
        "indexer.text.dates.bare_days._compile_things",
        "indexer.text.dates.bare_times._compile_times",
        "indexer.text.dates.grammar._bound",
        "indexer.text.dates.grammar._compile_dates",
        "indexer.text.dates.grammar._compile_edge",
        "indexer.text.dates.grammar._compile_months_alone",
        "indexer.text.dates.grammar._compile_nth_weekdays",
        "indexer.text.dates.grammar._compile_recurring",
        "indexer.text.dates.grammar._compile_shifted",
        "indexer.text.dates.grammar._compile_years",
        "indexer.text.dates.counted._compile_counted",
        "indexer.text.dates.counted._compile_lasting",
        "indexer.text.dates.holidays._compile",
        "indexer.text.dates.holidays._compile_naming",
        "indexer.text.dates.of_month._compile_spaced",
        "indexer.text.dates.of_month._compile_unspaced",
        "indexer.text.dates.of_year._compile_worded",
        "indexer.text.dates.ranges._compile_first",
        "indexer.text.dates.ranges._compile_tail",
        "indexer.text.dates.ranges._compile_weekdays",
        "indexer.text.dates.ranges.compile_topics",
        "indexer.text.dates.tense._compile",
        "indexer.text.dates.week_days._compile_before",
        "indexer.text.dates.week_days._compile_behind",
        "indexer.text.dates.week_days._compile_counted",
        "indexer.text.sentence_kind._compile_run_ons",
        "memory.text.changes.marriage._compile_marriages",
        "memory.text.changes.owner.compile_kind",
        "memory.text.statement._compile",
    }
)
# These build what `find_request` looks for, in at most 1,000 characters: see the test of its time.
SHORT = frozenset(
    {
        "indexer.text.dates.clock._build_delays",
        "indexer.text.dates.clock._compile_parts",
        "indexer.text.dates.clock._load",
        "indexer.text.dates.moment._widen",
        "indexer.text.dates.repeats._compile_more",
        "indexer.text.dates.repeats.find_bare_weekday",
        "indexer.text.dates.templates.compile_templates",
        "indexer.text.dates.templates.compile_words",
        "memory.reminders.request._compile_links",
        "memory.reminders.request._compile_openings",
    }
)
# Built from values inside a function, so the test finds no pattern to run: why each is safe.
DYNAMIC = {
    "bot.answering.question.relative_days._name_weekend:"
    "bound(build_alternatives(several), question.language)": "literals",
    "bot.answering.grades.contrasts._compile_rejected:"
    "f'\\\\b(?:{words})\\\\b' if edges else words": "literals",
    "indexer.text.dates.holidays._compile_names:"
    "names if language in UNSPACED else f'\\\\b(?:{names})\\\\b'": "literals",
    "indexer.late_patterns.compile:*self._source": "constants, which are run where they stand",
    "indexer.text.analyzer._compile_wide:pattern": "called with constants, which are cached here",
    "bot.access.escalation._begins_word:boundary + re.escape(wanted)": "a literal of the settings",
    "bot.access.injection_scan._load_language:pattern": "all of them are in load_patterns()",
    "bot.operations.logging.build_redactor:'|'.join(map(re.escape, known)) or '(?!)'": "literals",
    "adapters.matrix.translate._strip_name:called": "a literal name at the beginning of a message",
    "bot.cli.parser._explain:UNKNOWN_COMMAND": "a constant, on what argparse says",
    "bot.cli.parser.explain_fault:pattern": "constants, on what argparse says",
    "indexer.i18n.formats._format_unit:FIGURE_BEFORE_HAN": "one class of characters, ahead",
    "indexer.i18n.formats._join_spaced:HAN": "one class of characters",
    "indexer.text.unspaced_words._cut_known:f'(?<!\\\\w){re.escape(word)}'": "a literal",
    "indexer.text.unspaced_words._split_run:'|'.join(map(re.escape, lists.particles))": "literals",
    "bot.answering.question.time_signs._compile_days:"
    "build_alternatives([name for names in days for name in names])": "literals",
    "bot.answering.question.time_signs.cut_times:"
    "f'(?:{several}\\\\s(?:de\\\\s)?)?(?:{months})\\\\b\\\\.?(?:\\\\s{day}\\\\b)?"
    "(?:,?\\\\s(?:de\\\\s)?\\\\d{{4}}\\\\b)?'": "literals behind at most four numbers",
    "bot.answering.question.mentions.cut_words:"
    "f'(?<![\\\\w/])(?<!\\\\w[.-])(?:{any_word})(?![./@-]?\\\\w)'": "literals",
    "bot.answering.extracts.matching._is_apart:"
    "f'\\\\w {asked.prefix}(?=\\\\s?(?:[.,;:!?)]|$)|\\\\s(?:und|oder|en|of)\\\\b)'": "a literal",
    "bot.answering.extracts.matching._is_only_doer:doer": "a literal",
    "bot.answering.extracts.matching._is_only_doer:f'\\\\b{re.escape(text)}n?\\\\b'": "a literal",
    "bot.answering.extracts.matching._is_past_of_another:"
    "f'\\\\b{re.escape(term)}\\\\w'": "a literal",
    "bot.answering.extracts.matching._match_end:f'(?<!\\\\w){re.escape(run[1:])}'": "a literal",
    "bot.answering.question.mentions.opens_with_known_name:"
    "f'\\\\b{re.escape(first[1])} ([^\\\\W\\\\d_])[^\\\\W\\\\d_]'": "a literal",
    "bot.answering.question_parts._cut_at_joints:'|'.join(map(re.escape, joints))": "literals",
    "indexer.text.dates.calendar._has_word:f'\\\\b{re.escape(word)}\\\\b'": "a literal",
    "indexer.text.dates.counted._has_word:f'(?<!\\\\w){re.escape(word)}(?!\\\\w)'": "a literal",
    "indexer.text.dates.repeats.find_month_day:"
    "f'\\\\W{{0,2}}(?:{build_alternatives(grammar.months)})'": "literals behind two signs",
    "memory.text.changes.compound._compile_break:"
    "f'(?<!\\\\s)[,;]?\\\\s+(?:{joins})\\\\s+|{BREAK}'": "a run is entered once",
    "memory.text.changes.several._compile_break:f'{joined}{BREAK}'": "a run is entered once",
    "memory.text.changes.corrections.correction._replace:pattern": "a literal",
    "memory.text.changes.corrections.value_spans._compile_names:"
    "f'(?<!\\\\w)(?:{build_alternatives(names)})(?!\\\\w)'": "literals",
    "memory.text.statement._compile_openings:f'\\\\s*(?:(?:{opening})\\\\s+){{1,3}}(?=\\\\S)'": (
        "at the beginning of a clause alone: one run of spaces, and at most three words"
    ),
    "bot.answering.question.mentions.cut_words:'|'.join(map(re.escape, runs))": (
        "alternatives of a few signs, each as it stands"
    ),
    "memory.text.roles._is_new:_new()": "the whole of a word, against patterns of a few words",
    "memory.text.roles._find_in_clause:'=|' + WORD.pattern": "a sign, or a word as it is measured",
    "memory.text.introductions._find:"
    "inner if is_unspaced(name) else f'(?<!\\\\w){inner}(?!\\\\w)'": "a literal",
    "memory.text.introductions._find_known:f'{re.escape(introduction.known_as)}(?!の)'": "literal",
    "memory.text.introductions._find_known:pair": "two literals, one run of spaces between",
    "memory.text.introductions.shorten_introductions:"
    "re.escape(each.known_as) + link + re.escape(each.name)": "a run is entered from a literal",
    "memory.text.changes.employer._list_languages_of:part": "what one of them has matched",
    "memory.text.statement.is_unspaced:UNSPACED": "one class of characters",
    "memory.text.changes.frames.frame._is_about_same:UNSPACED": "one class of characters",
    "memory.text.qualifier._is_narrowed_in_signs:"
    "f'{before}{re.escape(one.text)}[{BEHIND_THING}]'": "four signs and a literal",
    "memory.text.changes.frames.frame._is_about_same:KANA": "one class of characters",
    "memory.text.changes.frames.frame._may_omit:UNSPACED + '|[а-я]'": "one class of characters",
    "memory.text.changes.frames.frame._share_meaning:UNSPACED": "one class of characters",
    "memory.text.changes.whose._is_genitive:"
    "f'{re.escape(word.text)}{ending}\\\\s{re.escape(thing.text)}'": "two literals",
    "memory.text.changes.whose._list_named:"
    "f'(?<!\\\\w){re.escape(thing.text)} {_OF}(?P<name>[^\\\\W\\\\d_]\\\\w+)'": "a word",
    "memory.text.changes.whose._list_named_in_signs:owns": "two literals, two signs between",
    "memory.text.changes.whose._is_owned:owned": "a literal behind at most three words",
    "memory.text.changes.whose._is_owner:"
    'f"(?<!\\\\w){re.escape(each.text)}[\'’]s?\\\\s"': "a literal",
    "memory.text.changes.whose._owns_kin:"
    'f"(?<!\\\\w){re.escape(name.text)}(?:[\'’]s?|s)\\\\s"': "a literal",
}


def test_every_pattern_is_linear() -> None:
    slow, found = list[str](), list(find_patterns())
    for known in found:
        try:
            assert_linear(known.run, choose_shapes(known.pattern), SIZES)
        except SlowError as error:
            slow.append(f"{known.place} {sorted(known.methods)}: {error}")
    assert not slow
    assert len(found) > 150
    assert {"bot.citations.marks._MARK", "indexer.text.sentences.END"} <= {e.place for e in found}


def test_no_other_pattern_is_built_from_values() -> None:
    found = {each for each in find_dynamic() if each.partition(":")[0] not in BUILT | SHORT}
    assert found == set(DYNAMIC)


def test_reminders_are_read_in_time() -> None:
    now, slow = datetime(2026, 3, 2, 12, tzinfo=UTC), dict[str, float]()
    for shape in (each for each in list_shapes() if each.tail):
        for opening in ("", "remind me ", "erinnere mich "):
            text = f"{opening}{shape.build(LONGEST)}"[:LONGEST]
            seconds = time_least(lambda text: find_request(text, now), text)
            if seconds > ENOUGH:
                slow[f"{opening}{shape}"] = seconds
    assert not slow


@pytest.mark.parametrize(
    ("pattern", "method"),
    [
        (r"\s+$", "search"),
        (r"<!--.*?-->", "finditer"),
        (r"- \s+(.*\S)\s*$", "match"),
        (r"\[1\s*(?:\w+)?\s*\]", "match"),
    ],
)
def test_one_that_is_not_is_found(pattern: str, method: str) -> None:
    compiled = re.compile(pattern, re.DOTALL)

    def run(text: str) -> None:
        found = getattr(compiled, method)(text)
        list(found) if method == "finditer" else found

    with pytest.raises(SlowError):
        assert_linear(run, choose_shapes(compiled), SIZES)


def test_texts_that_a_pattern_cannot_tell_apart_are_tried_once() -> None:
    shapes = [
        Shape(each) for each in ("a", "é", "aa", "aé", "ab", "1", "٣", " ", "\n", ".", "!", "x")
    ]
    found = drop_alike(re.compile(r"x\d+[!?]"), shapes)
    assert [each.unit for each in found] == ["a", "aa", "aé", "1", " ", "\n", ".", "!", "x"]
    found = drop_alike(re.compile(r"[e-z]\d", re.ASCII | re.IGNORECASE), shapes)
    assert [each.unit for each in found] == [
        "a",
        "é",
        "aa",
        "aé",
        "ab",
        "1",
        "٣",
        " ",
        "\n",
        ".",
        "x",
    ]
