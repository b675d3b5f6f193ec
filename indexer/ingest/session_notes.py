"""The file of a conversation, as search finds it: what was told and noted, not what was asked.

Pure. Whoever asks the same again would find their own question, the passage that has all its words.
"""

from indexer.text.sentence_kind import select_statements

ASKED = "Asked:"  # above the list of what was asked; formerly of all that a person said


def remove_questions(course: str) -> str:
    """`course` without headings, and of the lists of what was asked only what tells something.

    What stays is in the line where it was.
    """
    asked = False
    lines = []
    for line in course.split("\n"):
        entry = line.startswith("- ")
        if line.strip() and not entry:
            asked = line.strip() == ASKED
        lines.append(_keep_statement(line) if asked else "" if line.startswith("#") else line)
    return "\n".join(lines)


def _keep_statement(line: str) -> str:
    said = select_statements(line.removeprefix("- ")) if line.startswith("- ") else ""
    return f"- {said}" if said else ""
