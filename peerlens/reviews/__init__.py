"""Reviews as they come in, whatever their form, made into one kind of record."""

from peerlens.reviews.decoding import MAX_BYTES
from peerlens.reviews.read import read_reviews
from peerlens.reviews.response import read_response

__all__ = ["MAX_BYTES", "read_response", "read_reviews"]
