"""Folds a text and keeps where each character stood, so that a find can be cut out of it. Pure."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from indexer.text.normalize import NASAL, compose, fold, limit_growth, unify

Span = tuple[int, int]  # first character, and the one after the last


class FoldedText(Struct, frozen=True):
    """`folded` is how words are compared; its spans point into that, not into `text`."""

    text: str
    folded: str
    origins: Sequence[int]  # for each character of `folded`, and for its end, the place in `text`

    def cut(self, spans: Iterable[Span]) -> list[str]:
        """Return what is left of `text` without `spans`, piece by piece; a piece may be empty."""
        pieces, at = list[str](), 0
        for start, end in sorted(spans):
            pieces.append(self.text[at : max(at, self.origins[start])])
            at = max(at, self.origins[end])
        return [*pieces, self.text[at:]]


def fold_text(text: str) -> FoldedText:
    """Fold `text`, and leave off its end where ligatures would make it much longer."""
    if text.isascii():
        return FoldedText(text, fold(text), range(len(text) + 1))
    composed = compose("NFC", text)
    nasals = {each.start(): each.end() for each in NASAL.finditer(composed)}
    folded, origins, after = list[str](), list[int](), 0
    longest = 2 * limit_growth(len(composed))  # some letters are folded to two: `ß`
    for place, character in enumerate(composed):
        if place < after:
            continue  # the rest of a nasal that is written with two signs
        after = nasals.get(place, 0)
        plain = "ं" if after else fold(unify(character))
        if len(origins) + len(plain) > longest:
            return FoldedText(composed, "".join(folded), (*origins, place))
        folded.append(plain)
        origins.extend([place] * len(plain))
    return FoldedText(composed, "".join(folded), (*origins, len(composed)))


def mask(text: str, spans: Iterable[Span]) -> str:
    """Return `text` with line ends in place of `spans`: nothing is found across them."""
    for start, end in spans:
        text = text[:start] + "\n" * (end - start) + text[end:]
    return text
