"""Where the note on a sentence that nothing supports is put."""

import pytest

from bot.citations.unverified import find_statement_end, states_something


@pytest.mark.parametrize(
    ("sentence", "before"),
    [
        ("The boat is blue. ", "The boat is blue"),
        ('He said "the boat is blue."', 'He said "the boat is blue'),
        ("The boat is blue (or so it seems).", "The boat is blue (or so it seems)"),
        ("See [the plan](https://example.org/a?b=c).", "See [the plan](https://example.org/a?b=c)"),
        ("the boat is blue.)", "the boat is blue"),
        ("(The boat is blue.)", "(The boat is blue.)"),
        ("", ""),
    ],
)
def test_it_is_put_before_the_full_stop_and_into_no_link(sentence: str, before: str) -> None:
    assert sentence[: find_statement_end(sentence)] == before


@pytest.mark.parametrize(
    "sentence",
    [
        "If you cancel after that, you get everything back.",
        "Sorry, the museum is closed on Mondays in winter.",
        "Of course, the deposit is refunded within ten days.",
        "Please pay the remaining fee at the front desk.",
        "Wenn Sie später kündigen, zahlen Sie die halbe Miete.",
        "Leider bleibt das Schwimmbad im Januar geschlossen.",
        "Bien sûr, les chiens sont admis dans le jardin.",
        "Si vous arrivez en retard, la caution est perdue.",
        "Por supuesto, la piscina abre también los domingos.",
        "К сожалению, музей закрыт по понедельникам зимой.",
        "Если вы опоздаете, залог вам не вернут.",
        "总之，停车费从下个月起涨到三百元。",
        "如果您迟到，押金就不退还了。",
        "もちろん、犬も庭に入ることができます。",
    ],
)
def test_what_begins_like_talk_may_state_something(sentence: str) -> None:
    assert states_something(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "If you have further questions, just ask.",
        "If you like, I can list the opening hours of the museum.",
        "Sorry, the documents do not say when the museum opens.",
        "Unfortunately I found nothing about the deposit in the documents.",
        "Of course!",
        "Of course, happy to help you with the form.",
        "Wenn Sie mehr wissen möchten, melden Sie sich gern.",
        "Leider konnte ich dazu in den Unterlagen nichts finden.",
        "Leider enthalten die Unterlagen keine Angaben zu den Preisen.",
        "Bien sûr, je peux résumer le contrat de location.",
        "Si quiere, puedo buscar la página con los precios.",
        "К сожалению, я не нашёл ничего о цене в документах.",
        "如果您需要，我可以列出开放时间。",
        "Gutes Gelingen!",
        "Хорошего дня!",
        "¡Buen viaje a todos!",
    ],
)
def test_talk_states_nothing(sentence: str) -> None:
    assert not states_something(sentence)
