"""The labelled questions: what is asked, and what a right answer holds."""

import json
import re
import unicodedata
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path

from msgspec import Struct

LABELS = Path(__file__).parents[1] / "labels"
CJK = r"\u3040-\u30ff\u3400-\u9fff\uff66-\uff9f"
LETTER = rf"[^\W{CJK}]"  # or digit, of a script that puts spaces between words
DASHES = str.maketrans(dict.fromkeys("‐‑‒–—−〜～", "-") | {"’": "'", "‘": "'"})


class Half(StrEnum):
    """What is tuned on is `open`; `aside` tells how well that carries over."""

    OPEN = "open"
    ASIDE = "aside"


class Grade(StrEnum):
    """How sure a reply is, or should be."""

    ANSWERS = "answers"
    MAYBE = "maybe"
    NOTHING = "nothing"
    CANNOT = "cannot"  # it needs a model for that


class Item(Struct, frozen=True):
    """A question with its label.

    `answer` holds groups of alternatives: a right answer has one of each group. `avoid` is what the
    piece with the answer must not hold as well: the row beside it. `document` is empty where the
    answer comes from multis itself; `real` says that it is one of the shared documents.
    """

    id: str
    language: str
    kind: str
    question: str
    earlier: tuple[str, ...] = ()
    answer: tuple[tuple[str, ...], ...] = ()
    avoid: tuple[str, ...] = ()
    document: str = ""
    grade: Grade = Grade.ANSWERS
    real: bool = False

    @property
    def is_follow_up(self) -> bool:
        return self.kind in ("follow-up", "new-topic")


class QuestionSet(Struct, frozen=True):
    """A set of labelled questions, with their documents in a folder of its name."""

    name: str
    about: str

    @property
    def folder(self) -> Path:
        return LABELS / self.name

    @property
    def title(self) -> str:
        return self.name.replace("_", " ")

    @property
    def option(self) -> str:
        return f"--{self.name.replace('_', '-')}"

    @property
    def halves(self) -> list[Half]:
        """The halves that are here: one that nobody may look at yet is kept elsewhere."""
        return [each for each in Half if (self.folder / f"{each}.jsonl").exists()]


FIRST = QuestionSet("answers", "questions about everyday documents in twelve languages")
OTHERS = (
    QuestionSet("near_misses", "near misses"),
    QuestionSet("household", "questions of a household, as people type them"),
    QuestionSet("errands", "errands, of other kinds of documents and by somebody else"),
    QuestionSet("papers", "contracts, letters, handbooks, recipes and orders"),
    QuestionSet("sundries", "a newsletter, a handover, a policy, a price table and others"),
    QuestionSet("leaflets", "rules of games, payslips, assembly instructions and garden calendars"),
    QuestionSet(
        "handouts", "leases, rules, manuals, price lists and minutes, by somebody new to the code"
    ),
    QuestionSet(
        "everyday", "rules, manuals, prices and plans in five formats, by somebody new to the code"
    ),
    QuestionSet(
        "manuals", "handbooks, papers and reports of hundreds of pages, which need the shared data"
    ),
    QuestionSet(
        "notices",
        "mail, contracts, flyers, school letters, price tables and minutes in three languages",
    ),
    QuestionSet(
        "letters",
        "letters, contracts, plans, tables and rules in ten languages, by somebody new again",
    ),
    QuestionSet("natives", "rules, circulars and leaflets in eleven languages other than English"),
    QuestionSet(
        "slips", "price lists, plans, minutes, members and mail in five formats, in small letters"
    ),
    QuestionSet(
        "firsts",
        "fees of two years, logs, wills, calendars, minutes and patterns in twelve languages",
    ),
    QuestionSet(
        "strangers", "an inspection, a wedding, a vet's bill, a fine and others, as a stranger asks"
    ),
    QuestionSet(
        "abroad",
        "invitations, estimates and notes in eleven other languages than English, as typed",
    ),
)


def load_items(half: Half, folder: Path) -> list[Item]:
    lines = (folder / f"{half}.jsonl").read_text("utf-8").splitlines()
    return [parse_item(line) for line in lines if line.strip()]


def parse_item(line: str) -> Item:
    fields = json.loads(line)
    return Item(
        **{
            **fields,
            "earlier": tuple(fields.get("earlier", ())),
            "answer": tuple(map(tuple, fields.get("answer", ()))),
            "avoid": tuple(fields.get("avoid", ())),
            "grade": Grade(fields.get("grade", Grade.ANSWERS)),
        }
    )


def list_documents(half: Half, folder: Path) -> list[Path]:
    """List the documents that are kept with the labels: none, if all are shared ones.

    A set keeps a folder of them for each half, or one whose documents both halves ask about.
    """
    documents = folder / "documents"
    own = documents / half if (documents / half).is_dir() else documents
    return sorted(own.iterdir()) if own.is_dir() else []


def holds_answer(text: str, groups: Sequence[Sequence[str]]) -> bool:
    """Return whether `text` has one alternative of each group; no group is held by nothing."""
    return bool(groups) and all(holds_any(text, group) for group in groups)


def holds_any(text: str, phrases: Sequence[str]) -> bool:
    folded = fold(text)
    return any(_find_phrase(folded, fold(phrase)) for phrase in phrases)


def fold(text: str) -> str:
    """Fold what a reader does not notice: case, kinds of dash and space, Markdown's emphasis."""
    plain = unicodedata.normalize("NFKC", text).casefold().translate(DASHES)
    return " ".join(plain.replace("**", "").replace("\\", "").split())


def _find_phrase(text: str, phrase: str) -> bool:
    """Find `phrase` as whole words: 8 is neither in 18 nor in 8.50."""
    before = rf"(?<!{LETTER})(?<!\d[.,:])" if re.match(LETTER, phrase[0]) else ""
    after = rf"(?!{LETTER})(?![.,:]\d)" if re.match(LETTER, phrase[-1]) else ""
    return bool(re.search(before + re.escape(phrase) + after, text))
