"""The suites, one file each, found by its name.

A suite module has ``SUMMARY``, the ``ROW`` model of its predictions, ``predict`` (data → rows, the only part that runs
the program) and ``figures`` (rows → figures, from nothing but the rows).
"""
