"""Chooses a model with the person at the terminal, tries it, and tells what a day costs."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from bot.cli.console import sanitize_line
from bot.llm import (
    Endpoint,
    LlmSettings,
    ModelError,
    Price,
    TokenUsage,
    open_model,
)
from bot.llm.keys import find_missing_key
from bot.llm.local_servers import LocalModel, is_local
from bot.llm.model import ARE_YOU_THERE
from bot.llm.usage import compute_cost
from bot.messages import UserError
from indexer.i18n import _, format_number, join_sentences

EXAMPLE = Endpoint("anthropic:claude-haiku-4-5", api_key="...")
KEYS = ("model", "base_url", "api_key")
QUESTIONS = 20  # a day, of somebody who uses it daily
# Tokens of these questions: the passages, notes and messages that go with each are most of them.
TYPICAL = TokenUsage(QUESTIONS * 5_000, QUESTIONS * 300)
MOST_TOKENS = 256  # some models think before they say a word


class Ask(Protocol):
    """Asks the person at the terminal; what they type to a `hidden` question is not shown."""

    def __call__(self, question: str, *, hidden: bool = False) -> str: ...


def parse_endpoint(given: Sequence[str]) -> Endpoint | None:
    """Parse the values of `--set`; None without a model among them."""
    values = dict(each.partition("=")[::2] for each in given)
    if set(values) - set(KEYS) or (values and not values.get("model")):
        raise UserError(
            _("--set takes model=PROVIDER:NAME, and with it base_url=ADDRESS and api_key=KEY.")
        )
    return Endpoint(**values) if values else None


def choose_endpoint(found: Sequence[LocalModel], environ: Mapping[str, str], ask: Ask) -> Endpoint:
    """Ask which of `found` to use, or else for another provider's model and its key."""
    for number, each in enumerate(found, 1):
        print(sanitize_line(f"{number}. {each.endpoint.name} ({each.program})"))
    if found:
        chosen = ask(_("Number of the model (empty: another provider):") + " ")
        if chosen:
            return _pick(found, chosen)
    else:
        print(_("No Ollama, LM Studio or llama.cpp answers on this machine."))
    return _ask_for_endpoint(environ, ask)


def _pick(found: Sequence[LocalModel], chosen: str) -> Endpoint:
    if not chosen.isdecimal() or not 1 <= int(chosen) <= len(found):
        raise UserError(_("{text} is not a number from 1 to {last}.", text=chosen, last=len(found)))
    return found[int(chosen) - 1].endpoint


def _ask_for_endpoint(environ: Mapping[str, str], ask: Ask) -> Endpoint:
    question = _("Model as PROVIDER:NAME, such as {example}:", example=EXAMPLE.model)
    endpoint = Endpoint(ask(question + " ").strip())
    if not endpoint.model:
        raise UserError(_("Nothing was changed."))
    if endpoint.kind == "openai":
        address = ask(_("Address of its server (empty: OpenAI's own):") + " ")
        endpoint = replace(endpoint, base_url=address)
    if find_missing_key(endpoint, environ) or endpoint.base_url:
        key = ask(_("Its key (not shown while you type):") + " ", hidden=True)
        endpoint = replace(endpoint, api_key=key)
    return endpoint


def explain_by_hand(found: Sequence[LocalModel]) -> UserError:
    """Explain what to write where there is no terminal to ask."""
    endpoint = found[0].endpoint if found else EXAMPLE
    example = json.dumps({"llm": build_block({}, endpoint)}, ensure_ascii=False)
    return UserError(
        _(
            "There is no terminal to ask. Write this to config.json: {example} "
            "Or run `multis init model --set model={model}`.",
            example=example,
            model=endpoint.model,
        )
    )


async def try_endpoint(endpoint: Endpoint) -> None:
    """Have it answer once; a `UserError` says why it does not."""
    settings = LlmSettings(endpoint.model, endpoint.base_url, endpoint.api_key)
    try:
        async with open_model(settings) as model:
            await model.complete(ARE_YOU_THERE, max_tokens=MOST_TOKENS)
    except ModelError as error:
        raise UserError(
            join_sentences(
                _("{model} did not answer, so nothing was changed.", model=endpoint.model),
                str(error.sentence),
                error.detail,
            )
        ) from None


def build_block(old: Mapping[str, object], endpoint: Endpoint) -> dict[str, object]:
    """Build the `llm` block: what the last model's address and key were must not stay.

    Nor must its price, if nothing that the block names costs anything any more.
    """
    gone = {*KEYS, "price"} if is_free(old, endpoint) else {*KEYS}
    kept = {name: value for name, value in old.items() if name not in gone}
    new = {name: getattr(endpoint, name) for name in KEYS}
    return {**{name: value for name, value in new.items() if value}, **kept}


def is_free(old: Mapping[str, object], endpoint: Endpoint) -> bool:
    """Return whether `endpoint` and the fallbacks that `old` names all run on this machine."""
    fallback = old.get("fallback")
    models = fallback if isinstance(fallback, list) else []
    others = [
        Endpoint(str(each.get("model", "")), str(each.get("base_url", "")))
        for each in models
        if isinstance(each, dict)
    ]
    changed = any(old.get(name, "") != getattr(endpoint, name) for name in ("model", "base_url"))
    return changed and all(map(is_local, (endpoint, *others)))


def describe_cost(endpoint: Endpoint, price: Price, before: str = "") -> str:
    """Describe what a day of typical use costs; `before` is the model that `price` was set for."""
    if is_local(endpoint):
        return _("It runs on this machine, so its answers cost nothing.")
    cost = compute_cost(TYPICAL, price)
    if cost and before in ("", endpoint.model):
        return _describe_day(cost)
    if cost:
        check = _("That price was set for {model}: check it in config.json.", model=before)
        return join_sentences(_describe_day(cost), check)
    return _(
        "A day with {questions} questions takes about {input} tokens of input and {output} of "
        "output. Set llm.price in config.json to your provider's prices, and /usage shows what it "
        "costs.",
        questions=QUESTIONS,
        input=TYPICAL.input_tokens,
        output=TYPICAL.output_tokens,
    )


def _describe_day(cost: float) -> str:
    return _(
        "A day with {questions} questions costs about {cost}, by llm.price.",
        questions=QUESTIONS,
        cost=format_number(cost, 2),
    )
