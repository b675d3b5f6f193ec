"""Exit codes beside 0 for done, 1 for failed and 2 for wrong usage."""

NOT_RUNNING = 3  # as of `systemctl status`
LEASE_LOST = 75  # EX_TEMPFAIL of sysexits.h: a service manager starts it again, as a standby
BAD_CONFIGURATION = 78  # EX_CONFIG of sysexits.h: a service manager need not restart
