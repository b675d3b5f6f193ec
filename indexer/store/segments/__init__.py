"""The inverted index on disk: immutable segments of postings, and the rows that are in none yet.

A row that is written waits in `tail`. Later thousands of them become a segment, and small segments
become larger ones, in steps between which others write. A row that was removed or rewritten since
is in `removals` and no longer counts. So at any moment each row counts exactly once.
"""
