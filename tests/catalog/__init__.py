"""The catalogue of sentences: how it is extracted, and what holds it complete.

`make catalog` writes it; `python -m tests.catalog pending` lists the files that still have
sentences outside it.
"""
