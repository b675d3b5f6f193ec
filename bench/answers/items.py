"""The labelled questions: what is asked, and what a right answer holds."""

import json
import re
import unicodedata
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path

from msgspec import Struct

LABELS = Path(__file__).parents[1] / "labels" / "answers"
NEAR_MISSES = LABELS.with_name("near_misses")  # questions of which nearly all is there
HOUSEHOLD = LABELS.with_name("household")  # questions as people type them
ERRANDS = LABELS.with_name("errands")  # of other kinds of documents, written by somebody else
PAPERS = LABELS.with_name("papers")  # of contracts, letters, handbooks, recipes and orders
SUNDRIES = LABELS.with_name("sundries")  # of a newsletter, a handover, a policy, a price table
LEAFLETS = LABELS.with_name("leaflets")  # of games, payslips, furniture to assemble, gardens
HANDOUTS = LABELS.with_name("handouts")  # by somebody who had never seen the code
EVERYDAY = LABELS.with_name("everyday")  # as HANDOUTS, in more formats: HTML, CSV and Word too
MANUALS = LABELS.with_name("manuals")  # of long real documents: all are shared ones
NOTICES = LABELS.with_name("notices")  # mail, contract, flyer, letter: before the vocabulary
LETTERS = LABELS.with_name("letters")  # by somebody new: both halves ask about the same documents
NATIVES = LABELS.with_name("natives")  # as people of eleven other languages than English write
FIRSTS = LABELS.with_name("firsts")  # of logs, wills, fees of two years, minutes and patterns
SLIPS = LABELS.with_name("slips")  # price lists, plans, minutes and mail, in small letters
STRANGERS = LABELS.with_name("strangers")  # of papers of kinds that no other set has
ABROAD = LABELS.with_name("abroad")  # invitations, estimates, sheets of advice, asked as typed
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


def load_items(half: Half, folder: Path = LABELS) -> list[Item]:
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


def list_documents(half: Half, folder: Path = LABELS) -> list[Path]:
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
