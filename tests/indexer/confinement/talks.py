"""Writes more than anybody reads."""

import sys


def main() -> int:
    while True:
        sys.stdout.buffer.write(bytes(1 << 20))
