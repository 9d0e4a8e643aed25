"""The audit skills of the served family."""
