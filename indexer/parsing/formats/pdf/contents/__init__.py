"""Reads from PDFium, once for each page, its characters and its objects."""
