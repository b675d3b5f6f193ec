"""What another wording changes, and what a near miss does."""

import pytest

from indexer.inference.entailment import judge

TRAIN = (
    "A berth in a four-bed compartment costs 79 euros including breakfast; seats are 29 euros and"
    " come without breakfast."
)
KNEE = (
    "Die Fäden werden am zwölften Tag gezogen. Autofahren ist frühestens nach vier Wochen möglich."
)


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (TRAIN, "Two berths cost 158 euros."),
        (KNEE, "Am 12. Tag werden die Fäden gezogen."),
        ("She died in 1883. The school opened three years later.", "The school opened in 1886."),
        ("We no longer take orders by phone.", "Orders are not taken by phone."),
        ("Flu jabs are free for anyone over 65.", "Flu jabs are free for people aged 70."),
        ("О Павле Крылове известно, что он живёт в Уфе.", "Павел Крылов живёт в Уфе."),
        ("Le train part à 9 h.", "Le train part à neuf heures."),
        ("You can cancel free of charge.", "You can cancel without a fee."),
        ("The ferry reaches Bergen at 8:24.", "The ferry reaches Bergen shortly before 8:30."),
    ],
)
def test_another_wording_follows(text: str, statement: str) -> None:
    verdict = judge(statement, text)
    assert verdict.follows, (verdict.coverage, verdict.reasons)


@pytest.mark.parametrize(
    ("text", "statement", "reason"),
    [
        (TRAIN, "A seat costs 79 euros.", "joined"),
        (KNEE, "Die Fäden werden am zehnten Tag gezogen.", "number"),
        ("Sie dürfen ohne Voranmeldung kommen.", "Sie dürfen nur mit Voranmeldung kommen.", ""),
        ("О Павле Крылове известно, что он живёт в Уфе.", "Пётр Крылов живёт в Уфе.", "name"),
        ("The lid is made of glass.", "The lid is made of steel.", "exchange"),
        ("We no longer take orders by phone.", "We take orders by phone.", "negation"),
        (
            "Bisher sind 48 Anträge eingegangen, 31 davon wurden bewilligt.",
            "48 Anträge wurden bewilligt.",
            "joined",
        ),
        ("On n'accepte que les chèques.", "On n'accepte aucun mandat.", ""),
    ],
)
def test_a_near_miss_does_not_follow(text: str, statement: str, reason: str) -> None:
    verdict = judge(statement, text)
    assert not verdict.follows
    assert not reason or reason in verdict.reasons


def test_one_found_word_proves_nothing() -> None:
    assert not judge("The festival is cancelled by the mayor.", "The festival is in May.").follows


def test_not_before_a_time_is_from_it_on() -> None:
    text = "Driving is possible after four weeks."
    assert judge("Driving is not possible before four weeks.", text).follows
