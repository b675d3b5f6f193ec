"""Loads, while nobody waits, what the first question would have to load in the event loop.

Modules and word lists take up to half a second of a cold machine, in which no other chat is served.
"""

import asyncio
import gc
from collections.abc import Sequence
from importlib import import_module

from bot.messages import Language, use_language
from bot.services.services import Services
from bot.views.documents import NOTHING_INDEXED

# Objects until the young ones are looked through for garbage. That takes a microsecond each, of the
# event loop too: the 100,000 of a command, which soon ends, would stop it for a tenth of a second.
GARBAGE = 20_000
ANSWERING = ("bot.answering.answer", "bot.answering.own_data.no_documents")


async def warm_up(services: Services) -> None:
    """Load what answers questions, for the languages of the chats, and keep it from collections."""
    spoken = await services.languages.list_spoken()
    await asyncio.to_thread(_load, spoken)
    gc.freeze()  # what is loaded stays: garbage is not looked for among it again and again
    gc.set_threshold(GARBAGE)


def _load(languages: Sequence[Language]) -> None:
    """Import what answers, and have a sentence of each language read as a question."""
    for each in ANSWERING:
        import_module(each)
    from bot.answering.follow_up import continue_question  # by now it is loaded

    for language in languages:
        with use_language(language):
            continue_question(str(NOTHING_INDEXED), ())
