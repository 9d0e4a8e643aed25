"""What the authors' response says to each point of a review, and whether the places that it names bear it out."""
