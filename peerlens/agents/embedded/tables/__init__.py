"""Read printed tables cell by cell and judge what is said of their values."""
