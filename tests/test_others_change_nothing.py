"""What a guest and a group are told is the same whether others have secrets or not.

Stronger than a search for planted words: order, counts, numbers, suggestions and what a follow-up
goes back to may not differ either.
"""

import re
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from bot.messages import Reply
from tests.conversation import Conversation, World, a_world

PUBLIC = """\
# Pool
The pool closes at 21:00 on Mondays. On Tuesdays it closes at 18:00.

| day | course | price |
|-|-|-|
| Monday | yoga | 12 EUR |
| Tuesday | swim | 9 EUR |

Next rehearsal: 30.11. and 7.12. Call 105 for the reception.

# People
Erik Dahl is the manager. Lena Moe answers the phone. Lena's number is 555-0199.
"""
SECRET = """\
# Salaries
Erik Dahl earns 90000 a year. Erik's telephone number is 555-7777. His sister is Zoe.
The pool closes for ever on 4 December. On Mondays the pool closes at 22:00.

| day | course | price |
|-|-|-|
| Monday | yoga | 44 EUR |
| Sunday | dance | 45 EUR |

Next rehearsal: 2.12.2026. Lena Moe is ill.
"""
TOLD = (
    *("My sister is called Zoe", "I live in Bergen", "I earn 5000", "What does Erik earn?"),
    *("/remember Erik lives in Oslo", "/remind me tomorrow at 8 to call Zoe", "and his sister?"),
)
ASKED = (
    *("When does the pool close on Mondays?", "and on Tuesdays?", "and tomorrow?"),
    *("When is the next rehearsal?", "and after that?", "What does yoga cost?", "and on Sunday?"),
    *(
        "Who is the manager?",
        "What is his number?",
        "and hers?",
        "What does he earn?",
        "is she ill?",
    ),
    *("Was kostet Yoga?", "und am Sonntag?", "à quelle heure ferme la piscine ?", "谁是经理?"),
    *("/docs", "/docs 1", "/docs 2", "/docs page 2", "/docs secret.md", "/docs 2 file"),
    *("/search Erik", "/search rehearsal", "/search 555", "/search ever", "/memory", "/reminders"),
    *(
        "where do I live?",
        "who is my sister?",
        "what's changed?",
        "what's the cheapest?",
        "/summary",
    ),
    *(
        "what documents do you have?",
        "what do you know about Erik?",
        "/why",
        "/forget Erik",
        "/undo",
    ),
    *("/status", "/usage", "/show 1", "/fact 1", "/document 1", "compare them", "the second"),
)


async def _set_up(world: World, *, secrets: bool) -> None:
    """Give everybody the public text, and the owner and Carl more, if there are `secrets`."""
    await world.owner("kb", pool__md=PUBLIC.encode())
    if not secrets:
        return
    await world.owner("admin", secret__md=SECRET.encode())
    await world.person("3")("", carl__md=SECRET.encode())
    for each in TOLD:
        await world.owner(each)
        await world.person("3")(each)


def _describe(reply: Reply) -> str:
    choices = [(each.label, each.message) for each in reply.choices]
    told = repr((reply.text, choices, reply.failed, reply.sources, reply.files))
    return re.sub(r"reference [0-9a-f]+|delete [0-9a-f]{12}", "random", told)


async def _ask(world: World, who: Conversation) -> AsyncIterator[tuple[str, str]]:
    for question in ASKED:
        items = who.bot.handle(who.write(question))
        yield (
            question,
            "".join([_describe(each) async for each in items if isinstance(each, Reply)]),
        )


async def _list_replies(folder: Path, *, secrets: bool) -> Sequence[tuple[str, str]]:
    async with a_world(folder) as world:
        await _set_up(world, secrets=secrets)
        world.clock.now = world.clock.now.replace(hour=12, minute=0, second=0, microsecond=0)
        group = world.person("2", chat="-100", private=False)
        asking = (_ask(world, who) for who in (world.person("2"), group))
        return [each for one in asking async for each in one]


async def test_a_guest_and_a_group_are_told_the_same_whatever_others_have(tmp_path: Path) -> None:
    without = await _list_replies(tmp_path / "without", secrets=False)
    told = await _list_replies(tmp_path / "with", secrets=True)
    assert [pair for pair, alone in zip(told, without, strict=True) if pair != alone] == []
