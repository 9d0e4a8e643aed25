"""Readers of evaluation data, one file a data set. They read files wherever these lie below a folder."""
