"""`multis doctor`: checks everything with the daemon's own code, and says what to fix.

Each check yields findings; a check that cannot go on says so, and the next one runs regardless.
"""

from bot.doctor.examine import examine
from bot.doctor.findings import Finding, Level

__all__ = ["Finding", "Level", "examine"]
