"""Markdown that breaks renderers: random joins of fragments, each with words of its own."""

import random

FRAGMENTS = (
    "**{a} {b}**", "*{a}*", "_{a}_", "__{a}__", "***{a} {b}***", "~~{a}~~", "**{a} `{b}` {c}**",
    "`{a}`", "`` {a} ` {b} ``", "`{a}", "**{a}", "*{a}", "[{a}", "](", "![", "<{a}>", "</{a}>",
    "<{a} {b}='{c}'>", "vector<{a}>", "map<{a}, {b}<{c}>>", "<!-- {a} -->", "<think>{a}</think>",
    "<{a}@{b}.org>", "<https://{a}.org/{b}>", "<{a}:{b}>", "https://{a}.org/{b}_{c}_(x)",
    "[{a}](https://{b}.org/{c})", "[{a}](../{b}.md)", "[{a}](<{b} {c}>)", "[](https://{a}.org)",
    '[{a}](https://{b}.org "{c}")', "[`{a}`](https://{b}.org)", "[**{a}** {b}](/{c})",
    "[{a} ![{b}]({c}.png)](https://x.org)", "![{a}](https://{b}.org/i.png)", "![{a}]({b}.png)",
    "[{a}]: {b}.pdf", "[{a}][{b}]", "[1]: https://{a}.org '{b}'", "[^1]: {a}", "{a}[^1]",
    "[{a}](javascript:{b})", "[{a}](mailto:{b}@x.org)", "[{a}](tg://user?id=1)", "[{a}]( {b} )",
    "# {a}", "## {a} `{b}`", "###### {a} ######", "{a}\n===", "{a}\n---", "#{a}", "---", "***",
    "> {a}", "> > {a}", ">> - {a}\n>>   {b}", "> ```{a}\n> {b}\n> ```", "> **{a}\n{b}**",
    "- {a}", "  - {a}", "    - {a}", "- [ ] {a}", "* {a}\n\n  {b}", "1. {a}", "7) {a}",
    "1. {a}\n1. {b}",
    "- {a}\n  ```\n  {b}\n  ```", "-", "1.", "- - - {a}", "-   > {a}", "10. # {a}",
    "```\n{a}\n```", "```py\ndef {a}(): {b}\n\n\n{c}\n```",
    "```{a} {b}=1 {c}\n\t{a}\n```", "~~~\n{a}",
    "```{{{a}, echo=F}}\n{b}\n```", "````\n```\n{a}\n```\n````", "    {a} {b}", "\t{a}",
    "```\n\n```",
    "| {a} | {b} |\n|---|--:|\n| {c} | 1 |", "| {a} |\n|:-:|\n| {b} | {c} |\n| |",
    "> | {a} | {b} |\n> |---|---|\n> | 1 | 2 | {c} |", "|{a}|\n|-|\n|[{b}](https://{c}.org)|",
    "| {a} | `{b}\\|x` |\n|:--|:--|\n| **{c}** | ~~{a}~~ |\n", "a | b\n-|-\n{a} | {b} | {c} | 9",
    "\\*{a}\\*", "\\", "{a}\\\n{b}", "{a}  \n{b}", "$x_{a}^2 * y_{b}$", "C:\\{a}\\{b}",
    "&{a};", "& {a}",
    "😀", "👨‍👩‍👧", "🇩🇪", "e\u0301{a}", "a\u030a{a}", "é", "中文{a}字", "עברית {a}", "ｆｕｌｌ",
    "\u200d", "\u200b",
    "**😀 {a}**", "`😀`", "[😀](https://{a}.org)", "*😀* {a} **😀**", "{a}\u2028{b}",
    "\u202e{a}", "\u00a0", "\u3000",
    "\x00", "\x07{a}", "\r", "\r\n", "\ud83d", "\ud83d\ude00", "\udc00{a}", "\ufeff", "\ufffd",
    "{a}_{b}_{c}", "*{a}*{b}", "**{a}**{b}", "{a}**{b}**", "** {a} **", "*{a}**{b}*",
    "__{a} {b}__",
    "____", "****", "~~~~", "``", "[]", "()", "|", "||{a}||", "~{a}~", "=={a}==",
    "^{a}^", ":{a}:",
    "@{a}", "/{a}", "#{a}", "+{a}", "${a}", "1) {a}", "{a}", "{a} {b} {c}", "",
)  # fmt: skip
JOINTS = ("", "", " ", "\n", "\n", "\n\n", "\n\n", "\n\n\n", "  ", "\n  ", "\n    ", "\n> ", "\n- ")


def nasty(luck: random.Random, most: int = 14) -> str:
    """The same for the same state of `luck`."""
    pieces = []
    for _ in range(luck.randint(1, most)):
        words = {name: f"{name}{luck.randrange(10**4)}" for name in "abc"}
        pieces.append(luck.choice(FRAGMENTS).format(**words) + luck.choice(JOINTS))
    return "".join(pieces)
