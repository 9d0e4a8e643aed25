"""Audit a manuscript by explicit reporting checks, and say which labels such checks cannot judge."""
