"""`multis doctor`: looks at everything with the daemon's own code, and says what to do.

Each check yields findings; one that cannot go on says so and the next one runs all the same.
"""

from bot.doctor.findings import Finding, Level
from bot.doctor.rounds import examine

__all__ = ["Finding", "Level", "examine"]
