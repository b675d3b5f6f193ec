"""Whose waits a chaos run among workers counts as those of others."""

from bench.chaos.waits import AFTERMATH, LASTING, Blow, Said, Waits, measure_waits
from tests.adapters.fake_bot_api.world import Call

ANN, BEN = 11, 12


def _call(chat: int, at: float, outcome: str = "ok") -> Call:
    return Call("sendChatAction", {"chat_id": str(chat)}, outcome, at)


def test_a_message_in_calm_times_waits_for_the_next_sign_in_its_chat() -> None:
    calls = [_call(ANN, 1.0), _call(BEN, 5.1), _call(ANN, 5.5)]
    assert measure_waits([Said(ANN, 5.0)], [], calls) == {"calm": Waits(1, 0.5, 0.5, 0.5)}


def test_a_refused_call_is_no_sign() -> None:
    calls = [_call(ANN, 5.1, "Too Many Requests"), _call(ANN, 7.0)]
    assert measure_waits([Said(ANN, 5.0)], [], calls)["calm"].longest == 2.0


def test_the_chats_of_the_worker_that_was_hit_are_left_out() -> None:
    blow = Blow(4.0, frozenset({ANN}))
    found = measure_waits(
        [Said(ANN, 5.0), Said(BEN, 5.0)], [blow], [_call(ANN, 9.0), _call(BEN, 5.2)]
    )
    assert found == {"others": Waits(1, 0.2, 0.2, 0.2)}


def test_waits_after_a_blow_to_the_leader_are_told_apart() -> None:
    blow = Blow(4.0, frozenset({ANN}), leading=True)
    assert list(measure_waits([Said(BEN, 5.0)], [blow], [_call(BEN, 8.0)])) == [
        "others, leader hit"
    ]


def test_a_blow_long_ago_is_calm_again_and_a_stop_of_the_server_concerns_all() -> None:
    said, calls = [Said(BEN, 95.0)], [_call(BEN, 96.0)]
    assert list(measure_waits(said, [Blow(95.0 - AFTERMATH)], calls)) == ["calm"]
    assert measure_waits(said, [Blow(94.0, all=True)], calls) == {}


def test_a_chat_that_was_hit_works_off_what_has_piled_up() -> None:
    said, calls = [Said(BEN, 95.0)], [_call(BEN, 96.0)]
    before = Blow(96.0 - LASTING, frozenset({BEN}))
    assert measure_waits(said, [before, Blow(94.0)], calls) == {}
    assert list(measure_waits(said, [Blow(95.0 - LASTING, frozenset({BEN}))], calls)) == ["calm"]


def test_half_and_most_of_many() -> None:
    said = [Said(ANN, float(n)) for n in range(100)]
    calls = [_call(ANN, n + n / 100) for n in range(100)]
    assert measure_waits(said, [], calls)["calm"] == Waits(100, 0.5, 0.95, 0.99)
