"""Attacks by what is sent: files, pictures, recordings, what others wrote below them, answers."""
