"""Tests of the prompts and their reader."""
