"""Real sound and real engines that write it down, for tests."""
