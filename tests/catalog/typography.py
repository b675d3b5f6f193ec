"""Signs and spaces that a language does not use as another one typed them into a translation."""

import re
from collections.abc import Iterator, Sequence

ARABIC = r"[\u0621-\u065f]"
HAN = r"[\u3040-\u30ff\u4e00-\u9fff]"
# In most languages an ellipsis follows its word at once; behind `CODE` it stands for more of them.
APART = (r"[^\W\dA-ZÇĞİÖŞÜА-Я][ \u00a0]…|[}»”」.)][ \u00a0]…", "no space before an ellipsis")
# A pattern that no translation of the language matches, and what is meant.
RULES: dict[str, tuple[tuple[str, str], ...]] = {
    "ar": (
        (rf"{ARABIC}[,;?]", "signs are ، ؛ ؟"),
        (r"[“”„]", "quotes are «…»"),
        (r"[٠-٩]", "numbers that are filled in have European digits, and so has a sentence"),
        (r"(?:^|[\s(«و])/(?:\w|\{)", "a left-to-right mark keeps the slash before its command"),
    ),
    "de": ((r"[”«»]|“\w", "quotes are „…“"),),
    "es": (
        (r"[“”„]", "quotes are «…»"),
        (r"^[^¿]*\?", "a question begins with ¿"),
        APART,
    ),
    "fr": (
        (r" [:;?!»]|« ", "a no-break space belongs there"),
        (r"[“”„]", "quotes are « … »"),
        APART,
    ),
    "hi": (
        (r"(?:है|हैं|[}»”).])[ \u00a0]…", "no space before an ellipsis"),
        (r"[\u0900-\u0963]\.(?:\s|$)|\s।", "a sentence ends with ।, at once"),
        (r"[«»„]|[०-९]", "quotes are “…”, and digits European"),
    ),
    "it": ((r"[“”„]", "quotes are «…»"), APART),
    "ja": (
        (rf"{HAN}(?:[,;?!.]|:(?!\w))", "full-width signs"),
        (r"[“”]", "quotes are 「…」"),
    ),
    "pt": ((r"[«»„]", "quotes are “…”"), APART),
    "ru": ((r"[“”„]", "quotes are «…»"), APART),
    "tr": ((r"[«»„]|(?<=[\w}])\"|\"(?=[\w{])", "quotes are “…”"), APART),
    "uk": ((r"[“”„]", "quotes are «…»"), APART),
    "zh_Hans": ((rf"{HAN}(?:[,;?!.]|:(?!\w))", "full-width signs"),),
}
EVERYWHERE = ((r"\|\|", "forms of a plural are separate entries"), (r"  ", "two spaces"))


def find_typing_errors(language: str, texts: Sequence[str]) -> Iterator[str]:
    for text in texts:
        bare = re.sub(r"`[^`]*`|https?://\S+", "x", text)
        for pattern, reason in (*EVERYWHERE, *RULES.get(language, ())):
            if found := re.search(pattern, bare):
                yield f"{found[0]!r} in {text!r}: {reason}"
