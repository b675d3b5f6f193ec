"""Attacks by what is sent: files, pictures, recordings, and what others wrote below them."""
