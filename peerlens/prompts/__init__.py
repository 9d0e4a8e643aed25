"""Words sent to models: one file a version, read and filled in here and nowhere else."""

from peerlens.prompts.reading import Prompt, as_data, prompt

__all__ = ["Prompt", "as_data", "prompt"]
