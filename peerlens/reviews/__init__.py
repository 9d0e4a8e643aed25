"""Reviews as they come in, whatever their form, made into one kind of record."""

from peerlens.reviews.read import read_reviews

__all__ = ["read_reviews"]
