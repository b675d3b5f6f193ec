"""Asks about things that stand in a list, in its opposite beside it, or behind a box of a form."""

import pytest

from bot.answering.extracts.phrases import Grade
from bot.answering.extracts.pieces import split_passage
from tests.bot.answering.asking import ask, ask_homes

POLICY = """\
Larkfield Mutual
Household policy 4471-B

Insurer: Larkfield Mutual
Sum insured: 60,000
Excess per claim: 150

What is insured
- Storm
- Burst pipes

What is not insured
- Hail
- Damage by pets
"""
COVER = """\
What is insured

- Fire
- Storm
- Escape of water

Excluded

- Flood
- Fire in sheds
- War
"""
POLICE = """\
Versichert sind:
- Feuer
- Sturm

Nicht versichert sind:
- Hagel
- Schäden durch Haustiere
"""
PRIX = """\
Compris dans le prix :
- Petit-déjeuner
- Parking

Non compris :
- Taxe de séjour
- Boissons
"""
FORM = """\
Tenancy application

[x] accidental damage  [ ] legal cover
☒ home office  ☐ breakdown abroad

Smoker: [ ] yes [x] no
"""
MEMBERS = """\
Kind of membership:
[ ] single person £120  [x] family £210  [ ] student £60
"""


@pytest.mark.parametrize(
    ("question", "text", "told"),
    [
        ("Am I insured against burst pipes?", POLICY, "**What is insured** Burst pipes"),
        ("is storm covered?", POLICY, "**What is insured** Storm"),
        ("Am I insured against hail?", POLICY, "**What is not insured** Hail"),
        ("against hail?", POLICY, "**What is not insured** Hail"),
        ("Is damage by pets insured?", POLICY, "**What is not insured** Damage by pets"),
        ("flood", COVER, "**Excluded** Flood"),
        ("Is fire in sheds insured?", COVER, "**Excluded** Fire in sheds"),
        ("Ist Hagel versichert?", POLICE, "**Nicht versichert sind** Hagel"),
        ("La taxe de séjour est-elle comprise ?", PRIX, "**Non compris** Taxe de séjour"),
        ("Bin ich gegen Sturm versichert?", POLICE, "**Versichert sind** Sturm"),
    ],
)
def test_a_thing_in_a_list_is_quoted_with_what_leads_to_it(
    question: str, text: str, told: str
) -> None:
    found = ask(question, text)
    assert (found.grade, found.text) == (Grade.ANSWERS, f"- {told} [1]")


def test_a_thing_in_a_section_is_quoted_with_its_heading() -> None:
    insured = "- Storm\n- Burst pipes", ("Home policy", "What is insured")
    excluded = "- Hail\n- Damage by pets", ("Home policy", "What is not insured")
    assert "**What is not insured** Hail" in ask_homes("is hail covered?", insured, excluded).text
    assert "**What is insured** Storm" in ask_homes("is storm covered?", insured, excluded).text


@pytest.mark.parametrize(
    ("question", "text", "told"),
    [
        ("What isn't insured?", POLICY, "**What is not insured** Hail; Damage by pets"),
        ("What isn't covered?", POLICY, "**What is not insured** Hail; Damage by pets"),
        ("What is insured?", POLICY, "**What is insured** Storm; Burst pipes"),
        ("What is not insured?", COVER, "**Excluded** Flood; Fire in sheds; War"),
        ("What is insured?", COVER, "**What is insured** Fire; Storm; Escape of water"),
        (
            "Was ist nicht versichert?",
            POLICE,
            "**Nicht versichert sind** Hagel; Schäden durch Haustiere",
        ),
        ("Qu'est-ce qui n'est pas compris ?", PRIX, "**Non compris** Taxe de séjour; Boissons"),
        ("Was ist versichert?", POLICE, "**Versichert sind** Feuer; Sturm"),
    ],
)
def test_what_is_denied_is_the_whole_list_below_the_heading_that_denies(
    question: str, text: str, told: str
) -> None:
    found = ask(question, text)
    assert (found.grade, found.text) == (Grade.ANSWERS, f"- {told} [1]")


def test_what_about_a_thing_is_asked_of_its_list() -> None:
    found = ask("what about hail?", POLICY, before="Is storm insured?")
    assert found.text == "- **What is not insured** Hail [1]"


def test_a_thing_in_both_lists_is_quoted_from_both() -> None:
    found = ask("Is fire insured?", COVER).text.splitlines()
    assert found == ["- **What is insured** Fire [1]", "- **Excluded** Fire in sheds [1]"]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Who is the insurer?", "- Insurer: Larkfield Mutual [1]"),
        ("What is the sum insured?", "- Sum insured: 60,000 [1]"),
        ("What is the excess per claim?", "- Excess per claim: 150 [1]"),
    ],
)
def test_a_label_answers_as_before(question: str, told: str) -> None:
    assert ask(question, POLICY).text == told


@pytest.mark.parametrize(
    "question",
    ["Is hail insured?", "What is insured in the garden?", "Which insurance do I have?"],
)
def test_what_no_list_has_is_not_sure(question: str) -> None:
    assert ask(question, COVER).grade is not Grade.ANSWERS


def test_a_title_with_nothing_but_asked_words_is_no_answer() -> None:
    assert "Storm" not in ask("storm", "Windows are shut by the porter.\n\nStorm").text


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("is legal cover included?", "[ ] legal cover"),
        ("is accidental damage included?", "[x] accidental damage"),
        ("is breakdown abroad included?", "☐ breakdown abroad"),
        ("do I have home office cover?", "☒ home office"),
        ("is he a smoker?", "Smoker: [ ] yes [x] no"),
    ],
)
def test_a_box_is_quoted_as_it_is_ticked(question: str, told: str) -> None:
    assert ask(question, FORM).text == f"- {told} [1]"


def test_an_unticked_box_is_no_sure_answer_to_what_there_is() -> None:
    form = "Cover\n\n[x] accidental damage [ ] legal cover"
    assert ask("what does the legal insurance cover?", form).grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("what kind of membership is it?", "[x] family £210"),
        ("how much is the membership?", "[x] family £210"),
        ("how much is the student membership?", "[ ] student £60"),
        ("are we single members?", "[ ] single person £120"),
    ],
)
def test_what_is_ticked_answers_unless_another_box_is_asked_for(question: str, told: str) -> None:
    found = ask(question, MEMBERS)
    assert (found.grade, found.text) == (Grade.ANSWERS, f"- **Kind of membership** {told} [1]")


def test_what_is_to_be_done_tells_surely_whose_a_thing_is() -> None:
    found = ask("whose steamer is it?", "- [ ] take the wallpaper steamer back to Martha")
    assert found.grade is Grade.ANSWERS


@pytest.mark.parametrize(
    "line",
    [
        "[ ] yes [x] no",
        "Dogs: [x] up to 10 kg [ ] any",
        "[x] fire damage",
        "The rent was raised [2] and paid [3] in May.",
    ],
)
def test_other_lines_stay_whole(line: str) -> None:
    assert [each.line for each in split_passage(line, "en")] == [line]
