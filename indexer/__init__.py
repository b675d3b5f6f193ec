"""Part of multis: reads, stores and finds documents."""
