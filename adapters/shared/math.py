"""Markdown rules for mathematics, in which TeX keeps its backslashes.

`\\(…\\)` and `$…$` stand in a line; `\\[…\\]` and `$$…$$` in a line or over several. Without them
Markdown reads `\\(` as an escaped bracket and `_` as emphasis. A sum such as "$5 and $10" is no
mathematics: nothing after the first sign, or before the second, may be a space, and no digit
follows the second.
"""

import re
from collections.abc import MutableMapping

from markdown_it import MarkdownIt
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from msgspec import Struct

MATH, FORMULA = "math", "formula"  # types of the tokens: within a line, and apart
# In the environment: what has no end, and up to which line, so that nobody looks for it again.
UNCLOSED, SEARCHED = "math_unclosed", "math_searched"


TEX = re.compile(r"[\\^_=+<>*/]")


class _Pair(Struct, frozen=True):
    start: str
    end: str
    kind: str


INLINE = (
    _Pair("\\(", "\\)", MATH),
    _Pair("\\[", "\\]", FORMULA),
    _Pair("$$", "$$", FORMULA),
    _Pair("$", "$", MATH),
)
BLOCK = tuple(each for each in INLINE if each.kind == FORMULA)


def enable_math(parser: MarkdownIt) -> MarkdownIt:
    """Add the rules to `parser`, whose tokens then include `MATH` and `FORMULA`."""
    parser.inline.ruler.before("escape", "math", _read_inline)
    options: RuleOptionsType = {"alt": ["paragraph", "blockquote", "list"]}
    parser.block.ruler.before("fence", "math", _read_block, options)
    return parser


def _read_inline(state: StateInline, silent: bool) -> bool:
    pair = next((each for each in INLINE if state.src.startswith(each.start, state.pos)), None)
    if pair is None:
        return False
    begin = state.pos + len(pair.start)
    end = _find_end(state, pair, begin)
    if end < 0 or not state.src[begin:end].strip():
        return False
    if pair.start == "$" and not _encloses_tex(state.src, begin, end):
        return False
    if pair.start == "\\[" and not TEX.search(state.src, begin, end):
        return False  # brackets that somebody escaped
    if not silent:
        token = state.push(pair.kind, "", 0)
        token.content = state.src[begin:end].strip()
    state.pos = end + len(pair.end)
    return True


def _find_end(state: StateInline, pair: _Pair, begin: int) -> int:
    """Return where `pair` ends; -1 if nowhere, which is found out once for each text."""
    src, unclosed = state.env.get(UNCLOSED, ("", frozenset()))
    if src is not state.src:
        unclosed = frozenset()
    if pair.start in unclosed:
        return -1
    end = state.src.find(pair.end, begin, state.posMax)
    if end < 0:
        state.env[UNCLOSED] = (state.src, unclosed | {pair.start})
    return end


def _encloses_tex(src: str, begin: int, end: int) -> bool:
    """Return whether single dollar signs enclose TeX and are not signs of money."""
    inside, after, before = src[begin:end], src[end + 1 : end + 2], src[begin - 2 : begin - 1]
    spaced = inside[0].isspace() or inside[-1].isspace()
    return not spaced and not after.isdigit() and not before.isalnum() and inside[-1] != "\\"


def _read_block(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    first = _get_line(state, start_line)
    pair = next((each for each in BLOCK if first.startswith(each.start)), None)
    if pair is None or state.is_code_block(start_line):
        return False
    last = _find_last_line(state, pair, start_line, end_line)
    if last < 0:
        return False
    if silent:
        return True
    lines = [_get_line(state, line) for line in range(start_line, last + 1)]
    inside = "\n".join(lines).strip()[len(pair.start) : -len(pair.end)].strip()
    token = state.push(FORMULA, "", 0)
    token.content, token.block, token.map = inside, True, [start_line, last + 1]
    state.line = last + 1
    return True


def _find_last_line(state: StateBlock, pair: _Pair, first: int, end: int) -> int:
    """Return the line that ends with `pair.end`; -1 if there is none before a blank line."""
    searched: MutableMapping[str, int] = state.env.setdefault(SEARCHED, {})
    if first <= searched.get(pair.end, -1):
        return -1
    line = first
    for line in range(first, end):
        text = _get_line(state, line).rstrip()
        if not text or state.sCount[line] < state.blkIndent:
            break
        inside = text[len(pair.start) :] if line == first else text
        if pair.end in inside:
            return line if inside.endswith(pair.end) and inside.count(pair.end) == 1 else -1
    searched[pair.end] = line
    return -1


def _get_line(state: StateBlock, line: int) -> str:
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]]
