"""One file a check: what it observes about a paper, each observation with the words or the scan it rests on."""
