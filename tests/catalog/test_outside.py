"""No sentence for users stands outside the catalogue."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.jslexer import tokenize

from tests.catalog.extraction import ROOT
from tests.catalog.outside import EXEMPT, PENDING, find, listed, modules, name_of, outside, pending

STATIC = ROOT / "adapters" / "web" / "static"
SCRIPTS = [path for path in sorted(STATIC.rglob("*.js")) if "libraries" not in path.parts]
HERE = Path("a.py")


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_every_sentence_for_users_is_in_the_catalogue(path: Path) -> None:
    if name_of(path) not in listed(PENDING) + listed(EXEMPT):
        found = "\n".join(map(str, outside(path)))
        assert not found, f"wrap it in _() or say why not (# not translated: WHY)\n{found}"


def test_what_is_converted_is_taken_off_the_list() -> None:
    assert set(listed(PENDING)) <= set(pending()), "run `python -m tests.catalog pending`"


def test_an_exempt_file_is_there_and_says_why() -> None:
    for line in EXEMPT.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            name, _line, reason = line.partition("\t")
            assert (ROOT / name).exists(), name
            assert reason, name


@pytest.mark.parametrize(
    "source",
    [
        'yield Reply("Nothing found.")',
        'yield Reply(f"{count} found")',
        'raise UserError("Usage: /search WORDS")',
        'raise UserError("Unknown")',
        'print("done" if ok else "Not done")',
        'print("Saved: " + name)',
        'print(", ".join(parts) + " are gone")',
        'parser.add_argument("--json", help="one object per line")',
        'command = Command("new", "", "Begin anew", new)',
        'choices = [Choice("Keep it", "/keep")]',
        'HINT = "Send it again."',
        'return f"{name} is now {scope}"',
        'return f"{count} pages"',
        'yield Reply(_("Found {what}.", what="a boat in May."))',
    ],
)
def test_a_sentence_outside_is_found(source: str) -> None:
    assert len(find(source, HERE)) == 1


@pytest.mark.parametrize(
    "source",
    [
        'yield Reply(_("Nothing found."))',
        'raise UserError(ngettext("{count} page", "{count} pages", n))',
        'HINT = N_("Send it again.")',
        'LABEL = pgettext("button", "Keep it")',
        '"""What this module is for."""',
        'def f():\n    """Says what it does."""',
        'log.warning("Could not reach %s. Trying again.", name)',
        'self._audit.record("PIN asked for. Waiting.", who)',
        'self._background.start(f"end of a talk in {chat}", work())',
        'raise ValueError("This cannot be.")',
        'raise RuntimeError(f"no {name} here")',
        'db.execute(f"SELECT text FROM {table} WHERE id = ?")',
        'PATTERN = re.compile(r"Page \\d+ of \\d+")',
        'print("kb")',
        'print(f"{name}: {value}")',
        'print(f"multis: {error}", file=sys.stderr)',
        'choices = [Choice(_("Keep it"), "/keep this now")]',
        'mode: Literal["As it was before."] = read()',
        'HEAD = "Content-Type: text/plain"  # not translated: a header',
    ],
)
def test_what_is_no_sentence_for_users_is_left_alone(source: str) -> None:
    assert find(source, HERE) == []


# Literals of the script that read like a sentence and are none.
CODE = {
    "p ul ol li blockquote strong em s table thead tbody tr th td h1 h2 h3 h4 h5 h6 pre code hr br",
    "multis web --guest NAME",
    "true or false",  # a kind of setting
    *("Enter", "Escape", "Files", "Tab"),  # what a browser calls keys and kinds
}
PROSE = re.compile(r"[A-Z][a-z’]+( |$)|.*[a-z]{2,} [a-z]{2,} |.*[a-z].*[.?!…]$")


def spoken(path: Path) -> Iterator[str]:
    """The literals of a script that are no argument of `t`, no class and no error of the code."""
    before: list[str] = []
    for token in tokenize(path.read_text(encoding="utf-8"), jsx=False):
        if token.type in ("linecomment", "multilinecomment"):
            continue
        if token.type in ("string", "template_string") and not _is_known(before):
            yield token.value[1:-1]
        before = [*before[-6:], token.value]


def _is_known(before: list[str]) -> bool:
    """Inside `t("…`, `tn("…", "…`, or the value of an attribute that nobody reads."""
    words = [each for each in before if not each.startswith(('"', "`"))]
    called = words[-2:] in (["t", "("], ["tn", "("], ["tp", "("])
    second = words[-3:-1] in (["tn", "("], ["tp", "("]) and words[-1] == ","
    thrown = words[-3:] == ["new", "TypeError", "("]  # for who reads the console
    return called or second or thrown or before[-2:] == ["class", ":"]


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_every_sentence_of_the_script_is_in_the_catalogue(path: Path) -> None:
    for text in spoken(path):
        plain = re.sub(r"\$\{[^}]*\}", "{}", text)
        assert plain in CODE or not PROSE.match(plain), plain
