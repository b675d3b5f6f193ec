"""The meaning of the control words and symbols of RTF."""

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
    "nestcell": " ",
    "nestrow": " ",
    "softline": "\n",
    "footnote": " (",
}
SYMBOL_TEXTS = {"~": " ", "_": "-", "\n": "\n", "\r": "\n", "\\": "\\", "{": "{", "}": "}"}
HIDDEN = frozenset(
    {"fonttbl", "colortbl", "stylesheet", "info", "pict", "object", "header", "headerl", "headerr"}
    | {"headerf", "footer", "footerl", "footerr", "footerf", "fldinst", "filetbl", "revtbl", "sp"}
    | {"shprslt", "nonshppict", "listtable", "listoverridetable", "tc", "xe", "bkmkstart"}
    | {"bkmkend", "ftnsep", "ftnsepc", "aftnsep"}
)
# Marked by \* as unknown to old readers, but text.
STARRED = frozenset({"footnote", "shpinst", "shptxt", "listtext", "pntext"})
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
