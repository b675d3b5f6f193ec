"""Finds what the drawn lines of a PDF's page enclose: the cells of tables."""
