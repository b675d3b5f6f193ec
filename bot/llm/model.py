"""The types that stand between multis and whichever model answers."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Literal, Protocol

from msgspec import Struct

from bot.llm.metering import Meter
from indexer.i18n import Sentence
from indexer.settings import Address, Amount, Between, Count, Positive, Seconds


class ModelMessage(Struct, frozen=True):
    """One message of the conversation as the model reads it."""

    role: Literal["user", "assistant"]
    text: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture for a model that can see; its bytes are as somebody sent them."""

    content: bytes = field(repr=False)
    media_type: str  # such as "image/jpeg"


class Prompt(Struct, frozen=True):
    """Instructions and material (`system`), and the conversation up to the message to answer.

    `pictures` belong to that message.
    """

    system: str
    messages: tuple[ModelMessage, ...]
    pictures: tuple[Picture, ...] = ()


ARE_YOU_THERE = Prompt(  # asks a model to show that it answers
    "Answer with one word.",  # not translated: for the model
    (ModelMessage("user", "Are you there?"),),  # not translated: for the model
)


class Partial(Struct, frozen=True):
    """The answer so far, from its start: it replaces the text shown before.

    Whole texts, not pieces: what a model says before it calls a tool, or before it breaks off and
    another takes over, turns out not to be part of the answer.
    """

    text: str


class Completion(Struct, frozen=True):
    """The answer; `truncated` if it stops at the token limit or the stream ended early."""

    text: str
    truncated: bool = False
    stopped: bool = False  # by its reader


class Tool(Struct, frozen=True):
    """A function that the model may call while it answers.

    `parameters` is the JSON schema of the arguments. `run` gets them as the model wrote them and
    returns the text the model reads; a `UserError` goes back to the model as its sentence.
    """

    name: str
    description: str
    parameters: Mapping[str, object]
    run: Callable[[Mapping[str, object]], Awaitable[str]]


class Model(Protocol):
    """Answers prompts. Both methods raise `ModelError` and nothing else.

    `meter` counts the tokens used even if there is no answer, or nobody waited for it.
    """

    async def complete(
        self, prompt: Prompt, *, max_tokens: int | None = None, meter: Meter | None = None
    ) -> Completion:
        """Return the whole answer at once."""

    def stream(
        self, prompt: Prompt, tools: tuple[Tool, ...] = (), meter: Meter | None = None
    ) -> AsyncGenerator[Partial | Completion]:
        """Yield the answer as it grows, then exactly one `Completion`."""


class ModelError(Exception):
    """The model gave no answer; `sentence` is for the person who asked, translated when shown."""

    def __init__(
        self,
        sentence: Sentence,
        *,
        retryable: bool,
        retry_after: float | None = None,
        detail: str = "",
    ) -> None:
        super().__init__(sentence.text)
        self.sentence = sentence
        self.retryable = retryable  # the same request may succeed a little later
        self.retry_after = retry_after  # seconds the provider asked for
        self.detail = detail  # what failed, without a server's words: for the owner's log only


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One model at one address: `anthropic:NAME`, `openai:NAME` or `ollama:NAME`.

    An empty address means the provider's own (for Ollama this machine); an empty key means that of
    the provider's usual environment variable, which no other address is sent.
    """

    model: str
    base_url: Address = ""
    api_key: str = field(default="", repr=False)

    @property
    def kind(self) -> str:
        return self.model.partition(":")[0]

    @property
    def name(self) -> str:
        return self.model.partition(":")[2]


@dataclass(frozen=True, slots=True)
class Price:
    """Money per million tokens, in whatever currency the owner thinks in."""

    input: Amount = 0.0  # for what is sent to the model
    output: Amount = 0.0  # for what it writes


@dataclass(frozen=True, slots=True)
class LlmSettings:
    """The `llm` block of the configuration; without a `model` answers are extracts."""

    model: str = ""  # such as "anthropic:NAME", "openai:NAME" or "ollama:NAME"; empty: none
    base_url: Address = ""  # of any OpenAI-compatible server; empty: the provider's own
    api_key: str = field(default="", repr=False)  # empty: the provider's own variable
    fallback: tuple[Endpoint, ...] = ()  # tried in this order when the ones before fail
    # Of silence; before its first word, a model on this machine or in its network has 5 times as
    # long, and in all, an answer may take 20 times as long.
    timeout_seconds: Seconds = 60.0
    max_tokens: Positive = 1024  # of one answer
    temperature: Annotated[float, Between(0, 2)] | None = None  # None leaves it to the model
    # Answers written at the same time, at most half of them for one person; the owner's do not
    # count, and never wait.
    answers_at_once: Positive = 4
    max_tool_rounds: Count = 3  # how often the model may call tools for one answer
    price: Price = Price()
    currency: str = ""  # of `price`, such as "EUR"; shown beside amounts
    daily_budget: Amount = 0.0  # in the currency of `price`; 0 means no limit
    # Who judges the statements of an answer and the notes of a conversation that rules leave open:
    # nobody, or a second, cheap call to a model, within the daily budget and ten seconds.
    verify: Literal["rules", "model"] = "rules"
    verify_model: str = ""  # such as "openai:NAME"; empty: the model that answers
    # Who looks at pictures, such as "anthropic:NAME"; empty: nobody, and only the text in them is
    # read, on this machine.
    vision_model: str = ""

    @property
    def endpoints(self) -> tuple[Endpoint, ...]:
        if not self.model:
            return ()
        return (Endpoint(self.model, self.base_url, self.api_key), *self.fallback)

    @property
    def verifier(self) -> "LlmSettings | None":
        """The settings of the model that verifies; None if rules alone do."""
        if self.verify != "model" or not self.model:
            return None
        return self._choose(self.verify_model) if self.verify_model else self

    @property
    def vision(self) -> "LlmSettings | None":
        """The settings of the model that looks at pictures; None if there is none."""
        return self._choose(self.vision_model) if self.vision_model else None

    def _choose(self, model: str) -> "LlmSettings":
        """Return the settings of that model alone; another provider has another address and key.

        Without a model that answers, the address and key that are set are meant for this one.
        """
        other = self.model and Endpoint(model).kind != Endpoint(self.model).kind
        address, key = ("", "") if other else (self.base_url, self.api_key)
        return replace(self, model=model, base_url=address, api_key=key, fallback=())
