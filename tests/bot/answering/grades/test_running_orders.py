"""Running orders, bills and packing lists: each line is a thing of its own."""

from bot.answering.extracts.phrases import Grade
from bot.answering.extracts.pieces import split_passage
from tests.bot.answering.asking import ask, ask_homes

DUTIES = """\
Marek – the van, the ladder, cash for the tip (£25)
Ada – lets the movers in and has the inventory
Cousin Joan – looks after the dog, brings it back on Sunday
The cleaner – Bev, 07700 900118, from noon"""

BILL = """\
Service of the oil-fired boiler in the outhouse      140.00
Two copper pipes and fittings, brazed on the spot     61.75
Call-out charge                                       35.00"""

PACKING = """\
THINGS TO LEAVE AT HOME
- drones, speakers
- glass bottles, because of the paddling pool

Coaches leave at 7 from the lido. Passports go to Mr Dean."""


def list_lines(text: str) -> list[str]:
    return [each.line for each in split_passage(text, "en")]


def test_who_does_what_is_one_line_each() -> None:
    assert list_lines(DUTIES) == DUTIES.splitlines()
    assert not any(each.above for each in split_passage(DUTIES, "en"))


def test_a_dash_in_a_filled_text_breaks_no_line() -> None:
    text = (
        "The committee met in the old mill - as it does each spring when the river allows it -\n"
        "Ada took the minutes - and found that the roof needs new tiles before the winter comes."
    )
    assert len(list_lines(text)) == 1


def test_a_long_line_of_a_bill_is_a_row_of_its_own() -> None:
    assert len(list_lines(BILL)) == len(BILL.splitlines())


def test_the_title_of_a_list_is_none_of_what_stands_behind_it() -> None:
    above = {
        each.line: [one.original for one in each.above] for each in split_passage(PACKING, "en")
    }
    assert "THINGS TO LEAVE AT HOME" in " ".join(above["drones, speakers"])
    assert not above["Coaches leave at 7 from the lido."]
    assert "LEAVE AT HOME" not in ask("When do the coaches leave?", PACKING).text


def test_a_title_above_all_of_it_stays() -> None:
    text = "SUMMER TRIP\n\n- towels\n- hats\n\nCoaches leave at 7 from the lido."
    assert split_passage(text, "en")[-1].above


def test_what_goes_wrong_in_bold_is_quoted_with_what_to_do() -> None:
    text = (
        "**Where is it made?**\nIn Leeds.\n\n**The kettle beeps twice and stops.**\n"
        "It has run dry. Let it cool for ten minutes before you fill it again."
    )
    found = ask("why is my kettle beeping", text)
    assert "run dry" in found.text
    assert found.grade is Grade.ANSWERS


def test_a_sentence_in_bold_alone_is_still_told() -> None:
    text = "Bins go out on Monday.\n\n**The gate is locked at nine every evening.**"
    assert "locked at nine" in ask("When is the gate locked?", text).text


def test_what_points_back_behind_a_list_keeps_the_title() -> None:
    text = "Meeting\n- bring pen\n\nIt is in room 4."
    assert ask("Where is the meeting?", text).grade is Grade.ANSWERS


def test_two_headlines_stay_two() -> None:
    assert len(list_lines("**It beeps.**\n\n**It is hot.**")) == len(("beeps", "hot"))
    assert len(list_lines("**It beeps.**\n**It is hot.**\nUnplug it.")) == len(("beeps", "hot"))


def test_a_row_with_a_value_leads_no_other_row() -> None:
    text = "Rice     2.50 kg\nFlour     1.20"
    assert ask("How much is the rice?", text).grade is not Grade.ANSWERS


def test_a_label_of_the_deed_names_who_does_it() -> None:
    found = ask_homes("Qui anime l'atelier ?", ("Animatrice : Anne Martin", ["Atelier"]))
    assert found.grade is Grade.ANSWERS
