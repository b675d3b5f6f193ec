"""Loads word lists: one UTF-8 file per language and list, so that a new language needs no Python.

`words/<language>/<list>.txt` has one word or phrase per line; `words/README.md` says what each
list is for. A language without a file for a list has no such words. A file is read on first use,
because most commands need few of them.
"""

import os
import re
import unicodedata
from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path
from typing import Literal, get_args

from indexer.text.normalize import fold

WORDS = Path(__file__).parent / "words"
COMMENT = "#"
SPACE = "␣"  # a space at the edge of an entry, where a real one would be invisible

ListName = Literal[
    # Languages and sentences
    "stopwords",
    "letters",
    "acronyms",
    "abbreviations",
    "ordinal_nouns",
    "chapter_words",
    "page_words",
    "traditional_signs",
    "surname_signs",
    "behind_name_signs",
    "single_nouns",
    # Questions, requests and statements
    "request_words",
    "clause_openings",
    "polite_pronouns",
    "polite_words",
    "wondering_phrases",
    "asking_patterns",
    "run_on_patterns",
    "subordinators",
    "finite_verbs",
    "outcome_openings",
    "remedy_phrases",
    "rejected_words",
    "whose_words",
    "question_signs",
    "question_end_signs",
    "told_question_patterns",
    "own_openings",
    "own_signs",
    "telling_patterns",
    "third_person_patterns",
    "statement_verbs",
    "plain_commands",
    # Small talk
    "exception_patterns",
    "temporary_patterns",
    "thanks",
    "greetings",
    "well_being_questions",
    "presence_questions",
    "partings",
    "assents",
    "objections",
    "courtesy_extras",
    "salutations",
    # Answers: sentences that state nothing, and the mark of those that nothing supports
    "aside_openings",
    "statement_openings",
    "unmarked_question_patterns",
    "unverified_notes",
    # What words mean, and what they do in a sentence
    "meanings",
    "synonyms",
    "said_for",
    "strong_verbs",
    "verb_forms",
    "past_endings",
    "past_words",
    "past_auxiliaries",
    "future_endings",
    "future_words",
    "verb_particles",
    "past_homographs",
    "opposite_particles",
    "way_patterns",
    "way_words",
    # Checking answers: negations, numbers, times of day
    "denials",
    "denial_signs",
    "numbers",
    "number_signs",
    "mornings",
    "afternoons",
    "hour_words",
    "between",
    "upwards",
    "larger",
    "smaller",
    "source_nouns",
    # Memory: whether a note says what the person wrote
    "negations",
    "negation_signs",
    "first_person",
    "first_person_signs",
    "openers",
    "person_nouns",
    # Memory: whether two statements say the same
    "fillers",
    "reversals",
    "other_persons",
    "everybody_words",
    "auxiliaries",
    "copulas",
    "copula_signs",
    "naming",
    "names_follow",
    "possessives",
    "now",
    "single_values",
    # Memory: whether a statement changes what was said before
    "now_signs",
    "addition_patterns",
    "correction_patterns",
    "repetition_patterns",
    "that_words",
    "ended_patterns",
    "ended_fillers",
    "cancellation_patterns",
    "rescheduling_patterns",
    "reinstatement_patterns",
    "debt_templates",
    "disposal_patterns",
    "farewell_patterns",
    "their_words",
    "their_signs",
    "longer_patterns",
    "age_patterns",
    "holding_patterns",
    "definite_articles",
    "of_words",
    "subject_pronouns",
    "own_name_patterns",
    "event_openings",
    "meant_words",
    "not_words",
    "it_is_patterns",
    "slip_patterns",
    "naming_nouns",
    "marital_patterns",
    "separation_patterns",
    "single_predicate_patterns",
    "home_patterns",
    "address_patterns",
    "home_questions",
    "former_home_questions",
    "former_work_questions",
    "moving_patterns",
    "station_nouns",
    "home_is_patterns",
    "settling_patterns",
    "school_patterns",
    "school_start_patterns",
    "school_nouns",
    "side_school_patterns",
    "moved_to_words",
    "moving_auxiliaries",
    "and_words",
    "contrast_words",
    "with_words",
    "place_prepositions",
    "word_prefixes",
    "work_patterns",
    "work_questions",
    "job_questions",
    "hiring_patterns",
    "leaving_patterns",
    "occupation_patterns",
    "side_work_patterns",
    "repricing_patterns",
    "naming_patterns",
    "renaming_patterns",
    "new_patterns",
    "other_patterns",
    "former_words",
    "weekly_activities",
    "usual_words",
    "once_patterns",
    "several_values",
    "owners",
    "single_roles",
    "role_verbs",
    "favourite_words",
    "person_titles",
    "indefinite_articles",
    "quality_endings",
    "switching_patterns",
    "acquiring_patterns",
    "earnest_patterns",
    "fiction_patterns",
    "forwarding_words",
    "joke_patterns",
    "irony_openings",
    "quoting_words",
    "rather_words",
    "long_ago_patterns",
    "reason_patterns",
    "typed_forms",
    # Dates
    "weekdays",
    "months",
    "relative_days",
    "time_units",
    "time_counts",
    "date_ordinals",
    "ahead_templates",
    "ago_templates",
    "next_words",
    "last_words",
    "this_words",
    "after_next_words",
    "before_last_words",
    "weekday_templates",
    "later_week_templates",
    "lasting_patterns",
    "recurring_templates",
    "recurring_topics",
    "monthly_topics",
    "numbered_things",
    "date_openers",
    "month_ends",
    "month_end_nouns",
    "holidays",
    "holiday_seasons",
    "holiday_openers",
    "since_words",
    "elapsed_words",
    "until_words",
    "goal_words",
    "since_endings",
    "until_endings",
    "past_patterns",
    "past_look_alikes",
    # Reminders: requests, times of day, repeats
    "reminder_openings",
    "reminder_links",
    "reminder_link_signs",
    "infinitive_endings",
    "helping_verbs",
    "verb_endings",
    "task_endings",
    "task_opening_signs",
    "hour_names",
    "hour_questions",
    "clock_templates",
    "same_times",
    "clock_units",
    "clock_spans",
    "clock_halves",
    "day_parts",
    "weekday_plurals",
    "repeat_templates",
    "repeat_phrases",
    "month_day_templates",
    "bare_day_templates",
    "time_openers",
    "time_ending_signs",
    "day_link_words",
    # Memory: wishes to forget
    "forget_stems",
    "forget_signs",
    "no_longer_patterns",
    # Groups: names that stand for somebody
    "speaker_labels",
    # The audit log: texts written to the model
    "injection_patterns",
]
LISTS: frozenset[str] = frozenset(get_args(ListName))


@cache
def load_words(name: ListName, language: str, folder: Path = WORDS) -> frozenset[str]:
    """Return the entries of one list in one language (ISO 639-1); none without a file."""
    return frozenset(load_entries(name, language, folder))


@cache
def load_all_words(name: ListName, folder: Path = WORDS) -> frozenset[str]:
    """Return the entries of one list in all languages together."""
    languages = list_languages(name, folder)
    return frozenset().union(*(load_words(name, each, folder) for each in languages))


@cache
def load_folded(name: ListName, language: str) -> frozenset[str]:
    """Return the entries of one list in one language, folded as words are compared."""
    return frozenset(map(fold, load_words(name, language)))


@cache
def load_all_folded(name: ListName) -> frozenset[str]:
    """Return the entries of one list in all languages together, folded."""
    return frozenset(map(fold, load_all_words(name)))


def load_entries(name: ListName, language: str, folder: Path = WORDS) -> list[str]:
    """Return the entries of one list in one language, in the order of its file."""
    file = _find_files(name, folder).get(language)
    return _read_entries(folder / language / file) if file else []


def list_languages(name: ListName, folder: Path = WORDS) -> tuple[str, ...]:
    """Return the languages that have a file for a list, sorted."""
    return tuple(_find_files(name, folder))


def build_alternatives(words: Collection[str]) -> str:
    """Return a regular expression for any of `words`, the longest first, without a group."""
    longest_first = sorted(words, key=lambda word: (-len(word), word))
    # No alternatives would match everywhere; `(?!)` matches nowhere.
    return "|".join(map(re.escape, longest_first)) or r"(?!)"


def _find_files(name: ListName, folder: Path) -> Mapping[str, str]:
    if name not in LISTS:
        raise ValueError(f"There is no word list called {name!r}.")
    return _scan(folder).get(name, {})


@cache
def _scan(folder: Path) -> Mapping[str, Mapping[str, str]]:
    """Map list and language to the file's name, listing each folder once."""
    found: dict[str, dict[str, str]] = {}
    for language in sorted(each for each in folder.iterdir() if each.is_dir()):
        for file in os.listdir(language):  # three times as fast as `glob`, which every start pays
            found.setdefault(file.removesuffix(".txt"), {})[language.name] = file
    return found


def _read_entries(path: Path) -> list[str]:
    text = path.read_text(encoding="utf-8")
    if not unicodedata.is_normalized("NFC", text):
        raise ValueError(f"{path} is not in Unicode's form NFC, so its words would match nothing.")
    lines = map(str.strip, text.splitlines())
    return [line.replace(SPACE, " ") for line in lines if line and not line.startswith(COMMENT)]
