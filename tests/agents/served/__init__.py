"""Tests of the served family, over real HTTP on loopback."""
