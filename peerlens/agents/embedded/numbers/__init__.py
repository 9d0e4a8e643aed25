"""Read quantities and judge what is said of them."""
