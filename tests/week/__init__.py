"""A week of an owner and three guests on a strict Telegram, as they would live it.

`story` is what they do, day by day; the daemon starts anew each morning, and once it was killed.
`kept` holds the home of an earlier version in which Monday to Wednesday were lived, so that the
rest of the week follows an upgrade. `test_week.py` replays both ways.

    python -m tests.week                  prints what everybody read, one chat after the other
    python -m tests.week picture          draws it for the documentation, with Chromium
    python -m tests.week keep CHECKOUT    has another version live Monday to Wednesday, and keeps it
"""
