"""Parting, a cancelled journey, a sale and a successor end more than they repeat."""

import pytest

from memory.text.changes.decision import choose_ended


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I live with my partner Rob in Hove", "Rob and I have split up"),
        ("I live with my girlfriend Kay", "me and kay broke up last week"),
        ("ich wohne mit meinem Freund Jan in Ulm", "Jan und ich haben uns getrennt"),
        ("je vis avec mon copain Hugo à Lille", "Hugo et moi on s'est séparés"),
        ("vivo con mi novia Irene", "Irene y yo lo hemos dejado"),
        ("vivo con il mio ragazzo Luca", "io e Luca ci siamo lasciati"),
        ("ik woon samen met mijn vriend Bas", "Bas en ik zijn uit elkaar"),
        ("живу с моим парнем Денисом", "мы с Денисом расстались"),
        ("我和女朋友小雨住在成都", "我和小雨分手了"),
        ("we're flying to Lisbon on 3 May", "the lisbon trip is cancelled"),
        ("train to York on Friday at 9", "york trip's cancelled"),
        ("wir fliegen am 3. Mai nach Lissabon", "die Reise nach Lissabon ist abgesagt"),
        ("partiamo per Atene il 2 giugno", "il viaggio ad atene è saltato"),
        ("we vliegen op 3 mei naar Lissabon", "de reis naar Lissabon gaat niet door"),
        ("my car is a Golf", "sold the golf last weekend"),
        ("my bike is a Brompton", "someone stole the brompton"),
        ("mein auto ist ein Golf", "ich habe den Golf verkauft"),
        ("mi coche es un Ibiza", "he vendido el Ibiza"),
        ("mijn auto is een Polo", "ik heb de Polo verkocht"),
        ("моя машина Лада", "я продал Ладу"),
        ("our plumber is Terry", "Terry retired, the new one is Asha"),
        ("my boss is Jim", "Jim left, it's Priya now"),
        ("unsere Putzfrau ist Olga", "Olga hat aufgehört, die neue heißt Mila"),
        ("onze oppas is Noor", "noor is gestopt, de nieuwe heet Fleur"),
    ],
)
def test_what_rests_on_it_has_ended(old: str, new: str) -> None:
    assert choose_ended(new, [old]) == 0


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I live with my partner Rob in Hove", "Rob and his brother have fallen out"),
        ("I live with my partner Rob in Hove", "my friends Rob and Kim have split up"),
        ("I live with my brother Tom", "Tom and I have split up the housework"),
        ("my husband Paul is a vet", "Paul and I are getting divorced"),
        ("we're flying to Lisbon on 3 May", "my sister's Lisbon trip is cancelled"),
        ("we're flying to Lisbon on 3 May", "the October Lisbon trip is cancelled"),
        ("we're flying to Lisbon on 3 May", "the Lisbon trip isn't cancelled"),
        ("Tom's flying to Lisbon on 3 May", "the lisbon trip is cancelled"),
        ("ma mère part à Rome en octobre", "le voyage à Rome est annulé"),
        ("dinner in Lisbon on 3 May", "the lisbon trip is cancelled"),
        ("my car is a Golf", "dad has sold his golf"),
        ("my car is a Golf", "I sold the roof rack of the Golf"),
        ("lavoro in un'officina", "in officina mi occupo dei freni e delle gomme"),
        ("my plumber is Terry", "Terry retired from football, the new coach is Asha"),
        ("my plumber is Terry", "Terry's van broke down, the new one is red"),
        ("our cleaner is Olga", "Olga left at three, the new keys are with Mia"),
    ],
)
def test_what_is_of_somebody_or_something_else_ends_nothing(old: str, new: str) -> None:
    assert choose_ended(new, [old]) is None
