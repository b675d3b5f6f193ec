"""`multis init model`, at a terminal and without one, against servers on this machine."""

import asyncio
import json
from collections.abc import Iterable

import pytest

from bot.cli.model_setup import build_block, choose_endpoint, describe_cost, explain_by_hand
from bot.llm import Endpoint, Price
from bot.llm.local_servers import LocalModel
from bot.messages import UserError
from tests.bot.cli.shell import Shell
from tests.fake_llm import Fails, FakeLlm, Says

KEY = "sk-the-owners-secret"
FOUND = (
    LocalModel("Ollama", Endpoint("ollama:llama3.2", "http://127.0.0.1:11434/v1")),
    LocalModel("LM Studio", Endpoint("openai:qwen", "http://127.0.0.1:1234/v1")),
)


class Typing:
    """A person who types these answers; `hidden` is what they were asked without an echo."""

    def __init__(self, answers: Iterable[str]) -> None:
        self._answers = iter(answers)
        self.hidden: list[str] = []

    def __call__(self, question: str, *, hidden: bool = False) -> str:
        answer = next(self._answers)
        self.hidden += [answer] if hidden else []
        return answer


async def init(multis: Shell, *settings: str) -> tuple[int, str]:
    given = [word for each in settings for word in ("--set", each)]
    done = await asyncio.to_thread(multis, "init", "model", *given)
    return done.returncode, done.stdout + done.stderr


async def test_a_model_that_answers_is_written_and_all_else_is_kept(multis: Shell) -> None:
    multis.home.mkdir()
    path = multis.home / "config.json"
    old = {"model": "anthropic:m", "api_key": "old", "max_tokens": 77}
    path.write_text(json.dumps({"owner_ids": ["telegram:1"], "llm": old}))
    async with FakeLlm(lambda _: Says("Yes")) as fake:
        address = fake.address + "/v1"
        code, told = await init(multis, "model=openai:m", f"base_url={address}", f"api_key={KEY}")
    assert (code, len(fake.calls), KEY in fake.calls[0].key) == (0, 1, True), told
    assert json.loads(path.read_text()) == {
        "owner_ids": ["telegram:1"],
        "llm": {"model": "openai:m", "base_url": address, "api_key": KEY, "max_tokens": 77},
    }
    assert path.stat().st_mode & 0o777 == 0o600
    assert "cost nothing" in told
    assert KEY not in told


async def test_a_model_that_does_not_answer_is_not_written(multis: Shell) -> None:
    async with FakeLlm(lambda _: Fails(401, f"wrong key {KEY}")) as fake:
        address = f"base_url={fake.address}/v1"
        code, told = await init(multis, "model=openai:m", address, f"api_key={KEY}")
    assert (code, "did not accept the key" in told, KEY in told) == (1, True, False)
    assert not (multis.home / "config.json").exists()


async def test_without_a_terminal_it_says_what_to_write(multis: Shell) -> None:
    code, told = await init(multis)
    assert (code, '{"llm": {"model": ' in told, "--set model=" in told) == (1, True, True)
    assert not (multis.home / "config.json").exists()


@pytest.mark.parametrize("setting", ["modell=x", "api_key=k", "model"])
async def test_a_setting_that_no_model_has_is_refused(multis: Shell, setting: str) -> None:
    code, told = await init(multis, setting)
    assert (code, "model=PROVIDER:NAME" in told) == (1, True)


def test_what_to_write_names_a_model_of_this_machine_if_there_is_one() -> None:
    assert '"model": "ollama:llama3.2"' in str(explain_by_hand(FOUND))
    assert '"api_key": "..."' in str(explain_by_hand(()))


def test_a_model_of_this_machine_is_chosen_by_its_number(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert choose_endpoint(FOUND, {}, Typing(["2"])) == FOUND[1].endpoint
    assert "2. qwen (LM Studio)" in capsys.readouterr().out
    for typed in ("3", "0", "qwen"):
        with pytest.raises(UserError, match="from 1 to 2"):
            choose_endpoint(FOUND, {}, Typing([typed]))


def test_for_another_provider_the_key_is_asked_for_and_not_shown() -> None:
    person = Typing(["", "anthropic:m", KEY])
    assert choose_endpoint(FOUND, {}, person) == Endpoint("anthropic:m", "", KEY)
    assert person.hidden == [KEY]
    # A key in the environment is not asked for.
    known = {"ANTHROPIC_API_KEY": KEY}
    assert choose_endpoint((), known, Typing(["anthropic:m"])) == Endpoint("anthropic:m")
    assert choose_endpoint((), {}, Typing(["openai:m", "", KEY])) == Endpoint("openai:m", "", KEY)


def test_the_last_models_key_does_not_go_to_the_next_ones_server() -> None:
    old = {"model": "openai:m", "base_url": "https://a.example", "api_key": KEY, "max_tokens": 7}
    assert build_block(old, Endpoint("ollama:m")) == {"model": "ollama:m", "max_tokens": 7}


PAID = {"model": "anthropic:m", "price": {"input": 1, "output": 5}}


@pytest.mark.parametrize(
    ("old", "endpoint", "stays"),
    [
        (PAID, Endpoint("ollama:m"), False),
        (PAID, Endpoint("openai:m", "http://127.0.0.1:1234/v1"), False),
        ({**PAID, "fallback": [{"model": "ollama:m"}]}, Endpoint("ollama:n"), False),
        # The budget still needs it where something is paid for, or where the owner set it for
        # this very server, behind which there may be a provider.
        ({**PAID, "fallback": [{"model": "openai:m"}]}, Endpoint("ollama:n"), True),
        (PAID, Endpoint("openai:m"), True),
        ({**PAID, "model": "ollama:m"}, Endpoint("ollama:m"), True),
    ],
)
def test_the_last_models_price_goes_when_nothing_costs_anything(
    old: dict[str, object], endpoint: Endpoint, stays: bool
) -> None:
    assert ("price" in build_block(old, endpoint)) is stays


def test_a_price_that_was_set_for_another_model_is_to_be_checked() -> None:
    told = describe_cost(Endpoint("openai:m"), Price(1, 5), "anthropic:m")
    assert "set for anthropic:m" in told
    assert "check" not in describe_cost(Endpoint("openai:m"), Price(1, 5), "openai:m")


@pytest.mark.parametrize(
    ("endpoint", "price", "said"),
    [
        (Endpoint("ollama:m"), Price(1, 5), "cost nothing"),
        (Endpoint("anthropic:m"), Price(1, 5), "about 0.13,"),
        (Endpoint("anthropic:m"), Price(), "100,000 tokens"),
    ],
)
def test_what_a_day_costs_is_told(endpoint: Endpoint, price: Price, said: str) -> None:
    assert said in describe_cost(endpoint, price)


@pytest.mark.parametrize("answers", [[""], ["", " "]])
def test_whoever_names_no_model_changes_nothing(answers: list[str]) -> None:
    found = FOUND if len(answers) > 1 else ()
    with pytest.raises(UserError, match="Nothing was changed"):
        choose_endpoint(found, {}, Typing(answers))
