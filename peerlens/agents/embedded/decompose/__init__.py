"""Take a review apart into claims, requests and unused sentences."""
