"""Breaks of one line each, and the tests that must notice them."""
