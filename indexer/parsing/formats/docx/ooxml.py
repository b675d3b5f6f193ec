"""Rewrites what mammoth leaves out of a Word file: text boxes, equations, outline levels."""

from collections.abc import Mapping
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from indexer.parsing.shared.xml import parse_xml

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
MARKERS = (b"oMath", b"txbxContent", b"outlineLvl")
LEVEL_STYLE = "multis-level-"  # marks paragraphs that have a level of their own
DEEPEST = 6
ANCESTORS = 20  # styles that a style may be based on, one upon the other
BODY = 9  # the outline level that means ordinary text
# The parts of an equation, written on one line.
MATHS = {
    f"{M}f": ("({})/({})", ("num", "den")),
    f"{M}sSup": ("{}^{}", ("e", "sup")),
    f"{M}sSub": ("{}_{}", ("e", "sub")),
    f"{M}sSubSup": ("{}_{}^{}", ("e", "sub", "sup")),
    f"{M}rad": ("√({})", ("e",)),
    f"{M}d": ("({})", ("e",)),
    f"{M}limLow": ("{}_{}", ("e", "lim")),
    f"{M}nary": ("∑_({})^({}) {}", ("sub", "sup", "e")),
}


def build_style_map(styles: bytes) -> str:
    """Build mammoth's rules for the paragraph styles with an outline level, own or inherited."""
    root = parse_xml(styles)
    by_id = {style.get(f"{W}styleId", ""): style for style in root.iter(f"{W}style")}
    rules = [f"p.{LEVEL_STYLE}{level} => h{level}:fresh" for level in range(1, DEEPEST + 1)]
    for style in by_id.values():
        name, level = _read_value(style, "name"), _find_level(style, by_id)
        if name.isprintable() and name and level < BODY and style.get(f"{W}type") == "paragraph":
            quoted = name.replace("\\", "\\\\").replace("'", "\\'")
            rules.append(f"p[style-name='{quoted}'] => h{min(level + 1, DEEPEST)}:fresh")
    return "\n".join(rules)


def _find_level(style: Element, by_id: Mapping[str, Element]) -> int:
    """Return the style's outline level from 0, or BODY; styles may inherit in a circle."""
    each: Element | None = style
    for _ in range(ANCESTORS):
        if each is None:
            break
        level = _read_own_level(each)
        if level is not None:
            return level
        if _read_value(each, "name").lower() == "title":
            return 0
        each = by_id.get(_read_value(each, "basedOn"))
    return BODY


def _read_own_level(styled: Element) -> int | None:
    level = _read_value(styled.find(f"{W}pPr"), "outlineLvl")
    return int(level) if level.isascii() and level.isdigit() and len(level) < 3 else None


def _read_value(element: Element | None, child: str) -> str:
    found = element.find(f"{W}{child}") if element is not None else None
    return found.get(f"{W}val", "") if found is not None else ""


def expose_hidden_text(document: bytes) -> bytes:
    """Change the main part of a Word file so that mammoth sees all of its text."""
    if not any(marker in document for marker in MARKERS):
        return document
    root = parse_xml(document)
    parents = {child: parent for parent in root.iter() for child in parent}
    for element in list(parents):
        if element.tag in (f"{W}drawing", f"{MC}AlternateContent"):
            _show_text_box(element)
        elif (
            element.tag in (f"{M}oMath", f"{M}oMathPara")
            and parents[element].tag != f"{M}oMathPara"
        ):
            _show_equation(element)
        elif element.tag == f"{W}p":
            _show_level(element)
    return ElementTree.tostring(root)


def _show_text_box(element: Element) -> None:
    """Turn a drawing that holds the only copy of a text box into one that mammoth reads."""
    fallback = element.find(f"{MC}Fallback")
    if fallback is not None and fallback.find(f".//{W}txbxContent") is not None:
        return
    boxes = list(element.iter(f"{W}txbxContent"))
    if boxes:
        _empty_and_retag(element, f"{W}pict")
        element.extend(boxes)


def _show_equation(element: Element) -> None:
    text = _format_equation(element)
    _empty_and_retag(element, f"{W}r")
    SubElement(element, f"{W}t").text = f" {text} "


def _format_equation(element: Element) -> str:
    if element.tag == f"{M}t":
        return element.text or ""
    if element.tag not in MATHS:
        return "".join(_format_equation(child) for child in element)
    form, parts = MATHS[element.tag]
    found = (element.find(f"{M}{part}") for part in parts)
    written = form.format(*("" if part is None else _format_equation(part) for part in found))
    sign = element.find(f"{M}naryPr/{M}chr")
    return written.replace("∑", sign.get(f"{M}val", "∫")) if sign is not None else written


def _show_level(paragraph: Element) -> None:
    level = _read_own_level(paragraph)
    properties = paragraph.find(f"{W}pPr")
    if level is None or level >= BODY or properties is None:
        return
    style = properties.find(f"{W}pStyle")
    style = style if style is not None else SubElement(properties, f"{W}pStyle")
    style.set(f"{W}val", f"{LEVEL_STYLE}{min(level + 1, DEEPEST)}")


def _empty_and_retag(element: Element, tag: str) -> None:
    element.clear()
    element.tag = tag
