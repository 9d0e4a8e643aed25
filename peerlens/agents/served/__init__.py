"""The served family: a model behind an OpenAI-compatible server does the reading, code does the rest."""
