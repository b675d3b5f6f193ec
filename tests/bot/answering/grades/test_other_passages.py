"""What another passage says as well, or better, makes an answer unsure; a case does not."""

import pytest

from bot.answering.extracts.extract import find_answer
from bot.answering.extracts.phrases import Grade
from bot.answering.question.asked_question import parse_question
from indexer.documents import Chunk, Hit
from indexer.scopes import KB
from tests.bot.answering.asking import ask, ask_below

LIFTS = "In the van: no crisps, soup only in a flask, the driver picks the route."
KIOSK = "## Kiosk at the weir\n\nThe tenth soup is free."


def _find(name: str, text: str, relevance: float) -> Hit:
    chunk = Chunk(f"doc:{name}", name, text, path=(name,))
    return Hit(chunk, f"/{name}.md", f"{name}.md", KB, "md", 0.9, bm25=relevance)


@pytest.mark.parametrize(
    ("lifts", "kiosk", "grade"),
    [(3.0, 6.0, Grade.MAYBE), (6.0, 3.0, Grade.ANSWERS), (6.0, 6.0, Grade.ANSWERS)],
)
def test_a_far_more_relevant_document_makes_a_piece_unsure(
    lifts: float, kiosk: float, grade: Grade
) -> None:
    hits = [_find("Lifts to work", LIFTS, lifts), _find("Kiosk", KIOSK, kiosk)]
    assert find_answer(parse_question("where can i get soup"), hits).grade is grade


def test_what_is_only_said_by_the_way_is_not_sure() -> None:
    mail = "I rang my broker, and sharing the van is insured as long as nobody makes a profit. "
    mail += "I can do Mondays and Thursdays. On Mondays the boot is full because of my drums."
    found = ask_below("what make is doras van", f"## Dora\n\n{mail}", "Van share")
    assert found.grade is Grade.MAYBE


def test_a_plain_no_is_one_word_of_many() -> None:
    lease = "No smoking, pets, subletting, satellite dishes, washing lines or bicycles anywhere."
    club = "The smoking shelter behind the bar was painted in May."
    hits = [_find("Lease", lease, 6.0), _find("Club", club, 5.8)]
    assert find_answer(parse_question("is smoking allowed"), hits).grade is Grade.ANSWERS


def test_a_place_is_told_where_another_document_has_more_of_the_topic() -> None:
    policy = "Keys are numbered. Whoever has keys signs for the keys. Lost keys cost £15."
    hits = [
        _find("Note from Ilse", "Thanks for having the cat. The keys are under the pot.", 2.0),
        _find("Key policy", policy, 6.0),
    ]
    assert find_answer(parse_question("where are the keys"), hits).grade is Grade.ANSWERS


def test_leave_is_said_of_all_such_things() -> None:
    found = ask("puedo echar limones al abono", "Prohibido echar cítricos y huesos al abono.")
    assert found.grade is Grade.ANSWERS


def test_whoever_is_mentioned_beside_excludes_nobody() -> None:
    letter = "| Date | What | Who |\n|---|---|---|\n"
    letter += "| 13 October | Parents' evening, 4–7 pm | Years 1–3 |\n"
    letter += "| 15 October | Parents' evening, 4–7 pm | Years 4–6 |\n"
    question = "what evening can i talk to the teachers, my daughter is in Year 2"
    assert ask_below(question, letter, "Autumn letter").grade is Grade.ANSWERS


def test_a_sum_below_a_title_is_of_what_that_names() -> None:
    found = ask("How much was the whole order?", "Total £122.00", "Your order 20-88")
    assert found.grade is Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text", "name"),
    [
        (
            "can my year 6 child walk home alone from school at lunch",
            "Children are collected; nobody walks home alone from school, not even in Year 6.",
            "School",
        ),
        (
            "can i rent the flat out on a holiday site",
            "Short-term holiday letting is prohibited.",
            "Lease of the flat",
        ),
    ],
)
def test_what_is_refused_is_refused_wherever_and_for_whatever(
    question: str, text: str, name: str
) -> None:
    assert ask_below(question, text, name).grade is Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text", "name"),
    [
        ("can tom drive the van to leeds", "Ann may not drive the van to Leeds.", "Van"),
        ("can i return the kettle without a receipt", "Kettle descalers cannot be returned.", "S"),
        ("can i feed the ducks bread in the park", "Never feed the horses bread.", "Farm"),
        (
            "can i cancel the gym membership in the first year",
            "The swimming lessons cannot be cancelled in the first term.",
            "Gym",
        ),
        ("can i return the shoes without the box", "Shoes from the sale cannot be returned.", "S"),
    ],
)
def test_what_is_refused_to_another_or_of_another_thing_is_not_refused(
    question: str, text: str, name: str
) -> None:
    assert ask_below(question, text, name).grade is not Grade.ANSWERS


def test_an_address_alone_does_not_tell_who_is_what_there() -> None:
    bill = "Flat 4, 12 Saltern Road account no. 7702 4415 9 band C"
    found = ask("who is the landlord of flat 4 saltern road", bill, "Council tax bill")
    assert found.grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("can i bring a gas stove into the hut", "An electric stove may be brought into the hut."),
        ("can i take my dog on the upper path", "Dogs may be taken on the lower path."),
        ("can i swim in the big pool", "Children may swim in the small pool."),
        ("am i allowed to burn wet wood", "Dry wood may be burned."),
        ("can i use the back door at night", "The front door may be used at night."),
    ],
)
def test_leave_for_one_thing_is_none_for_another(question: str, text: str) -> None:
    assert ask_below(question, text, "Rules").grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("can i leave my bike in the hall", "Bikes must not be left in the stairwell."),
        ("can i hang a picture in the kitchen", "Pictures must not be hung in the corridor."),
        ("can visitors park in the yard", "Visitors may park in the street."),
        ("can guests sleep in the loft", "Guests may sleep in the barn."),
    ],
)
def test_what_is_so_at_one_place_need_not_be_so_at_another(question: str, text: str) -> None:
    assert ask_below(question, text, "Rules").grade is not Grade.ANSWERS


@pytest.mark.parametrize("when", ["on Friday", "in July", "at Tarn"])
def test_what_is_refused_is_not_surely_refused_on_a_day_or_by_a_name(when: str) -> None:
    question = f"can my child walk home alone from school {when}"
    found = ask_below(question, "Nobody walks home alone from school.", "School")
    assert found.grade is Grade.MAYBE


PETS = "The tenant may keep one cat or a small dog if the landlord agrees in writing beforehand. "
PETS += "Fish and other small animals in tanks or cages need no such consent from anybody at all."


@pytest.mark.parametrize(
    ("question", "text", "path"),
    [
        ("what does the lease say about pets?", PETS, ("Lease", "Pets")),
        (
            "what does the handbook say about leave?",
            "Staff have 25 days of leave a year and may carry over five of them to the next March. "
            "Sick leave is paid in full for six weeks, from the first day, if a note comes in.",
            ("Staff handbook",),
        ),
        (
            "que dit le bail sur les animaux ?",
            "Un chat ou un petit chien est permis si le propriétaire l'accepte par écrit avant. "
            "Les poissons et oiseaux en cage sont permis sans accord si personne n'est dérangé.",
            ("Bail", "Animaux"),
        ),
        (
            "Was sagt der Mietvertrag über Haustiere?",
            "Eine Katze oder ein kleiner Hund ist erlaubt, wenn der Vermieter vorher zustimmt. "
            "Fische und Vögel im Käfig sind ohne weitere Erlaubnis gestattet, wenn niemand klagt.",
            ("Mietvertrag", "Haustiere"),
        ),
    ],
)
def test_two_sentences_of_a_section_are_what_it_says(
    question: str, text: str, path: tuple[str, ...]
) -> None:
    found = ask_below(question, text, *path)
    assert found.grade is Grade.ANSWERS
    assert text in found.text


@pytest.mark.parametrize(
    "question",
    [
        "what does the lease say about parking?",
        "what does the lease say about pets in the garden?",
        "what does the insurance say about pets?",
        "what breed are the pets of the lease?",
    ],
)
def test_what_a_section_does_not_name_it_does_not_say(question: str) -> None:
    assert ask_below(question, PETS, "Lease", "Pets").grade is not Grade.ANSWERS
