"""`multis doctor`: looks at everything with the daemon's own code, and says what to do.

Each check yields findings; one that cannot go on says so and the next one runs all the same.
"""

from bot.doctor.examine import examine
from bot.doctor.findings import Finding, Level

__all__ = ["Finding", "Level", "examine"]
