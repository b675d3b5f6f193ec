"""Tests the units under a real systemd, in a virtual machine."""
