"""Code that several adapters share; nothing here depends on a platform."""
