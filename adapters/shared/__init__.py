"""What several adapters need, and what knows no platform."""
