"""What LangGraph's libraries bring along stays out of a run, and is there for whoever asks for it afterwards."""

import subprocess
import sys

_SCRIPT = """
import sys
from peerlens.graph.lean import lean_imports
with lean_imports():
    import peerlens.graph.verify
unwanted = [name for name in ("rich", "pygments", "websockets", "opentelemetry.sdk.trace") if name in sys.modules]
assert not unwanted, unwanted
assert not [name for name, module in sys.modules.items() if module is None]
import langgraph_sdk
assert callable(langgraph_sdk.get_client)
"""


def test_a_run_loads_no_client_of_a_hosted_service_and_what_was_kept_out_can_be_imported_later() -> None:
    done = subprocess.run([sys.executable, "-c", _SCRIPT], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_libraries_that_are_loaded_already_are_left_as_they_are() -> None:
    script = "import httpx, langgraph_sdk\nbefore = langgraph_sdk\n" + _SCRIPT.partition("unwanted")[0]
    script += "assert sys.modules['langgraph_sdk'] is before and 'httpx._main' in sys.modules\n"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
