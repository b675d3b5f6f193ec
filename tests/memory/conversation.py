"""Turns to remember, without the fields that a test does not care about."""

from datetime import UTC, datetime, timedelta

from memory.messages import Exchange

START = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


def turn(number: int, question: str = "", answer: str = "", **more: object) -> Exchange:
    """The `number`th turn of a day, one a minute."""
    asked = START + timedelta(minutes=number)
    return Exchange(
        key=f"m{number}",
        question=question or f"question {number}",
        answer=answer or f"answer {number}",
        asked_at=asked,
        answered_at=asked + timedelta(seconds=2),
        **more,  # type: ignore[arg-type]  # a test names real fields of Turn
    )
