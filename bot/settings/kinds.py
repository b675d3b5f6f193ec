"""Says what a setting may be, in the reader's language; `Key.kind` has the words of the docs."""

from indexer.i18n import N_, _, format_list, join_parts

NAMES = {
    "text": N_("a text"),
    "whole number": N_("a whole number"),
    "number": N_("a number"),
    "true or false": N_("true or false"),
    "list": N_("a list, [...]"),
    "object": N_("a block, {...}"),
}


def format_kind(kind: str) -> str:
    """Return "a whole number, from 1 to 20" for the kind "whole number from 1 to 20"."""
    if kind.startswith("`"):
        return format_list(kind.split(" or "), "or")
    name, _from, ends = kind.partition(" from ")
    return join_parts(str(NAMES.get(name, name)), _format_range(ends))


def _format_range(ends: str) -> str:
    """Return the range that "1 to 1,000" or "1" is, with numbers as a person types them."""
    least, _to, most = ends.replace(",", "").partition(" to ")
    if not least:
        return ""
    if not most:
        return _("at least {least}", least=least)
    return _("from {least} to {most}", least=least, most=most)
