"""The plain-text format that ActReview-style fine-tunes write: asked for in their words, read leniently."""
