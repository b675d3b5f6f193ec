"""The meaning of the control words and symbols of RTF."""

from indexer.parsing.shared.markup import INNER

WORD_TEXTS = {
    "tab": "\t",
    "line": "\n",
    "emdash": "—",
    "endash": "–",
    "bullet": "•",
    "lquote": "‘",
    "rquote": "’",
    "ldblquote": "“",
    "rdblquote": "”",
    "emspace": " ",
    "enspace": " ",
    "qmspace": " ",
    "nestcell": INNER["td"],
    "nestrow": INNER["tr"],
    "softline": "\n",
    "footnote": " (",
}
SYMBOL_TEXTS = {"~": " ", "_": "-", "\n": "\n", "\r": "\n", "\\": "\\", "{": "{", "}": "}"}
HIDDEN = frozenset(
    {"fonttbl", "colortbl", "stylesheet", "info", "pict", "object", "fldinst", "filetbl", "revtbl"}
    | {"sp", "pgdsctbl", "nonesttables", "shprslt", "nonshppict", "listtable", "tc", "xe"}
    | {"listoverridetable", "bkmkstart", "bkmkend", "ftnsep", "ftnsepc", "aftnsep"}
)
# The heads and feet of left, right and first pages.
MARGINS = frozenset(f"{edge}{side}" for edge in ("header", "footer") for side in ("", *"lrf"))
# Marked by \* as unknown to old readers, but text.
STARRED = frozenset({"footnote", "nesttableprops", "shpinst", "shptxt", "listtext", "pntext"})
CHARSETS = {
    77: "mac_roman",
    128: "cp932",
    129: "cp949",
    130: "johab",
    134: "gb18030",
    136: "cp950",
    161: "cp1253",
    162: "cp1254",
    163: "cp1258",
    177: "cp1255",
    178: "cp1256",
    186: "cp1257",
    204: "cp1251",
    222: "cp874",
    238: "cp1250",
}
