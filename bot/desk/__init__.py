"""What a page in a browser needs of multis, without a second way to do anything.

The desk *shows* through views, one per file in `views`, found by name like commands and made from
the same `Turn`. It *does* nothing itself: a button on a page says a command through the front door.
"""
