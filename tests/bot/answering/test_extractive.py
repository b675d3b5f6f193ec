"""Answers without a model."""

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.answering.extracts.extract import Extracts, find_answer
from bot.answering.extracts.phrases import Grade
from bot.answering.question.asked_question import parse_question
from bot.messages.marked_text import MarkedText
from indexer.documents import Chunk, Hit
from indexer.scopes import KB


def hits(*texts: str) -> list[Hit]:
    return [
        Hit(Chunk(f"doc:{n}", "Part", text), f"/{n}.md", f"{n}.md", KB, "md", 0.9)
        for n, text in enumerate(texts)
    ]


def find(question: str, found: list[Hit]) -> Extracts:
    return find_answer(parse_question(question), found)


def extract(question: str, found: list[Hit]) -> str:
    return find(question, found).text


MAIL = (
    "Falcot runs its own servers. The mail server listens on port 25. Its queue is in /var/spool."
    " The coffee machine is on the second floor. Everybody likes it."
)
TEA = "Green tea is steeped at 80 degrees. It is served in the afternoon."
WEB = "The web server answers on port 443. It was bought in 2019."


def test_the_sentence_that_matches_best_is_told_with_its_number() -> None:
    assert extract("On which port does the mail server listen?", hits(TEA, MAIL)) == (
        "- The mail server listens on port 25. [2]"
    )


def test_what_stands_in_brackets_in_a_document_is_quoted_as_it_stands() -> None:
    vector = "A vector is written x = [1, 2, 3], as Smith showed [2], and x[1] is its second part."
    found = find("How is the vector written?", hits(TEA, vector))
    told = f"- {vector} [2]"
    assert found.marked == MarkedText(told, (told.rindex("[2]"),))
    assert (found.numbers, found.grade) == ((2,), Grade.ANSWERS)


def test_each_mark_is_known_also_behind_code() -> None:
    code = "Run it like this:\n\n```\nprint(port[1])\n```\n"
    found = find("How do I run the port?", hits(code, WEB, MAIL))
    said = found.marked
    assert [said.text[at : at + 3] for at in said.marks] == [f"[{n}]" for n in found.numbers]
    assert said.text.count("[1]") == 2


def test_a_sentence_behind_it_is_told_if_it_matches_too() -> None:
    answer = extract("Where is the coffee machine, and who likes it? Everybody?", hits(MAIL))
    assert answer == ("- The coffee machine is on the second floor. Everybody likes it. [1]")


def test_what_is_far_below_the_best_is_not_said() -> None:
    answer = extract("Which port has the mail server?", hits(WEB, MAIL))
    assert answer == "- The mail server listens on port 25. [2]"


def test_no_more_than_a_few_passages_speak() -> None:
    servers = [f"To restart the web server, call {name}." for name in ("Ada", "Ben", "Cy", "Di")]
    answer = extract("How do I restart the web server?", hits(*servers))
    assert [line[-3:] for line in answer.splitlines()] == ["[1]", "[2]", "[3]"]


def name_files(found: list[Hit], *names: str) -> list[Hit]:
    """The same passages as those of these files."""
    pairs = zip(found, names, strict=True)
    return [replace(each, file=f"/{name}", file_name=name) for each, name in pairs]


LEEDS, YORK = "The library opens at 9 am.", "The library opens at 10 am."


def test_two_documents_that_both_answer_are_shown_with_their_names() -> None:
    both = name_files(hits(LEEDS, YORK), "Leeds.md", "York.md")
    assert extract("When does the library open?", both) == (
        "- **Leeds** The library opens at 9 am. [1]\n- **York** The library opens at 10 am. [2]"
    )


def test_two_passages_of_one_document_are_not_named() -> None:
    one = name_files(hits(LEEDS, YORK), "Hours.md", "Hours.md")
    assert extract("When does the library open?", one) == (
        "- The library opens at 9 am. [1]\n- The library opens at 10 am. [2]"
    )


def test_the_name_of_a_document_stands_before_a_heading_and_not_twice() -> None:
    rows = "| Branch | Opens |\n| :-- | :-- |\n| Library | 9 am |\n"
    both = name_files(hits(rows, rows.replace("9", "10")), "Leeds.md", "York.md")
    answer = extract("When does the library open?", both)
    assert [answer.count(f"**{name}**") for name in ("Leeds", "York")] == [1, 1]
    headed = hits(*(f"## Books\n\n{each}" for each in (LEEDS, YORK)))
    headed = name_files(headed, "Leeds.md", "York.md")
    assert "- **Leeds: Books** " in extract("When does the library open for books?", headed)


def test_what_two_passages_share_is_told_once() -> None:
    first = "It stands in the hall. The mail server listens on port 25."
    second = "The mail server listens on port 25. Port 587 of the mail server is for clients."
    assert extract("Which port has the mail server?", hits(first, second)) == (
        "- **0** The mail server listens on port 25. [1]\n"
        "- **1** Port 587 of the mail server is for clients. [2]"
    )


def test_a_passage_whose_best_is_told_already_is_left_out() -> None:
    heading = "Mail server. The mail server listens on port 25."
    assert extract("Which port has the mail server?", hits(MAIL, heading)) == (
        "- The mail server listens on port 25. [1]"
    )


FAQ = "Where do I park? Behind the house.\n\n**Is there a sauna?**\n\nIn the cellar, until nine."


def test_a_question_is_told_with_what_stands_behind_it() -> None:
    assert extract("where to park", hits(FAQ)) == "- Where do I park? Behind the house. [1]"
    answer = extract("Is there a sauna?", hits(TEA, FAQ))
    assert answer == "- **Is there a sauna?** In the cellar, until nine. [2]"


def test_a_question_that_nothing_answers_is_no_answer() -> None:
    asked = "It rains. Which port has the mail server? On which port does it listen?"
    assert extract("Which port has the mail server?", hits(asked, MAIL)) == (
        "- The mail server listens on port 25. [2]"
    )


def test_a_passage_of_questions_answers_nothing() -> None:
    assert find("mail port", hits("Which port has the mail server?")) == Extracts()


def test_an_item_of_a_list_is_told_without_its_mark() -> None:
    items = "Servers:\n\n- The mail server listens on port 25.\n- The web server is new."
    assert extract("mail port", hits(items)) == "- The mail server listens on port 25. [1]"


def test_a_rare_word_of_the_question_tells_more_than_two_common_ones() -> None:
    common = " ".join(f"The server number {n} stands behind a door." for n in range(12))
    answer = extract("Which server has a door with a parrot?", hits(f"{common} A parrot sings."))
    assert answer == "- A parrot sings. [1]"


def test_chinese_is_cut_into_sentences_too() -> None:
    text = "互联网上有很多服务器。邮件服务器使用25端口。茶是绿色的。"
    assert extract("邮件服务器的端口是多少？", hits(text)) == "- 邮件服务器使用25端口。 [1]"


def test_an_endless_sentence_is_cut_at_a_word() -> None:
    answer = extract("port", hits("port " + "word " * 500))
    assert answer.endswith("word … [1]")
    assert len(answer) < 600


def test_the_lines_of_a_passage_become_one() -> None:
    assert extract("mail port", hits("The mail\n  server has\nport 25.")) == (
        "- The mail server has port 25. [1]"
    )


RESTART = """To restart the mesh, run:

```sh
systemctl stop mesh

systemctl start mesh
```

Wait a minute. Then look at the lamp."""


def test_code_is_told_with_what_leads_to_it_and_keeps_its_lines() -> None:
    assert extract("How do I restart the mesh?", hits(TEA, RESTART)) == (
        "- To restart the mesh, run: [2]\n\n```sh\nsystemctl stop mesh\n\nsystemctl start mesh\n```"
    )
    alone = RESTART.partition("\n\n")[2]
    assert extract("systemctl start", hits(alone)).startswith(
        "- **0** [1]\n\n```sh\nsystemctl stop mesh"
    )


INDENTED = """To restart the mesh, run:

    systemctl stop mesh
    if ready; then
        systemctl start mesh
    fi

    systemctl status mesh

Wait a minute. Then look at the lamp."""
SHOWN = """```
systemctl stop mesh
if ready; then
    systemctl start mesh
fi

systemctl status mesh
```"""


@pytest.mark.parametrize("by", ["    ", "\t"])
def test_code_that_is_set_in_keeps_its_lines(by: str) -> None:
    text = INDENTED.replace("    ", by)
    shown = SHOWN.replace("    ", by)
    assert extract("How do I restart the mesh?", hits(TEA, text)) == (
        f"- To restart the mesh, run: [2]\n\n{shown}"
    )
    assert extract("systemctl ready", hits(text.partition("\n\n")[2])) == f"- **0** [1]\n\n{shown}"


def test_a_single_line_of_code_is_told_with_what_leads_to_it() -> None:
    text = "# Setup\n\nInstall the mesh like this:\n\n    apt install mesh\n\nIt takes a minute."
    assert "this: [1]\n\n```\napt install mesh\n```" in extract("install mesh", hits(text))


def test_code_below_an_item_stands_further_in() -> None:
    text = "1. Stop the mesh:\n\n       mesh stop\n       mesh flush\n\n2. Wait for the lamp."
    assert "[1]\n\n```\nmesh stop\nmesh flush\n```" in extract(
        "How do I stop the mesh?", hits(text)
    )


@pytest.mark.parametrize(
    "text",
    [
        "    The mesh listens on port 25, and nobody but\nthe owner may change that.",
        "    The mesh of the house listens on port 25, and nobody\n    but the owner may.",
        "- One.\n\n    The mesh listens on port 25,\n    as it should.",
        "    - The mesh listens on port 25.\n    - Tea is green.",
        "    The mesh listens on port 25.",
    ],
)
def test_prose_that_is_set_in_is_told_in_one_line(text: str) -> None:
    assert "```" not in extract("port of the mesh", hits(text))


def test_code_whose_end_is_missing_or_far_is_closed() -> None:
    code = "~~~\n" + "word\n" * 500
    answer = extract("How do I restart the mesh?", hits(f"Restart the mesh:\n{code}", MAIL))
    assert answer.startswith("- Restart the mesh: [1]\n\n~~~\nword\n")
    assert answer.endswith("word\n…\n~~~")
    assert len(answer) < 1200


def test_a_sentence_is_told_to_its_end() -> None:
    call = "If the boiler stops again, call Eide Plumbing at 555 0142; they know the house."
    assert extract("Whom do I call about the boiler?", hits(call)) == f"- {call} [1]"


def test_of_a_long_list_the_clauses_that_match_are_told() -> None:
    ports = "; ".join(
        f"{n} is the port of the service {name * 9}" for n, name in enumerate("abcdefghijklmno")
    )
    assert extract("Who has ccccccccc?", hits(ports)) == (
        "- 2 is the port of the service ccccccccc; [1]"
    )


NOTES = """# Memory

## Projects and status

## Parking

Behind the house, on the left. Never on the lawn.

## Status of old projects"""


def test_a_heading_is_no_answer() -> None:
    assert extract("projects and status", hits(NOTES, MAIL)).find("tatus") == -1
    headings = hits("# Memory\n\n## Projects and status")
    assert find("projects and status", headings).grade is Grade.NOTHING


def test_a_heading_is_told_with_what_stands_behind_it_where_that_has_not_its_words() -> None:
    assert extract("Where is parking allowed?", hits(TEA, NOTES)) == (
        "- **Parking** Behind the house, on the left. Never on the lawn. [2]"
    )
    assert extract("the house on the left", hits(TEA, NOTES)) == (
        "- Behind the house, on the left. [2]"
    )


def test_the_header_of_a_page_is_no_answer() -> None:
    header = "(see above)\n\n24 Mesh handbook 5.4\n\nThe mesh is a net of radios."
    found = hits(header)
    paged = [replace(each, chunk=replace(each.chunk, pages=(24, 24))) for each in found]
    asked = "the Mesh handbook 5.4"
    assert extract(asked, paged) == "- The mesh is a net of radios. [1]"
    assert extract("What is the Mesh handbook?", hits("Mesh handbook")) == ""
    assert extract("Breakfast?", hits("Breakfast 7-10")) == "- Breakfast 7-10 [1]"


HEAD = "| name | city | phone |\n| --- | --- | --- |"
ROWS = [f"| Person{n} | {'Oslo' if n in (7, 30) else 'Bergen'} | 555 {n:04} |" for n in range(64)]
PEOPLE = "\n".join([HEAD, *ROWS])


def test_of_a_table_the_row_is_told_with_the_head_and_the_name_of_its_file() -> None:
    first, second = "\n".join([HEAD, *ROWS[:30]]), "\n".join([HEAD, *ROWS[30:]])
    answer = extract("What is the phone of Person42?", hits(first, second, TEA))
    assert answer == f"- **1** [2]\n\n{HEAD}\n{ROWS[42]}"


def test_rows_that_hold_as_much_are_told_together() -> None:
    answer = extract("Who lives in Oslo?", hits(f"## Guests\n\n{PEOPLE}\n\nThey are all well."))
    assert answer == f"- **Guests** [1]\n\n{HEAD}\n{ROWS[7]}\n{ROWS[30]}"
    assert extract("guests in Oslo?", hits(f"## Guests\n\n{PEOPLE}")) == (
        f"- **Guests** [1]\n\n{HEAD}\n{ROWS[7]}\n{ROWS[30]}"
    )
    many = extract("Which city?", hits(PEOPLE))
    assert many.endswith(" |\n| … |")
    assert len(many) < 1200


def test_where_no_word_fits_nothing_is_quoted() -> None:
    assert find("Wie heißt das Getränk?", hits(TEA)) == Extracts()
    assert find("mail port?", []) == Extracts()


@pytest.mark.parametrize("question", ["", "?", "the", "\x00", "a" * 5000])
def test_no_question_is_too_odd(question: str) -> None:
    extract(question, hits(MAIL, "", "\n\n"))
    assert extract(question, []) == ""


MARKUP = [
    "```\n",
    "~~~~ sh\n",
    "# Mail\n",
    "    run it\n",
    "| a | b |\n",
    "|---|---|\n",
    "- ",
    "\n",
    "\n\n",
    "; ",
    "? ",
]
fragments = st.sampled_from((*MARKUP, "mail port. ", "x[1] = [8]:\n", "25 "))


def _split_words(text: str) -> list[str]:
    """Split at spaces, and after an end that needs none: quoted sentences stand a space apart."""
    return re.sub(r"(?<=[。！？｡؟۔।॥։།༎။።፧፨។៕᠃])", " ", text).split()


@settings(max_examples=300)
@example("？0")
@example("-\x1bx[1] = [8]:\n| a | b |\n")
@example("_\x1bx[1] = [8]:\n| a | b |\n")
@given(st.lists(fragments | st.text(max_size=8), max_size=20).map("".join))
def test_every_word_of_an_extract_stands_in_its_passage(text: str) -> None:
    found = find("Which mail port x?", hits(text, TEA))
    ours = {
        "[1]",
        "[2]",
        "-",
        "…",
        "```",
        "````",
        "~~~~",
        "**0**",
        "**1**",
    }  # and a heading between stars
    quoted = {word.strip("#*:：") for word in _split_words(found.text) if word not in ours}
    source = {word.strip("#*:：") for word in _split_words(f"{text} {TEA}")}
    assert quoted <= source | set(_split_words(text))
    assert set(found.numbers) <= {1, 2}


def test_a_cell_that_the_question_names_tells_the_row_and_is_not_asked_for() -> None:
    rota = (
        "| Day | Shift | Receptionist | Phone |\n|---|---|---|---|\n"
        "| Monday | Early | Kofi | 11 |\n| Monday | Late | Branka | 12 |"
    )
    assert "Branka" in extract("Who has the late shift on Monday?", hits(rota))
