"""The actions of `multis memory`."""
