"""Marks in an answer: kept where they hold, removed where they do not."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.citations.check import check_citations, strip_citations
from bot.citations.sources import cite_quotations, format_sources
from bot.messages import Source
from bot.messages.marked_text import MarkedText
from indexer.documents import Chunk, Hit
from indexer.scopes import ADMIN, KB
from tests.hostile.pace import measure_seconds


def hit(n: int, text: str, **place: object) -> Hit:
    chunk = Chunk(f"doc:{n}", f"Part {n}", text, **place)  # type: ignore[arg-type]  # any place
    return Hit(chunk, f"/secret/{n}.pdf", f"book{n}.pdf", KB if n < 3 else ADMIN, "pdf", 0.5)


NOTE = "(not verified)"

HITS = (
    hit(1, "The mail server listens on port 25, quay b.", path=("Setup", "Mail"), pages=(12, 13)),
    hit(2, "The queue of the mail server is kept in /var/spool/postfix.", pages=(40, 40)),
    hit(3, "Green tea is steeped at 80 degrees."),
)
PORT = "The mail server listens on port 25"
QUEUE = "the queue is kept in /var/spool/postfix"


@pytest.mark.parametrize(
    ("answer", "checked", "cited"),
    [
        (f"{PORT} [1].", f"{PORT} [1].", [1]),
        (f"{PORT}[1].", f"{PORT}[1].", [1]),
        (f"{PORT}. [1] Enjoy!", f"{PORT}. [1] Enjoy!", [1]),
        (f"{PORT}.[1] Enjoy!", f"{PORT}.[1] Enjoy!", [1]),
        (f"{PORT} 【1】.", f"{PORT} [1].", [1]),
        (f"{PORT} [Passage 1].", f"{PORT} [1].", [1]),
        (f"{PORT} [^1].", f"{PORT} [1].", [1]),
        (f"{PORT} 【1†source】.", f"{PORT} [1].", [1]),
        (f"{PORT}, quay b【1†source】.", f"{PORT}, quay b [1].", [1]),
        (f"{PORT}, quay b【7】【1】.", f"{PORT}, quay b [1].", [1]),
        (f"According to [1], {PORT.lower()}.", f"According to [1], {PORT.lower()}.", [1]),
        (f"[1] {PORT}.", f"[1] {PORT}.", [1]),
        (f"{PORT} [1], and {QUEUE} [2].", f"{PORT} [1], and {QUEUE} [2].", [1, 2]),
        (f"{PORT} and {QUEUE} [1][2].", f"{PORT} and {QUEUE} [1][2].", [1, 2]),
        (f"{PORT} and {QUEUE} [1, 2].", f"{PORT} and {QUEUE} [1][2].", [1, 2]),
        (f"{PORT} and {QUEUE} [1-3].", f"{PORT} and {QUEUE} [1][2].", [1, 2]),
        (f"{PORT} [[1]].", f"{PORT} [[1]].", [1]),
        (f"- {PORT} [1]\n- {QUEUE} [2]", f"- {PORT} [1]\n- {QUEUE} [2]", [1, 2]),
        (f"{PORT}.\n[1]", f"{PORT}.\n[1]", [1]),
        (f"{PORT}. … [1]", f"{PORT}. … [1]", [1]),
        (f"| a | {PORT} [1] |", f"| a | {PORT} [1] |", [1]),
    ],
)
def test_a_mark_that_holds_is_kept(answer: str, checked: str, cited: list[int]) -> None:
    found = check_citations(answer, HITS)
    assert found.text == checked
    assert [source.n for source in found.sources] == cited


@pytest.mark.parametrize(
    ("answer", "checked", "removed"),
    [
        (f"{PORT} [7].", f"{PORT} {NOTE}.", 1),
        (f"{PORT} [3].", f"{PORT} {NOTE}.", 1),
        (f"{PORT.replace('25', '26')} [1].", f"{PORT.replace('25', '26')} {NOTE}.", 1),
        (f"{PORT} [1][7].", f"{PORT} [1].", 1),
        (f"{PORT} [7][1].", f"{PORT} [1].", 1),
        (f"{PORT} [1, 3].", f"{PORT} [1].", 1),
        (f"{PORT} [2][3].", f"{PORT} {NOTE}.", 2),
        (
            f"{PORT} [1], and the cat is fat [2].",
            f"{PORT} [1], and the cat is fat {NOTE}.\n\nNot verified: 1",
            1,
        ),
        (
            f"{PORT} [2], and {QUEUE} [1].",
            f"{PORT} {NOTE}, and {QUEUE} {NOTE}.\n\nNot verified: 2",
            2,
        ),
        ("猫很胖[1]。", "猫很胖 (未核实)。", 1),
    ],
)
def test_a_mark_that_does_not_hold_is_removed_and_the_answer_says_so(
    answer: str, checked: str, removed: int
) -> None:
    found = check_citations(answer, HITS)
    assert found.text == checked
    assert found.removed == removed


@pytest.mark.parametrize(
    "text",
    [
        "Call `argv[1]` first.",
        "```\nx = list[1]\n```",
        "```\nunclosed[2]",
        "See [1](chapter).",
        "Smith [2019] said so.",
        "The element [0] is the first.",
        "Nothing is marked here.",
        "",
    ],
)
def test_what_is_no_mark_is_left_alone(text: str) -> None:
    found = check_citations(text, HITS)
    assert (found.text.replace(f" {NOTE}", ""), found.sources, found.removed) == (text, (), 0)


@pytest.mark.parametrize(
    "text",
    [
        "Write x = [1, 2, 3], then x[1] gives 2.",
        "It is {[1] = a, [2] = b}.",
        "A matrix is A = [[1, 2], [2, 3]]; call sum([1, 2], [3]).",
        "As Smith showed [12], gallium melts.",
    ],
)
def test_a_value_and_a_reference_of_the_document_s_own_are_no_marks(text: str) -> None:
    found = check_citations(
        text, [*HITS, hit(4, "As Smith showed\n[12], gallium melts at 30 degrees.")]
    )
    assert found.removed == 0
    assert found.text.replace(f" {NOTE}", "").replace(" [4]", "") == text


def test_a_number_that_no_document_has_is_no_reference() -> None:
    assert check_citations("As Smith showed [12], gallium melts.", HITS).removed == 1


def test_a_reference_that_could_be_taken_for_a_passage_of_ours_is_judged() -> None:
    found = check_citations(
        "As Smith showed [3], gallium melts.", [*HITS, hit(4, "As Smith showed [3], ...")]
    )
    assert found.text == f"As Smith showed {NOTE}, gallium melts."


def test_a_quotation_is_not_read_for_marks() -> None:
    found = cite_quotations(MarkedText("- Set x [2] of x = [1, 2]. [3]", (27,)), [3], HITS)
    assert (found.text, [source.n for source in found.sources], found.marks) == (
        "- Set x [2] of x = [1, 2]. [3]",
        [3],
        (27,),
    )


def test_where_the_marks_are_that_hold_is_known() -> None:
    found = check_citations(f"`a[1]` x = [1]. {PORT} [1, 2]. {QUEUE} [2]. Tea [1].", HITS)
    assert f"Tea {NOTE}" in found.text
    cited = [found.text[at:] for at in found.marks]
    assert [each[:3] for each in cited] == ["[1]", "[2]"]
    assert found.text.index("[1]", 15) == found.marks[0]


@pytest.mark.parametrize(
    ("answer", "checked"),
    [
        (f"{PORT} [1][1].", f"{PORT} [1]."),
        (f"{PORT} [1] [1].", f"{PORT} [1]."),
        (f"{PORT} [1](https://example.org/a).", f"{PORT} [1]."),
        (f"{PORT} [1](http://evil.example).", f"{PORT} [1]."),
    ],
)
def test_a_mark_stands_once_and_is_no_link(answer: str, checked: str) -> None:
    assert check_citations(answer, HITS).text == checked


def test_a_sentence_without_a_mark_gets_that_of_the_passage_which_supports_it() -> None:
    found = check_citations(f"Sure! {PORT}. Anything else?", HITS)
    assert found.text == f"Sure! {PORT} [1]. Anything else?"
    assert [source.n for source in found.sources] == [1]
    assert found.text[found.marks[0] :].startswith("[1]")


def test_a_sentence_that_nothing_supports_says_so_and_the_end_says_how_many() -> None:
    found = check_citations(f"{PORT}. The cat eats only liver. It rains in Bergen.", HITS)
    assert found.text == (
        f"{PORT} [1]. The cat eats only liver {NOTE}. It rains in Bergen {NOTE}.\n\nNot verified: 2"
    )


@pytest.mark.parametrize(
    ("answer", "note"),
    [
        ("Die Katze frisst am liebsten Leber.", "nicht belegt"),
        ("Le chat mange surtout du foie.", "non vérifié"),
        ("El gato come sobre todo hígado.", "no verificado"),
        ("Il gatto mangia soprattutto fegato.", "non verificato"),
        ("De kat eet het liefst lever.", "niet geverifieerd"),
        ("Кошка ест только печень.", "не проверено"),
        ("猫只吃肝脏。", "未核实"),
        ("猫はレバーだけを食べます。", "未確認"),
    ],
)
def test_the_note_is_in_the_answer_s_language(answer: str, note: str) -> None:
    assert f" ({note})" in check_citations(answer, HITS).text


@pytest.mark.parametrize(
    "text",
    [
        "Shall I look for the invoice of the boat?",
        "Let me know if the invoice of the boat is needed.",
        "I could not find the invoice of the boat.",
        "Lass mich wissen, ob die Rechnung gebraucht wird.",
        "# The harbour and its boats",
        "Here are the boats:",
    ],
)
def test_what_states_nothing_is_not_judged(text: str) -> None:
    assert check_citations(text, HITS).text == text


def test_what_another_text_of_the_prompt_says_needs_no_mark() -> None:
    said = "Your boat lies in Bergen harbour."
    assert NOTE in check_citations(said, HITS).text
    assert check_citations(said, HITS, known=["Your boat lies in Bergen harbour."]).text == said


def test_a_short_answer_is_understood_with_its_question() -> None:
    question = "On which port does the mail server listen?"
    assert check_citations("25 [1].", HITS, question).removed == 0
    assert check_citations("26 [1].", HITS, question).removed == 1


def test_without_passages_no_mark_holds() -> None:
    assert check_citations(f"{PORT} [1].", ()).text == f"{PORT} {NOTE}."


def test_sources_say_file_section_and_page_but_no_path() -> None:
    found = check_citations(f"{PORT} [1], and {QUEUE} [2].", HITS)
    assert found.sources == (
        Source(1, "doc:1", "book1.pdf", "Setup › Mail", 12, 13, "kb"),
        Source(2, "doc:2", "book2.pdf", "Part 2", 40, 40, "kb"),
    )
    assert format_sources(found.sources).text == (
        "[1] book1.pdf, Setup › Mail, pages 12–13\n[2] book2.pdf, Part 2, page 40"
    )


def test_a_page_without_a_heading_is_named_once_in_its_source() -> None:
    page = Source(1, "doc:1", "a.pdf", "Page 2", 2, 2, "kb")
    assert format_sources([page]).text == "[1] a.pdf, page 2"


def test_a_source_without_pages_and_title_is_its_file() -> None:
    assert (
        format_sources([Source(1, "doc:1", "a.txt", "a.txt", None, None, "kb")]).text == "[1] a.txt"
    )


def test_marks_and_notes_go_from_what_later_prompts_hold() -> None:
    assert strip_citations(f"{PORT} [1][2]. Tea {NOTE}. `a[1]`") == f"{PORT}. Tea. `a[1]`"


MARKUP = ["[1]", "[2][3]", "[9]", "【1, 2】", "[1-", "]", "`", "```\n", "\n", ". ", "。", "("]
MARKUP += ["【1†source】", "[passage 2]", " b", "x = ", "f(", "{", ", ", " = ", "【9†`】"]
fragments = st.sampled_from((*MARKUP, PORT, QUEUE))


@settings(max_examples=300)
@example(f"{PORT} b【1†source】.")
@example(f"{PORT} b【9】【1】.")
@example(f"{PORT}: x = 【1】")
@example(f"{PORT}: f(【1】)")
@example(f"{PORT} [passage 1] = x")
@example(f"{PORT} x[1], 【1】")
@example(f"{PORT} `【1†`】 x [1] `")
@example("A:E\u00cc:x = ")
@example(f"{PORT} = ")
@example(f"{PORT} {{.")
@given(st.lists(fragments | st.text(max_size=8), max_size=15).map("".join))
def test_checking_changes_marks_only(answer: str) -> None:
    found = check_citations(answer, HITS)
    assert strip_citations(found.text).split() == strip_citations(answer.replace(NOTE, "")).split()
    assert {source.n for source in found.sources} <= {1, 2, 3}
    marks = {found.text[at : at + 3] for at in found.marks}
    assert marks == {f"[{source.n}]" for source in found.sources}


@pytest.mark.parametrize("unit", ["x[1] ", "[1], ", "a [1]. "])
def test_many_marks_take_linear_time(unit: str) -> None:
    def measure(size: int) -> float:
        return measure_seconds(lambda: check_citations(unit * size, []))

    # Ten times as many may take thirty times as long on a busy machine; all pairs, a hundred times.
    assert min(measure(5000) for _ in range(3)) < 30 * min(measure(500) for _ in range(3)) + 0.02
