"""Words that every platform puts beside a reply."""

from bot.messages import N_

# Before a part that may have been delivered already: its confirmation was lost.
REPEATED = N_("(repeated)")
# Under a growing message when the program stops; the message goes on after the restart.
INTERRUPTED = N_("(Interrupted: I was stopped. I will finish this when I am running again.)")
# In place of a reply that shows nothing, which platforms refuse.
EMPTY = N_("(This reply is empty.)")
