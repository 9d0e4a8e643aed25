"""Text as text: sentences, folding, words, and showing it harmlessly. Knows no records."""
