"""What exit codes mean, beyond 0 for done, 1 for failed and 2 for wrong usage."""

NOT_RUNNING = 3  # as `systemctl status` has it
BAD_CONFIGURATION = 78  # EX_CONFIG of sysexits.h: a service manager need not try again
