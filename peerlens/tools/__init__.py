"""What an agent can do to a manuscript."""

from peerlens.tools.paper_tools import Hit, Outline, PaperTools, ScanMatch, ScanResult, SentenceHit

__all__ = ["Hit", "Outline", "PaperTools", "ScanMatch", "ScanResult", "SentenceHit"]
