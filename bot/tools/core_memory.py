"""The tools for core memory: only offered where the owner alone reads the answer."""

from functools import partial

from msgspec import Struct

from bot.llm import Tool
from bot.messages import UserError, _
from bot.tools.arguments import TEXT, Arguments, build_enum, build_parameters, describe, parse_text
from bot.tools.context import QUOTE, REQUEST, ToolContext
from bot.tools.lasting_words import LastingWords
from memory.vault.core_memory import SECTIONS, CoreMemory

SECTION = describe(
    build_enum(*SECTIONS),
    "user: lasting facts about the person; agent: how the assistant should be",
)
KEY = describe(TEXT, "a short name, such as city")

GET = partial(
    Tool,
    "memory_core_get",
    "The core memory: what always holds of the user and of the"  # not translated: for the model
    " assistant, as YAML.",
    build_parameters([]),
)
UPDATE = partial(
    Tool,
    "memory_core_update",
    "Create or change a key of core memory, for preferences and"  # not translated: for the model
    " facts that always hold.",
    build_parameters(
        ["section", "key", "value", "quote"],
        section=SECTION,
        key=KEY,
        value=describe(TEXT, "what holds"),
        quote=QUOTE,
    ),
)
DELETE = partial(
    Tool,
    "memory_core_delete",
    "Take a key out of core memory, when the user says that it no"  # not translated: for the model
    " longer holds.",
    build_parameters(["section", "key", "quote"], section=SECTION, key=KEY, quote=REQUEST),
)


def build_core_tools(core: CoreMemory, words: LastingWords) -> tuple[Tool, ...]:
    run = _CoreActions(core, words, words.context)
    return GET(run.get), UPDATE(run.update), DELETE(run.delete)


class _CoreActions(Struct, frozen=True):
    """The actions of the tools; lives as long as the turn."""

    core: CoreMemory
    words: LastingWords
    context: ToolContext

    async def get(self, _arguments: Arguments) -> str:
        return await self.core.get()

    async def update(self, arguments: Arguments) -> str:
        section, key = parse_text(arguments, "section"), parse_text(arguments, "key")
        value, quote = parse_text(arguments, "value"), parse_text(arguments, "quote", "")
        quoted = await self.words.ground(value, quote)
        key = await self._ground_key(section, key, quoted.quote)
        result = await self.core.update(section, key, quoted.text)
        self.context.effects.add(_("Core memory: {key} is now “{text}”", key=key, text=quoted.text))
        return result

    async def delete(self, arguments: Arguments) -> str:
        section, key = parse_text(arguments, "section"), parse_text(arguments, "key")
        quote = parse_text(arguments, "quote", "")
        self.context.witness.check_forget_request(quote)
        key = await self._ground_key(section, key, quote)
        result = await self.core.delete(section, key)
        self.context.effects.add(_("Core memory: {key} is deleted", key=key))
        return result

    async def _ground_key(self, section: str, key: str, quote: str) -> str:
        """Return a key that is there already or that the person's words support.

        A wrong section is refused by the core memory itself.
        """
        if section not in SECTIONS or await self.core.has(section, key):
            return key
        grounded = self.context.witness.ground_label(key, quote)
        if not grounded:
            raise UserError(
                "Refused: name the key by one or two words of the user's, or by a common word such"
                " as city, job or language."
            )
        return grounded
