"""Run the command line as ``python -m peerlens``."""

from peerlens.cli import main

main()
