"""Write a tiny Qwen3 with random weights and a tokenizer of its own. Run by the Python that vLLM is installed for."""

from __future__ import annotations

import json
import pydoc_data.topics
import sys
from pathlib import Path
from typing import Any

_WINDOW = 40960
_CONSTANT, _LEANING = 0.06, 0.6
_SPECIAL = ("<|endoftext|>", "<|im_start|>", "<|im_end|>", "<think>", "</think>")
_TEMPLATE = (
    "{% for m in messages %}{{ '<|im_start|>' + m.role + '\\n' + m.content + '<|im_end|>\\n' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}"
    "{% if enable_thinking is false %}{{ '<think>\\n\\n</think>\\n\\n' }}{% endif %}{% endif %}"
)
"""ChatML; with thinking off the thought is closed before it begins, as Qwen3's own template does."""


def write_model(folder: Path, *, seed: int = 7) -> None:
    import torch
    from transformers import PreTrainedTokenizerFast, Qwen3Config, Qwen3ForCausalLM

    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=_byte_pairs(), eos_token="<|im_end|>", pad_token="<|endoftext|>", model_max_length=_WINDOW
    )
    tokenizer.chat_template = _TEMPLATE
    tokenizer.save_pretrained(folder)
    torch.manual_seed(seed)
    model = Qwen3ForCausalLM(
        Qwen3Config(
            vocab_size=len(tokenizer),
            hidden_size=64,
            intermediate_size=128,
            num_hidden_layers=2,
            num_attention_heads=4,
            num_key_value_heads=2,
            head_dim=32,
            max_position_embeddings=_WINDOW,
            tie_word_embeddings=False,
            eos_token_id=tokenizer.eos_token_id,
            pad_token_id=tokenizer.pad_token_id,
        )
    )
    _lean_to_an_end(model, tokenizer)
    model.save_pretrained(folder)


def _lean_to_an_end(model: Any, tokenizer: Any) -> None:
    """Random weights alone seldom close a string, and no reply would come to its end.

    The first number of every embedding is large and the same, so that the first of an output row is a bias: that of
    the closing tokens is a little above what chance gives the best of all tokens.
    """
    import torch

    rows = model.lm_head.weight
    with torch.no_grad():
        model.model.embed_tokens.weight[:, 0] = _CONSTANT
        rows[:, 0] = 0.0
        closing = tokenizer.convert_tokens_to_ids([*'"]},', "<|im_end|>", '",', '"}'])
        for number in closing:
            if number is not None and number != tokenizer.unk_token_id:
                rows[number, 0] += _LEANING


def write_adapter(folder: Path, *, rank: int = 4, seed: int = 8) -> None:
    """A LoRA adapter for that model, random as well."""
    import torch
    from safetensors.torch import save_file

    torch.manual_seed(seed)
    folder.mkdir(parents=True)
    weights = {}
    for layer in range(2):
        name = f"base_model.model.model.layers.{layer}.self_attn.q_proj"
        weights[f"{name}.lora_A.weight"] = torch.randn(rank, 64) * 0.02
        weights[f"{name}.lora_B.weight"] = torch.randn(128, rank) * 0.02
    save_file(weights, folder / "adapter_model.safetensors")
    settings = {"peft_type": "LORA", "r": rank, "lora_alpha": 8, "target_modules": ["q_proj"], "task_type": "CAUSAL_LM"}
    (folder / "adapter_config.json").write_text(json.dumps(settings), encoding="utf-8")


def _byte_pairs() -> object:
    """A byte-level BPE learnt from the prose that comes with Python: papers and prompts are equally new to it."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

    made = Tokenizer(models.BPE())
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=8000,
        special_tokens=list(_SPECIAL),
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    made.train_from_iterator(pydoc_data.topics.topics.values(), trainer)
    return made


if __name__ == "__main__":
    write_model(Path(sys.argv[1]))
    write_adapter(Path(sys.argv[2]))
