"""Start a model server: find vLLM in an environment of its own, give it the flags that matter, end all it started."""
