"""Source code by its definitions."""

from tests.indexer.parsing.formats.making import sections


def test_code_is_cut_at_its_definitions() -> None:
    code = (
        b"import os\n\n\ndef first(x):\n    return x\n\n\nclass Second:\n    def inner(self): ...\n"
    )
    found = sections(code, "a.py")
    assert [(each.title, each.line) for each in found] == [
        ("a.py", 1),
        ("def first(x)", 4),
        ("class Second", 8),
    ]
    assert found[2].text == "class Second:\n    def inner(self): ..."
