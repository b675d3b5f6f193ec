"""The web page's access to multis: views to read, and no second way to change anything.

The desk *shows* through views, one per file in `views`, found by name like commands and built from
the same `Turn`. It *does* nothing itself: a button on the page sends a command like any message.
"""
