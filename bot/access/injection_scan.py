"""Texts of others that look as if they were written to the model, for the audit log.

Nothing is stopped by this: whoever means it finds other words. What protects are the fences in the
prompt, and that tools reach no further than the reader of the reply. It tells the owner who tries.
"""

import re
from collections.abc import Mapping

from bot.access.audit_log import Audit
from bot.messages import IncomingMessage

_RULES = r"(?:instructions?|rules?|prompts?|guidelines?|directions?)"
PATTERNS: Mapping[str, re.Pattern[str]] = {
    name: re.compile(pattern, re.IGNORECASE)
    for name, pattern in {
        "ignore instructions": rf"\b(?:ignore|forget|override)\b.{{0,40}}\b{_RULES}\b",
        "disregard": rf"\bdisregard\b.{{0,40}}\b(?:{_RULES}|above|previous)\b",
        "ignore instructions (de)": r"\b(?:ignorier|vergiss|missachte)\w*\b.{0,40}"
        r"\b(?:anweisung|regel|vorgabe)\w*",
        "system prompt": r"\bsystem\s*(?:prompt|message)\b",
        "reveal": r"\b(?:reveal|print|repeat|show)\b.{0,30}\b(?:system|hidden|secret|initial)\b",
        "all of everybody": r"\bshow\b.{0,20}\ball\b.{0,20}\b(?:users?|data|chats?|documents?)\b",
        "act as admin": r"\b(?:act|pretend|behave|speak)\b.{0,20}\b(?:admin|owner|root)\w*",
        "you are now": r"\byou\s+are\s+(?:now\s+)?(?:a|an|the|in)\s+(?:new|different|free|developer"
        r"|unrestricted|admin|owner|root|debug)",
        "jailbreak": r"\bjail\s*break|\bdo\s+anything\s+now\b|\b(?-i:DAN)\b",
        "bypass": r"\bbypass\b.{0,30}\b(?:security|filter|restriction|rule|safety)\w*",
        "forged role": r"(?:^|\n)\s*(?:<\|?(?:system|im_start|assistant)|\[(?:system|inst)\]"
        r"|(?:system|assistant)\s*:)|</(?:passages?|memory|untrusted)",
        "tool call": r"\b(?:call|use|run|invoke)\b.{0,30}\b(?:memory_\w+|search_\w+|tools?)\b",
    }.items()
}

LOOKED_AT = 20_000  # characters


def patterns_in(text: str) -> list[str]:
    """The names of the patterns that `text` shows."""
    return [name for name, pattern in PATTERNS.items() if pattern.search(text[:LOOKED_AT])]


def note(audit: Audit, message: IncomingMessage) -> None:
    """One line for a message that shows any; never its text."""
    kind = "forwarded" if message.forwarded else "message"
    if found := patterns_in(message.text):
        audit.record("injection", message.sender, kind=kind, patterns=", ".join(found))
