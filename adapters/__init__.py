"""Part of multis: the platforms that it talks on, one folder each."""
