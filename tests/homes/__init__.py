"""Homes as earlier versions left them, and whether today's program takes them over whole.

`kept/VERSION-COMMIT.tar.xz` is a home as `kill -9` left it, with messages that wait, replies that
are not sent, and at least one row in nearly every table; `kept/VERSION-COMMIT.json` lists what is
in it and what it must answer. `test_homes.py` opens every home in that folder.

To add the home of the version that is checked out, on Linux with user namespaces:

    python -m tests.homes.write

Do it before the first change of an issue, and commit both files. The name holds the commit that is
checked out; MULTIS_COMMIT gives another one. `story` is what happens in the home, `promises` what
must hold of it later. A list stays with its home: what a later story promises, an older home is not
asked for. Every table has a row but `claim`, which is empty as soon as there is an owner.
"""
