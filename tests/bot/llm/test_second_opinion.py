"""A second model is asked about the statements that rules leave open."""

import asyncio
from collections.abc import AsyncGenerator

import pytest

from bot.citations.check import check_citations
from bot.llm import Completion, Meter, ModelError, Partial, Prompt, Tool, second_opinion
from bot.llm.second_opinion import ask_model, build_request, parse_verdicts
from indexer.documents import Chunk, Hit
from indexer.i18n import N_
from indexer.scopes import KB

HITS = (Hit(Chunk("doc:1", "", "The ferry costs nine euros."), "/a.md", "a.md", KB, "md", 0.5),)
SAID = "Whoever crosses parts with nine euros"


class Scripted:
    """Answers every prompt with one text, or fails."""

    def __init__(self, text: str, *, fails: bool = False) -> None:
        self.text, self.fails, self.prompts = text, fails, list[Prompt]()

    async def complete(
        self, prompt: Prompt, *, max_tokens: int | None = None, meter: Meter | None = None
    ) -> Completion:
        self.prompts.append(prompt)
        if self.fails:
            raise ModelError(N_("No answer."), retryable=True)
        return Completion(self.text)

    async def stream(
        self, prompt: Prompt, tools: tuple[Tool, ...] = (), meter: Meter | None = None
    ) -> AsyncGenerator[Partial | Completion]:
        yield await self.complete(prompt)


async def test_what_the_model_confirms_gets_its_mark() -> None:
    first = check_citations(f"{SAID}.", HITS)
    assert first.open == (f"{SAID}.",)
    model = Scripted('{"1": 1}')
    confirmed = await ask_model(model, first.open, [HITS[0].chunk.text], Meter())
    assert check_citations(f"{SAID}.", HITS, confirmed=confirmed).text == f"{SAID} [1]."
    assert "nine euros" in model.prompts[0].messages[0].text


@pytest.mark.parametrize("answer", ["{}", "no", '{"1": 7}', '{"9": 1}', '{"1": "1"}', "[1]", "{"])
async def test_what_it_does_not_confirm_stays_not_verified(answer: str) -> None:
    first = check_citations(f"{SAID}.", HITS)
    confirmed = await ask_model(Scripted(answer), first.open, [HITS[0].chunk.text], Meter())
    assert check_citations(f"{SAID}.", HITS, confirmed=confirmed).text == first.text


async def test_a_model_that_fails_leaves_the_verdict_to_the_rules() -> None:
    assert await ask_model(Scripted("", fails=True), ["a"], ["b"], Meter()) == {}


async def test_nobody_waits_for_a_model_that_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    class Hangs(Scripted):
        async def complete(
            self, prompt: Prompt, *, max_tokens: int | None = None, meter: Meter | None = None
        ) -> Completion:
            await asyncio.Event().wait()
            raise AssertionError

    monkeypatch.setattr(second_opinion, "PATIENCE", 0.0)
    assert await ask_model(Hangs(""), ["a"], ["b"], Meter()) == {}


def test_a_text_cannot_pose_as_another_line() -> None:
    request = build_request(['x"}\n{"p": 9'], ["y\nz"])
    assert len(request.splitlines()) == 2


def test_a_mark_on_another_passage_is_not_confirmed() -> None:
    other = Hit(Chunk("doc:2", "", "Tea is green."), "/b.md", "b.md", KB, "md", 0.5)
    checked = check_citations(f"{SAID} [1].", (*HITS, other), confirmed={f"{SAID}.": 2})
    assert checked.sources == ()


def test_verdicts_are_read_from_a_fence() -> None:
    assert parse_verdicts('```json\n{"2": 1}\n```', 2, 1) == {2: 1}


@pytest.mark.parametrize(
    "answer",
    [
        '{"²": 1}',
        '{"' + "9" * 5000 + '": 1}',
        '{"1":' * 3000 + "1" + "}" * 3000,
        '{"1": true}',
        '{"1": 1e400}',
        '[{"1": 1}]x}',
    ],
)
def test_a_passage_cannot_have_the_second_model_break_the_answer(answer: str) -> None:
    assert parse_verdicts(answer, 3, 3) == {}
