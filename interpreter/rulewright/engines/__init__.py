"""Floor 6: engines run a program. They know nothing of games."""
