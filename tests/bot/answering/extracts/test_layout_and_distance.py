"""What an author's layout says of a piece, and how far the best piece must stand from the next."""

from textwrap import fill, indent

import pytest

from bot.answering.extracts.extract import Extracts, find_answer
from bot.answering.extracts.phrases import Grade
from bot.answering.extracts.pieces import split_passage
from bot.answering.question.asked_question import parse_question
from indexer.documents import Chunk, Hit
from indexer.scopes import KB
from indexer.text.languages import detect_languages


def ask(question: str, *texts: str, name: str = "notes") -> Extracts:
    """Ask it of the passages of one document."""
    hits = [
        Hit(Chunk(f"doc:{n}", name, text), f"/{name}.md", f"{name}.md", KB, "md", 0.9)
        for n, text in enumerate(texts)
    ]
    return find_answer(parse_question(question), hits)


def list_lines(text: str) -> list[str]:
    return [each.line for each in split_passage(text, "en")]


def list_above(text: str, opening: str) -> list[str]:
    found = next(each for each in split_passage(text, "en") if each.line.startswith(opening))
    return [each.original.strip() for each in found.above]


def test_options_below_a_title_are_pieces_of_their_own() -> None:
    text = (
        "OPTIONS FOR pack\n"
        "    -k, --keep N            keep the last N copies of each file (default: 3)\n"
        "    -z, --zip-with PROGRAM  pack them with PROGRAM; may be repeated"
    )
    assert [each[:2] for each in list_lines(text)] == ["OP", "-k", "-z"]


def test_a_negative_number_in_a_sentence_is_no_option() -> None:
    text = (
        "The old cellar below the house is cold in a winter night and has down to\n"
        "-5 degrees then, so bring a coat and a lamp whenever you go down there."
    )
    assert len(list_lines(text)) == 1


def test_each_time_of_a_programme_begins_a_line_of_its_own() -> None:
    text = (
        "Saturday 3 May\n09:30 doors open in the east wing, where coffee is served to all\n"
        "10:15 lecture on bees\n14:00 walk to the orchard, with a talk by the beekeeper herself"
    )
    assert list_lines(text)[1:] == [
        "09:30 doors open in the east wing, where coffee is served to all",
        "10:15 lecture on bees",
        "14:00 walk to the orchard, with a talk by the beekeeper herself",
    ]


def test_one_time_that_opens_a_filled_line_goes_on_with_its_sentence() -> None:
    text = "The bus that we all take to the lake leaves from the old station at\n10:15 and is free."
    assert len(list_lines(text)) == 1


GUARANTEE = (
    "Body ...................... 8 years\n"
    "Pump ...................... 2 years or 900 hours,\n"
    "                            whichever comes first\n"
    "Seals ..................... none"
)


def test_a_row_with_dots_keeps_its_label_and_its_value() -> None:
    assert list_lines(GUARANTEE)[1].startswith("Pump ....")
    assert list_lines(GUARANTEE)[1].endswith("whichever comes first")
    assert list_above(GUARANTEE, "Seals") == []


def test_a_line_of_a_table_of_contents_is_no_row() -> None:
    contents = "The pump ............ 4\nThe seals ........... 9"
    assert "The pump ............ 4" not in list_lines(contents)


MANUAL = """
Please read this first.

4. The pump

Clean it every month with clear water.

Never run it dry.

5. The lid

Clean it every week.
"""


def test_a_numbered_heading_stands_above_what_follows() -> None:
    assert list_above(MANUAL, "Never run it dry") == ["The pump"]
    assert list_above(MANUAL, "Clean it every week") == ["The lid"]


def test_an_item_of_a_numbered_list_is_no_heading() -> None:
    steps = "1. Open the lid\n\n2. Lift the pump\n\n3. Rinse it\n\nThen close the lid again."
    assert list_above(steps, "Then close") == []


def test_a_lettered_item_is_no_heading_of_the_next_ones() -> None:
    assert list_above("a) racing, hire\nb) chips\nc) rust", "b)") == []


def test_the_number_of_an_item_counts_nothing() -> None:
    steps = "1. Rinse the lentils.\n2. Boil 300 g of lentils in water."
    assert ask("How many lentils do I need?", steps).text.startswith("- Boil 300 g")


MOVING = (
    "- [ ] Piano: the movers do not take it. Firm Heavy Keys, Thursday afternoon, 240 euros.\n"
    "- [ ] Fridge: defrost it. Firm Cold Care, Friday, 60 euros."
)


def test_what_opens_a_list_item_is_what_its_other_sentences_are_about() -> None:
    found = ask("How much does the piano cost?", MOVING)
    assert "240 euros" in found.text
    assert "60 euros" not in found.text
    assert found.text.startswith("- **Piano: the movers do not take it.** Firm Heavy Keys")


def test_what_only_the_opening_names_is_shown_and_left_open() -> None:
    items = "- The sauna is heated on Fridays. Towels cost 4 euros.\n- The pool is warm."
    found = ask("How much is the sauna?", items)
    assert found.grade is Grade.MAYBE
    assert "**The sauna is heated on Fridays.** Towels cost 4 euros." in found.text


def test_the_opening_and_a_word_of_its_own_answer() -> None:
    items = "- 11:00 Tour of the workshop. Closed shoes are mandatory.\n- 12:00 Lunch in the hall."
    assert ask("What shoes do I need for the workshop tour?", items).grade is Grade.ANSWERS


def test_what_opens_one_item_says_nothing_of_the_next() -> None:
    items = "- The sauna is heated on Fridays. Bring a towel.\n- The pool is warm. Entry: 4 euros."
    assert ask("How much is the sauna?", items).grade is not Grade.ANSWERS


DEPARTURES = "| | Mon–Fri | Sat | Sun |\n|---|---|---|---|\n| First boat | 06.20 | 07.10 | 09.05 |"
PROSE = (
    "The boats of the island go the whole year, and there is a tea bar on each of them. "
    "If the wind is strong, it is the skipper who decides."
)


def test_a_table_is_in_the_language_of_its_document() -> None:
    assert detect_languages([DEPARTURES, PROSE], "en") == ["en", "en"]
    found = ask("When is the first boat on Sunday?", DEPARTURES, PROSE, name="boats")
    assert found.grade is Grade.ANSWERS
    assert "09.05" in found.text


def test_prose_in_another_language_keeps_it() -> None:
    german = "Die Boote der Insel fahren das ganze Jahr, und es gibt auf jedem von ihnen einen Tee."
    assert detect_languages([PROSE, PROSE, german], "en") == ["en", "en", "de"]


def test_another_script_keeps_its_language() -> None:
    assert detect_languages([PROSE, "首班船 六点二十分"], "en") == ["en", "zh"]
    assert detect_languages(["第一便は何時に出ますか。島まで一時間です。", "会長 柴田"], "ja") == [
        "ja",
        "ja",
    ]
    assert detect_languages([], "en") == []


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (
            "Who do I tell about a wobbly broken chair in the village hall?",
            "Broken chairs of the village hall: Ms Ada Tremlett.",
        ),
        (
            "Where is a black coat kept that was left at the theatre?",
            "Coats left at the theatre are kept in the box beside the door.",
        ),
        ("May I paint the kitchen walls green?", "Walls may be painted in light green only."),
    ],
)
def test_what_stands_apart_may_lack_a_word(question: str, text: str) -> None:
    others = "The lift is checked in March. Parcels are kept for a week."
    assert ask(question, f"{text} {others}").grade is Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Who is the cook of the MS Petrel?", "Captain Nora Lund leads the MS Petrel to Vik."),
        ("Where is the anchor of the MS Petrel?", "The MS Petrel lies in the harbour of Vik."),
        ("Where is the key of the garden shed?", "The garden shed stands behind the house."),
        ("Where is the garden shed key?", "The garden shed stands behind the house."),
        ("Who is the owner of the garden shed?", "The garden shed was painted by Ms Ada Bell."),
        ("Is smoking allowed on the balcony?", "Smoking is not allowed in the garage."),
        ("May children use the sauna in the evening?", "Children may use the pool after 6 pm."),
        ("May dogs swim in the pond?", "Swimming is allowed in the pond."),
        ("Dürfen Hunde im Teich baden?", "Baden ist im Teich erlaubt."),
        ("Who feeds Bramble on Sunday?", "Bramble is fed by Ada Bell on Mondays."),
        ("May I sleep in the hayloft?", "The hayloft may not be rented."),
        ("Which supplier sold the clipper?", "The clipper is charged overnight."),
        (
            "How much is a double room with breakfast?",
            "| What | Price |\n|---|---|\n| Double room | 80 € |",
        ),
        ("Is there a lift near the finish?", "The run of the children begins at the finish."),
        ("What is the code of the gate at Petrel House?", "The gate at Petrel House is green."),
        (
            "When is breakfast in the Hotel Vik?",
            "| Hotel | Town | Check-in |\n|---|---|---|\n| Hotel Vik | Sund | 3 pm |",
        ),
    ],
)
def test_a_name_alone_is_no_topic_and_a_near_miss_stays_one(question: str, text: str) -> None:
    assert ask(question, text).grade is not Grade.ANSWERS


def test_yes_or_no_may_be_said_in_other_words_for_all() -> None:
    terms = "Bei Krankheit ruht der Vertrag bis zu drei Monate. Ein Nachweis ist vorzulegen."
    assert ask("Darf ich pausieren, wenn ich krank werde?", terms).grade is Grade.ANSWERS


def test_other_words_for_all_name_no_thing() -> None:
    terms = "Children take their medicine in the office. The gate closes at nine."
    assert ask("What do kids pack?", terms).grade is not Grade.ANSWERS


def test_a_piece_without_any_price_gives_way_to_one_with_it() -> None:
    found = ask(
        "How much is the whole lemon tart?",
        "The whole lemon tart is a favourite of Emil and Ida.",
        "Tarts: 14 euros each, the whole tart.",
    )
    assert "14 euros" in found.text.splitlines()[0]


def test_a_piece_on_what_is_asked_without_the_answer_leaves_it_open() -> None:
    shed = (
        "The tool shed behind the old gate is inspected and cleaned by Ada Bell. "
        "The tool shed behind the old gate opens at 9 am."
    )
    question = "When is the tool shed behind the old gate inspected and cleaned?"
    assert ask(question, shed).grade is not Grade.ANSWERS


def test_lines_that_stand_indented_are_pieces_of_their_own_if_they_are_not_full() -> None:
    text = (
        "OUT  Friday 3 May\n     dep. Ashby 09:12   arr. Thornton 11:40\n"
        "     change, 14 minutes\n     dep. Thornton 11:54   arr. Seaton 12:30"
    )
    assert list_lines(text)[-3:] == [
        "dep. Ashby 09:12 arr. Thornton 11:40",
        "change, 14 minutes",
        "dep. Thornton 11:54 arr. Seaton 12:30",
    ]


def test_lines_that_are_indented_and_full_are_one_sentence() -> None:
    text = (
        "Note: the old lamp in the hall must not be\n"
        "      switched on while the painters are at\n"
        "      work, as its cable is not yet mended."
    )
    assert len(list_lines(text)) == 1


@pytest.mark.parametrize("width", [36, 44, 52, 60, 72])
def test_an_indented_paragraph_below_a_heading_is_not_cut_where_it_was_filled(width: int) -> None:
    said = (
        "The deposit covers damage to the floors and walls, unpaid bills at the end of the lease, "
        "and the cost of cleaning if the flat is left dirty."
    )
    assert list_lines("4. Forms\n" + indent(fill(said, width - 3), "   "))[-1] == said


def test_what_has_but_another_word_in_the_title_of_its_document_is_not_near() -> None:
    chunk = Chunk("doc:1", "notes", "Tighten the stem with 9 Nm.", path=("OWNER'S MANUAL",))
    hit = Hit(chunk, "/1.md", "1.md", KB, "md", 0.9)
    assert find_answer(parse_question("who is the landlord"), [hit]).grade is Grade.NOTHING
    assert find_answer(parse_question("what does the manual say"), [hit]).grade is not Grade.NOTHING
