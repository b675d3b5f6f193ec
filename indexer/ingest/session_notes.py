"""Removes questions from a session's file before it is indexed.

Otherwise somebody who asks again would find their own question, the passage with all of its words.
"""

from indexer.text.sentence_kind import select_statements

ASKED = "Asked:"  # above the list of questions; formerly of everything that a person said


def remove_questions(session: str) -> str:
    """Remove headings, and questions from the lists below "Asked:"; statements there stay.

    All that stays keeps its line number.
    """
    asked = False
    lines = []
    for line in session.split("\n"):
        if line.strip() and not line.startswith("- "):
            asked = line.strip() == ASKED
        lines.append(_keep_statement(line) if asked else "" if line.startswith("#") else line)
    return "\n".join(lines)


def _keep_statement(line: str) -> str:
    statements = select_statements(line.removeprefix("- ")) if line.startswith("- ") else ""
    return f"- {statements}" if statements else ""
