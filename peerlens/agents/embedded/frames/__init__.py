"""Read what a claim says: its parts, each with polarity, target, verb and restrictions."""
