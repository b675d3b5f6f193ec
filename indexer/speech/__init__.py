"""From a recording to text with times: a Whisper model on this machine, in a process of its own."""
