"""Has `cat` copy what comes through a pipe, and then a file, which the walls do not name."""

import subprocess
import sys


def main() -> int:
    program, secret = sys.argv[1:]
    copied = subprocess.run([program], stdin=sys.stdin, capture_output=True, check=True)  # noqa: S603 - cat
    refused = subprocess.run([program, secret], capture_output=True)  # noqa: S603 - cat
    told = f"{copied.stdout.decode()} {refused.returncode} {len(refused.stdout)}"
    sys.stdout.write(told)
    return 0
