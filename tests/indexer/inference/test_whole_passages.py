"""What a whole passage says: its topic, its lists, its days that recur, what it announces."""

import pytest

from indexer.inference.entailment import judge

CLUB = (
    "The rowing club owns six boats. They lie in the old shed. The key hangs by the door. "
    "New members pay 20 pounds. Smoking is forbidden."
)
CHOIR = "Le vendredi, la chorale répète dans la grange."
PLOTS = "Die Gruppe der Frösche fährt jeden Montag an den See."
FABRIC = "シルクやウールには使わないでください。"


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (CLUB, "Smoking is not allowed in the club."),
        (CHOIR, "La chorale répète chaque vendredi."),
        ("門では写真を撮ることができません。", "写真は門で撮ることができません。"),
        ("Мост построили в 1970 году.", "Мост уже построили в 1970 году."),
        ("El ayuntamiento comprará un autobús.", "El ayuntamiento va a comprar un autobús."),
    ],
)
def test_what_a_passage_says_follows(text: str, statement: str) -> None:
    verdict = judge(statement, text)
    assert verdict.follows, (verdict.coverage, verdict.reasons)


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (PLOTS, "Alle Gruppen fahren montags an den See."),
        (FABRIC, "シルクにも使うことができます。"),
        ("El ayuntamiento comprará un autobús.", "El ayuntamiento ya ha comprado un autobús."),
        ("La salle ouvrira le 3 mai.", "La salle a ouvert le 3 mai."),
        ("Il negozio si trasferirà in centro.", "Il negozio si è già trasferito in centro."),
        ("Su hermano fue carpintero del barco.", "Su hermano fue cocinero del barco."),
        (
            "The choir gave 12 concerts in Wales last year.",
            "The choir gave 12 concerts in Wales last year, mostly with teenagers.",
        ),
    ],
)
def test_what_a_passage_does_not_say_does_not_follow(text: str, statement: str) -> None:
    verdict = judge(statement, text)
    assert not verdict.follows, [(m.said.text, m.known.text) for m in verdict.alignment.matches]
