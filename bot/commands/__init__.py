"""Commands, one per module: a module takes part by defining `command`."""
