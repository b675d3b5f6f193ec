"""What only looks like an answer: of another topic than "it", of another thing, a sum for a way."""

from bot.answering.extracts.phrases import Grade
from tests.bot.answering.asking import ask, ask_homes

STEW = "Freezes well for up to three months."
GYM = "How do I freeze my membership? For up to three months."
LEASE = ("Tenancy agreement", "2 Rent"), ("Tenancy agreement", "3 Deposit")
RENT = "The rent is £1,150 a month, payable in advance."
DEPOSIT = "The tenants pay a deposit of £1,300, held by the Deposit Protection Service."
POLICY = """Sum insured: £40,000. Excess: £100 for each claim.

Covered: fire, theft after a break-in, storm, escape of water, and bicycles up to £800 if locked to
something fixed. Glass is covered only with the extra "Glass plus", which you have not chosen.

Not covered: wear, damage by pets, and anything left in a car overnight.

Tell us about a theft within 24 hours. Claims line: 0330 555 4400, day and night.
"""


def test_what_lacks_the_thing_asked_about_before_is_not_surely_meant_by_it() -> None:
    before = "can I freeze my membership"
    assert ask("when does it end?", STEW, before=before).grade is not Grade.ANSWERS
    assert ask("when does it end?", GYM, before=before).grade is Grade.ANSWERS


def test_it_is_not_surely_what_only_a_title_is_about() -> None:
    sections = (RENT, LEASE[0]), (DEPOSIT, LEASE[1])
    found = ask_homes("and who do I pay it to?", *sections, before="how much is the rent")
    assert found.grade is not Grade.ANSWERS


def test_it_may_be_what_a_heading_names() -> None:
    sections = ("Pay it to the agent, Nora Wells.", LEASE[0]), (DEPOSIT, LEASE[1])
    found = ask_homes("and who do I pay it to?", *sections, before="how much is the rent")
    assert "Nora Wells" in found.text


def test_what_opens_with_the_word_asked_for_comes_first() -> None:
    found = ask_homes("What does the insurance cover?", (POLICY, ("insurance", "Homesafe summary")))
    assert found.text.startswith("- Covered: fire, theft")


def test_a_mere_sum_is_no_way_to_pay() -> None:
    assert ask("How do I pay?", "Total to pay: £366.47.").grade is not Grade.ANSWERS
    told = "Total to pay: £366.47.\n\nTo pay: by bank transfer, within 14 days."
    assert "bank transfer" in ask("How do I pay?", told).text
