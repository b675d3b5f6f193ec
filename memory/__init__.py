"""Part of multis: keeps what people said and what it means."""
