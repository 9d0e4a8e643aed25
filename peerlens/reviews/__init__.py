"""Reviews as they come in, whatever their form, made into one kind of record."""

from peerlens.reviews.decoding import MAX_BYTES
from peerlens.reviews.read import ReviewInput, UnreadInput, read_all, read_reviews, read_what_can_be
from peerlens.reviews.response import read_response

__all__ = [
    "MAX_BYTES",
    "ReviewInput",
    "UnreadInput",
    "read_all",
    "read_response",
    "read_reviews",
    "read_what_can_be",
]
