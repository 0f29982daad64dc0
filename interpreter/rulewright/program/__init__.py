"""Floor 5: the checked game as a small program over a flat state. Knows nothing of how it runs."""
