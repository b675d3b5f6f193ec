"""The model as multis sees it: the real clients against a misbehaving server on loopback."""

import asyncio
import json
import logging
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace

import pytest

from bot.llm import (
    Completion,
    Endpoint,
    ModelError,
    Partial,
    Tool,
    open_model,
)
from bot.llm.keys import choose_key
from indexer.errors import UserError
from tests.bot.llm.calling import KEY, KINDS, PROMPT, connected, endpoint, said, settings
from tests.fake_llm import Cuts, Fails, FakeLlm, Hangs, Nonsense, Says, Step


@KINDS
async def test_an_answer_grows_and_ends_with_a_completion(fake: FakeLlm, kind: str) -> None:
    fake.enqueue(Says("The answer is 42."))
    async with connected(endpoint(fake, kind)) as model:
        pieces = await said(model)
    assert pieces[:-1] == [
        Partial(text) for text in ("The", "The answer", "The answer is", "The answer is 42.")
    ]
    assert pieces[-1] == Completion("The answer is 42.")


@KINDS
async def test_the_prompt_arrives_whole_and_with_the_key(fake: FakeLlm, kind: str) -> None:
    fake.enqueue(Says("42"))
    async with connected(endpoint(fake, kind)) as model:
        await model.complete(PROMPT, max_tokens=77)
    [call] = fake.calls
    assert KEY in call.key
    for text in ("You are kind.", "Who are you?", "A friend.", "What is the answer?"):
        assert call.text.count(text) == 1
    assert 77 in (call.body.get("max_tokens"), call.body.get("max_completion_tokens"))


ALWAYS: list[tuple[Step, str, int]] = [
    (Fails(401), "did not accept the key", 1),
    (Fails(403), "did not accept the key", 1),
    (Fails(404), "not found at its address", 1),
    (Fails(400), "rejected the request", 1),
    (Fails(402), "used up", 1),
    (Fails(429), "too many requests", 3),
    (Fails(429, headers={"retry-after": "3600"}), "too many requests", 1),
    (Fails(500), "server reported a problem", 3),
    (Fails(503), "server reported a problem", 3),
    (Fails(529, "overloaded_error"), "server reported a problem", 3),
    (Hangs(), "took too long", 1),  # before its first word: the server is on this machine
    (Hangs("The ans"), "took too long", 3),
    (Hangs("The ans", pings=True), "took too long", 3),
    (Cuts(), "connection was lost", 3),
    (Cuts("The ans"), "connection was lost", 3),
    (Says(""), "empty answer", 3),
    (Says("   "), "empty answer", 3),
    (Says("I would", reason="content_filter"), "declined", 1),
    (Nonsense("<html>Welcome to the hotel's wireless network"), "could not be read", 3),
    (Nonsense("<html>Welcome", "text/html"), "could not be read", 3),
    (Nonsense("data: [1, 2]\n\n"), "could not be read", 3),
]


@pytest.mark.parametrize("kind", ["openai", "anthropic"])
@pytest.mark.parametrize(("step", "sentence", "calls"), ALWAYS, ids=lambda value: str(value)[:40])
async def test_each_failure_is_one_sentence_and_only_some_are_tried_again(
    fake: FakeLlm, kind: str, step: Step, sentence: str, calls: int
) -> None:
    fake.otherwise = lambda _: step
    silence = 0.3 if isinstance(step, Hangs) else 30.0
    async with connected(endpoint(fake, kind), timeout_seconds=silence) as model:
        with pytest.raises(ModelError, match=sentence):
            await model.complete(PROMPT)
    assert len(fake.calls) == calls


@pytest.mark.parametrize("kind", ["openai", "anthropic"])
@pytest.mark.parametrize("step", [Fails(500), Fails(429), Cuts("The ans"), Says("")])
async def test_a_passing_failure_is_not_seen(fake: FakeLlm, kind: str, step: Step) -> None:
    fake.enqueue(step, Says("42"))
    async with connected(endpoint(fake, kind)) as model:
        pieces = await said(model)
    assert pieces[-2] == Partial("42")
    assert isinstance(pieces[-1], Completion)
    assert pieces[-1].text == "42"


async def test_the_wait_is_what_the_provider_asks_for(fake: FakeLlm) -> None:
    waits: list[float] = []

    async def wait(seconds: float) -> None:
        waits.append(seconds)

    fake.enqueue(Fails(429, headers={"retry-after": "7"}), Fails(500), Says("42"))
    async with open_model(settings(endpoint(fake)), wait) as model:
        await model.complete(PROMPT)
    assert waits[0] == 7.0
    assert 0.0 <= waits[1] <= 2.0


@pytest.mark.parametrize("step", [Fails(401), Fails(503), Cuts("The ans"), Nonsense("<html>")])
async def test_another_model_answers_when_the_first_cannot(fake: FakeLlm, step: Step) -> None:
    async with FakeLlm() as spare:
        fake.otherwise = lambda _: step
        spare.enqueue(Says("42"))
        async with connected(endpoint(fake), endpoint(spare, "anthropic")) as model:
            completion = await model.complete(PROMPT)
    assert completion.text == "42"
    assert "What is the answer?" in spare.calls[0].text


async def test_with_every_model_away_the_first_ones_reason_is_told(fake: FakeLlm) -> None:
    nobody = Endpoint("openai:m", "http://127.0.0.1:9/v1", "k")
    fake.otherwise = lambda _: Fails(401)
    async with connected(endpoint(fake), nobody) as model:
        with pytest.raises(ModelError, match="did not accept the key"):
            await model.complete(PROMPT)
    async with connected(nobody, endpoint(fake)) as model:
        with pytest.raises(ModelError, match="cannot be reached"):
            await model.complete(PROMPT)


async def test_a_silent_model_is_left_although_its_connection_lives(fake: FakeLlm) -> None:
    fake.enqueue(Hangs("The ans", pings=True), Says("42"))
    async with connected(endpoint(fake), timeout_seconds=0.3) as model:
        assert (await model.complete(PROMPT)).text == "42"


@pytest.mark.parametrize("kind", ["openai", "anthropic"])
@pytest.mark.parametrize("step", [Says("The ans", reason="length"), Says("The ans", ends=False)])
async def test_an_answer_that_stops_in_the_middle_says_so(
    fake: FakeLlm, kind: str, step: Step
) -> None:
    fake.enqueue(step)
    async with connected(endpoint(fake, kind)) as model:
        assert (await model.complete(PROMPT)).truncated


async def test_no_key_reaches_the_person_or_the_log(
    fake: FakeLlm, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    fake.otherwise = lambda _: Fails(401, f"Invalid proxy token {KEY}")
    async with connected(endpoint(fake)) as model:
        with pytest.raises(ModelError) as caught:
            await model.complete(PROMPT)
    assert "401" in caught.value.detail
    assert KEY not in caplog.text + str(caught.value) + caught.value.detail
    assert KEY not in repr(settings(endpoint(fake)))


@KINDS
async def test_a_server_that_repeats_the_prompt_puts_nothing_of_it_into_the_log(
    fake: FakeLlm, kind: str
) -> None:
    fake.otherwise = lambda call: Fails(422, f"extra fields not permitted, input: {call.text}")
    async with connected(endpoint(fake, kind)) as model:
        with pytest.raises(ModelError, match="rejected") as caught:
            await model.complete(PROMPT)
    assert "extra fields" not in caught.value.detail
    assert "422" in caught.value.detail


@KINDS
async def test_a_providers_key_in_the_environment_is_not_sent_to_another_address(
    fake: FakeLlm, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(f"{kind.upper()}_API_KEY", KEY)
    fake.enqueue(Says("42"))
    async with connected(replace(endpoint(fake, kind), api_key="")) as model:
        assert (await model.complete(PROMPT)).text == "42"
    assert fake.calls[0].key
    assert KEY not in fake.calls[0].key


@pytest.mark.parametrize(
    ("kind", "address", "own"),
    [
        ("openai", "", True),
        ("openai", "https://eu.api.openai.com/v1", True),
        ("openai", "https://openai.com.example.org/v1", False),
        ("openai", "https://notopenai.com/v1", False),
        ("openai", "http://localhost:1234/v1", False),
        ("anthropic", "https://api.anthropic.com", True),
        ("anthropic", "https://api.openai.com", False),
        ("ollama", "", False),
        ("ollama", "https://ollama.com/v1", True),
    ],
)
def test_a_key_of_the_environment_is_for_its_provider(kind: str, address: str, own: bool) -> None:
    asked = Endpoint(f"{kind}:m", address)
    assert (choose_key(asked) is None) is own
    assert choose_key(replace(asked, api_key=KEY)) == KEY


async def test_without_any_key_the_owner_learns_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    for kind in ("anthropic", "openai"):
        async with connected(Endpoint(f"{kind}:m")) as model:
            with pytest.raises(ModelError, match="not set up") as caught:
                await model.complete(PROMPT)
        assert caught.value.detail.startswith(f"{kind}:m has no key.")
        assert f"{kind.upper()}_API_KEY" in caught.value.detail


@pytest.mark.parametrize("name", ["gpt", "openai:", "martian:m"])
async def test_a_model_nobody_knows_is_refused_at_start(name: str) -> None:
    with pytest.raises(UserError, match="openai:NAME"):
        async with connected(Endpoint(name)):
            pass


async def test_leaving_an_answer_in_the_middle_closes_its_connection(fake: FakeLlm) -> None:
    fake.enqueue(Hangs("The ans"), Says("42"))
    async with connected(endpoint(fake)) as model:
        pieces = model.stream(PROMPT)
        async with asyncio.timeout(5):
            assert await anext(pieces) == Partial("The")
        await pieces.aclose()
        assert (await model.complete(PROMPT)).text == "42"
    assert len(fake.calls) == 2


def test_importing_the_model_does_not_import_its_library() -> None:
    code = "import sys, bot.llm; sys.exit('pydantic_ai' in sys.modules or 'openai' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0  # noqa: S603  # our own line


async def modules_after(*steps: str) -> list[set[str]]:
    """What each step has loaded, in a process of its own: this one has long loaded everything."""
    code = "; ".join(["import sys", *(f"{step}; print(*sys.modules)" for step in steps)])
    child = await asyncio.create_subprocess_exec(sys.executable, "-c", code, stdout=subprocess.PIPE)
    return [set(line.split()) for line in (await child.communicate())[0].decode().splitlines()]


@pytest.mark.parametrize(
    ("kind", "client", "other"),
    [
        ("openai", "openai", "anthropic"),
        ("ollama", "openai", "anthropic"),
        ("anthropic", "anthropic", "openai"),
    ],
)
async def test_what_answers_is_loaded_before_the_first_question_and_nothing_else(
    kind: str, client: str, other: str
) -> None:
    given = "import asyncio; from bot.llm import Endpoint, LlmSettings, preload_library"
    asked = f"LlmSettings(model={kind + ':m'!r}, api_key='k')"
    endpoint = f"Endpoint({kind + ':m'!r}, api_key='k')"
    imported = "from bot.llm.http_client import build_client"
    imported += "; from bot.llm.providers import build_model"
    build = f"{imported}; build_model({endpoint}, build_client())"
    loaded, built = await modules_after(f"{given}; asyncio.run(preload_library({asked}))", build)
    assert {"bot.llm.tool_loop", client} <= loaded
    assert other not in loaded | built


@KINDS
async def test_a_first_answer_imports_nothing_that_is_not_loaded_before(
    fake: FakeLlm, kind: str
) -> None:
    fake.otherwise = lambda _: Says("42")
    code = (
        "import asyncio, sys\n"
        "from bot.llm import LlmSettings, ModelMessage, Prompt, open_model, preload_library\n"
        "async def main():\n"
        f"    settings = LlmSettings({kind + ':m'!r}, {endpoint(fake, kind).base_url!r}, 'k')\n"
        "    await preload_library(settings)\n"
        "    async with open_model(settings) as model:\n"
        "        loaded = set(sys.modules)\n"
        "        await model.complete(Prompt('', (ModelMessage('user', 'Hello'),)))\n"
        "        print(*set(sys.modules) - loaded, file=sys.stdout)\n"
        "asyncio.run(main())\n"
    )
    child = await asyncio.create_subprocess_exec(sys.executable, "-c", code, stdout=subprocess.PIPE)
    late = (await child.communicate())[0].decode().split()
    assert (child.returncode, len(fake.calls)) == (0, 1)
    assert len(late) < 5, late  # of the thousand that there are


async def test_anthropic_is_told_what_to_keep_in_its_cache(fake: FakeLlm) -> None:
    fake.enqueue(Says("42"))
    tool = Tool("look_up", "Looks something up.", {"type": "object", "properties": {}}, _no_result)
    async with connected(endpoint(fake, "anthropic")) as model:
        await said(model, tool)
    body = json.loads(json.dumps(fake.calls[0].body))
    for part in (body["system"][-1], body["tools"][-1], body["messages"][-1]["content"][-1]):
        assert part["cache_control"] == {"type": "ephemeral", "ttl": "5m"}


async def _no_result(_arguments: Mapping[str, object]) -> str:
    return ""
