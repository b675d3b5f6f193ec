"""Signs and spaces that a language does not use as another one typed them into a translation."""

import re
from collections.abc import Iterator, Sequence

HAN = r"[\u3040-\u30ff\u4e00-\u9fff]"
# A pattern that no translation of the language matches, and what is meant.
RULES: dict[str, tuple[tuple[str, str], ...]] = {
    "de": ((r"[”«»]|“\w", "quotes are „…“"),),
    "es": ((r"[“”„]", "quotes are «…»"), (r"^[^¿]*\?", "a question begins with ¿")),
    "fr": ((r" [:;?!»…]|« ", "a no-break space belongs there"), (r"[“”„]", "quotes are « … »")),
    "it": ((r"[“”„]", "quotes are «…»"),),
    "ja": ((rf"{HAN}(?:[,;?!.]|:(?!\w))", "full-width signs"), (r"[“”]", "quotes are 「…」")),
    "pt": ((r"[«»„]", "quotes are “…”"),),
    "ru": ((r"[“”„]", "quotes are «…»"),),
    "uk": ((r"[“”„]", "quotes are «…»"),),
    "zh_Hans": ((rf"{HAN}(?:[,;?!.]|:(?!\w))", "full-width signs"),),
}
EVERYWHERE = ((r"\|\|", "forms of a plural are separate entries"), (r"  ", "two spaces"))


def find_typing_errors(language: str, texts: Sequence[str]) -> Iterator[str]:
    for text in texts:
        bare = re.sub(r"`[^`]*`|https?://\S+", "x", text)
        for pattern, reason in (*EVERYWHERE, *RULES.get(language, ())):
            if found := re.search(pattern, bare):
                yield f"{found[0]!r} in {text!r}: {reason}"
