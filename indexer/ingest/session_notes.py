"""Keeps of a session's file what its search is for: the words of the person who told something.

Somebody who asks again would otherwise find their own question, the passage with all of its words.
What a model noted or answered is left out as well: found for ever, a wrong note would never age
out, and an answer would be quoted as what the person said.
"""

from indexer.text.sentence_kind import select_statements

ASKED = "Asked:"  # above the list of questions; formerly of everything that a person said
NOTED = "Noted:"  # above the notes of a model
ANSWERED = "Answered:"  # above the beginnings of a model's answers
MODELS = (NOTED, ANSWERED)


def keep_statements(session: str) -> str:
    """Remove headings, the lists below "Noted:" and "Answered:", and questions below "Asked:".

    All that stays keeps its line number.
    """
    above = ""
    lines = []
    for line in session.split("\n"):
        if line.strip() and not line.startswith("- "):
            above = line.strip()
        lines.append(_keep_statement(line, above))
    return "\n".join(lines)


def _keep_statement(line: str, above: str) -> str:
    """Return what stays of a line below the line `above`, which ends the list before it."""
    if above in MODELS or line.startswith("#"):
        return ""
    if above != ASKED:
        return line
    statements = select_statements(line.removeprefix("- ")) if line.startswith("- ") else ""
    return f"- {statements}" if statements else ""
