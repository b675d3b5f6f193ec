"""Handbooks, papers and reports: what words alone find there, and what they do not answer."""

from collections.abc import Sequence

import pytest

from bot.answering.extracts.definitions import find_defined
from bot.answering.extracts.extract import Extracts, find_answer
from bot.answering.extracts.phrases import Grade
from bot.answering.extracts.quoting import format_title
from bot.answering.question.asked_question import parse_question
from indexer.documents import Chunk, Hit
from indexer.scopes import KB

NARROW = """\
On March 10, 2019, a model of
that kind operated by a foreign line
was involved in an accident near
Addis Ababa Bole International
Airport in Addis Ababa, resulting in
157 fatalities. The accident is under
investigation."""
TERMINAL = """\
```
$ ldapsearch -b dc=falcot
administrators: 2
pay: 10 EUR falcot
```"""


def ask(question: str, *texts: str, path: Sequence[str] = ()) -> Extracts:
    hits = [
        Hit(Chunk(f"doc:{n}", "", text, tuple(path)), "/guide.md", "guide.md", KB, "md", 0.9)
        for n, text in enumerate(texts, 1)
    ]
    return find_answer(parse_question(question), hits)


def test_a_sentence_in_a_narrow_column_is_quoted_whole() -> None:
    found = ask("How many fatalities did the accident near Addis Ababa have?", NARROW)
    assert "On March 10, 2019" in found.text
    assert "Addis Ababa Bole International Airport in Addis Ababa, resulting in 157" in found.text


def test_a_short_list_without_marks_stays_a_list() -> None:
    found = ask("Who brings the salad?", "Drinks: Tom\nSalad: Mira\nBread: Jan\nPlates: Olga")
    assert "Mira" in found.text
    assert "Olga" not in found.text


def test_one_long_line_does_not_make_the_others_short() -> None:
    text = (
        "In the interpreter this had been implemented by a flag that was checked on every jump"
        " backwards. This\nstrategy carried over into the tracer: it inserts a guard at every\n"
        "edge of a loop, which costs little. We measured less than\n1% of runtime for this guard"
        " on most\nbenchmarks, and more on short ones."
    )
    found = ask("How much runtime does the guard cost?", text)
    assert "We measured less than 1% of runtime" in found.text


def test_what_most_passages_name_need_not_be_repeated() -> None:
    others = [f"Debian is a system, as chapter {n} tells." for n in range(5)]
    found = ask("How many developers does Debian have?", "There are 1,000 developers.", *others)
    assert found.grade is Grade.ANSWERS
    assert "1,000" in found.text
    others = [f"Fedora is a system, as chapter {n} tells." for n in range(5)]
    found = ask("How many developers does Debian have?", "There are 1,000 developers.", *others)
    assert found.grade is not Grade.ANSWERS


def test_a_digit_is_not_what_a_document_is_about() -> None:
    others = [
        f"Chapter 1 tells of exit and {each}." for each in ("files", "paths", "users", "time")
    ]
    found = ask("What does exit status 1 mean?", "Exit status: a file is broken.", *others)
    assert found.grade is not Grade.ANSWERS


def test_the_words_of_an_address_say_nothing() -> None:
    text = "Read more at https://example.org/names-of-the-releases.html at any time."
    assert ask("Where do the names of the releases come from?", text).grade is not Grade.ANSWERS


def test_a_minus_is_no_mark_of_a_list() -> None:
    assert format_title("-5 degrees:") == "-5 degrees"
    assert format_title("## - **Bread**:") == "Bread"
    assert format_title("*Bread:*") == "Bread"
    assert format_title("_port") == "_port"


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What torque does the steel nut need?", "The steel nut needs 85 Nm."),
        ("Which release of the desktop is shipped?", "Release 3.38 of the desktop is shipped."),
    ],
)
def test_a_number_names_it(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS


def test_the_name_of_an_option_stands_beside_the_word() -> None:
    question = "Which option leaves the window open?"
    assert ask(question, "The persist option leaves the window open.").grade is Grade.ANSWERS
    assert ask(question, "This option leaves the window open.").grade is not Grade.ANSWERS


FACTORS = (
    "Suppose that statef is a factor giving the state of each factor.",
    "A factor is a vector used to specify a classification.",
)


def test_a_definition_goes_before_a_mention() -> None:
    found = ask("What is a factor?", *FACTORS)
    assert found.grade is Grade.ANSWERS
    assert "used to specify" in found.text
    assert "statef" not in found.text
    assert ask("What is a factor?", FACTORS[0]).grade is Grade.MAYBE


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Was ist ein Faktor?", "Ein Faktor ist ein Vektor für Klassen."),
        ("Qu'est-ce qu'un facteur ?", "Un facteur est un vecteur de classes."),
        ("¿Qué es un factor?", "Un factor es un vector de clases."),
        ("Cos'è un fattore?", "Un fattore è un vettore di classi."),
        ("Wat is een factor?", "Een factor is een vector met klassen."),
        ("O que é um fator?", "Um fator é um vetor de classes."),
        ("Что такое фактор?", "Фактор — это вектор классов."),
        ("Що таке фактор?", "Фактор — це вектор класів."),
        ("什么是因子？", "因子是表示分类的向量。"),
        ("因子とは何ですか？", "因子とは分類を表すベクトルです。"),
        ("What does RAID mean?", "RAID means an array of disks."),
        ("what are factors", "**Factor:** a vector of classes"),
    ],
)
def test_definitions_in_many_languages(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What are the opening hours?", "Open 9 to 17 daily, our opening hours."),
        ("What is a parking permit per month?", "A parking permit per month: 12 €."),
        ("what does exit status E2 mean", "Exit status E2: no water."),
    ],
)
def test_a_value_needs_no_definition(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "thing"),
    [
        ("What is a factor?", ("factor",)),
        ("What is a trace in TraceMonkey?", ("trace",)),
        ("What is a parking permit per month?", ()),
        ("what does exit status E2 mean", ()),
    ],
)
def test_what_is_to_be_defined(question: str, thing: tuple[str, ...]) -> None:
    assert find_defined(parse_question(question)) == thing


def test_whoever_did_it_stands_beside_what_was_done() -> None:
    text = (
        "The process that then starts the project is described in a document of its own:"
        " whoever objects writes to Anna Berg and waits."
    )
    assert ask("Who started the project?", text).grade is not Grade.ANSWERS
    assert ask("Who started the project?", "Anna Berg started the project.").grade is Grade.ANSWERS


def test_a_past_form_is_not_another_verb() -> None:
    question = "When was the choir founded?"
    assert ask(question, "In May 1990 the key of the choir was found.").grade is not Grade.ANSWERS
    assert ask(question, "In May 1990 the choir was founded.").grade is Grade.ANSWERS


def test_a_verb_behind_its_subject_may_be_missing() -> None:
    text = "The logcheck program monitors the logs every hour."
    assert ask("How often does logcheck look through the logs?", text).grade is Grade.ANSWERS


def test_the_number_of_an_order_is_no_date() -> None:
    question = "When does the new rule take effect?"
    for number in ("2018–23–51", "2018-23-51"):
        text = f"The new rule takes effect instead of order {number}."
        assert ask(question, text).grade is not Grade.ANSWERS
    text = "The new rule takes effect on 2018-11-23."
    assert ask(question, text).grade is Grade.ANSWERS


def test_the_colour_of_another_thing_is_no_answer() -> None:
    question = "What colour is the boat?"
    assert ask(question, "The boat stays in when a red flag is up.").grade is not Grade.ANSWERS
    assert ask(question, "The boat is red and white.").grade is Grade.ANSWERS
