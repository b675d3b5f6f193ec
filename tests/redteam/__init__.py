"""The red team: attacks on every door, run by the tests beside this file and by `bench.redteam`."""
