"""Requests to forget are recognized in the languages that have word lists."""

import pytest

from memory.capture.forget_intent import is_forget_request


@pytest.mark.parametrize(
    "said",
    [
        "Please forget my old address",
        "Can you delete that?",
        "I no longer live in Graz.",
        "I don't live in Graz any more",
        "Vergiss bitte meine Adresse.",
        "Lösch das!",
        "Ich wohne nicht mehr in Graz",
        "Oublie cela",
        "Je n'habite plus à Lyon, ne l'oublie pas",
        "Olvídalo",
        "Cancella questo",
        "Verwijder dat",
        "Glöm det",
        "Забудь мой адрес",
        "请忘记我的地址",
        "削除してください",
    ],
)
def test_these_ask(said: str) -> None:
    assert is_forget_request(said)


@pytest.mark.parametrize(
    "said",
    [
        "What does the letter say?",
        "Summarise the letter about the harbour, please.",
        "I wish I knew",
        "Where is the silver key?",
        "Ich wohne in Graz",
        "",
    ],
)
def test_these_do_not(said: str) -> None:
    assert not is_forget_request(said)
