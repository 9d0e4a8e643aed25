"""The interactive terminal: a person works through what the agents found, and their work is kept."""
