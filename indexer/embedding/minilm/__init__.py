"""all-MiniLM-L6-v2 on the owner's machine, without torch: a sentence becomes a unit vector."""
