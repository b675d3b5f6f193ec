"""The units under a real systemd, in a virtual machine of their own."""
