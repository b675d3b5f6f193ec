import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.ingest.chunker import DOCUMENT, MEMORY, Profile, TextPart, find_paragraphs, split_text
from indexer.text.llm_tokens import count_llm_tokens
from tests.hostile.pace import measure_seconds, measure_slowness

SENTENCE = "The quick brown fox jumps over the lazy dog near the river bank today. "
SMALL = Profile(size=120, overlap=30, fence=400)

words = st.text(alphabet="ab é。！.?!\n |#-`*漢字👨‍👩‍👧🇩🇪\u0301\r\t", max_size=600)
PIECES = [
    "# Heading\n",
    "A sentence. Another one! ",
    "\n\n",
    "- item\n",
    "```py\ncode()\n",
    "```\n",
]
TABLE = ["| a | b |\n", "|---|---|\n", "x" * 150, "漢字。" * 20, "Dr. Who et al. said so. "]
markdown = st.lists(st.sampled_from(PIECES + TABLE), max_size=60).map("".join)


def joined(parts: list[TextPart]) -> str:
    return "".join(part.text[part.overlap :] for part in parts)


@given(words | markdown, st.sampled_from([SMALL, DOCUMENT, MEMORY]))
def test_the_new_texts_joined_are_the_text(text: str, profile: Profile) -> None:
    parts = split_text(text, profile)
    assert joined(parts) == text
    assert all(part.text[part.overlap :] for part in parts)


@given((words | markdown).map(lambda text: text * 3))
def test_no_part_is_longer_than_its_size_except_for_fences(text: str) -> None:
    for part in split_text(text, SMALL):
        fenced = "```" in part.text or "~~~" in part.text
        assert len(part.text) <= (SMALL.fence if fenced else SMALL.size)


@given(words | markdown)
def test_every_part_moves_on_by_more_than_it_repeats(text: str) -> None:
    for part in split_text(text, SMALL):
        assert part.overlap <= len(part.text) // 2 or part.overlap <= SMALL.overlap


@pytest.mark.spec("S4-12")
def test_two_thousand_characters_stay_whole_and_one_more_is_split() -> None:
    assert len(split_text("x" * 2000, DOCUMENT)) == 1
    assert len(split_text("x" * 2001, DOCUMENT)) == 2


@pytest.mark.spec("S4-16")
def test_a_short_text_is_its_own_part_and_no_text_is_none() -> None:
    assert split_text("short", DOCUMENT) == [TextPart("short", 0)]
    assert split_text("", DOCUMENT) == []


@pytest.mark.spec("S4-13", "S4-14")
def test_parts_end_at_sentences_and_repeat_whole_sentences() -> None:
    parts = split_text(SENTENCE * 100, DOCUMENT)
    assert all(part.text.rstrip().endswith("today.") for part in parts)
    assert [part.overlap for part in parts[1:]] == [2 * len(SENTENCE)] * (len(parts) - 1)
    assert all(part.text.startswith("The quick") for part in parts)


@pytest.mark.spec("S4-14")
@pytest.mark.parametrize(("length", "overlap"), [(25, 200), (100, 200), (199, 199), (201, 0)])
def test_parts_overlap_by_as_many_sentences_as_two_hundred_characters_hold(
    length: int, overlap: int
) -> None:
    sentence = f"Word {'x' * (length - 7)}. "
    parts = split_text(sentence * (5000 // length), DOCUMENT)
    assert {part.overlap for part in parts[1:]} == {overlap}


@pytest.mark.spec("S3-33")
def test_paragraphs_are_kept_whole_where_they_fit() -> None:
    paragraph = SENTENCE * 10 + "\n\n"
    parts = split_text(paragraph * 10, Profile(size=2000, overlap=0, fence=8000))
    assert all(part.text.endswith("\n\n") for part in parts)


@pytest.mark.parametrize("end", ["Dr. Smith", "e.g. this", "J. S. Bach", "z.B. hier", "3. and so"])
def test_a_full_stop_inside_a_sentence_ends_nothing(end: str) -> None:
    text = ("Some " + "word " * 20 + end + " wrote it all down here once more. ") * 40
    parts = split_text(text, Profile(size=400, overlap=0, fence=8000))
    assert all(part.text.rstrip().endswith("once more.") for part in parts)


@pytest.mark.parametrize(
    "sentence", ["这是一个很长的中文句子没有空格。", "هذه جملة عربية قصيرة؟ ", "क्या हाल है। "]
)
def test_sentences_end_in_scripts_without_latin_marks(sentence: str) -> None:
    parts = split_text(sentence * 200, Profile(size=300, overlap=40, fence=8000))
    assert len(parts) > 1
    assert all(part.text.strip()[-1] == sentence.strip()[-1] for part in parts)
    assert all(part.text.startswith(sentence.strip()[:3]) for part in parts)


def test_a_fence_stays_whole_up_to_its_ceiling() -> None:
    fence = "```python\n" + "print('hello')\n" * 300 + "```\n"
    parts = split_text("Before.\n\n" + fence + "\nAfter it.\n", DOCUMENT)
    assert parts[0].text.startswith("Before.\n\n" + fence)
    parts = split_text(SENTENCE * 20 + "\n\n" + fence, DOCUMENT)
    assert parts[-1].text.endswith(fence)


def test_a_fence_over_the_ceiling_is_cut_at_lines_and_says_its_language_again() -> None:
    fence = "```python\n" + "print('hello')\n" * 1000 + "```\n"
    parts = split_text(fence, DOCUMENT)
    assert len(parts) > 1
    assert all(part.text.startswith("```python\n") for part in parts)
    assert all(part.text.endswith(("print('hello')\n", "```\n")) for part in parts)


def test_a_hash_inside_a_fence_is_no_heading() -> None:
    fence = "```sh\n# comment\n" + "run\n" * 50 + "```\n"
    parts = split_text(
        "text " * 80 + "\n\n" + fence, Profile(size=400, overlap=0, fence=8000, headings=True)
    )
    assert any(fence in part.text for part in parts)


def test_a_long_table_is_cut_at_rows_and_repeats_its_head() -> None:
    head = "| name | amount |\n|---|---|\n"
    rows = [f"| customer number {n} | {n} |\n" for n in range(200)]
    parts = split_text(head + "".join(rows), DOCUMENT)
    assert len(parts) > 2
    assert all(part.text.startswith(head) for part in parts)
    assert all(part.overlap == len(head) for part in parts[1:])
    assert all(
        row in {r for part in parts for r in part.text.splitlines(keepends=True)} for row in rows
    )


def test_nothing_of_a_table_is_repeated_as_if_it_were_prose() -> None:
    table = "| name | amount |\n|---|---|\n" + "| a | 1 |\n" * 150
    parts = split_text(table + "\n" + SENTENCE * 20, DOCUMENT)
    after = next(part for part in parts if part.text.startswith("The quick"))
    assert after.overlap == 0


def test_a_heading_goes_with_what_follows_it() -> None:
    text = SENTENCE * 27 + "\n\n## Heading\n\n" + SENTENCE * 10
    parts = split_text(text, DOCUMENT)
    assert parts[1].text.startswith("## Heading")


@pytest.mark.spec("S3-32")
def test_memory_opens_a_part_at_each_heading() -> None:
    note = "## 2025-01-01\n\n" + SENTENCE * 8 + "\n\n"
    parts = split_text(note * 5, MEMORY)
    assert [part.text for part in parts] == [note] * 5


@pytest.mark.spec("S3-35", "S3-36")
def test_memory_opens_no_part_at_a_hash_in_a_fence() -> None:
    fence = "```sh\n" + ("# a comment\n" + "run it all again\n" * 30) * 5 + "```\n"
    assert count_llm_tokens(fence) > 400
    parts = split_text(SENTENCE * 10 + "\n\n" + fence + "\n" + SENTENCE * 10, MEMORY)
    assert sum(fence in part.text for part in parts) == 1


@pytest.mark.spec("S3-34")
def test_memory_packs_items_of_a_list_whole() -> None:
    items = [f"- Item {n} is about boats. All of them are in the harbour.\n" for n in range(90)]
    parts = split_text("".join(items), MEMORY)
    assert len(parts) > 2
    assert all(set(part.text.splitlines(keepends=True)) <= set(items) for part in parts)


@pytest.mark.spec("S3-37")
def test_memory_cuts_a_long_paragraph_at_the_ends_of_its_sentences() -> None:
    parts = split_text(SENTENCE * 60, MEMORY)
    assert len(parts) > 2
    assert all(len(part.text) % len(SENTENCE) == 0 for part in parts)


@pytest.mark.spec("S3-31")
def test_memory_repeats_at_most_eighty_tokens() -> None:
    parts = split_text(SENTENCE * 60, MEMORY)
    assert all(60 <= count_llm_tokens(part.text[: part.overlap]) <= 80 for part in parts[1:])


@pytest.mark.spec("S3-30")
def test_memory_counts_tokens_by_script() -> None:
    assert count_llm_tokens("four") == 1
    assert count_llm_tokens("汉字汉字") == 3
    for text in (SENTENCE * 60, "这是一个很长的中文句子。" * 300):
        assert all(count_llm_tokens(part.text) <= 400 for part in split_text(text, MEMORY))


def test_no_fragment_is_left_at_the_end() -> None:
    for block in (SENTENCE * 28, "word " * 399, "x" * 1995, "| a | b |\n" * 199):
        parts = split_text(block.strip() + "\n\n" + "A short end.", DOCUMENT)
        assert len(parts) == 2
        assert min(len(part.text) - part.overlap for part in parts) >= 100


def test_a_lone_full_stop_near_the_start_makes_no_fragments() -> None:
    parts = split_text("Yes. " + "word " * 3000, DOCUMENT)
    assert min(len(part.text) for part in parts) >= 100
    assert sum(len(part.text) for part in parts) <= 1.12 * 15_005


def test_letters_of_several_code_points_are_not_cut() -> None:
    family = "👨‍👩‍👧"
    assert all(
        part.text.count(family) * len(family) == len(part.text)
        for part in split_text(family * 700, DOCUMENT)
    )


def test_a_text_without_any_break_is_cut_in_linear_time() -> None:
    text, parts = "漢" * 2_000_000, list[TextPart]()
    took = measure_seconds(lambda: parts.extend(split_text(text, DOCUMENT)))
    assert joined(parts) == text
    assert took < 2 * measure_slowness()


@pytest.mark.spec("S0-16", "S0-17")
def test_paragraphs_have_their_first_line_and_short_ones_are_left_out() -> None:
    nineteen, twenty = "x" * 19, "y" * 20
    text = f"{nineteen}\n\n{twenty}\n\n\nFirst line of three\nsecond line\n third\n"
    assert find_paragraphs(text) == [(3, twenty), (6, "First line of three\nsecond line\n third")]


ROWS = "| berth | fee |\n|---|---|\n" + "| north | 40 |\n" * 20
FILLED = Profile(size=600, overlap=0, fence=2000)


@pytest.mark.parametrize("lead", ["Table 3: fees of the berths.", "These are the fees", "Fees:"])
def test_what_introduces_a_table_stays_with_it(lead: str) -> None:
    parts = split_text(SENTENCE * 7 + f"\n\n{lead}\n\n{ROWS}", FILLED)
    assert parts[1].text.startswith(f"{lead}\n\n| berth")


def test_a_list_stays_with_the_line_that_announces_it() -> None:
    items = "".join(f"- item {n} of the long list\n" for n in range(9))
    parts = split_text(SENTENCE * 8 + f"\n\nBring:\n\n{items}", FILLED)
    assert parts[1].text.startswith("Bring:\n\n- item 0")


@pytest.mark.parametrize("before", range(1500, 2000, 25))
def test_a_part_begins_with_the_beginning_of_a_sentence(before: int) -> None:
    filled = (SENTENCE * 50)[:before].rsplit(". ", 1)[0] + ". "
    lead = "This is how an operator that ends as soon as its result is known is written down,"
    code = f"{lead} as in\n\na && b\n\nwhich does not read the value of b where a is nothing.\n\n"
    parts = split_text(filled + code * 4 + SENTENCE * 20, DOCUMENT)
    assert len(parts) > 1
    assert all(part.text[0].isupper() for part in parts)


@pytest.mark.parametrize("caption", ["Table 3: fees.", "Abb. 2.1 Liegeplätze", "表 4 都"])
def test_a_caption_stays_with_the_table_above_it(caption: str) -> None:
    parts = split_text(SENTENCE * 4 + f"\n\n{ROWS[:290]}\n\n{caption} {SENTENCE * 2}", FILLED)
    assert len(parts) == 2
    assert parts[1].text.startswith("| berth")
    assert caption in parts[1].text


def test_a_paragraph_below_a_table_is_no_caption() -> None:
    parts = split_text(SENTENCE * 4 + f"\n\n{ROWS[:290]}\n\n{SENTENCE * 2}", FILLED)
    assert parts[1].text == SENTENCE * 2


def test_rows_that_fill_up_a_short_last_part_have_their_head() -> None:
    (_, last) = split_text(
        SENTENCE * 4 + f"\n\n{ROWS[:290]}\n\nIt is long and wide by far.", FILLED
    )
    assert last.text.startswith("| berth | fee |\n|---|---|\n| north")
    assert last.text.endswith("by far.")
