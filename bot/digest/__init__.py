"""The owner's summary of a day or a week."""
