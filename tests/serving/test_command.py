"""The vLLM command that ``serve`` makes of a model, its adapters and where it listens."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from peerlens.errors import ConfigError, InputError, UsageError
from peerlens.serving.command import Adapter, Serving, added_environment, arguments, shell_line


def value_of(words: list[str], flag: str) -> str:
    return words[words.index(flag) + 1]


def adapter(folder: Path, *, rank: object = 16) -> Path:
    folder.mkdir()
    (folder / "adapter_config.json").write_text(json.dumps({"r": rank}), encoding="utf-8")
    return folder


def test_the_reference_model_is_served_on_loopback_with_schemas_that_hold_and_without_thinking() -> None:
    words = arguments(Serving())
    assert words[:2] == ["serve", "Qwen/Qwen3-8B"]
    assert value_of(words, "--host") == "127.0.0.1"
    assert json.loads(value_of(words, "--structured-outputs-config")) == {
        "backend": "guidance",
        "disable_any_whitespace": True,
    }
    assert value_of(words, "--reasoning-parser") == "qwen3"
    assert json.loads(value_of(words, "--default-chat-template-kwargs")) == {"enable_thinking": False}
    assert value_of(words, "--max-model-len") == "auto"
    assert {"--enable-prefix-caching", "--enable-prompt-tokens-details"} <= set(words)
    assert "--enable-lora" not in words
    assert "--data-parallel-size" not in words


def test_a_model_that_does_not_think_as_qwen3_gets_no_reasoning_parser(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text('{"model_type": "llama"}', encoding="utf-8")
    assert "--reasoning-parser" not in arguments(Serving(model=str(tmp_path)))
    assert "--reasoning-parser" not in arguments(Serving(model="meta-llama/Llama-3.1-8B-Instruct"))


def test_a_folders_configuration_decides_over_its_name(tmp_path: Path) -> None:
    folder = tmp_path / "my-reviewer"
    folder.mkdir()
    (folder / "config.json").write_text('{"model_type": "qwen3"}', encoding="utf-8")
    words = arguments(Serving(model=str(folder)))
    assert value_of(words, "--reasoning-parser") == "qwen3"
    assert value_of(words, "--served-model-name") == "my-reviewer"


def test_adapters_are_served_by_name_with_room_for_the_highest_rank(tmp_path: Path) -> None:
    first, second = adapter(tmp_path / "a", rank=8), adapter(tmp_path / "b", rank=48)
    serving = Serving(adapters=(Adapter.of(f"actreview={first}"), Adapter.of(f"judge={second}")))
    words = arguments(serving)
    at = words.index("--lora-modules")
    assert words[at + 1 : at + 3] == [f"actreview={first}", f"judge={second}"]
    assert value_of(words, "--max-lora-rank") == "64"
    assert value_of(words, "--max-loras") == "2"
    assert serving.clients_name == "actreview"


@pytest.mark.parametrize("argument", ["adapter", "=x", "a b={}", "--x={}", "name="])
def test_an_adapter_that_is_not_name_and_path_is_wrong_use(argument: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="NAME=PATH"):
        Adapter.of(argument.format(adapter(tmp_path / "a")))


@pytest.mark.parametrize("written", [None, "", "[]", "{}", '{"r": "16"}', '{"r": 0}', '{"r": 1024}', '{"r": true}'])
def test_a_folder_without_a_servable_adapter_is_refused_before_anything_starts(
    written: str | None, tmp_path: Path
) -> None:
    if written is not None:
        (tmp_path / "adapter_config.json").write_text(written, encoding="utf-8")
    with pytest.raises(InputError):
        Adapter.of(f"name={tmp_path}")


def test_two_models_of_one_name_are_refused(tmp_path: Path) -> None:
    one = adapter(tmp_path / "a")
    with pytest.raises(UsageError, match="'x'"):
        Serving(adapters=(Adapter.of(f"x={one}"), Adapter.of(f"x={one}")))


def test_several_gpus_each_hold_a_copy_and_what_follows_is_handed_on_last() -> None:
    words = arguments(Serving(replicas=4, window=20000, further=("--quantization", "fp8")))
    assert value_of(words, "--data-parallel-size") == "4"
    assert value_of(words, "--max-model-len") == "20000"
    assert words[-2:] == ["--quantization", "fp8"]


@pytest.mark.parametrize("word", ["--api-key", "--api-key=s3cret", "--host=0.0.0.0", "--port", "--uds"])
def test_what_serve_decides_itself_is_not_handed_on(word: str) -> None:
    with pytest.raises(UsageError) as caught:
        Serving(further=(word, "s3cret"))
    assert "s3cret" not in f"{caught.value.message} {caught.value.hint}"


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "", "192.168.1.5", "gpu.example.org"])
def test_a_server_that_other_machines_reach_needs_a_key(host: str) -> None:
    with pytest.raises(ConfigError, match="no key is set"):
        added_environment(Serving(host=host), {}, offline=False)
    assert (
        added_environment(Serving(host=host), {"PEERLENS_API_KEY": "s3cret"}, offline=False)["VLLM_API_KEY"] == "s3cret"
    )


@pytest.mark.parametrize("host", ["127.0.0.1", "127.1.2.3", "::1", "localhost"])
def test_loopback_needs_no_key_and_the_key_of_a_hosted_service_is_not_taken(host: str) -> None:
    added = added_environment(Serving(host=host), {"OPENAI_API_KEY": "hosted"}, offline=False)
    assert added == {"VLLM_NO_USAGE_STATS": "1", "DO_NOT_TRACK": "1"}


def test_offline_forbids_downloads() -> None:
    assert added_environment(Serving(), {}, offline=True)["HF_HUB_OFFLINE"] == "1"


def test_the_key_is_in_no_argument_and_in_no_printed_command() -> None:
    serving = Serving(host="0.0.0.0")
    added = added_environment(serving, {"PEERLENS_API_KEY": "s3cret"}, offline=False)
    line = shell_line(["vllm", *arguments(serving)], added)
    assert "s3cret" not in line
    assert 'VLLM_API_KEY="$PEERLENS_API_KEY"' in line


@pytest.mark.parametrize(
    ("host", "url"),
    [("0.0.0.0", "http://127.0.0.1:8000/v1"), ("::1", "http://[::1]:8000/v1"), ("gpu", "http://gpu:8000/v1")],
)
def test_a_client_on_this_machine_reaches_every_way_to_listen(host: str, url: str) -> None:
    assert Serving(host=host).base_url == url
