"""Analyzes the words of long documents in a process of its own, walled in as parsers are."""
