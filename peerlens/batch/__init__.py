"""Whole sets of papers and reviews: inputs, units of work, workers, one ledger, what a run leaves."""
