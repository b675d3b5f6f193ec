"""Where something is, and what stands first: words that look small and change everything."""

import pytest

from indexer.inference.entailment import judge


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("The key is under the mat.", "The key is on the mat."),
        ("The bike is behind the shed.", "The bike is in front of the shed."),
        ("The flat is above the shop.", "The flat is below the shop."),
        ("Der Schlüssel liegt unter der Matte.", "Der Schlüssel liegt auf der Matte."),
        ("Das Rad steht hinter dem Haus.", "Das Rad steht vor dem Haus."),
        ("Le vélo est derrière la maison.", "Le vélo est devant la maison."),
        ("La llave está debajo de la maceta.", "La llave está encima de la maceta."),
        ("Ключ лежит под ковриком.", "Ключ лежит на коврике."),
        ("Cats may stay in the hall.", "Dogs may stay in the hall."),
        ("Red bins are emptied weekly.", "Blue bins are emptied weekly."),
        ("Public holidays are paid.", "Public holidays are unpaid."),
        ("L'entrée est gratuite le dimanche.", "L'entrée est payante le dimanche."),
        ("Elle arrive lundi.", "Elle part lundi."),
        ("Llega el lunes.", "Se va el lunes."),
        ("中村さんは受付を、森さんは会計を担当します。", "森さんは受付を担当します。"),
    ],
)
def test_another_place_or_subject_does_not_follow(text: str, statement: str) -> None:
    assert not judge(statement, text).follows


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("The key is under the mat.", "The key is beneath the mat."),
        ("Der Schlüssel liegt unter der Matte.", "Unter der Matte liegt der Schlüssel."),
        ("The flat is above the shop.", "The flat is over the shop."),
        ("Pets may stay in the hall.", "Dogs may stay in the hall."),
        ("On mélange 50 grammes de beurre.", "Il faut 50 grammes de beurre."),
        ("Die Rückkehr ist gegen 16 Uhr geplant.", "Die Rückkehr ist für etwa 16 Uhr geplant."),
        ("The tram runs until ten, the bus until eleven.", "The bus runs until eleven."),
    ],
)
def test_the_same_in_other_words_does(text: str, statement: str) -> None:
    verdict = judge(statement, text)
    assert verdict.follows, verdict.reasons
