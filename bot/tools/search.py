"""The model's tool to search the documents; what it may see is decided before it is asked."""

from datetime import datetime
from functools import partial

from bot.llm import Tool
from bot.rendering.passages import render_passages
from bot.tools.arguments import TEXT, Arguments, build_parameters, describe, parse_query
from bot.tools.numbered_passages import NumberedPassages
from indexer.scopes import Visibility
from indexer.search.store import Store

RESULTS = 5
BUDGET = 3000  # tokens of one result

SEARCH = partial(
    Tool,
    "search_documents",
    "Search the documents once more, with other words than the message has. The passages that"
    " come back have numbers and are cited like those in the prompt.",
    build_parameters(["query"], query=describe(TEXT, "words that the passage should contain")),
)


def build_search_tool(
    store: Store, visibility: Visibility, found: NumberedPassages, *, now: datetime, nonce: str
) -> Tool:
    """Build the search of the documents that `visibility` allows, whatever the model asks."""

    async def run(arguments: Arguments) -> str:
        hits = await store.search(
            visibility, parse_query(arguments, "query"), limit=RESULTS, now=now
        )
        before = len(found.hits)
        numbers = list(found.add(hits))
        new = found.hits[before:]
        again = [f"[{n}] was found again." for n in numbers if n <= before]
        results = again + render_passages(new, nonce, BUDGET, before + 1)
        return "\n\n".join(results) or "No passage of the documents has these words."

    return SEARCH(run)
